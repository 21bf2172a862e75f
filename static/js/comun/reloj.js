/* El reloj de la partida, contado con la hora del servidor. ES5 (PL1).
     [data-vence]   cuánto queda (TO17); avisa a los cinco minutos
     [data-corre]   cuánto lleva, en minutos, y qué hora es, para la tele del Recreo (D497) */
(function () {
  'use strict';

  var avisado = false, CINCO = 5 * 60;

  function dos(n) { return (n < 10 ? '0' : '') + n; }
  function correr() {
    var cajas = document.querySelectorAll('[data-corre]'), i, ahora = new Date(AmigosHora.ahora()), minutos, dicho;
    for (i = 0; i < cajas.length; i++) {
      minutos = Math.max(0, Math.floor((ahora - Date.parse(cajas[i].getAttribute('data-corre'))) / 60000));
      dicho = cajas[i].getAttribute('data-t-corre').replace('{n}', minutos).replace('{hora}', horaDe(ahora));
      if (cajas[i].textContent !== dicho) { cajas[i].textContent = dicho; }
    }
  }
  function horaDe(d) { return (d.getHours() % 12 || 12) + ':' + dos(d.getMinutes()); }
  function pintar() {
    correr();
    var cajas = document.querySelectorAll('[data-vence]'), i, faltan, caja, hija, dicho;
    for (i = 0; i < cajas.length; i++) {
      caja = cajas[i];
      faltan = Math.round((Date.parse(caja.getAttribute('data-vence')) - AmigosHora.ahora()) / 1000);
      dicho = faltan > 0 ? Math.floor(faltan / 60) + ':' + dos(faltan % 60) : caja.getAttribute('data-t-acabo');
      /* de lejos y sin más, «17:33» parece la hora */
      if (faltan > 0 && caja.getAttribute('data-t-falta')) { dicho = caja.getAttribute('data-t-falta') + ' ' + dicho; }
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
