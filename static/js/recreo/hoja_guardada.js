/* La pantalla de anotar guardada puede ser más vieja que la mesa guardada: el marcador, el número y quién sale se toman de la
   más nueva de las dos (D848). Va después de anotar.js. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var A = window.Anotar, cuerpo = document.body, volver = document.querySelector('.cabecera__volver'), aqui = document.querySelector('[data-hoja]');
  if (!A || !aqui || !volver || cuerpo.getAttribute('data-guardada') === null || !window.caches) { return; }

  function version(de) { return parseInt(de.getAttribute('data-version'), 10) || 0; }
  function tomar(texto) {
    var doc = new DOMParser().parseFromString(texto, 'text/html'), suya = doc.querySelector('[data-hoja]');
    /* quien anota dos mesas vuelve a la de ésta; y si la red ya la puso al día, manda la red */
    if (!suya || suya.getAttribute('data-hoja') !== aqui.getAttribute('data-hoja') || version(doc.body) <= version(cuerpo) || !document.documentElement.contains(aqui)) { return; }
    aqui.parentNode.replaceChild(document.importNode(suya, true), aqui);
    A.alDia();
  }
  window.caches.open('recreo-paginas')
    .then(function (c) { return c.match(volver.getAttribute('href').replace(/[?#].*$/, '')); })
    .then(function (r) { return r ? r.text() : ''; })
    .then(tomar)
    .then(null, function () { /* sin sitio: queda la de anotar */ });
}());
