/* La mesa para quien la mira: marcador, cada quien con cuántas fichas tiene y cuántas robó, el paño, el pozo y el turno.
   No manda más que su latido. Se ve desde el asiento 0, y nadie es «yo». ES5 (PL1). Necesita mesa/base.js, mesa/ficha.js, mesa/tablero.js y mesa/conexion.js. */
(function () {
  'use strict';

  var M = AmigosMesa, T = M.T, F = M.FASE, cuerpo = document.body, DORSOS = 7, GUARDA = 30;
  var ICONO = { en_vivo: 'senal', fuera: 'sinsenal', conectando: 'sinsenal', reconectando: 'sinsenal', sin_senal: 'sinsenal' };
  var conexion, tablero, turnoDe = '', desde = 0, fuera = false;

  M.yo = function () { return 0; };
  M.esYo = function () { return false; };

  tablero = AmigosTablero.crear(M.uno('[data-tablero]'), {
    nombres: function () { return M.vista ? M.nombres() : []; }, textos: M.textos, lado: M.ladoDe
  });

  /* ---------- quién va y cómo ---------- */
  function valor(v) { return v === 'ventaja' ? T('v_ventaja') : (v === 'gana' ? T('v_gana') : String(v)); }
  function forma(bando, en) { M.dibujo('s-' + M.deForma(bando), 'forma ' + M.deForma(bando), en); }
  /* la página trae dos; de tres o cuatro cada quien por su cuenta hay uno más por persona */
  function lugarEnMarcador(bando) {
    var ya = M.uno('[data-puntos="' + bando + '"]'), p;
    if (ya) { return ya; }
    p = M.nodo('p', 'mirando__pareja ' + M.deForma(bando), null, M.uno('[data-marcador]'));
    forma(bando, p);
    M.nodo('span', '', null, p).setAttribute('data-nombres', bando);
    ya = M.nodo('b', '', null, p);
    ya.setAttribute('data-puntos', bando);
    return ya;
  }
  function pintarMarcador(d) {
    M.uno('[data-marcador]').setAttribute('aria-label', M.bandos().map(function (_suyos, b) {
      var puntos = lugarEnMarcador(b);
      M.escribir(M.uno('[data-nombres="' + b + '"]'), M.nombresDePareja(b));
      M.escribir(puntos, valor(d.marcador[b]));
      return M.nombresDePareja(b) + ', ' + valor(d.marcador[b]);
    }).join('; '));
    M.escribir(M.uno('[data-donde]'), (d.mano ? T('mano_n', { n: d.mano }) + ' · ' : '') + M.deMeta('corta') + (M.modo() ? ' · ' + M.modo() : ''));
  }
  function emoticon(cual, dentroDe) { return M.dibujo(cual === 'sonrie' ? 'e-sonrie' : 'e-enojo', 'emoticon', dentroDe, '0 0 40 40'); }
  function dice(cual, texto, clase, dentroDe) {
    var b = M.nodo('span', 'dice ' + clase, null, dentroDe);
    emoticon(cual, b);
    M.nodo('span', '', texto, b);
  }
  function unJugador(asiento, d, pasaron, en) {
    var bando = M.bandoDe(asiento), robo = d.fase === F.JUGANDO ? M.robo(d, asiento) : 0, li, n, q, i, dorsos;
    li = M.nodo('li', 'jugador jugador--' + M.deForma(bando) + (d.turno === asiento ? ' jugador--turno' : '') +
      (d.ausentes && d.ausentes[asiento] ? ' jugador--ausente' : ''), null, en);
    n = M.nodo('span', 'jugador__n', null, li);
    forma(bando, n);
    M.nodo('span', 'jugador__nombre', M.nombre(asiento), n);
    if (d.quedan) {
      q = M.nodo('span', 'quedan n', null, M.nodo('span', 'jugador__d', null, li));
      dorsos = M.nodo('span', 'quedan__dorsos', null, q);
      dorsos.setAttribute('aria-hidden', 'true');
      for (i = 0; i < Math.min(d.quedan[asiento], DORSOS); i++) { M.nodo('i', '', null, dorsos); }
      M.nodo('b', '', String(d.quedan[asiento]), q).setAttribute('aria-hidden', 'true');
      M.nodo('span', 'solo-lector', M.cuantos('fichas', d.quedan[asiento]), q);
    }
    if (robo) { M.nodo('span', 'chica', M.cuantos('robo', robo), li); }
    if (d.fase === F.JUGANDO && d.turno === asiento) { dice('sonrie', T('tira'), '', li); }
    if (d.fase === F.JUGANDO && pasaron.indexOf(asiento) >= 0) { dice('enojo', T('paso'), 'dice--paso', li); }
  }
  /* en el orden en que se juega y, si hay, el pozo: cuántas, nunca cuáles */
  function pintarJugadores(d) {
    var ul = M.vaciar(M.uno('[data-jugadores]')), pasaron = M.pasaron(d), li;
    M.asientos().forEach(function (a) { unJugador(a, d, pasaron, ul); });
    if (!d.pozo && !(d.robos && d.robos.length)) { return; }
    li = M.nodo('li', 'jugador jugador--pozo', null, ul);
    M.nodo('span', 'jugador__n', T('pozo'), li);
    M.nodo('span', 'quedan n', d.pozo ? M.cuantos('fichas', d.pozo) : T('pozo_vacio'), M.nodo('span', 'jugador__d', null, li));
  }

  /* ---------- el turno: cuánto lleva lo cuenta este aparato; el reloj de cada quien es sólo suyo (EL8) ---------- */
  function titular(d) {
    if (d.fase === F.JUGANDO) { return d.ausentes ? '' : T('mi_turno', { quien: M.nombre(d.turno) }); }
    if (d.fase === F.REPARTIENDO) { return T('mi_repartiendo'); }
    if (d.fase === F.CERRADA) { return T('mi_cerrada'); }
    return d.cuentas && d.cuentas.length ? comoAcabo(d) : T('mi_espera');
  }
  function comoAcabo(d) {
    var c = d.cuentas[d.cuentas.length - 1], pareja = c[2];
    if (d.fase === F.FIN_DE_PARTIDA && d.ganadora >= 0) { return T(M.porParejas() ? 'mi_gana' : 'mi_gana_cada', { pareja: M.nombresDePareja(d.ganadora) }); }
    return T('mi_' + c[0], { quien: M.nombre(c[1]), tantos: c[3] ? M.cuantos('mi_tantos', c[3]) : T('mi_mano_para'), pareja: pareja >= 0 && pareja !== null ? M.nombresDePareja(pareja) : '' });
  }
  function pintarTurno(d) {
    var t = M.terminales(d), cual = [d.partida, d.mano, d.fase, d.turno].join('/');
    /* a quien acaba de llegar no se le dice cuánto lleva: no lo vio empezar */
    if (cual !== turnoDe) { desde = turnoDe ? M.ahora() : 0; turnoDe = cual; }
    M.escribir(M.uno('[data-turno-quien]'), titular(d));
    M.escribir(M.uno('[data-turno-sub]'), d.fase === F.JUGANDO && t ? T('terminales', { a: t[0], b: t[1] }) : '');
    M.escribir(M.uno('[data-salio]'), d.fase === F.JUGANDO && d.cadena.length ? T('mi_salio', { quien: M.nombre(d.salidor) }) : '');
    contar();
  }
  function contar() {
    var d = M.vista && M.vista.datos, lleva = M.uno('[data-turno-lleva]'), faltan;
    if (!d) { return; }
    if (d.ausentes) {
      faltan = Math.max.apply(null, d.ausentes) - (M.ahora() - M.vista.recibida);
      M.escribir(M.uno('[data-turno-quien]'), T('mi_ausente', { quienes: M.aQuienes(d), tiempo: M.tiempo(faltan) }));
    }
    M.escribir(lleva, d.fase === F.JUGANDO && !d.ausentes && desde ? T('mi_lleva', { tiempo: M.tiempo(Math.floor((M.ahora() - desde) / 1000) * 1000) }) : '');
  }

  /* ---------- la mano que acabó, con las cuatro a la vista ---------- */
  function pintarFin(d) {
    var caja = M.uno('[data-fin]'), ul = M.vaciar(M.uno('[data-fin-manos]')), sobra, hay = !!d.fin && d.fase >= F.FIN_DE_MANO && d.fase < F.CERRADA;
    M.mostrar(caja, hay);
    if (!hay) { return; }
    M.escribir(M.uno('[data-fin-titulo]'), T('mi_lo_que_quedo'));
    function renglon(nombre, fichas, cuenta) {
      var li = M.nodo('li', 'quedo', null, ul), caben;
      M.nodo('span', 'quedo__n', nombre, li);
      if (!fichas.length) { M.nodo('strong', 'quedo__f', T('mi_nada'), li); return; }
      caben = M.nodo('span', 'quedo__f', null, li);
      fichas.forEach(function (f) { caben.appendChild(AmigosFicha.svg(f)); });
      M.nodo('span', 'solo-lector', fichas.map(M.ficha).join(', '), caben);
      if (cuenta) { M.nodo('span', 'quedo__t n', String(M.tantos(fichas)), li); }
    }
    M.asientos().forEach(function (a) { renglon(M.nombre(a), d.fin.sobran[a], true); });
    /* lo que nadie llegó a robar: se ve, y no cuenta (VA7) */
    sobra = (d.fin.pozo || []).slice((d.robos || []).length / 2);
    if (sobra.length) { renglon(T('en_el_pozo'), sobra, false); }
  }

  /* ---------- de viva voz: sólo lo nuevo ---------- */
  function decir(texto) {
    var region = M.uno('[data-voz]');
    if (!texto) { return; }
    M.nodo('p', '', texto, region);
    while (region.childNodes.length > GUARDA) { region.removeChild(region.firstChild); }
  }
  function contarLoNuevo(antes, d) {
    var cadena = M.ternas(d.cadena), habia = antes && antes.datos.compromiso === d.compromiso && antes.datos.cadena ? antes.datos.cadena.length / 3 : 0, i;
    if (!antes) { decir(titular(d)); return; }
    for (i = habia; i < cadena.length; i++) { decir(T('tirada', { ficha: M.ficha(cadena[i][0]), quien: M.nombre(cadena[i][2]) })); }
    if (d.fase !== antes.datos.fase) { decir(titular(d)); }
  }

  /* ---------- lo que llega ---------- */
  function alVer(m) {
    var antes = M.vista, d = m.datos;
    m.recibida = M.ahora();
    M.vista = m;
    pintarMarcador(d);
    pintarJugadores(d);
    pintarTurno(d);
    pintarFin(d);
    AmigosHuella.pintar(d);
    tablero.pintar({ cadena: M.ternas(d.cadena), salidor: d.salidor === undefined ? 0 : d.salidor, volteada: false, yo: 0 }, { animar: !!antes && antes.datos.compromiso === d.compromiso });
    contarLoNuevo(antes, d);
  }
  function pintarConexion(estado) {
    var cual = fuera ? 'fuera' : estado;
    M.uno('[data-conexion-icono] use').setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', '#i-' + (ICONO[cual] || 'sinsenal'));
    M.escribir(M.uno('[data-conexion-texto]'), T('c_' + cual));
    M.clase(M.uno('[data-conexion]'), 'pastilla--ojo', cual !== 'en_vivo');
    tablero.acomodar();
  }
  function despedir(codigo) {
    fuera = true;
    M.escribir(M.uno('[data-fuera-texto]'), T(M.hay('mi_fuera_' + codigo) ? 'mi_fuera_' + codigo : 'mi_fuera_no_se_mira'));
    if (codigo === 'sin_sesion') { M.uno('[data-fuera-boton]').setAttribute('href', cuerpo.getAttribute('data-entrar-url')); }
    M.mostrar(M.uno('[data-fuera]'), true);
    M.mostrar(M.uno('[data-cuerpo]'), false);
    pintarConexion('fuera');
    M.uno('[data-fuera-texto]').focus();
  }
  function recibir(m) {
    if (m.tipo === 'mesa') { M.mesa = m.datos; M.cuentas = m.datos.cuentas || []; }
    if (m.tipo === 'vista' && M.mesa) { alVer(m); }
    if (m.tipo === 'miran') { M.escribir(M.uno('[data-miran]'), M.cuantos('mi_miran', m.datos.cuantos)); }
    if (m.tipo === 'fuera') { despedir(m.datos.codigo); }
  }

  window.setInterval(contar, 1000);
  conexion = AmigosMesaConexion.crear({
    direccion: cuerpo.getAttribute('data-socket'), alRecibir: recibir, alEstado: pintarConexion,
    alAcuse: function () {}, alRechazo: function () {}
  });
  window.addEventListener('beforeunload', function () { conexion.cerrar(); });
}());
