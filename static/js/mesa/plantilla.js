/* La plantilla de anotación como la dibuja 002 §2.6: pareja del organizador a la izquierda, suma arriba y tantos por
   mano; a juegos ganados, «Sin tanto» con sus C y la secuencia vigesimal de cada pareja. ES5 (PL1).
   AmigosPlantilla.crear(cuentas, {nueva, alReves})   cuentas: [desenlace, asiento, ganadora, tantos] por mano; alReves: la última,
   arriba, junto a la suma (D862) */
var AmigosPlantilla = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, VIGESIMAL = ['0', '20', '40', '60'], PARA_GANAR = 4, VENTAJA = 2;

  function anunciar(propias, ajenas) {
    if (propias >= PARA_GANAR && propias >= ajenas + VENTAJA) { return 'gana'; }
    if (propias >= VIGESIMAL.length && propias > ajenas) { return 'ventaja'; }
    return VIGESIMAL[Math.min(propias, 3)];
  }
  /* lo que se va escribiendo bajo cada pareja: quien gana la mano anota; si iguala, las dos vuelven a 60 */
  function secuencias(cuentas) {
    var manos = [0, 0], columnas = [[], []], ultimo = ['0', '0'];
    cuentas.forEach(function (c) {
      var g = c[2], p, v;
      if (g !== 0 && g !== 1) { return; }
      manos[g] += 1;
      for (p = 0; p < 2; p++) {
        v = anunciar(manos[p], manos[1 - p]);
        if (p === g || v !== ultimo[p]) { columnas[p].push(v); }
        ultimo[p] = v;
      }
    });
    return columnas;
  }
  function encabezado(pareja, dentroDe) {
    var caja = M.nodo('div', '', null, dentroDe), h = M.nodo('h3', M.esNuestra(pareja) ? 'nos' : 'ellos', null, caja);
    AmigosJugadores.forma(pareja, h);
    if (!M.deNadie()) { M.nodo('small', 'plantilla__quien', T(M.esNuestra(pareja) ? 'nosotros' : 'ellos'), h); }
    M.nodo('span', '', M.nombresDePareja(pareja), h);
  }
  function deTantos(caja, cuentas, orden, o) {
    var sumas = M.nodo('div', 'plantilla__par n', null, caja), dentro, t, cuerpo, meta = parseInt(M.mesa.meta, 10);
    orden.forEach(function (p) {
      var total = cuentas.reduce(function (s, c) { return s + (c[2] === p ? c[3] : 0); }, 0), lado = M.nodo('div', '', null, sumas);
      M.nodo('div', 'plantilla__suma', String(M.otroJuego() ? total : Math.min(total, meta)), lado);
      if (total > meta && !M.otroJuego()) { M.nodo('small', '', T('acreditan', { n: total, meta: meta }), lado); }
    });
    dentro = M.nodo('div', 'plantilla__caja', null, caja);
    t = M.nodo('table', 'plantilla__t n', null, dentro);
    M.nodo('caption', 'solo-lector', T('tantos_por_mano'), t);
    cuerpo = M.nodo('tbody', '', null, t);
    cuentas.forEach(function (c, i) {
      var tr = cuerpo.insertBefore(M.nodo('tr'), o.alReves ? cuerpo.firstChild : null), th;
      orden.forEach(function (p, k) {
        var td, vale = c[2] === p ? String(c[3]) : (c[0] === 'cierre_empatado' && !M.otroJuego() && (c[1] & 1) === p ? '0' : null);
        if (k === 1) {
          th = M.nodo('th', '', null, tr);
          th.setAttribute('scope', 'row');
          M.nodo('span', '', T('mano_n', { n: i + 1 }), th);
        }
        td = M.nodo('td', vale === null ? 'nada' : '', vale === null ? '–' : null, tr);
        if (vale !== null) { M.nodo('span', o.nueva && i === cuentas.length - 1 ? 'nueva' : '', vale, td); }
      });
    });
  }
  function deJuegos(caja, cuentas, orden) {
    var cierres = cuentas.filter(function (c) { return c[2] !== 0 && c[2] !== 1; }).length, zona = M.nodo('div', 'plantilla__ancho', null, caja), b, par, columnas;
    M.nodo('small', '', T('sin_tanto'), zona);
    b = M.nodo('b', cierres ? '' : 'plantilla__nada', cierres ? new Array(cierres + 1).join('C') : T('sin_cierres'), zona);
    if (cierres) {
      b.setAttribute('aria-hidden', 'true');
      M.nodo('span', 'solo-lector', M.cuantos('cierres', cierres), zona);
    }
    par = M.nodo('div', 'plantilla__par n', null, caja);
    columnas = secuencias(cuentas);
    orden.forEach(function (p) {
      var ol = M.nodo('ol', 'plantilla__manos', null, M.nodo('div', '', null, par)), lista = columnas[p].length ? columnas[p] : ['0'];
      lista.forEach(function (v, i) { M.nodo('li', i === lista.length - 1 ? 'ultimo' : 'pasado', AmigosJugadores.valor(v), ol); });
    });
  }
  /* la del documento: la pareja de quien organiza; quien prefiera, siempre la suya, como en el marcador (D565) */
  function primero() { return window.AmigosAjustes && AmigosAjustes.es('nosotros') ? M.miPareja() : M.organizador() & 1; }
  function crear(cuentas, opciones) {
    if (!M.porParejas()) { return AmigosCadaQuien.plantilla(cuentas, opciones || {}); }
    var o = opciones || {}, izquierda = primero(), orden = [izquierda, 1 - izquierda];
    var caja = M.nodo('section', 'plantilla'), par;
    caja.setAttribute('aria-label', T('plantilla'));
    par = M.nodo('div', 'plantilla__par', null, caja);
    orden.forEach(function (p) { encabezado(p, par); });
    if (M.mesa.meta === 'juegos_ganados') { deJuegos(caja, cuentas, orden); } else { deTantos(caja, cuentas, orden, o); }
    if (!cuentas.length) { M.nodo('p', 'plantilla__ancho chica', T('vacia_plantilla'), caja); }
    return caja;
  }

  return { crear: crear, secuencias: secuencias };
}());
