/* La hoja de una partida: lo que se abrió queda en la dirección, y al regresar sigue abierto (D777). ES5 (PL1). */
(function () {
  'use strict';

  if (!window.history || !history.replaceState) { return; }
  function alAbrir(evento) {
    var mesa = evento.target, numero;
    if (!mesa.open) { return; }
    while (mesa && !/^mesa-\d+$/.test(mesa.id || '')) { mesa = mesa.parentNode; }
    if (!mesa) { return; }
    numero = mesa.id.slice(5);
    history.replaceState(null, '', location.pathname + '?mesa=' + numero + '#mesa-' + numero);
  }
  /* toggle no sube: se oye al bajar. El que ya viene abierto también avisa, y ése no mueve la dirección */
  window.addEventListener('load', function () {
    window.setTimeout(function () { document.addEventListener('toggle', alAbrir, true); }, 0);
  });
}());
