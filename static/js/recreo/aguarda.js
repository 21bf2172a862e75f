/* Quien espera a que le abran (o a que haya lugar) no recarga: se pregunta sola y, cuando cambia, primero lo dice y luego
   entra, para que nadie pierda el hilo a media frase. Sin guion queda el enlace de siempre. ES5, sin dependencias (PL1).
     data-aguarda="qué"   lo que se espera; si la página ya no lo trae igual, cambió */
(function () {
  'use strict';

  var CADA = 5000, AVISO = 2500, caja = document.querySelector('[data-aguarda]'), reloj = null;
  if (!caja) { return; }

  function cual(html) {
    var hallado = /data-aguarda="([^"]*)"/.exec(html);
    return hallado ? hallado[1] : null;
  }
  function preguntar() {
    var x = new XMLHttpRequest();
    window.clearTimeout(reloj);
    x.open('GET', location.href);
    x.timeout = CADA;
    x.onload = function () {
      if (x.status === 200 && cual(x.responseText) !== caja.getAttribute('data-aguarda')) { cambio(); return; }
      otra();
    };
    x.onerror = x.ontimeout = otra;
    x.send();
  }
  function otra() { reloj = window.setTimeout(function () { if (document.hidden) { otra(); } else { preguntar(); } }, CADA); }
  function cambio() {
    Amigos.decir(caja.getAttribute('data-t-cambio') || '');
    window.setTimeout(function () { location.reload(); }, AVISO);
  }
  document.addEventListener('visibilitychange', function () { if (!document.hidden) { preguntar(); } });
  otra();
}());
