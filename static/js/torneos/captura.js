/* Captura de papeles con el teclado: Enter pasa de la mesa a un marcador y al otro, y en el último guarda. Junto a cada
   caja dice de quiénes es. Sin guion es el mismo formulario. ES5 (PL1). */
(function () {
  'use strict';

  var forma = document.getElementById('captura');
  if (!forma) { return; }
  var cajas = [forma.elements.mesa, forma.elements.a, forma.elements.b], no = document.getElementById('c-mesa-no');

  function esa() {
    return document.querySelector('[data-mesa="' + parseInt(cajas[0].value, 10) + '"]');
  }
  function quienes() {
    var li = esa(), i, n;
    for (i = 0; i < 2; i++) {
      n = forma.querySelector('[data-quienes="' + i + '"]');
      if (!n.getAttribute('data-de-antes')) { n.setAttribute('data-de-antes', n.textContent); }
      n.textContent = li ? li.getAttribute('data-l' + i) : n.getAttribute('data-de-antes');
    }
  }
  /* se dice al acabar de escribirla: con el 1 de la 12, todavía no */
  function siNoEsta() {
    var falta = !!cajas[0].value && !esa();
    Amigos.mostrar(no, falta);
    return falta;
  }
  function alSiguiente(e) {
    var i;
    if (e.keyCode !== 13) { return; }
    if (e.target === cajas[0] && siNoEsta()) { e.preventDefault(); cajas[0].select(); return; }
    for (i = 0; i < cajas.length - 1; i++) {
      if (e.target === cajas[i]) { e.preventDefault(); cajas[i + 1].focus(); cajas[i + 1].select(); return; }
    }
  }
  forma.addEventListener('keydown', alSiguiente);
  cajas[0].addEventListener('input', function () { Amigos.mostrar(no, false); quienes(); });
  cajas[0].addEventListener('change', siNoEsta);
  quienes();
  siNoEsta();
  cajas[0].focus();
  cajas[0].select();
}());
