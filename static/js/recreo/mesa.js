/* Comodidades de las pantallas vivas del Recreo. ES5, sin dependencias (PL1).
     data-cuenta="instante"        cuenta atrás (data-t-quedan con {t}, data-t-vencio)
     data-compartir-camino         hace completa la dirección que se comparte
     .manos__toca                  un renglón de la hoja, para corregir esa mano
     data-cifras                   las cifras de la mano que sigue, en la barra: se juntan y llevan a anotarla (D748)
     data-pase="3"                 el QR del pase: se quita cuando ya anota otra persona (data-anota) o venció
   Lo que el socket reemplaza se vuelve a preparar con vivo:zonas. */
(function () {
  'use strict';

  function dos(n) { return (n < 10 ? '0' : '') + n; }
  function contar() {
    var nodo = document.querySelector('[data-cuenta]'), quedan;
    if (!nodo) { return; }
    quedan = Math.ceil((new Date(nodo.getAttribute('data-cuenta')).getTime() - AmigosHora.ahora()) / 1000);
    if (quedan > 0) {
      nodo.textContent = nodo.getAttribute('data-t-quedan').replace('{t}', Math.floor(quedan / 60) + ':' + dos(quedan % 60));
      window.setTimeout(contar, 1000);
      return;
    }
    nodo.textContent = nodo.getAttribute('data-t-vencio');
    quitar('.qr');
    quitar('[data-enlace-pase]');
  }

  /* ---------- el pase ya usado ---------- */
  function quitar(cual) {
    var nodo = document.querySelector(cual);
    if (nodo) { nodo.parentNode.removeChild(nodo); }
  }
  function revisarPase() {
    var pase = document.querySelector('[data-pase]'), anota = document.querySelector('[data-anota]');
    if (!pase || !anota || pase.getAttribute('data-pase') === anota.getAttribute('data-anota')) { return; }
    quitar('[data-pase]');
    document.querySelector('[data-pase-usado]').removeAttribute('hidden');
  }

  /* el renglón entero de la hoja lleva a corregir esa mano; sus enlaces y lo que se despliega siguen siendo suyos */
  function renglones() {
    var filas = document.querySelectorAll('.manos__toca'), i;
    for (i = 0; i < filas.length; i++) { filas[i].setAttribute('data-se-toca', ''); }
  }
  document.addEventListener('click', function (e) {
    var fila = Amigos.subir(e.target, 'data-se-toca'), liga = fila && fila.querySelector('.manos__liga');
    if (liga && !liga.contains(e.target)) { liga.click(); }
  });

  /* ---------- las cifras de la mano, desde la mesa ---------- */
  /* con dos ya se va; con una se espera la otra un momento, o se toca el botón */
  var OTRA_CIFRA = 1100, escritas = '', yendo = 0;
  function ligaDeAnotar() { return document.querySelector('.mano-ya [data-clave="anotar"]'); }
  function irAAnotar() {
    var liga = ligaDeAnotar();
    if (liga) { location.href = liga.href + (escritas ? '&tantos=' + escritas + '&de=mesa' : ''); }
  }
  /* dónde están las cifras: la que se toque mientras cambia la pantalla se escribe en la otra (dedo.js, D849) */
  function dejarDedo(caja) {
    var teclas = caja ? caja.querySelectorAll('[name="tantos"]') : [], donde = [], i, r;
    for (i = 0; i < teclas.length; i++) { r = teclas[i].getBoundingClientRect(); donde.push([teclas[i].value, r.left, r.top, r.right, r.bottom]); }
    try { window.sessionStorage.setItem('recreo-dedo', JSON.stringify({ cuando: new Date().getTime(), escritas: escritas, teclas: donde })); } catch (e) { /* sin sitio: la otra sólo está sorda */ }
  }
  function pintarEscritas() {
    var van = document.querySelector('[data-escritas]');
    if (!van) { escritas = ''; return; }
    if (van.textContent !== escritas) { van.textContent = escritas; }
    Amigos.mostrar(van, escritas);
  }
  document.addEventListener('click', function (e) {
    var caja = Amigos.subir(e.target, 'data-cifras'), liga = ligaDeAnotar();
    if (liga && escritas && liga.contains(e.target)) { e.preventDefault(); dejarDedo(null); irAAnotar(); return; }
    if (!caja || e.target.name !== 'tantos') { return; }
    e.preventDefault();
    escritas = (escritas + e.target.value).replace(/^0+/, '').slice(0, 3);
    pintarEscritas();
    dejarDedo(caja);
    window.clearTimeout(yendo);
    if (escritas) { yendo = window.setTimeout(irAAnotar, escritas.length > 1 ? 0 : OTRA_CIFRA); }
  });
  /* con el dedo puesto en una cifra no se va: el toque empezaría aquí y acabaría en la otra */
  document.addEventListener('touchstart', function (e) {
    if (!escritas || !Amigos.subir(e.target, 'data-cifras')) { return; }
    window.clearTimeout(yendo);
    yendo = window.setTimeout(irAAnotar, OTRA_CIFRA);
  });
  window.addEventListener('pageshow', function (e) { if (e.persisted) { escritas = ''; pintarEscritas(); } });

  /* lo que se pregunta al pie de «Más» se ve entero, con su botón encima de la barra */
  document.addEventListener('toggle', function (e) {
    var b = e.target.open && /^pasar-a-/.test(e.target.id) && e.target.querySelector('button');
    if (b) { b.scrollIntoView(false); }
  }, true);

  /* ---------- la página pasó a decir otra cosa: lo que importa está arriba ---------- */
  var momento = '';
  function escribiendo() {
    var n = document.activeElement;
    return n && /^(INPUT|TEXTAREA|SELECT)$/.test(n.tagName) && n.type !== 'radio' && n.type !== 'checkbox';
  }
  function mirarMomento() {
    var nodo = document.querySelector('[data-momento]'), hoy = nodo ? nodo.getAttribute('data-momento') : '', zona, y;
    if (momento && hoy && hoy !== momento && !escribiendo()) {
      zona = document.querySelector('[data-zona="contenido"]');
      y = zona.getBoundingClientRect().top;
      /* compat: el de la ventana está en todos */
      if (y < 0) { window.scrollTo(0, 0); }
    }
    momento = hoy;
  }

  function preparar() {
    mirarMomento();
    var ligas = document.querySelectorAll('[data-compartir-camino]'), i;
    for (i = 0; i < ligas.length; i++) {
      ligas[i].setAttribute('data-compartir-url', location.protocol + '//' + location.host + ligas[i].getAttribute('data-compartir-camino'));
    }
    revisarPase();
    renglones();
    pintarEscritas();
  }

  /* lo desplegado para dar una orden se dobla cuando la orden se aceptó; lo que se pide desde «Más», que está al pie de
     la mesa, se contesta arriba: ahí se va, o parece que no pasó nada */
  document.addEventListener('orden:aceptada', function (e) {
    var n = e.target;
    while (n && n !== document) {
      if (n.tagName === 'DETAILS') { n.removeAttribute('open'); }
      /* compat: el de la ventana está en todos */
      if (n.id === 'mas-mesa') { window.scrollTo(0, 0); }
      n = n.parentNode;
    }
  });
  document.addEventListener('vivo:zonas', preparar);
  preparar();
  contar();
}());
