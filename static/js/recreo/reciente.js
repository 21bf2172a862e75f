/* Diez segundos para deshacer lo último (D372). ES5, sin dependencias (PL1).
     data-reciente="instante"   se enseña hasta 10 s después; con el foco adentro, hasta que salga
     data-no-reciente           junto a uno, lo contrario: lo que queda después */
(function () {
  'use strict';

  var PLAZO = 10000, OTRO = 1000, reloj = null;

  function queda(nodo) { return new Date(nodo.getAttribute('data-reciente')).getTime() + PLAZO - AmigosHora.ahora(); }
  function mirar() {
    var todos = document.querySelectorAll('[data-reciente]'), pronto = PLAZO, i, falta, si, otro;
    for (i = 0; i < todos.length; i++) {
      falta = queda(todos[i]);
      si = falta > 0 || (!todos[i].hasAttribute('hidden') && todos[i].contains(document.activeElement));
      Amigos.mostrar(todos[i], si);
      otro = todos[i].parentNode.querySelector('[data-no-reciente]');
      if (otro) { Amigos.mostrar(otro, !si); }
      if (si) { pronto = Math.min(pronto, Math.max(falta, 300)); }
    }
    window.clearTimeout(reloj);
    reloj = todos.length ? window.setTimeout(mirar, pronto + 50) : null;
  }
  /* aceptado y aún sin repintar, el segundo toque de un doble toque no lo manda otra vez */
  document.addEventListener('orden:aceptada', function (e) {
    var forma = e.detail.forma;
    if (!Amigos.subir(forma, 'data-reciente')) { return; }
    forma.setAttribute('aria-busy', 'true');
    window.setTimeout(function () { forma.removeAttribute('aria-busy'); }, OTRO);
  });
  document.addEventListener('vivo:zonas', mirar);
  mirar();
}());
