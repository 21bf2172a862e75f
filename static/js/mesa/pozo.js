/* El pozo: cuántas quedan, nunca cuáles, y el botón de robar cuando toca (VA7, VA9). Sólo en los juegos que lo tienen. ES5 (PL1).
   AmigosPozo.pintar(vista, enviando, lista)    lista: la de los demás jugadores, donde va su cuadro
   AmigosPozo.que(datos) → qué va a pasar al robar, en palabras;  AmigosPozo.alRobar(hacer) */
var AmigosPozo = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, DORSOS = 5;
  var boton = M.uno('[data-robar]'), cuadro = null, hacer = function () {}, teniaFoco = false;

  function que(datos) {
    var van = M.robo(datos, M.yo());
    return T(M.mesa.robos > 1 ? 'roba_hasta' : 'roba_una') + (van ? ' ' + T('llevas', { n: van }) : '');
  }
  function pintarCuadro(datos, lista) {
    var dorsos, linea, i;
    if (!cuadro) { cuadro = M.nodo('li', 'jugador jugador--pozo', null, lista); }
    M.vaciar(cuadro);
    M.clase(cuadro, 'jugador--arriba', M.delLado(2) < 0);
    M.nodo('span', 'jugador__n', T('pozo'), cuadro);
    linea = M.nodo('span', 'jugador__d', null, cuadro);
    dorsos = M.nodo('span', 'quedan__dorsos', null, M.nodo('span', 'quedan n', null, linea));
    dorsos.setAttribute('aria-hidden', 'true');
    for (i = 0; i < Math.min(datos.pozo, DORSOS); i++) { M.nodo('i', '', null, dorsos); }
    M.nodo('b', '', String(datos.pozo), dorsos.parentNode).setAttribute('aria-hidden', 'true');
    M.nodo('span', 'solo-lector', M.cuantos('fichas', datos.pozo), dorsos.parentNode);
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
