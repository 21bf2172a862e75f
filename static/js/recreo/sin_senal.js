/* La página de cuando no hay señal: vuelve a la mesa del Recreo que se pedía, y abre sola lo que se pedía cuando la señal
   vuelve; a quien ya tocó para irse no le cambia el camino. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var YENDO = 10000, seVa = 0;
  var de = /^\/recreo\/([A-Za-z0-9]+)\//.exec(location.pathname), mesa = document.getElementById('a-la-mesa');
  if (de && de[1] !== 'nuevo' && de[1] !== 'mios') { mesa.href = '/recreo/' + de[1] + '/mesa/'; }
  document.getElementById('intentar').href = location.href;
  function ahora() { return new Date().getTime(); }
  function otraVez() { if (ahora() - seVa > YENDO) { location.reload(); } }
  /* con la señal que va y viene, el aviso puede llegar justo tras el toque: volver a cargar lo cancelaría */
  document.addEventListener('click', function () { seVa = ahora(); });
  window.addEventListener('online', otraVez);
  function preguntar() {
    var x = new XMLHttpRequest();
    if (navigator.onLine === false) { return; }
    x.open('GET', '/recreo/quien/');
    x.timeout = 4000;
    x.onload = function () { if (x.status < 500) { otraVez(); } };
    x.send();
  }
  /* el aviso del aparato pudo pasar antes que este guion, o no venir nunca: con red y servidor caído no lo hay. Quien abrió
     esta misma página no espera otra */
  if (location.pathname !== '/recreo/sin-senal/') { window.setInterval(preguntar, 5000); }
}());
