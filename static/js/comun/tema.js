/* Claro u oscuro, si se escogió en este aparato (mesa/ajustes.js). Va sin `defer`, antes de pintar nada: después, la página
   nacería del otro color. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var gustos = null;
  try { gustos = JSON.parse(window.localStorage.getItem('amigos-mesa-ajustes')); } catch (e) { gustos = null; }
  if (gustos && /^(claro|oscuro)$/.test(gustos.tema)) { document.documentElement.setAttribute('data-tema', gustos.tema); }
}());
