/* Captura de papeles con el teclado: Enter pasa de la mesa a un marcador y al otro, y en el último guarda. Junto a cada
   caja dice de quiénes es. Sin guion es el mismo formulario. ES5 (PL1). */
(function () {
  'use strict';

  var forma = document.getElementById('captura');
  if (!forma) { return; }
  var cajas = [forma.elements.mesa, forma.elements.a, forma.elements.b];

  function quienes() {
    var li = document.querySelector('[data-mesa="' + parseInt(cajas[0].value, 10) + '"]'), i, n;
    for (i = 0; i < 2; i++) {
      n = forma.querySelector('[data-quienes="' + i + '"]');
      if (!n.getAttribute('data-de-antes')) { n.setAttribute('data-de-antes', n.textContent); }
      n.textContent = li ? li.getAttribute('data-l' + i) : n.getAttribute('data-de-antes');
    }
  }
  function alSiguiente(e) {
    var i;
    if (e.keyCode !== 13) { return; }
    for (i = 0; i < cajas.length - 1; i++) {
      if (e.target === cajas[i]) { e.preventDefault(); cajas[i + 1].focus(); cajas[i + 1].select(); return; }
    }
  }
  forma.addEventListener('keydown', alSiguiente);
  cajas[0].addEventListener('input', quienes);
  quienes();
  cajas[0].focus();
  cajas[0].select();
}());
