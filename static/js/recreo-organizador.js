/* Pantallas del organizador y clasificación; ninguna mejora es indispensable. ES5, sin dependencias (PL1).
     <time datetime data-hace>            «hace 14 min»; sin guion se ve la hora
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

  /* ---------- hace cuánto ---------- */
  function relativo(ms) {
    var minutos = Math.floor((new Date().getTime() - ms) / MINUTO);
    if (minutos < 1) { return 'ahora'; }
    if (minutos < 60) { return 'hace ' + minutos + ' min'; }
    return '';
  }
  function pintarHoras() {
    var horas = document.querySelectorAll('time[data-hace]'), i, ms, texto;
    for (i = 0; i < horas.length; i++) {
      ms = instante(horas[i].getAttribute('datetime'));
      if (horas[i].getAttribute('data-hora') === null) { horas[i].setAttribute('data-hora', horas[i].textContent); }
      texto = (ms !== null && relativo(ms)) || horas[i].getAttribute('data-hora');
      if (horas[i].textContent !== texto) { horas[i].textContent = texto; }
    }
  }

  /* ---------- lo que sólo se avisa si ya tardó ---------- */
  function pintarTardanzas() {
    var todos = document.querySelectorAll('[data-tras]'), i, ms, espera;
    for (i = 0; i < todos.length; i++) {
      ms = instante(todos[i].getAttribute('data-desde'));
      espera = parseInt(todos[i].getAttribute('data-tras'), 10) * MINUTO;
      if (ms !== null && new Date().getTime() - ms >= espera) { todos[i].removeAttribute('hidden'); } else { todos[i].setAttribute('hidden', ''); }
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
  function pintar() { pintarHoras(); pintarTardanzas(); correrAlFinal(); }

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
