/* «Seguir la partida»: la que este navegador tiene viva, apuntada por visita/pasar.js (D670), y los nombres de «¿Quiénes
   juegan?», que no se pierden al recargar (D688). ES5 (PL1).
   El servidor la borra a la media hora de no jugar: pasada, ya no se ofrece. */
(function () {
  'use strict';

  var VIVA = 'pasar-viva', DURA = 30 * 60 * 1000, nodo = document.querySelector('[data-seguir-partida]');

  function ofrecer() {
    var dicho = [], enlace = nodo && nodo.querySelector('a');
    try { dicho = (window.localStorage.getItem(VIVA) || '').split('/'); } catch (e) { /* sin almacén no se ofrece */ }
    if (!enlace) { return; }
    nodo.hidden = !(/^[0-9a-f]{32}$/.test(dicho[1] || '') && Date.now() - Number(dicho[2]) < DURA);
    if (!nodo.hidden) {
      enlace.href = nodo.getAttribute('data-seguir-partida') + '?juego=' + encodeURIComponent(dicho[0]) + '#' + dicho[1];
    }
  }
  /* con «atrás» la página puede volver tal como estaba */
  window.addEventListener('pageshow', ofrecer);
  ofrecer();

  /* lo que contestó a un envío queda en la historia como página que se pide: «atrás» no pregunta si reenviar, y lo escrito
     va con ella, para que recargar no lo pierda (D688) */
  var forma = document.getElementById('quienes');
  function cadaCampo(hacer) {
    Array.prototype.forEach.call(forma.querySelectorAll('input:not([type="hidden"]), select'), hacer);
  }
  function escrito() {
    var valores = {};
    cadaCampo(function (c) { valores[c.name] = c.value; });
    return valores;
  }
  function guardar() { window.history.replaceState({ quienes: escrito() }, '', window.location.href); }
  function devolver() {
    var valores = window.history.state && window.history.state.quienes;
    if (valores) { cadaCampo(function (c) { if (valores[c.name] !== undefined) { c.value = valores[c.name]; } }); }
  }
  if (forma) {
    if (forma.getAttribute('data-contestada') !== null) { guardar(); } else { devolver(); }
    forma.addEventListener('change', guardar);
  }
}());
