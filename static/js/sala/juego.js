/* Bajo la lista de juegos, la frase del que se escogió; sin guiones, todas están en «Qué es cada juego». ES5 (PL1). */
(function () {
  'use strict';

  var lista = document.querySelector('[data-juego]'), frase = document.querySelector('[data-juego-frase]');
  function decir() {
    var opcion = lista.options[lista.selectedIndex];
    frase.textContent = opcion ? opcion.getAttribute('data-frase') : '';
    Amigos.mostrar(frase, !!frase.textContent);
  }
  if (!lista || !frase) { return; }
  lista.setAttribute('aria-describedby', frase.id);
  lista.addEventListener('change', decir);
  decir();
}());
