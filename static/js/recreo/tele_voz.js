/* La tele dice en voz alta lo que cambia en ella, si alguien en la sala prende su botón; al abrirla está callada (D605).
   Lo que dice es lo que está escrito: el texto de cada `data-dice`, cuando cambia. En el que lleva `data-dice-si`
   manda esa parte: se dice si cambió y no es puro cero. Sin speechSynthesis el botón no sale. ES5 (PL1). */
(function () {
  'use strict';

  var boton = document.querySelector('[data-voz]'), prendida = false, dichos = {};
  var voz = window.speechSynthesis; /* compat: si falta, no se ofrece */
  var BLOQUES = /^(H2|H3|P|UL|OL|LI)$/;
  if (!boton || !voz || !window.SpeechSynthesisUtterance) { return; }

  function limpio(texto) { return texto.replace(/\s+/g, ' ').replace(/^ | $/g, ''); }
  function frase(e) {
    var frases = [], i, parte;
    for (i = 0; i < e.children.length; i++) {
      if (BLOQUES.test(e.children[i].tagName)) { frases.push(frase(e.children[i])); }
    }
    if (frases.length) { return frases.join('. '); }
    parte = e.querySelector('[data-parte]'); /* en qué página va no es noticia */
    return limpio(parte ? e.textContent.replace(parte.textContent, '') : e.textContent);
  }
  function decide(e, entera) {
    var partes = e.querySelectorAll('[data-dice-si]'), juntas = '', i;
    for (i = 0; i < partes.length; i++) { juntas += ' ' + limpio(partes[i].textContent); }
    return partes.length ? juntas : entera;
  }
  function sinVoz() {
    prendida = false;
    boton.textContent = boton.getAttribute('data-t-sin');
    boton.disabled = true;
  }
  function decir(texto) {
    var dicho = new window.SpeechSynthesisUtterance(texto); /* compat: se preguntó arriba */
    dicho.lang = document.documentElement.lang || 'es-MX';
    dicho.onerror = function (e) { if (e.error !== 'canceled' && e.error !== 'interrupted') { sinVoz(); } };
    voz.speak(dicho);
  }
  function revisar() {
    var suyos = document.querySelectorAll('[data-dice]'), nuevos = {}, i, cual, entera, sena;
    for (i = 0; i < suyos.length; i++) {
      cual = suyos[i].getAttribute('data-dice');
      entera = frase(suyos[i]);
      sena = decide(suyos[i], entera);
      nuevos[cual] = sena;
      if (prendida && dichos[cual] !== sena && (sena === entera || /[^0\s]/.test(sena))) { decir(entera); }
    }
    dichos = nuevos;
  }
  boton.addEventListener('click', function () {
    prendida = !prendida;
    boton.setAttribute('aria-pressed', prendida ? 'true' : 'false');
    window.Amigos.mostrar(boton.querySelector('[data-voz-si]'), prendida);
    window.Amigos.mostrar(boton.querySelector('[data-voz-no]'), !prendida);
    if (prendida) { decir(limpio(boton.querySelector('[data-voz-que]').textContent)); } else { voz.cancel(); }
  });
  document.addEventListener('vivo:zonas', revisar);
  window.Amigos.mostrar(boton, true);
  revisar();
}());
