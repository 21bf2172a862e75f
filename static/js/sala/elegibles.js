/* La lista de «Armar una mesa» no se corre bajo el dedo cuando alguien llega o se va: quien llega va al final, quien se fue
   deja su hueco mientras se vea, y lo que cambió fuera de la vista se compensa. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var caja = document.querySelector('[data-elige-lista]'), antes = null;
  if (!caja) { return; }

  function lista() { return caja.querySelector('[data-renglones]'); }
  function alto(n) { return n.getBoundingClientRect().top; }
  function seVe(r) {
    var marco = caja.getBoundingClientRect();
    return r.height > 0 && r.bottom > marco.top && r.top < marco.bottom;
  }
  function fotografia() {
    var todos = lista().children, foto = [], i, li, r;
    for (i = 0; i < todos.length; i++) {
      li = todos[i];
      r = li.getBoundingClientRect();
      foto.push({
        li: li, cuenta: li.getAttribute('data-elegible') || li.getAttribute('data-ido'), nombre: li.getAttribute('data-nombre'),
        arriba: r.top, alto: r.height, seVe: seVe(r), foco: li.contains(document.activeElement)
      });
    }
    return foto;
  }
  function hueco(era) {
    var li = era.li, letrero = document.createElement('span');
    if (li.getAttribute('data-ido')) { return li; }
    li.removeAttribute('data-elegible');
    li.setAttribute('data-ido', era.cuenta);
    li.className = 'elegible--ido';
    li.style.height = era.alto + 'px';
    letrero.textContent = caja.getAttribute('data-ido-texto').split('{nombre}').join(era.nombre);
    li.innerHTML = '';
    li.appendChild(letrero);
    return li;
  }
  function quitarHuecos() {
    var idos = caja.querySelectorAll('[data-ido]'), i;
    for (i = 0; i < idos.length; i++) { idos[i].parentNode.removeChild(idos[i]); }
  }
  /* cada quien donde estaba; a quien se fue y ya volvió le toca su hueco */
  function acomodar() {
    var l = lista(), estan = {}, sitio, i, era, li;
    for (i = 0; i < antes.length; i++) { antes[i].hueco = antes[i].li.getAttribute('data-ido') !== null; }
    quitarHuecos();
    for (li = l.firstChild; li; li = li.nextSibling) { if (li.nodeType === 1) { estan[li.getAttribute('data-elegible')] = li; } }
    sitio = l.firstChild;
    for (i = 0; i < antes.length; i++) {
      era = antes[i];
      li = estan[era.cuenta] || (era.seVe ? hueco(era) : null);
      if (li && li === sitio) { sitio = sitio.nextSibling; } else if (li) { l.insertBefore(li, sitio); }
      /* el renglón elegido era más alto, y su hueco también */
      if (li && era.hueco && estan[era.cuenta]) { li.style.minHeight = era.alto + 'px'; }
      era.li = li;
    }
  }
  /* con el teclado en quien se fue, se sigue desde su hueco y no desde el principio */
  function devolverFoco() {
    var i, li;
    for (i = 0; i < antes.length; i++) {
      li = antes[i].li;
      if (antes[i].foco && li && li.getAttribute('data-ido')) {
        li.setAttribute('tabindex', '-1');
        li.focus({ preventScroll: true });
      }
    }
  }
  /* lo que la lista no puede, porque se corrió entera, lo hace la página */
  function compensar() {
    var i, era;
    for (i = 0; i < antes.length; i++) {
      era = antes[i];
      if (era.seVe && era.li) {
        caja.scrollTop += alto(era.li) - era.arriba;
        window.scrollTo(window.pageXOffset, window.pageYOffset + alto(era.li) - era.arriba); /* compat: window.scrollTo existe desde siempre */
        return;
      }
    }
  }

  document.addEventListener('vivo:antes', function () { antes = fotografia(); });
  document.addEventListener('vivo:zonas', function () {
    if (!antes) { return; }
    acomodar();
    devolverFoco();
    compensar();
    antes = null;
  });
  /* al buscar, la lista cambia entera porque la persona quiso */
  document.querySelector('[data-busca]').addEventListener('input', quitarHuecos);
}());
