/* La pantalla del salón: enseña una vista a la vez y pasa sola a la siguiente. Sin guion se ven todas. ES5 (PL1). */
(function () {
  'use strict';

  var CADA = 12000, cual = 0, reloj = 0, pausa = document.querySelector('[data-pausa]'), dicho = '';

  function vistas() { return document.querySelectorAll('[data-vista]'); }
  function pintar() {
    var todas = vistas(), i;
    if (todas.length) { cual = cual % todas.length; }
    for (i = 0; i < todas.length; i++) { window.Amigos.mostrar(todas[i], i === cual); }
  }
  function pasar() { cual += 1; pintar(); }
  function andar(si) {
    window.clearInterval(reloj);
    reloj = si ? window.setInterval(pasar, CADA) : 0;
    if (pausa) { pausa.textContent = si ? dicho : pausa.getAttribute('data-t-sigue'); }
  }
  if (pausa) {
    dicho = pausa.textContent;
    pausa.hidden = false;
    pausa.addEventListener('click', function () { andar(!reloj); });
  }
  document.addEventListener('vivo:zonas', pintar);
  pintar();
  andar(true);
}());
