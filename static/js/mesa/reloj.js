/* El reloj propio: sólo su dueño lo ve (EL8). Manda el servidor; aquí se cuenta lo que falta. ES5 (PL1).
   AmigosReloj.poner(vista), .quitar(), .quedan() → segundos o null; .visto() → ms desde que se mostró el turno, o −1 */
var AmigosReloj = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, FINAL = 5, LARGO = 94.2;
  var caja = M.uno('[data-reloj]'), numero = M.uno('[data-reloj-n]'), arco = M.uno('[data-reloj-arco]'), barra = M.uno('[data-reloj-barra]');
  var franja = M.uno('[data-reloj-franja]'), nota = M.uno('[data-reloj-nota]');
  var fin = 0, total = 0, tic = null, turnoDe = '', mostrado = 0, dichos = {}, alAvisar = function () {};

  /* el mismo turno aunque cambie la versión: una tarjeta no abre otro */
  function clave(datos) { return [datos.partida, datos.mano, datos.cadena.length, datos.pases.join()].join('/'); }

  /* en los otros juegos no hay tarjetas: con una sola jugada, tres segundos y tira el sistema (VA5) */
  function deOtro(s) { return s > 0 ? (total === 3 ? T('una_opcion_otro') : '') : T('tiempo_unica'); }
  function pintar() {
    var faltan = Math.max(0, fin - M.ahora()), s = Math.ceil(faltan / 1000), parte = total ? faltan / (total * 1000) : 0;
    /* en práctica, la primera vez, los tres segundos esperan a que se vean las fichas: aún no hay reloj que enseñar (D758) */
    var espera = M.otroJuego() && faltan > total * 1000;
    M.mostrar(caja, !espera);
    M.mostrar(franja, !espera);
    if (espera) {
      M.escribir(nota, T('una_opcion_mira'));
      M.mostrar(nota, true);
      return;
    }
    M.escribir(numero, String(s));
    arco.setAttribute('stroke-dasharray', (LARGO * parte).toFixed(1) + ' ' + LARGO);
    barra.setAttribute('width', (100 * parte).toFixed(2));
    M.clase(caja, 'reloj--corre', s <= FINAL);
    M.clase(franja, 'franja--corre', s <= FINAL);
    M.escribir(nota, M.otroJuego() ? deOtro(s) : (s > 0 ? (total === 5 ? T(M.cuenta() ? 'una_opcion' : 'una_opcion_sin') : (total === 60 ? T('puedes_cerrar') : '')) : T(total === 5 ? 'tiempo_unica' : 'tiempo')));
    M.mostrar(nota, !!nota.textContent);
    if (s <= FINAL && s > 0 && !dichos[s]) {
      dichos[s] = true;
      alAvisar(s, s === FINAL && total > FINAL);
    }
    if (s === 0 && !dichos.fin) { dichos.fin = true; alAvisar(0, true); }
  }
  function quitar() {
    window.clearInterval(tic);
    tic = null;
    fin = 0;
    M.mostrar(caja, false);
    M.mostrar(franja, false);
    M.mostrar(nota, false);
  }
  function poner(vista) {
    var datos = vista.datos, yo = vista.yo, esMio = datos.fase === M.FASE.JUGANDO && datos.turno === yo.asiento && !datos.ausentes, cual;
    if (!esMio) { turnoDe = ''; mostrado = 0; quitar(); return; }
    cual = clave(datos);
    if (cual !== turnoDe) {
      turnoDe = cual;
      mostrado = M.ahora();
      dichos = {};
    }
    if (!yo.reloj || yo.resta === null || yo.resta === undefined) { quitar(); return; }
    total = yo.reloj;
    fin = vista.recibida + yo.resta;
    pintar();
    if (tic === null) { tic = window.setInterval(pintar, 200); }
  }

  return {
    poner: poner, quitar: quitar,
    quedan: function () { return fin ? Math.max(0, Math.ceil((fin - M.ahora()) / 1000)) : null; },
    visto: function () { return mostrado ? M.ahora() - mostrado : -1; },
    alAvisar: function (f) { alAvisar = f; }
  };
}());
