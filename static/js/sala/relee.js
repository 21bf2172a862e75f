/* Lo que otros cambian en una página que no llega por el socket: se vuelve a pedir al regresar a ella, cada tanto mientras
   se mira, y si una orden se niega (D683). Sólo se repinta la zona que dice otra cosa. ES5 (PL1).
     [data-zona="cual"][data-relee]   esa zona;  dentro, [data-dice] es lo que se oye y [data-va] su versión
       data-relee="va"    sólo se mira su versión: dentro se escribe
   Necesita comun/conexion.js. */
(function () {
  'use strict';

  var CADA = 30000, ESPERA = 8000, pedida = null, negada = '';

  function dicho(nodo) { return nodo.textContent.replace(/\s+/g, ' ').trim(); }
  function como(zona) {
    var va = zona.querySelector('[data-va]');
    return (zona.getAttribute('data-relee') ? '' : dicho(zona)) + (va ? va.getAttribute('data-va') : '');
  }
  function comparar(html) {
    var llego = document.implementation.createHTMLDocument(''), hay = document.querySelectorAll('[data-relee]'), zonas = {}, cambio = false, i, nombre, nueva, frase;
    llego.documentElement.innerHTML = html;
    for (i = 0; i < hay.length; i++) {
      nombre = hay[i].getAttribute('data-zona');
      nueva = llego.querySelector('[data-zona="' + nombre + '"][data-relee]');
      /* lo que se está enviando se queda como está hasta que contesten */
      if (!nueva || como(nueva) === como(hay[i]) || hay[i].querySelector('[aria-busy]')) { continue; }
      zonas[nombre] = nueva.innerHTML;
      cambio = true;
      frase = frase || nueva.querySelector('[data-dice]');
    }
    if (cambio) {
      window.Vivo.reemplazar(zonas);
      if (negada) { decirArriba(negada); } else if (frase) { Amigos.decir(dicho(frase)); }
    }
    negada = '';
  }
  /* el botón que se negó ya no está: por qué, arriba */
  function decirArriba(texto) {
    var general = document.querySelector('[data-error-general]');
    general.querySelector('[data-error-texto]').textContent = texto;
    Amigos.mostrar(general, true);
    general.scrollIntoView(false);
  }
  function releer() {
    var x;
    if (pedida || document.hidden) { return; }
    x = pedida = new XMLHttpRequest();
    x.open('GET', window.location.href.split('#')[0]);
    x.timeout = ESPERA;
    x.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    x.onload = function () { pedida = null; if (x.status === 200) { comparar(x.responseText); } };
    x.onerror = x.ontimeout = function () { pedida = null; };
    x.send();
  }

  window.setInterval(releer, CADA);
  document.addEventListener('visibilitychange', releer);
  document.addEventListener('orden:negada', function (e) {
    negada = e.detail.respuesta ? e.detail.respuesta.texto : '';
    releer();
  });
  window.addEventListener('pageshow', function (e) { if (e.persisted) { releer(); } });
}());
