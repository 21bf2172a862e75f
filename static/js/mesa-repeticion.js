/* Al llegar con la mano empezada se repite jugada por jugada, y se puede saltar (EL9). ES5 (PL1).
   AmigosRepeticion.empezar(vista, pintar(n), alTerminar);  .corre();  .terminar() */
var AmigosRepeticion = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, PASO = 700, PRISA = 2500, MINIMO = 90, APREMIO = 8000;
  var banda = M.uno('[data-repeticion]'), letrero = M.uno('[data-repeticion-texto]'), reloj = null, fin = null, pintar = null, total = 0, va = 0, paso = 0;

  /* el servidor devuelve 700 ms por jugada a quien vuelve de una ausencia; al que sólo recargó en su turno no se le gasta su reloj */
  function pausa(vista, n) {
    var yo = vista.yo, sobra;
    if (vista.datos.turno !== yo.asiento || !yo.reloj || yo.resta === null) { return PASO; }
    sobra = Math.max(yo.resta - yo.reloj * 1000, Math.min(PRISA, yo.resta / 8));
    return Math.max(MINIMO, Math.min(PASO, sobra / n));
  }
  /* a quien recargó con su reloj corriendo y le queda poco no se le repite nada: que tire */
  function apremia(vista) {
    var yo = vista.yo;
    return vista.datos.turno === yo.asiento && !!yo.reloj && yo.resta !== null && yo.resta <= yo.reloj * 1000 && yo.resta < APREMIO;
  }
  function terminar() {
    var f = fin;
    if (!f) { return; }
    window.clearTimeout(reloj);
    fin = null;
    M.mostrar(banda, false);
    f();
  }
  function otra() {
    if (!fin) { return; }
    va += 1;
    M.escribir(letrero, T('repitiendo', { i: va, n: total }));
    pintar(va);
    reloj = window.setTimeout(va < total ? otra : terminar, paso);
  }
  function empezar(vista, alPintar, alTerminar) {
    terminar();
    if (apremia(vista)) { alTerminar(); return; }
    total = vista.datos.cadena.length / 3;
    paso = pausa(vista, total);
    va = 0;
    pintar = alPintar;
    fin = alTerminar;
    M.mostrar(banda, true);
    pintar(0);
    M.escribir(letrero, T('repitiendo', { i: 0, n: total }));
    reloj = window.setTimeout(otra, Math.min(paso, 300));
  }
  M.uno('[data-repeticion-saltar]').addEventListener('click', terminar);

  return { empezar: empezar, terminar: terminar, corre: function () { return !!fin; }, va: function () { return va; } };
}());
