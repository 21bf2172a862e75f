/* Bajo cada lista de juegos, la frase del que se escogió; sin guiones, todas están en «Qué es cada juego». ES5 (PL1).
   <select data-juego data-frase-en="id" data-meta-en="id">   lo de `data-meta-en` es del juego de siempre: con otro, no se ve
   <details data-opciones>   doblado dice lo escogido, en su `data-ahora` */
(function () {
  'use strict';

  function enganchar(lista) {
    var frase = document.getElementById(lista.getAttribute('data-frase-en')), meta = document.getElementById(lista.getAttribute('data-meta-en'));
    function decir() {
      var opcion = lista.options[lista.selectedIndex];
      frase.textContent = opcion ? opcion.getAttribute('data-frase') : '';
      Amigos.mostrar(frase, !!frase.textContent);
      if (meta) { Amigos.mostrar(meta, lista.value === 'amigos'); }
    }
    lista.setAttribute('aria-describedby', frase.id);
    lista.addEventListener('change', decir);
    decir();
  }

  function resumir(opciones) {
    var ahora = opciones.querySelector('[data-ahora]'), listas = opciones.querySelectorAll('select');
    function decir() {
      ahora.textContent = Array.prototype.filter.call(listas, function (lista) {
        return lista.selectedIndex >= 0 && !lista.parentNode.hidden;
      }).map(function (lista) {
        return lista.options[lista.selectedIndex].text.trim();
      }).join(' · ');
    }
    opciones.addEventListener('change', decir);
    decir();
  }
  Array.prototype.forEach.call(document.querySelectorAll('[data-juego]'), enganchar);
  Array.prototype.forEach.call(document.querySelectorAll('[data-opciones]'), resumir);
}());
