/* La mesa para quien no la ve: cuenta cada jugada y contesta a demanda, con botón o tecla. ES5 (PL1).
   AmigosVoz.contar(antes, vista, dichos);  .decir(texto);  .palo(n);  .responder(tecla) → cierto si la entendió */
var AmigosVoz = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, GUARDA = 40;
  var region = M.uno('[data-voz]'), urgente = M.uno('[data-voz-urgente]'), palos = M.uno('[data-palos]'), respuesta = M.uno('[data-palo-dice]');
  var ultima = '';

  /* cada frase es un renglón nuevo: así ninguna pisa a la anterior y queda la historia */
  function decir(texto, yaMismo) {
    if (!texto) { return; }
    if (yaMismo) {
      urgente.textContent = '';
      window.setTimeout(function () { urgente.textContent = texto; }, 50);
      return;
    }
    M.nodo('p', '', texto, region);
    while (region.childNodes.length > GUARDA) { region.removeChild(region.firstChild); }
  }
  function palo(n) { return M.textos.palos[n]; }
  function terminales(datos) {
    var t = M.terminales(datos);
    if (!t) { return T('voz_sin_cadena'); }
    return t[0] === t[1] ? T('voz_terminal_igual', { a: palo(t[0]) }) : T('voz_terminales', { a: palo(t[0]), b: palo(t[1]) });
  }
  function turno(vista) {
    var d = vista.datos, yo = vista.yo, n;
    if (d.fase !== M.FASE.JUGANDO) { return ''; }
    if (d.turno !== yo.asiento) { return T('voz_turno', { quien: M.nombre(d.turno) }); }
    if (!d.cadena.length) { return M.salidaObligada() ? T('sales_con', { ficha: M.fichaEntera(M.salidaObligada()[0]) }) + '.' : T('voz_sales'); }
    if (yo.roba) { return T('voz_roba') + ' ' + M.cuantos('voz_pozo', d.pozo); }
    n = yo.opciones ? yo.opciones.length : 0;
    /* que va una amarilla se dice antes de que vaya (EL7, D810) */
    if (n === 1 && yo.reloj === 5 && M.cuenta()) { return T('voz_unica'); }
    return (n ? M.cuantos('voz_opciones', n) : T('voz_sin_cabida')) + (yo.reloj && yo.resta !== null ? ' ' + T('voz_reloj', { n: Math.round(yo.resta / 1000) }) : '');
  }
  function jugada(j, esSalida, cual) {
    if (cual === M.sola && M.esYo(j[2])) { return T('tiro_sola', { ficha: M.fichaEntera(j[0]) }); }
    return M.deQuien(esSalida ? 'salio' : 'tiro', j[2], { ficha: M.fichaEntera(j[0]), lado: M.lado(j[1]) });
  }
  function comoAcabo(cuenta) { return M.deQuien(cuenta[0] === 'dominada' ? 'domino' : 'cerro', cuenta[1]); }
  function pases(desde, hasta) {
    var lista = [], s;
    for (s = desde; s !== hasta; s = M.tras(s)) { lista.push(M.deQuien('voz_paso', s)); }
    return lista;
  }
  /* quién robó; lo propio, con cuáles */
  function robos(antes, vista) {
    var d = vista.datos, desde = (antes.datos.robos || []).length, frases = [], i, mias = vista.yo.mano || [], eran = antes.yo.mano || [];
    for (i = desde; d.robos && i < d.robos.length; i += 2) {
      if (!M.esYo(d.robos[i + 1])) { frases.push(T('voz_robo', { quien: M.nombre(d.robos[i + 1]) })); }
    }
    mias = mias.filter(function (f) { return eran.indexOf(f) < 0; });
    if (d.robos && mias.length) { frases.push(T('voz_robaste', { fichas: mias.map(M.fichaEntera).join(', ') })); }
    return frases;
  }
  /* lo que pasó entre dos vistas, en frases */
  function relato(antes, vista) {
    var d = vista.datos, cadena = M.ternas(d.cadena), misma, habia, frases = [], i, sigue;
    misma = antes && antes.datos.partida === d.partida && antes.datos.compromiso === d.compromiso && antes.datos.cadena;
    /* al llegar no se cuenta la mano entera: sólo lo último */
    habia = misma ? antes.datos.cadena.length / 3 : (antes ? 0 : Math.max(0, cadena.length - 1));
    if (misma) { frases = robos(antes, vista); }
    if (!misma && !habia && d.fase === M.FASE.JUGANDO) { frases.push(T('voz_reparto', { n: d.mano, fichas: vista.yo.mano.map(M.fichaEntera).join(', ') }), d.cadena.length ? '' : M.porQueSale(d)); }
    sigue = misma && habia ? antes.datos.turno : -1;
    for (i = habia; i < cadena.length; i++) {
      if (sigue >= 0 && i > 0) { frases = frases.concat(pases(sigue, cadena[i][2])); }
      frases.push(jugada(cadena[i], i === 0, i));
      sigue = M.tras(cadena[i][2]);
    }
    if (d.turno >= 0 && cadena.length && (cadena.length > habia || (antes && antes.datos.turno !== d.turno))) {
      frases = frases.concat(pases(sigue >= 0 ? sigue : d.turno, d.turno));
    }
    return { frases: frases, hubo: cadena.length > habia };
  }
  /* quién eligió qué desde la vista anterior (EL6) */
  function votos(antes, d) {
    var eran = antes && antes.datos.fase === M.FASE.FIN_DE_PARTIDA && antes.datos.partida === d.partida ? antes.datos.votos : [];
    if (d.fase !== M.FASE.FIN_DE_PARTIDA) { return []; }
    return M.asientos().filter(function (a) { return d.votos[a] && d.votos[a] !== eran[a]; }).map(function (a) {
      return M.deQuien('voz_voto', a, { opcion: T(d.votos[a]) });
    });
  }
  function contar(antes, vista, dichos) {
    var d = vista.datos, r, cambio;
    contarPalos();
    /* lo urgente era de ese turno: «Se acabó tu tiempo» no se queda dicho en el de otro (D808) */
    if (antes && antes.datos.turno !== d.turno) { urgente.textContent = ''; }
    if (d.fase !== M.FASE.JUGANDO && d.fase !== M.FASE.FIN_DE_MANO && d.fase !== M.FASE.FIN_DE_PARTIDA) { return; }
    r = relato(antes, vista);
    cambio = !antes || antes.datos.turno !== d.turno || r.hubo || r.frases.length > 0 || antes.datos.fase !== d.fase;
    if (r.hubo) {
      r.frases.push(terminales(d));
      /* con la última de la mano, además, cómo acabó: la plantilla tarda un momento en salir */
      if (d.turno < 0 && d.cuentas && d.cuentas.length) { r.frases.push(comoAcabo(d.cuentas[d.cuentas.length - 1])); }
    }
    if (r.frases.length) { ultima = r.frases.join(' '); }
    if (cambio && !d.ausentes) { r.frases.push(turno(vista)); }
    decir((dichos || []).concat(r.frases, votos(antes, d)).filter(Boolean).join(' '));
  }

  /* ---------- a demanda ---------- */
  /* de un palo, sólo lo que está a la vista: lo de la mesa, lo propio y, de lo demás, cuáles son, no quién las tiene (EL8) */
  function delPalo(n) {
    var jugadas = M.ternas(M.vista.datos.cadena).map(function (j) { return j[0]; }), mias = M.vista.yo.mano || [], c = { de: 0, jugadas: 0, mias: 0, faltan: [] }, f, p;
    for (f = 0; f < 28; f++) {
      p = M.palos(f);
      /* tres con nueve juegan sin el doble blanco (VA7) */
      if ((p[0] !== n && p[1] !== n) || (f === 0 && M.mesa.fichas * M.cuantosSon() === 27)) { continue; }
      c.de += 1;
      if (jugadas.indexOf(f) >= 0) { c.jugadas += 1; } else if (mias.indexOf(f) >= 0) { c.mias += 1; } else { c.faltan.push(f); }
    }
    return c;
  }
  function cuentaDePalo(n) {
    var c = delPalo(n);
    return T('palo_cuenta', { palo: M.textos.palos_plural[n], jugadas: c.jugadas, mias: c.mias, faltan: c.faltan.length }) +
      (c.faltan.length ? ' ' + T('palo_faltan', { fichas: c.faltan.map(function (f) { return M.palos(f).join('\u2011'); }).join(', ') }) : '');
  }
  /* los siete de un vistazo, al abrir el panel; el que se tocó se vuelve a decir al cambiar la mesa */
  function contarPalos() {
    var hay = !!M.vista && !!M.vista.datos.cadena;
    M.todos('button', palos).forEach(function (b) {
      var n = parseInt(b.getAttribute('data-palo'), 10), c = hay ? delPalo(n) : { jugadas: 0, de: 7 };
      M.escribir(M.uno('.palo__c', b), String(c.jugadas));
      b.setAttribute('aria-label', T('palo_salieron', { palo: M.textos.palos_plural[n], n: c.jugadas, de: c.de }));
      if (hay && b.getAttribute('aria-pressed') === 'true') { M.escribir(respuesta, cuentaDePalo(n)); }
    });
  }
  function jugadores() {
    var d = M.vista.datos;
    if (!d.quedan) { return T('voz_nada'); }
    return M.asientos().slice(1).map(function (k) {
      var a = M.tras(M.yo(), k), suyas = M.tarjetas(a, d).map(function (t) { return ', ' + M.cuantos(M.COLORES[t[0]], t[1]); });
      return T('voz_quedan', { quien: M.nombre(a), fichas: M.cuantos('fichas', d.quedan[a]), tarjetas: suyas.join('') });
    }).join(' ') + (d.pozo ? ' ' + M.cuantos('voz_pozo', d.pozo) : '');
  }
  function decirPalo(n) {
    if (!M.vista || !M.vista.datos.cadena) { return; }
    respuesta.textContent = cuentaDePalo(n);
    decir(respuesta.textContent, true);
    M.todos('button', palos).forEach(function (b) { b.setAttribute('aria-pressed', b.getAttribute('data-palo') === String(n) ? 'true' : 'false'); });
  }
  var RESPUESTAS = {
    t: function () { return terminales(M.vista.datos) + ' ' + turno(M.vista); },
    u: function () { return ultima || T('voz_nada'); },
    j: jugadores,
    f: function () { return M.vista.yo.mano && M.vista.yo.mano.length ? T('voz_mano', { fichas: M.vista.yo.mano.map(M.fichaEntera).join(', ') }) : T('voz_nada'); },
    r: function () { var s = AmigosReloj.quedan(); return s === null ? T('sin_reloj') : T('quedan_segundos', { n: s }); },
    s: function () { return M.uno('[data-marcador]').getAttribute('aria-label'); }
  };
  function responder(tecla) {
    if (!M.vista || !M.vista.datos.cadena) { return false; }
    if (/^[0-6]$/.test(tecla)) { decirPalo(parseInt(tecla, 10)); return true; }
    if (!RESPUESTAS.hasOwnProperty(tecla)) { return false; }
    var dicho = RESPUESTAS[tecla]();
    AmigosJugadores.avisar(dicho);
    decir(dicho, true);
    return true;
  }
  function armarPalos() {
    var n, b;
    for (n = 0; n <= 6; n++) {
      b = M.nodo('button', 'palo', null, palos);
      b.setAttribute('data-palo', String(n));
      b.setAttribute('aria-pressed', 'false');
      b.appendChild(AmigosFicha.media(n));
      M.nodo('b', 'palo__c n', '', b);
    }
    contarPalos();
    M.alTocar('data-palo', function (boton, cual) { decirPalo(parseInt(cual, 10)); });
  }
  armarPalos();

  /* lo que ya se dijo era de otra persona (VA12) */
  function callar() {
    ultima = '';
    M.vaciar(region);
    urgente.textContent = respuesta.textContent = '';
    M.todos('button', palos).forEach(function (b) { b.setAttribute('aria-pressed', 'false'); });
    contarPalos();
  }

  return { contar: contar, callar: callar, decir: decir, responder: responder, palo: decirPalo };
}());
