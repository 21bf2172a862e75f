/* Quién es cada número: se arrastra del asa, o con las flechas sobre ella, o con «Subir» y «Bajar». Se mueve lo escrito
   (nombre, correo y cómo anota), no el renglón: el número 1 y quien ya entró no cambian. Y el sorteo se descubre ficha
   por ficha; el resultado es del servidor. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var lista = document.querySelector('[data-orden-de-numeros]'), CAMPOS = ['nombre', 'correo', 'anota'], lleva = null;
  var PASO = 130;

  function renglones() { return lista ? lista.querySelectorAll('[data-se-mueve]') : []; }
  function indice(li) {
    var todos = renglones(), i;
    for (i = 0; i < todos.length; i++) { if (todos[i] === li) { return i; } }
    return -1;
  }
  function campo(li, cual) { return li.querySelector('[name="j' + li.getAttribute('data-renglon') + '-' + cual + '"]'); }
  function tomar(li) {
    var datos = {}, i, c;
    for (i = 0; i < CAMPOS.length; i++) { c = campo(li, CAMPOS[i]); if (c) { datos[CAMPOS[i]] = c.value; } }
    return datos;
  }
  function dejar(li, datos) {
    var i, c;
    for (i = 0; i < CAMPOS.length; i++) {
      c = campo(li, CAMPOS[i]);
      if (c) { c.value = datos[CAMPOS[i]] === undefined ? (CAMPOS[i] === 'anota' ? 'telefono' : '') : datos[CAMPOS[i]]; }
    }
  }
  /* lo de `desde` pasa a `hasta` y los de en medio se recorren */
  function mover(desde, hasta) {
    var todos = renglones(), datos = [], i;
    if (desde === hasta || hasta < 0 || hasta >= todos.length) { return false; }
    for (i = 0; i < todos.length; i++) { datos.push(tomar(todos[i])); }
    datos.splice(hasta, 0, datos.splice(desde, 1)[0]);
    for (i = 0; i < todos.length; i++) { dejar(todos[i], datos[i]); }
    return true;
  }
  function decir(li) {
    var t = lista.getAttribute('data-t-quedo');
    Amigos.decir(t.replace('{nombre}', campo(li, 'nombre').value || '—').replace('{n}', li.getAttribute('data-renglon')));
  }
  function unLugar(li, paso, enfoca) {
    var i = indice(li), otro;
    if (!mover(i, i + paso)) { return; }
    otro = renglones()[i + paso];
    decir(otro);
    if (enfoca === 'asa') { otro.querySelector('[data-asa]').focus(); return; }
    otro.querySelector('details').setAttribute('open', '');
    li.querySelector('details').removeAttribute('open');
    otro.querySelector(enfoca).focus();
  }

  /* ---------- arrastrar ---------- */
  function marcar(li) {
    if (lleva && lleva !== li) { lleva.classList.remove('renglon--lleva'); }
    lleva = li;
    if (li) { li.classList.add('renglon--lleva'); }
  }
  function bajo(y) {
    var todos = renglones(), i, r;
    for (i = 0; i < todos.length; i++) {
      r = todos[i].getBoundingClientRect();
      if (y >= r.top && y < r.bottom) { return todos[i]; }
    }
    return null;
  }
  function arrastrar(e) {
    var asa = Amigos.subir(e.target, 'data-asa');
    if (!asa || e.button) { return; }
    e.preventDefault();
    marcar(Amigos.subir(asa, 'data-renglon'));
    asa.focus();
    document.addEventListener('pointermove', seguir);
    document.addEventListener('pointerup', soltar);
    document.addEventListener('pointercancel', soltar);
  }
  function seguir(e) {
    var li = bajo(e.clientY), ventana = window.innerHeight;
    if (e.clientY < 90) { window.scrollBy(0, -12); /* compat: window.scrollBy existe desde siempre */ }
    if (e.clientY > ventana - 130) { window.scrollBy(0, 12); /* compat: window.scrollBy existe desde siempre */ }
    if (!li || li === lleva) { return; }
    mover(indice(lleva), indice(li));
    marcar(li);
  }
  function soltar() {
    var li = lleva;
    document.removeEventListener('pointermove', seguir);
    document.removeEventListener('pointerup', soltar);
    document.removeEventListener('pointercancel', soltar);
    marcar(null);
    if (li) { li.classList.remove('renglon--lleva'); li.querySelector('[data-asa]').focus(); decir(li); }
  }

  if (lista) {
    if (window.PointerEvent) { lista.addEventListener('pointerdown', arrastrar); } /* compat: sin él quedan flechas y botones */
    lista.addEventListener('keydown', function (e) {
      var asa = Amigos.subir(e.target, 'data-asa'), paso = e.keyCode === 38 ? -1 : (e.keyCode === 40 ? 1 : 0);
      if (!asa || !paso) { return; }
      e.preventDefault();
      unLugar(Amigos.subir(asa, 'data-renglon'), paso, 'asa');
    });
    lista.addEventListener('click', function (e) {
      var sube = Amigos.subir(e.target, 'data-subir'), baja = Amigos.subir(e.target, 'data-bajar');
      if (!sube && !baja) { return; }
      e.preventDefault();
      unLugar(Amigos.subir(e.target, 'data-renglon'), sube ? -1 : 1, sube ? '[data-subir]' : '[data-bajar]');
    });
  }

  /* ---------- el sorteo se descubre ---------- */
  function descubrir() {
    var caja = document.querySelector('[data-tombola]'), fichas, i = 0;
    if (!caja || (window.matchMedia && window.matchMedia('(prefers-reduced-motion: reduce)').matches)) { return; } /* compat: se pregunta antes */
    fichas = caja.querySelectorAll('[data-ficha]');
    for (i = 0; i < fichas.length; i++) { fichas[i].classList.add('tapada'); }
    i = 0;
    (function otra() {
      if (i >= fichas.length) { return; }
      fichas[i].classList.remove('tapada');
      i += 1;
      window.setTimeout(otra, PASO);
    }());
  }
  descubrir();
}());
