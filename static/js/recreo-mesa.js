/* Comodidades de las pantallas vivas del Recreo. ES5, sin dependencias (PL1).
     <time data-hace datetime>     «hace 3 min» además de la hora, al día cada medio minuto
     data-cuenta="instante"        cuenta atrás (data-t-quedan con {t}, data-t-vencio)
     data-compartir-camino         hace completa la dirección que se comparte
   Lo que el socket reemplaza se vuelve a preparar con vivo:zonas. */
(function () {
  'use strict';

  function hace(instante, ahora) {
    var min = Math.floor((ahora - instante) / 60000);
    if (isNaN(min) || min > 720) { return ''; }
    if (min < 1) { return 'hace un momento'; }
    if (min < 60) { return 'hace ' + min + ' min'; }
    return 'hace ' + Math.floor(min / 60) + ' h';
  }
  function ponerHoras() {
    var todos = document.querySelectorAll('time[data-hace]'), ahora = new Date().getTime(), i, t, texto;
    for (i = 0; i < todos.length; i++) {
      t = todos[i];
      if (t.getAttribute('data-hora') === null) { t.setAttribute('data-hora', t.textContent); }
      texto = hace(new Date(t.getAttribute('datetime')).getTime(), ahora);
      texto = texto ? texto + ' (' + t.getAttribute('data-hora') + ')' : t.getAttribute('data-hora');
      if (t.textContent !== texto) { t.textContent = texto; }
    }
  }

  function dos(n) { return (n < 10 ? '0' : '') + n; }
  function contar() {
    var nodo = document.querySelector('[data-cuenta]'), quedan;
    if (!nodo) { return; }
    quedan = Math.ceil((new Date(nodo.getAttribute('data-cuenta')).getTime() - new Date().getTime()) / 1000);
    if (quedan > 0) {
      nodo.textContent = nodo.getAttribute('data-t-quedan').replace('{t}', Math.floor(quedan / 60) + ':' + dos(quedan % 60));
      window.setTimeout(contar, 1000);
    } else { nodo.textContent = nodo.getAttribute('data-t-vencio'); }
  }

  function preparar() {
    var ligas = document.querySelectorAll('[data-compartir-camino]'), i;
    for (i = 0; i < ligas.length; i++) {
      ligas[i].setAttribute('data-compartir-url', location.protocol + '//' + location.host + ligas[i].getAttribute('data-compartir-camino'));
    }
    ponerHoras();
  }

  /* lo desplegado para dar una orden se dobla cuando la orden se aceptó */
  document.addEventListener('orden:aceptada', function (e) {
    var n = e.target;
    while (n && n !== document) {
      if (n.tagName === 'DETAILS') { n.removeAttribute('open'); }
      n = n.parentNode;
    }
  });
  document.addEventListener('vivo:zonas', preparar);
  window.setInterval(ponerHoras, 30000);
  preparar();
  contar();
}());
