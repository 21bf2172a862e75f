/* La frase de la barra que no cupo acaba en «…»: se toca (o se oprime con el teclado) y crece en su lugar, encima de la
   página y sin mover nada; se quita con otro toque, con uno afuera o con Escape (D822). ES5, sin dependencias (PL1).
     [data-entera]              el botón encima de la frase; se enseña si no cupo
     .avisa__cosa--cortada      la que no cupo; .avisa__cosa--abierta, mientras se lee entera */
(function () {
  'use strict';

  var zona = document.querySelector('[data-zona="avisa"]'), abierta = '';
  if (!zona) { return; }

  function noCupo(n) { return n.scrollHeight > n.clientHeight + 1; }
  /* lo que se corta es la frase, o su detalle: con el teléfono acostado no sale */
  function cortada(texto) {
    var detalle = texto.querySelector('.avisa__detalle');
    if (noCupo(texto)) { return true; }
    return detalle !== null && (!detalle.getClientRects().length || (detalle.clientHeight > 0 && noCupo(detalle)));
  }
  /* sólo la de arriba se corta: las de «y 2 más» salen enteras */
  function boton() { return zona.querySelector('[data-avisa] > .avisa__cosa [data-entera]'); }
  function medida(n, cual, cuanto) { n.style[cual] = cuanto ? cuanto + 'px' : ''; }
  /* su lugar en la barra lo guarda la cosa: lo de al lado y lo de abajo no se mueven */
  function poner(b, si) {
    var texto = b.parentNode, cosa = texto.parentNode, alto = si && cosa.offsetHeight, ancho = si && texto.offsetWidth, desde = si && texto.offsetLeft;
    medida(cosa, 'minHeight', alto);
    medida(texto, 'minHeight', alto);
    medida(texto, 'width', ancho);
    medida(texto, 'left', desde);
    if (si) { cosa.classList.add('avisa__cosa--abierta'); } else { cosa.classList.remove('avisa__cosa--abierta'); }
    b.setAttribute('aria-expanded', si ? 'true' : 'false');
    abierta = si ? b.id : '';
  }
  function cerrar() {
    var b = boton();
    if (b) { poner(b, false); }
    abierta = '';
  }
  function abrir(b) {
    var mas = document.getElementById('avisa-mas');
    if (mas) { mas.removeAttribute('open'); }
    poner(b, true);
  }
  function preparar() {
    var b = boton(), era = abierta, cosa, si;
    if (!b) { abierta = ''; return; }
    cerrar();
    cosa = b.parentNode.parentNode;
    /* se mide sin el alto que el propio botón pide */
    cosa.classList.remove('avisa__cosa--cortada');
    si = cortada(b.parentNode);
    if (si) { cosa.classList.add('avisa__cosa--cortada'); }
    Amigos.mostrar(b, si);
    if (si && era === b.id) { abrir(b); }
  }

  document.addEventListener('click', function (e) {
    var b = Amigos.subir(e.target, 'data-entera');
    if (b && !abierta) { abrir(b); } else if (abierta) { cerrar(); }
  });
  document.addEventListener('keydown', function (e) { if (e.keyCode === 27 && abierta) { cerrar(); } });
  document.addEventListener('vivo:zonas', preparar);
  window.addEventListener('resize', preparar);
  window.addEventListener('load', preparar);
  preparar();
}());
