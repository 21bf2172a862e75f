/* Al llegar con la partida empezada se repite jugada por jugada, y se puede saltar (EL9): al volver, primero las manos ya
   terminadas, aprisa y con su resultado, y luego la que se juega. ES5 (PL1).
   AmigosRepeticion.empezar(vista, entera, pintar(n, otra), alTerminar)
     entera: con las manos anteriores; otra: una de ellas, como la pide el tablero
   .corre();  .terminar() */
var AmigosRepeticion = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, PASO = 700, PRISA = 2500, MINIMO = 90, APREMIO = 8000;
  /* de una mano anterior: lo que devuelve el servidor por cada una, lo menos para entenderla, y lo que se deja leer cómo acabó */
  var POR_MANO = 2000, MANO_MINIMA = 700, LEER = 0.4, ESPERA = 2000;
  var banda = M.uno('[data-repeticion]'), juego = M.uno('[data-juego]'), letrero = M.uno('[data-repeticion-texto]'), otraMano = M.uno('[data-repeticion-mano]');
  var reloj = null, fin = null, pintar = null, vista = null, desde = 0, vez = 0, va = 0, paso = 0, total = 0, saltaMano = null;

  /* el servidor devuelve lo que tarda la repetición a quien vuelve de una ausencia; al que sólo recargó en su turno no se le
     gasta su reloj */
  function libre() {
    var yo = vista.yo;
    if (vista.datos.turno !== yo.asiento || !yo.reloj || yo.resta === null) { return null; }
    return Math.max(yo.resta - yo.reloj * 1000, Math.min(PRISA, yo.resta / 8)) - (M.ahora() - desde);
  }
  function pausa(n) {
    var sobra = libre();
    return sobra === null ? PASO : Math.max(MINIMO, Math.min(PASO, sobra / n));
  }
  /* a quien recargó con su reloj corriendo y le queda poco no se le repite nada: que tire */
  function apremia() {
    var yo = vista.yo;
    return vista.datos.turno === yo.asiento && !!yo.reloj && yo.resta !== null && yo.resta <= yo.reloj * 1000 && yo.resta < APREMIO;
  }
  /* lo de ahora (turno, extremos, cuántas quedan) cede su lugar: no se confunde con lo que se repite */
  function enBanda(si) {
    M.mostrar(banda, si);
    M.clase(juego, 'juego__tablero--repite', si);
  }
  function terminar() {
    var f = fin;
    if (!f) { return; }
    window.clearTimeout(reloj);
    fin = null;
    vez += 1;
    enBanda(false);
    f();
  }
  function luego(hacer, ms) { reloj = window.setTimeout(function () { if (fin) { hacer(); } }, ms); }

  /* ---------- la mano que se juega ---------- */
  function otra() {
    va += 1;
    M.escribir(letrero, T('repitiendo', { i: va, n: total }));
    pintar(va);
    luego(va < total ? otra : terminar, paso);
  }
  function actual() {
    saltaMano = null;
    M.mostrar(otraMano, false);
    total = vista.datos.cadena.length / 3;
    if (!total) { terminar(); return; }
    paso = pausa(total);
    va = 0;
    pintar(0);
    M.escribir(letrero, T('repitiendo', { i: 0, n: total }));
    luego(otra, Math.min(paso, 300));
  }

  /* ---------- las manos anteriores ---------- */
  function numero(texto) {
    var a = parseInt(texto.charAt(0), 10), b = parseInt(texto.charAt(2), 10);
    return a * 7 - a * (a - 1) / 2 + b - a;
  }
  function comoMano(acta) {
    return {
      salidor: acta.salidor, volteada: M.volteada(), yo: M.yo(),
      cadena: acta.jugadas.map(function (j) { return [numero(j.ficha), j.extremo === 'A' ? 1 : (j.extremo === 'B' ? 2 : 0), j.asiento]; })
    };
  }
  function quedo(n) {
    var c = M.cuentas[n], como;
    if (!c) { return T('rep_mano', { n: n + 1 }); }
    como = M.deQuien(c[0] === 'dominada' ? 'domino' : 'cerro', c[1]);
    if (c[2] === null) { return T('rep_nadie', { n: n + 1, como: como }); }
    if (!M.porParejas()) { return T('rep_suma_cada', { n: n + 1, como: como, quien: M.esYo(c[2]) ? M.textos.ti : M.nombre(c[2]), tantos: c[3] }); }
    return T(M.mesa.meta === 'juegos_ganados' ? 'rep_gana' : 'rep_suma', { n: n + 1, como: como, pareja: M.aPareja(c[2]), tantos: c[3] });
  }
  function anterior(manos, n, cada) {
    var mano, jugadas, i = 0, tick;
    if (n >= manos.length) { actual(); return; }
    mano = comoMano(manos[n]);
    jugadas = mano.cadena.length;
    tick = cada * (1 - LEER) / Math.max(1, jugadas);
    saltaMano = function () { window.clearTimeout(reloj); anterior(manos, n + 1, cada); };
    function una() {
      i += 1;
      pintar(i, { cadena: mano.cadena.slice(0, i), salidor: mano.salidor, volteada: mano.volteada, yo: mano.yo });
      if (i < jugadas) { luego(una, tick); return; }
      M.escribir(letrero, quedo(n));
      luego(function () { anterior(manos, n + 1, cada); }, cada * LEER);
    }
    M.escribir(letrero, T('rep_mano', { n: n + 1 }));
    if (jugadas) { una(); } else { luego(saltaMano, 0); }
  }
  function anteriores(manos) {
    var sobra = libre(), cada = POR_MANO;
    if (sobra !== null) { cada = Math.min(POR_MANO, (sobra - PASO * vista.datos.cadena.length / 3) / Math.max(1, manos.length)); }
    if (!manos.length || cada < MANO_MINIMA) { actual(); return; }
    M.mostrar(otraMano, true);
    anterior(manos, 0, cada);
  }
  /* si la historia no llega pronto, se repite sólo lo que se juega */
  function traer() {
    var x = new XMLHttpRequest(), esta = vez, llego = false;
    function ya(manos) {
      if (llego || !fin || esta !== vez) { return; }
      llego = true;
      window.clearTimeout(reloj);
      anteriores(manos);
    }
    x.open('GET', document.body.getAttribute('data-historia'));
    x.onload = function () {
      var datos = null;
      try { datos = JSON.parse(x.responseText); } catch (e) { datos = null; }
      ya(x.status === 200 && datos && datos.partida === vista.datos.partida ? datos.manos : []);
    };
    x.onerror = function () { ya([]); };
    x.send();
    luego(function () { ya([]); }, ESPERA);
  }

  function empezar(nueva, entera, alPintar, alTerminar) {
    terminar();
    vista = nueva;
    desde = M.ahora();
    if (apremia()) { alTerminar(); return; }
    pintar = alPintar;
    fin = alTerminar;
    enBanda(true);
    if (!entera || !M.cuentas.length) { actual(); return; }
    M.mostrar(otraMano, false);
    M.escribir(letrero, T('rep_trae'));
    traer();
  }
  M.uno('[data-repeticion-saltar]').addEventListener('click', terminar);
  otraMano.addEventListener('click', function () { if (fin && saltaMano) { saltaMano(); } });

  return { empezar: empezar, terminar: terminar, corre: function () { return !!fin; } };
}());
