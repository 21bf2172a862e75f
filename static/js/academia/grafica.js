/* La gráfica de lo que vale la mano, jugada por jugada, y las marcas de los errores en el deslizador (AC3). ES5 (PL1).
   Necesita mesa/base.js y academia/repetir.js.
   AmigosGrafica.pintar(vista, paso, datos)   datos: los de `analisis.json`; null la esconde
   Los valores van para la pareja de quien mira; arriba de la raya es suyo. */
var AmigosGrafica = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, A = AmigosAcademia, ANCHO = 300, ALTO = 96, BORDE = 6;
  var caja = M.uno('[data-grafica]'), tabla = M.uno('[data-grafica-tabla]'), marcas = M.uno('[data-marcas]'), desliza = M.uno('[data-desliza]');
  var hechos = {}, ultima = null, SIGNOS = { imprecision: '?!', error: '?', grave: '??' };

  function mio(valor) { return M.miPareja() ? -valor : valor; }
  /* lo mejor para quien decide; tras la última, lo que esa jugada dejó */
  function curva(vista, datos) {
    return vista.pasos.map(function (p, i) {
      var valores = datos.valores[i], j = vista.jugadas[i - 1], hecha;
      if (valores && valores.length && p.turno >= 0) {
        return mio((p.turno & 1 ? Math.min : Math.max).apply(null, valores.map(function (v) { return v[2]; })));
      }
      hecha = j && datos.valores[i - 1].filter(function (v) { return v[0] === j[0] && (v[1] === j[1] || !v[1]); })[0];
      return hecha ? mio(hecha[2]) : 0;
    });
  }
  function errorEn(datos, paso) { return datos.errores.filter(function (e) { return e.jugada + 1 === paso; })[0]; }
  /* lo que costó; la gravedad sólo va sola si se podía saber (D840) */
  function dichoDe(e) { return e.costo + ', ' + (e.podia ? e.podia.junto : T('ac_an_vista', { que: e.gravedad.toLowerCase() })); }
  function claseDe(e) { return e.podia && !e.podia.sabia ? 'azar' : e.clase; }
  function dicha(vista, datos, valores, paso) {
    var e = errorEn(datos, paso), donde = paso ? T('ac_jugada', { i: paso, n: vista.jugadas.length }) : T('ac_reparto');
    return donde + ': ' + A.paraQuien(valores[paso]) + (e ? '. ' + dichoDe(e) : '');
  }

  /* ---------- dibujo ---------- */
  function nodo(nombre, datos, dentroDe) { return AmigosFicha.nodo(nombre, datos, dentroDe); }
  function dibujar(vista, datos, valores) {
    var n = Math.max(1, valores.length - 1), tope = Math.max.apply(null, valores.map(Math.abs).concat([10])), svg, d = '', area;
    function x(i) { return BORDE + (ANCHO - 2 * BORDE) * i / n; }
    function y(v) { return ALTO / 2 - (ALTO / 2 - BORDE) * v / tope; }
    svg = nodo('svg', { viewBox: '0 0 ' + ANCHO + ' ' + ALTO, preserveAspectRatio: 'none', 'class': 'ac-grafica__svg', 'aria-hidden': 'true', focusable: 'false' }, M.vaciar(caja));
    /* escalones: el valor vale hasta la jugada que lo cambia */
    valores.forEach(function (v, i) { d += (i ? 'H' + x(i) + 'V' : 'M' + x(0) + ' ') + y(v); });
    area = d + 'V' + y(0) + 'H' + x(0) + 'Z';
    nodo('path', { d: area, 'class': 'ac-grafica__area' }, svg);
    nodo('path', { d: 'M0 ' + y(0) + 'H' + ANCHO, 'class': 'ac-grafica__cero' }, svg);
    nodo('path', { d: d, 'class': 'ac-grafica__linea' }, svg);
    datos.errores.forEach(function (e) {
      nodo('circle', { cx: x(e.jugada + 1), cy: y(valores[e.jugada + 1]), r: e.clase === 'grave' ? 5 : e.clase === 'error' ? 4 : 3, 'class': 'ac-grafica__error ac-' + claseDe(e) }, svg);
    });
    return { vista: vista, valores: valores, datos: datos, x: x, aqui: nodo('path', { 'class': 'ac-grafica__aqui' }, svg), tope: tope };
  }
  function enTabla(g) {
    var t = M.nodo('table', 'tabla ac-tabla', null, M.vaciar(tabla)), fila = M.nodo('tr', '', null, M.nodo('thead', '', null, t)), cuerpo = M.nodo('tbody', '', null, t);
    ['ac_gr_jugada', 'ac_gr_vale'].forEach(function (letrero) { M.nodo('th', '', T(letrero), fila).setAttribute('scope', 'col'); });
    g.valores.forEach(function (v, i) {
      var tr = M.nodo('tr', '', null, cuerpo), e = errorEn(g.datos, i), j = g.vista.jugadas[i - 1], th;
      th = M.nodo('th', '', i ? i + '. ' + M.deQuien('ac_tiro', j[2], { ficha: M.ficha(j[0]) }) + (e ? '. ' + dichoDe(e) : '') : T('ac_reparto'), tr);
      th.setAttribute('scope', 'row');
      M.nodo('td', 'n', A.paraQuien(v), tr);
    });
  }
  /* el centro de la perilla no llega a las orillas */
  function lugar(i, n) { return 'calc(' + 0.5 + 'rem + (100% - 1rem) * ' + (n ? i / n : 0) + ')'; }
  function marcar(vista, datos) {
    M.vaciar(marcas);
    datos.errores.forEach(function (e) {
      M.nodo('span', 'ac-marca-error ac-' + claseDe(e), null, marcas).style.left = lugar(e.jugada + 1, vista.jugadas.length);
    });
  }

  function pintar(vista, paso, datos) {
    var g;
    M.mostrar(caja.parentNode, !!datos && vista.desde === null);
    if (!datos || vista.desde !== null) { M.vaciar(marcas); ultima = null; return; }
    g = hechos[vista.mano] && hechos[vista.mano].datos === datos ? hechos[vista.mano] : null;
    if (!g || ultima !== vista) {
      g = hechos[vista.mano] = dibujar(vista, datos, curva(vista, datos));
      enTabla(g);
      marcar(vista, datos);
      ultima = vista;
    }
    g.aqui.setAttribute('d', 'M' + g.x(paso) + ' 0V' + ALTO);
    caja.setAttribute('aria-valuemax', String(vista.jugadas.length));
    caja.setAttribute('aria-valuenow', String(paso));
    caja.setAttribute('aria-valuetext', dicha(vista, datos, g.valores, paso));
    if (errorEn(datos, paso)) { desliza.setAttribute('aria-valuetext', T('ac_jugada', { i: paso, n: vista.jugadas.length }) + ', ' + dichoDe(errorEn(datos, paso))); }
    M.escribir(M.uno('[data-grafica-dice]'), dicha(vista, datos, g.valores, paso));
  }
  caja.addEventListener('click', function (e) {
    var b = caja.getBoundingClientRect(), n = A.vista().jugadas.length;
    A.quieta();
    A.ir(Math.round((e.clientX - b.left - BORDE * b.width / ANCHO) / (b.width * (1 - 2 * BORDE / ANCHO)) * n));
  });

  return { pintar: pintar, signos: SIGNOS, clase: claseDe, dicho: dichoDe, olvidar: function () { ultima = null; } };
}());
