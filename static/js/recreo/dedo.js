/* El dedo que venía tocando cifras en la mesa: la que cae mientras cambia la pantalla se escribe aquí, y los botones que
   guardan están sordos hasta que la pantalla se ve y ese dedo lleva un momento quieto (D748, D849). Va en la cabeza: lo que
   se toca antes de que corran los demás guiones mandaría el formulario. ES5, sin dependencias (PL1).
     recreo-dedo    lo deja mesa.js: {cuando, escritas, teclas: [[cifra, izquierda, arriba, derecha, abajo]…]}
     data-sorda     en [data-anotar], mientras dura */
(function () {
  'use strict';

  /* milisegundos: quieto tras la última cifra; tras ver la pantalla con una sola, que espera otra; y lo que tarda el ojo en
     notar que las teclas ya son las de aquí */
  var QUIETO = 600, CON_UNA = 1200, RECIEN = 450, FRESCO = 8000;
  var de = location.search, escritas = (/[?&]tantos=(\d+)/.exec(de) || ['', ''])[1], venia = null, porEscribir = '', vista = 0, hasta = 0;
  if (de.indexOf('de=mesa') < 0) { return; }

  function ahora() { return new Date().getTime(); }
  try { venia = JSON.parse(window.sessionStorage.getItem('recreo-dedo')); window.sessionStorage.removeItem('recreo-dedo'); } catch (e) { /* sin sitio: sólo sordera */ }
  if (!venia || ahora() - venia.cuando > FRESCO) { venia = { escritas: '', teclas: [] }; }
  /* la que la mesa alcanzó a oír cuando ya se iba */
  if (venia.escritas.indexOf(escritas) === 0) { porEscribir = venia.escritas.slice(escritas.length); }

  function con(n, cual) {
    while (n && n.getAttribute) {
      if (n.getAttribute(cual) !== null) { return n; }
      n = n.parentNode;
    }
    return null;
  }
  function guarda(n) {
    while (n && n !== document && n.name !== 'marca' && n.type !== 'submit') { n = n.parentNode; }
    return Boolean(n && n !== document);
  }
  function teclaEn(x, y) {
    var i, t;
    for (i = 0; i < venia.teclas.length; i++) {
      t = venia.teclas[i];
      if (x >= t[1] && x <= t[3] && y >= t[2] && y <= t[4]) { return t[0]; }
    }
    return null;
  }
  function sorda() { return !vista || ahora() < hasta; }
  function alargar() { hasta = Math.max(hasta, ahora() + QUIETO); }
  function escribir() {
    var i;
    if (!window.Anotar) { return; }
    for (i = 0; i < porEscribir.length; i++) { window.Anotar.cifra(porEscribir.charAt(i)); }
    porEscribir = '';
  }

  document.addEventListener('click', function (e) {
    var tecla;
    if (!e.detail || !sorda()) { return; }
    if (vista && ahora() - vista > RECIEN && (con(e.target, 'data-cifra') || con(e.target, 'data-borrar'))) { alargar(); return; }
    tecla = teclaEn(e.clientX, e.clientY);
    if (tecla === null && !guarda(e.target)) { return; }
    e.preventDefault();
    e.stopPropagation();
    if (tecla === null) { return; }
    porEscribir += tecla;
    alargar();
    escribir();
  }, true);

  function despertar(raiz) {
    if (sorda()) { window.setTimeout(function () { despertar(raiz); }, Math.max(20, hasta - ahora())); return; }
    raiz.removeAttribute('data-sorda');
  }
  function seVe(raiz) {
    if (vista) { return; }
    vista = ahora();
    hasta = vista + (escritas.length === 1 && venia.teclas.length ? CON_UNA : QUIETO);
    despertar(raiz);
  }
  document.addEventListener('DOMContentLoaded', function () {
    var raiz = document.querySelector('[data-anotar]');
    if (!raiz) { vista = hasta = 1; return; }
    raiz.setAttribute('data-sorda', '');
    if (porEscribir) { alargar(); }
    escribir();
    /* ya pintada; con la página escondida no hay cuadro que esperar */
    window.requestAnimationFrame(function () { window.setTimeout(function () { seVe(raiz); }, 0); });
    window.setTimeout(function () { seVe(raiz); }, CON_UNA);
  });
}());
