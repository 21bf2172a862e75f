/* La pantalla del salón: enseña una vista a la vez y pasa sola a la siguiente. La lista que no cabe se parte en páginas
   según se midan, en cualquier televisión: parejas y con la letra más grande que quepa, para que ninguna quede a medio
   llenar (D535). Con las flechas se pasa a mano y con el botón se pausa; a quien pidió menos movimiento le llega en pausa
   (WCAG 2.2.2). Sin guion se ven todas. ES5 (PL1). */
(function () {
  'use strict';

  var quieta = !!window.matchMedia && window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  var CADA = 12000, LETRAS = [2.4, 2.1, 1.8, 1.6, 1.4, 1.25, 1.1, 1];
  var cual = 0, reloj = 0, pausa = document.querySelector('[data-pausa]'), dicho = '';
  var paginas = [], cortados = {};

  function fondo() {
    var pie = document.querySelector('[data-pie]');
    return pie.getBoundingClientRect().bottom + window.pageYOffset;
  }
  function cabe() { return fondo() <= window.innerHeight * 0.985; }
  function ensenar(p) {
    var i, hijos = p.lista ? p.lista.children : [];
    if (p.lista) { p.lista.style.fontSize = p.letra === 1 ? '' : p.letra + 'em'; }
    for (i = 0; i < hijos.length; i++) { hijos[i].hidden = i < p.desde || i >= p.hasta; }
    window.Amigos.mostrar(p.vista, true);
  }
  function asiCabe(vista, lista, desde, hasta, letra) {
    ensenar({ vista: vista, lista: lista, desde: desde, hasta: hasta, letra: letra });
    return cabe() && lista.scrollWidth <= lista.clientWidth + 1;
  }
  function cuantos(vista, lista, desde) {
    /* Los más que caben desde ahí, por mitades; al menos uno. */
    var bien = 1, mal = lista.children.length - desde + 1, medio;
    while (mal - bien > 1) {
      medio = (bien + mal) >> 1;
      if (asiCabe(vista, lista, desde, desde + medio, 1)) { bien = medio; } else { mal = medio; }
    }
    return bien;
  }
  function parejos(total, paginas) {
    var cortes = [0], j;
    for (j = 1; j <= paginas; j++) { cortes.push(Math.ceil(total * j / paginas)); }
    return cortes;
  }
  function todasCaben(vista, lista, cortes, letra) {
    for (var j = 1; j < cortes.length; j++) {
      if (!asiCabe(vista, lista, cortes[j - 1], cortes[j], letra)) { return false; }
    }
    return true;
  }
  function llenar(vista, lista, cortes) {
    /* Con las mismas páginas: igual de llenas y con la letra más grande; si no se puede, como salieron. */
    var iguales = parejos(lista.children.length, cortes.length - 1), i;
    for (i = 0; i < LETRAS.length; i++) {
      if (todasCaben(vista, lista, iguales, LETRAS[i])) { return { cortes: iguales, letra: LETRAS[i] }; }
    }
    return { cortes: cortes, letra: 1 };
  }
  function cortar(vista, lista) {
    /* Los anuncios llegan cada segundo y los nombres no cambian: lo medido se recuerda. */
    var llave = [window.innerWidth, window.innerHeight, vista.textContent].join(' '), cortes = [0], desde = 0;
    if (cortados[vista.id] && cortados[vista.id].llave === llave) { return cortados[vista.id].hecho; }
    while (desde < lista.children.length) {
      desde += cuantos(vista, lista, desde);
      cortes.push(desde);
    }
    cortados[vista.id] = { llave: llave, hecho: llenar(vista, lista, cortes) };
    return cortados[vista.id].hecho;
  }
  function ponerParte(vista, texto) {
    var parte = vista.querySelector('[data-parte]');
    if (parte) { parte.textContent = texto; }
  }
  function partir() {
    var vistas = document.querySelectorAll('[data-vista]'), i, j, lista, hecho, cortes;
    paginas = [];
    for (i = 0; i < vistas.length; i++) {
      ponerParte(vistas[i], '');
      window.Amigos.mostrar(vistas[i], false);
    }
    for (i = 0; i < vistas.length; i++) {
      lista = vistas[i].querySelector('[data-partir]');
      hecho = lista ? cortar(vistas[i], lista) : { cortes: [0, 0], letra: 1 };
      cortes = hecho.cortes;
      for (j = 1; j < cortes.length; j++) {
        paginas.push({
          vista: vistas[i], lista: lista, desde: cortes[j - 1], hasta: cortes[j], letra: hecho.letra,
          parte: cortes.length > 2 ? j + '/' + (cortes.length - 1) : ''
        });
      }
      window.Amigos.mostrar(vistas[i], false);
    }
  }
  function pintar() {
    var i;
    if (!paginas.length) { return; }
    cual = (cual + paginas.length) % paginas.length;
    for (i = 0; i < paginas.length; i++) { window.Amigos.mostrar(paginas[i].vista, false); }
    ensenar(paginas[cual]);
    ponerParte(paginas[cual].vista, paginas[cual].parte);
  }
  function pasar(pasos) { cual += pasos; pintar(); }
  function andar(si) {
    window.clearInterval(reloj);
    reloj = si ? window.setInterval(function () { pasar(1); }, CADA) : 0;
    if (pausa) { pausa.textContent = si ? dicho : pausa.getAttribute('data-t-sigue'); }
  }
  /* lo que llega en vivo puede quitar o poner vistas: se sigue en la que se estaba viendo */
  function todo() {
    var antes = paginas.length ? paginas[(cual + paginas.length) % paginas.length] : null, i;
    partir();
    for (i = 0; antes && i < paginas.length; i++) {
      if (paginas[i].vista.id === antes.vista.id && paginas[i].desde === antes.desde) { cual = i; break; }
    }
    pintar();
  }

  if (pausa) {
    dicho = pausa.textContent;
    pausa.hidden = false;
    pausa.addEventListener('click', function () { andar(!reloj); });
  }
  document.addEventListener('keydown', function (e) {
    if (e.keyCode === 39 || e.keyCode === 37) {
      pasar(e.keyCode === 39 ? 1 : -1);
      if (reloj) { andar(true); }
    }
  });
  document.addEventListener('vivo:zonas', todo);
  window.addEventListener('resize', todo);
  window.addEventListener('load', todo);
  todo();
  andar(!quieta);
}());
