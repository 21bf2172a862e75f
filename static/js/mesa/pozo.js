/* El pozo: cuántas quedan, nunca cuáles, y el botón de robar cuando toca (VA7, VA9). Sólo en los juegos que lo tienen. ES5 (PL1).
   AmigosPozo.pintar(vista, enviando, lista)    lista: la de los demás jugadores, donde va su cuadro
   AmigosPozo.que(datos) → qué va a pasar al robar, en palabras;  AmigosPozo.alRobar(hacer) */
var AmigosPozo = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T;
  var boton = M.uno('[data-robar]'), cuadro = null, hacer = function () {}, teniaFoco = false;

  function que(datos) {
    var van = M.robo(datos, M.yo());
    return T(M.mesa.robos > 1 ? 'roba_hasta' : 'roba_una') + (van ? ' ' + T('llevas', { n: van }) : '');
  }
  function pintarCuadro(datos, lista) {
    var caja, pila, i;
    if (!cuadro) { cuadro = M.nodo('li', 'jugador jugador--pozo', null, lista); }
    M.vaciar(cuadro);
    M.clase(cuadro, 'jugador--arriba', M.delLado(2) < 0);
    M.nodo('span', 'jugador__n', T('pozo'), cuadro);
    caja = M.nodo('span', 'quedan n', null, M.nodo('span', 'jugador__d', null, cuadro));
    if (!datos.pozo) { M.nodo('b', '', T('pozo_vacio'), caja); return; }
    /* una por ficha: la pila se ve bajar (D757) */
    pila = M.nodo('span', 'quedan__dorsos quedan__dorsos--pila', null, caja);
    pila.setAttribute('aria-hidden', 'true');
    for (i = 0; i < datos.pozo; i++) { M.nodo('i', '', null, pila); }
    M.nodo('b', '', String(datos.pozo), caja).setAttribute('aria-hidden', 'true');
    M.nodo('span', 'solo-lector', M.cuantos('fichas', datos.pozo), caja);
  }
  function pintar(vista, enviando, lista) {
    var d = vista.datos, toca = !!vista.yo.roba && !d.ausentes && d.fase === M.FASE.JUGANDO;
    if (!M.mesa.robos || d.pozo === undefined || !(d.pozo || d.robos.length)) {
      if (cuadro) { lista.removeChild(cuadro); cuadro = null; }
    } else { pintarCuadro(d, lista); M.clase(cuadro, 'jugador--turno', toca); }
    teniaFoco = document.activeElement === boton;
    M.mostrar(boton, toca);
    Amigos.apagar(boton, enviando);
    M.clase(boton, 'boton--apagado', !!enviando);
    /* quien robaba con el teclado sigue en el renglón del turno, no al principio de la página */
    if (teniaFoco && !toca) { M.uno('[data-turno]').focus({ preventScroll: true }); }
  }
  boton.addEventListener('click', function () { if (!Amigos.apagado(boton)) { hacer(); } });

  return { pintar: pintar, que: que, alRobar: function (f) { hacer = f; } };
}());
