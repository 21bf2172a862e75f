/* El enlace de la mesa que se espera: hace completa su dirección y trae el QR sólo cuando se pide. La zona que lo pinta
   llega por el socket, que no sabe con qué dirección entró cada quien. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  function completa(camino) {
    var base = document.body.getAttribute('data-base') || (location.protocol + '//' + location.host);
    return camino.charAt(0) === '/' ? base + camino : camino;
  }
  function completar() {
    var cajas = document.querySelectorAll('[data-enlace]'), i, b;
    for (i = 0; i < cajas.length; i++) {
      b = cajas[i].querySelector('[data-compartir]');
      b.setAttribute('data-compartir-url', completa(b.getAttribute('data-compartir-url')));
      b = cajas[i].querySelector('[data-copiar]');
      b.setAttribute('data-copiar', completa(b.getAttribute('data-copiar')));
    }
  }
  /* `toggle` no sube: se oye al bajar */
  document.addEventListener('toggle', function (e) {
    var camino = e.target.getAttribute && e.target.getAttribute('data-qr'), dibujo;
    if (!camino || !e.target.open) { return; }
    dibujo = e.target.querySelector('img');
    if (!dibujo.getAttribute('src')) { dibujo.setAttribute('src', camino); }
  }, true);
  document.addEventListener('vivo:zonas', completar);
  completar();
}());
