/* Reposo: lo que acaba de aparecer o de moverse bajo el dedo no obedece todavía; ese toque iba para lo que estaba ahí.
     data-reposa="cual"   al aparecer o moverse espera un segundo; repintado con el mismo nombre sigue siendo el mismo
   El teclado obedece siempre, menos la tecla que se quedó pulsada; sin guiones, todo. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var REPOSO = 1000, CADA = 200, HOLGURA = 12, vistos = {};

  function ahora() { return new Date().getTime(); }
  /* en la página y no en la pantalla: desplazarla es cosa de la persona */
  function alto(n) { return n.getBoundingClientRect().top + window.pageYOffset; }
  function reposa(n) { return ahora() - vistos[n.getAttribute('data-reposa')].desde < REPOSO; }

  function mirar() {
    var todos = document.querySelectorAll('[data-reposa]'), quedan = {}, i, n, cual, antes, donde;
    for (i = 0; i < todos.length; i++) {
      cual = todos[i].getAttribute('data-reposa');
      antes = vistos[cual];
      donde = alto(todos[i]);
      quedan[cual] = antes && Math.abs(antes.alto - donde) <= HOLGURA ? antes : { alto: donde, desde: ahora() };
    }
    vistos = quedan;
    for (i = 0; i < todos.length; i++) {
      n = todos[i];
      if (reposa(n)) { n.setAttribute('data-reposando', ''); } else { n.removeAttribute('data-reposando'); }
    }
  }
  function enReposo(n) {
    var reposado = Amigos.subir(n, 'data-reposa');
    if (!reposado) { return false; }
    mirar();
    return reposa(reposado);
  }

  /* el clic que hace una tecla no cuenta toques */
  document.addEventListener('click', function (e) {
    if (e.detail && enReposo(e.target)) { e.preventDefault(); e.stopPropagation(); }
  }, true);
  document.addEventListener('keydown', function (e) {
    if (e.repeat && (e.keyCode === 13 || e.keyCode === 32) && enReposo(e.target)) { e.preventDefault(); }
  }, true);
  document.addEventListener('vivo:zonas', mirar);
  window.setInterval(mirar, CADA);
  mirar();
}());
