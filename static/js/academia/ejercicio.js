/* El tablero de un ejercicio: sólo lo que estaba sobre la mesa. Sin él, la página lo dice con letras. ES5 (PL1). */
(function () {
  'use strict';

  function leer(id) { return JSON.parse(document.getElementById(id).textContent); }
  var dato = leer('ac-tablero'), caja = document.querySelector('.ac-tapete'), tablero;

  caja.hidden = false;
  tablero = AmigosTablero.crear(document.querySelector('[data-tablero]'), { yo: dato.yo, nombres: dato.nombres, textos: leer('textos-mesa') });
  tablero.pintar({ cadena: dato.cadena, salidor: dato.salidor, volteada: dato.yo === 1 || dato.yo === 2, yo: dato.yo }, {});
}());
