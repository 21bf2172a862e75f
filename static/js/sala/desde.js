/* Cuánto lleva: <span data-desde="segundos desde 1970" data-letrero="{tiempo} esperando">. Con data-por-minutos, «12 min».
   Con la hora del servidor, al día cada segundo y sin leerlo en voz alta. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  function dosCifras(n) { return (n < 10 ? '0' : '') + n; }
  function tiempo(segundos, porMinutos) {
    var m = Math.floor(segundos / 60), h = Math.floor(m / 60);
    if (h) { return h + ' h ' + dosCifras(m % 60) + ' min'; }
    return porMinutos ? m + ' min' : m + ':' + dosCifras(segundos % 60);
  }
  function pintar() {
    var todos = document.querySelectorAll('[data-desde]'), i, n, lleva, texto;
    for (i = 0; i < todos.length; i++) {
      n = todos[i];
      lleva = Math.max(0, Math.floor(AmigosHora.ahora() / 1000) - parseInt(n.getAttribute('data-desde'), 10));
      texto = n.getAttribute('data-letrero').replace('{tiempo}', tiempo(lleva, n.getAttribute('data-por-minutos') !== null));
      if (n.textContent !== texto) { n.textContent = texto; }
    }
  }
  document.addEventListener('vivo:zonas', pintar);
  window.setInterval(pintar, 1000);
  pintar();
}());
