/* El reloj de la partida: cuánto queda, contado con la hora del servidor (TO17). Avisa a los cinco minutos. ES5 (PL1). */
(function () {
  'use strict';

  var avisado = false, CINCO = 5 * 60;

  function dos(n) { return (n < 10 ? '0' : '') + n; }
  function pintar() {
    var cajas = document.querySelectorAll('[data-vence]'), i, faltan, caja, hija, dicho;
    for (i = 0; i < cajas.length; i++) {
      caja = cajas[i];
      faltan = Math.round((Date.parse(caja.getAttribute('data-vence')) - AmigosHora.ahora()) / 1000);
      dicho = faltan > 0 ? Math.floor(faltan / 60) + ':' + dos(faltan % 60) : caja.getAttribute('data-t-acabo');
      hija = caja.querySelector('b');
      if (!hija) {
        hija = document.createElement('b');
        hija.className = 'n';
        caja.insertBefore(hija, caja.firstChild);
      }
      if (hija.textContent !== dicho + ' ') { hija.textContent = dicho + ' '; }
      if (faltan <= CINCO && faltan > 0 && !avisado) { avisado = true; window.Amigos.decir(dicho); }
    }
  }
  window.setInterval(pintar, 1000);
  document.addEventListener('vivo:zonas', pintar);
  pintar();
}());
