/* La hoja de papel con el teclado: Enter baja a la mano que sigue (o pasa a la otra columna si la casilla va vacía), las
   flechas suben y bajan, y cada columna dice cuánto suma. Sin guion es el mismo formulario. ES5 (PL1). */
(function () {
  'use strict';

  var forma = document.getElementById('hoja-de-papel');
  if (!forma) { return; }
  var renglones = forma.querySelectorAll('[data-renglon]');
  var guarda = document.querySelector('button[form="hoja-de-papel"]');

  function casilla(renglon, lado) { return renglon ? renglon.querySelector('[data-lado="' + lado + '"]') : null; }
  function donde(caja) {
    var i, fila = caja.parentNode.parentNode;
    for (i = 0; i < renglones.length; i++) { if (renglones[i] === fila) { return i; } }
    return -1;
  }
  function ir(caja) {
    if (!caja) { return; }
    caja.parentNode.parentNode.hidden = false;
    caja.focus();
    caja.select();
  }
  function vacio(renglon) { return !casilla(renglon, 'a').value && !casilla(renglon, 'b').value; }
  function ensenar() {
    var i, faltan = 2;
    for (i = renglones.length - 1; i >= 8; i--) {
      if (!vacio(renglones[i]) || !vacio(renglones[i - 1])) { break; }
      renglones[i].hidden = i > 8 || faltan < 0;
    }
  }
  function sumar() {
    var lado, i, total, salida, ya, cajas;
    for (lado = 0; lado < 2; lado++) {
      salida = forma.querySelector('[data-suma="' + lado + '"]');
      total = 0;
      ya = forma.querySelectorAll('[data-ya="' + lado + '"]');
      for (i = 0; i < ya.length; i++) { total += parseInt(ya[i].textContent, 10) || 0; }
      cajas = forma.querySelectorAll('[data-lado="' + (lado ? 'b' : 'a') + '"]');
      for (i = 0; i < cajas.length; i++) { total += parseInt(cajas[i].value, 10) || 0; }
      salida.textContent = total ? String(total) : '';
    }
  }
  function alTeclear(e) {
    var caja = e.target, lado = caja.getAttribute && caja.getAttribute('data-lado'), n, baja = e.keyCode === 40;
    if (!lado || (e.keyCode !== 13 && e.keyCode !== 38 && !baja)) { return; }
    e.preventDefault();
    n = donde(caja);
    if (e.keyCode === 38) { ir(casilla(renglones[n - 1], lado)); return; }
    if (baja) { ir(casilla(renglones[n + 1], lado)); return; }
    if (vacio(renglones[n])) {
      if (lado === 'a') { ir(casilla(renglones[n], 'b')); } else if (guarda) { guarda.focus(); }
      return;
    }
    ir(casilla(renglones[n + 1], 'a'));
  }
  forma.addEventListener('keydown', alTeclear);
  forma.addEventListener('input', function () { sumar(); ensenar(); });
  sumar();
  ensenar();
  ir(casilla(renglones[0], 'a'));
}());
