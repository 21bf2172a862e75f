/* <time data-hace datetime>: «hace 3 min», al día cada veinte segundos; pasada una hora, o sin guion, se ve la hora.
   Los textos vienen en el <body>, ya traducidos. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var MINUTO = 60000, CADA = 20000, cuerpo = document.body;

  function relativo(ms) {
    var minutos = Math.floor((AmigosHora.ahora() - ms) / MINUTO);
    if (isNaN(minutos) || minutos >= 60) { return ''; }
    return minutos < 1 ? cuerpo.getAttribute('data-t-hace-nada') : cuerpo.getAttribute('data-t-hace').replace('{n}', minutos);
  }
  function pintar() {
    var horas = document.querySelectorAll('time[data-hace]'), i, t, texto;
    for (i = 0; i < horas.length; i++) {
      t = horas[i];
      if (t.getAttribute('data-hora') === null) { t.setAttribute('data-hora', t.textContent); }
      texto = relativo(Date.parse(t.getAttribute('datetime') || '')) || t.getAttribute('data-hora');
      if (t.textContent !== texto) { t.textContent = texto; }
    }
  }

  document.addEventListener('vivo:zonas', pintar);
  document.addEventListener('visibilitychange', function () { if (!document.hidden) { pintar(); } });
  window.setInterval(pintar, CADA);
  pintar();
}());
