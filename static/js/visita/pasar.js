/* Pasar el aparato: entre turno y turno se tapa todo lo de quien tiró y se dice a quién se le pasa (VA12). ES5 (PL1).
   Tapada, el servidor sólo manda lo que ven todos (`yo.asiento` es -1); aquí se quita además lo que quedó a la vista.
   Necesita mesa/base.js; lo usan visita/mano.js, mesa/fin.js y mesa/pagina.js.
   AmigosPasar.clave() → la de la partida;  .vestir(vista, cuántas faltan por enseñar);  .tapar();  .olvidar();  .armar(vista, dentro, pie, h);
   .loUltimo(datos) → qué hicieron los demás desde el turno anterior de quien lo recibe */
var AmigosPasar = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, CLAVE = 'pasar-clave', VIVA = 'pasar-viva', DOBLE = 700, VUELTAS = 200, OLVIDA = ['mesa-sorteo-pasar', 'mesa-vista'];

  function clave() {
    var ancla = window.location.hash.slice(1);
    return /^[0-9a-f]{32}$/.test(ancla) ? ancla : '';
  }
  /* el sorteo de otra partida en esta pestaña no es el de ésta */
  try {
    if (window.sessionStorage.getItem(CLAVE) !== clave()) {
      OLVIDA.forEach(function (llave) { window.sessionStorage.removeItem(llave); });
      window.sessionStorage.setItem(CLAVE, clave());
    }
  } catch (e) { /* sin almacén: dura lo que la página */ }

  /* la que se juega se apunta en este navegador, para seguirla desde «Pasar el aparato»: visita/seguir.js (D670) */
  var mia = clave();
  function apuntar() {
    try {
      window.localStorage.setItem(VIVA, [document.body.getAttribute('data-visita-juego'), mia, Date.now()].join('/'));
    } catch (e) { /* sin almacén: la partida vive en el ancla */ }
  }
  function olvidar() {
    try {
      if (mia && (window.localStorage.getItem(VIVA) || '').split('/')[1] === mia) { window.localStorage.removeItem(VIVA); }
    } catch (e) { /* no había nada */ }
  }
  /* otra clave en el ancla es otra partida; lo que no es clave («Saltar al contenido») no la pierde */
  window.addEventListener('hashchange', function () {
    if (clave() && clave() !== mia) { window.location.reload(); return; }
    if (!clave() && mia) { window.history.replaceState(null, '', '#' + mia); }
  });

  /* tapada se ve desde el lado de quien sigue; mientras cae lo que tiró, desde el suyo, ya sin su mano (D805); acabada la mano,
     desde el de siempre, y a nadie se le dice «tú» */
  var tirando = -1;
  M.yo = function () {
    var v = M.vista;
    if (!v) { return 0; }
    if (v.yo.asiento >= 0) { return v.yo.asiento; }
    if (tirando >= 0) { return tirando; }
    return v.datos.turno >= 0 ? v.datos.turno : M.mesa.pone;
  };
  /* el paño no se da la vuelta al pasarlo: para todos, igual (D805) */
  M.volteada = function () { return false; };
  M.esYo = function (asiento) { return !!M.vista && asiento === M.vista.yo.asiento; };

  /* si le toca salir a un automático, se le ve tirar: a él no se le pasa nada (D716) */
  function esDeAutomatico(d) { return d.turno >= 0 && !!(M.mesa.personas[d.lugares[d.turno]] || {}).automatico; }
  /* el número del sorteo lo pone este navegador, lo tenga quien lo tenga */
  function vestir(v, faltan) {
    var juega = v.datos.fase === M.FASE.JUGANDO;
    /* con más por enseñar todavía se ve la mesa: cae la ficha, o tira un automático */
    v.tapada = v.yo.asiento < 0 && juega && !esDeAutomatico(v.datos) && !faltan;
    if (v.yo.asiento >= 0) { tirando = v.yo.asiento; } else if (v.tapada || !juega) { tirando = -1; }
    v.yo.falta_nonce = true;
    /* entre mano y mano nadie espera a nadie: sigue cuando lo oprimen */
    if (v.datos.fase !== M.FASE.JUGANDO) { v.datos.resta = null; }
    if (v.datos.fase === M.FASE.FIN_DE_PARTIDA) { M.mesa.despues = M.mesa.al_acabar; olvidar(); } else { apuntar(); }
  }
  /* nada de lo que dijo a una persona queda para la que sigue */
  function tapar() {
    AmigosApartar.quitar();
    AmigosVoz.callar();
    M.todos('[data-avisos], [data-cubre-avisos]').forEach(M.vaciar);
  }
  /* los turnos de la mano, del primero al último: {asiento, robo: cuántas, ficha: la que tiró o null}. `robos` son pares (fichas que
     había en la mesa, asiento), en orden; quien roba con otros robos detrás a la misma altura, pasó (VA7, VA9) */
  function turnos(d) {
    var cadena = M.ternas(d.cadena), robos = d.robos || [], lista = [], tope = M.mesa.robos || 0, van = 0, i = 0, s = d.salidor, t, n;
    function aqui() { return i < robos.length && robos[i] === van; }
    /* lo que ya robó quien tiene el turno, si se recargó a la mitad, es de este turno */
    function yaEsAhora() {
      var k;
      for (k = i; k < robos.length; k += 2) { if (robos[k + 1] !== s) { return false; } }
      return van === cadena.length && s === d.turno && robos.length - i <= 2 * tope;
    }
    for (n = 0; n < VUELTAS && !yaEsAhora(); n++) {
      t = { asiento: s, robo: 0, ficha: null };
      while (aqui() && robos[i + 1] === s && t.robo < tope) { t.robo += 1; i += 2; }
      if (van < cadena.length && cadena[van][2] === s && !aqui()) { t.ficha = cadena[van][0]; van += 1; }
      lista.push(t);
      s = M.tras(s);
    }
    return lista;
  }
  /* qué hizo cada uno de los demás desde que tiró quien va a recibirlo: cuántas robaron, nunca cuáles (D760) */
  function loUltimo(d) {
    var lista = turnos(d).slice(1 - M.cuantosSon());
    if (!lista.length) { return M.porQueSale(d); }
    return lista.map(function (t) {
      var que = (t.robo ? 'robo_y_' : '') + (t.ficha === null ? 'paso' : 'tiro');
      return T('pasale_' + que, { quien: M.nombre(t.asiento), n: t.robo, ficha: t.ficha === null ? '' : M.ficha(t.ficha) });
    }).join(' ');
  }
  function armar(vista, dentro, pie, h) {
    var quien = { quien: M.nombre(vista.datos.turno) }, b;
    h.titulo(T('pasale', quien), dentro);
    h.parrafo(loUltimo(vista.datos), 'sep-c pasale__ultimo', dentro);
    h.parrafo(T('pasale_sub', quien), 'sep-c cubre__porque', dentro);
    b = h.boton(T('pasale_ver', quien), 'boton--accion boton--ancho', pie, function () {
      h.apagar(b, true);
      h.ordenar('destapar', {});
    });
    b.setAttribute('data-destapar', '');
    /* el segundo de un doble toque no la destapa */
    h.apagar(b, true);
    window.setTimeout(function () { h.apagar(b, false); }, DOBLE);
    h.verMesa();
  }

  return { clave: clave, vestir: vestir, tapar: tapar, olvidar: olvidar, armar: armar, loUltimo: loUltimo };
}());
