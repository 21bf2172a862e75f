/* Marcador hablado, si la persona lo pide: apagado por omisión y este aparato lo recuerda. Dice lo de mano:guardada.
   Sin speechSynthesis el botón no sale. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var CLAVE = 'recreo-hablado', boton = document.querySelector('[data-hablado]');
  var voz = window.speechSynthesis; /* compat: si falta, no se ofrece */
  if (!boton || !voz || !window.SpeechSynthesisUtterance) { return; }

  function prendido() { return Amigos.recuerdo(CLAVE) === 'si'; }
  function pintar() {
    boton.setAttribute('aria-pressed', prendido() ? 'true' : 'false');
    Amigos.mostrar(boton.querySelector('[data-hablado-si]'), prendido());
    Amigos.mostrar(boton.querySelector('[data-hablado-no]'), !prendido());
  }
  function decir(frase) {
    var dicho = new window.SpeechSynthesisUtterance(frase); /* compat: se preguntó arriba */
    dicho.lang = document.documentElement.lang || 'es-MX';
    voz.cancel();
    voz.speak(dicho);
  }
  boton.addEventListener('click', function () {
    Amigos.recordar(CLAVE, prendido() ? 'no' : 'si');
    pintar();
    if (prendido()) { decir(boton.textContent.replace(/\s+/g, ' ')); } else { voz.cancel(); }
  });
  document.addEventListener('mano:guardada', function (e) { if (prendido()) { decir(e.detail.frase); } });
  Amigos.mostrar(boton, true);
  pintar();
}());
