/* Pantallas del organizador y clasificación; ninguna mejora es indispensable. ES5, sin dependencias (PL1).
     [data-tras="15"][data-desde=fecha]   aparece cuando pasaron esos minutos
     [data-al-final]                      lo que se desliza empieza por lo más nuevo
     [aria-invalid="true"]                al abrir la página, el foco va al primer campo con error
     <button form="id">                   donde el navegador no conoce el atributo, envía el formulario igual */
(function () {
  'use strict';

  var MINUTO = 60000, CADA = 20000;

  function instante(texto) {
    var ms = Date.parse(texto || '');
    return isNaN(ms) ? null : ms;
  }

  /* ---------- lo que sólo se avisa si ya tardó ---------- */
  function pintarTardanzas() {
    var todos = document.querySelectorAll('[data-tras]'), i, ms, espera;
    for (i = 0; i < todos.length; i++) {
      ms = instante(todos[i].getAttribute('data-desde'));
      espera = parseInt(todos[i].getAttribute('data-tras'), 10) * MINUTO;
      Amigos.mostrar(todos[i], ms !== null && AmigosHora.ahora() - ms >= espera);
    }
  }
  /* ---------- lo más nuevo de una gráfica larga está al final ---------- */
  function correrAlFinal() {
    var largas = document.querySelectorAll('[data-al-final]'), i;
    for (i = 0; i < largas.length; i++) {
      if (largas[i].getAttribute('data-corrida') === null) {
        largas[i].setAttribute('data-corrida', '');
        largas[i].scrollLeft = largas[i].scrollWidth;
      }
    }
  }
  function pintar() { pintarTardanzas(); correrAlFinal(); }

  document.addEventListener('vivo:zonas', pintar);
  document.addEventListener('visibilitychange', function () { if (!document.hidden) { pintar(); } });
  window.setInterval(pintar, CADA);
  pintar();

  /* ---------- botón de la barra fuera de su formulario ---------- */
  document.addEventListener('click', function (e) {
    var boton = e.target, forma, envio;
    while (boton && boton !== document && boton.tagName !== 'BUTTON') { boton = boton.parentNode; }
    if (!boton || boton === document || boton.form || !boton.getAttribute('form')) { return; }
    forma = document.getElementById(boton.getAttribute('form'));
    if (!forma) { return; }
    e.preventDefault();
    envio = document.createEvent('Event');
    envio.initEvent('submit', true, true);
    if (forma.dispatchEvent(envio)) { forma.submit(); }
  });

  /* ---------- foco al primer error ---------- */
  var malo = document.querySelector('[aria-invalid="true"]');
  if (malo) { malo.focus(); }
}());
