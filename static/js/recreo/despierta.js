/* La pantalla no se apaga mientras se anota, si en este aparato se pidió. ES5, sin dependencias (PL1).
     Despierta.hay        si el navegador sabe
     Despierta.prendido() si se pidió
     Despierta.poner(si)  lo recuerda el aparato */
var Despierta = (function () {
  'use strict';

  var CLAVE = 'recreo-despierta', tenida = null, pidiendo = false;
  /* compat: sin `wakeLock` no se ofrece */
  var hay = !!(navigator.wakeLock && navigator.wakeLock.request);

  /* la mesa se cerró, llegó a la meta o ahora anota otra persona */
  function yaNo() { return document.querySelector('[data-no-se-anota], [data-ya-en-la-meta]:not([hidden])') !== null; }
  /* donde se anota: la pantalla de la mano, la de después y la mesa propia de quien anota */
  function seAnota() {
    var cual = document.body.getAttribute('data-pantalla');
    if (yaNo()) { return false; }
    return cual === 'anotar' || cual === 'anotada' || !!document.querySelector('[data-clave="anotar"]');
  }
  function soltar() {
    if (tenida) { tenida.release(); }
    tenida = null;
  }
  function revisar() {
    var aparato = document.querySelector('[data-pantalla="anotar"] [data-avisos-aparato]');
    if (aparato) { Amigos.mostrar(aparato, !yaNo()); }
    var quiere = hay && !document.hidden && Amigos.recuerdo(CLAVE) === 'si' && seAnota();
    if (!quiere) { soltar(); return; }
    if (tenida || pidiendo) { return; }
    pidiendo = true;
    navigator.wakeLock.request('screen').then(function (dada) {
      pidiendo = false;
      tenida = dada;
      document.body.setAttribute('data-despierta', 'si');
      dada.addEventListener('release', function () {
        if (tenida === dada) { tenida = null; }
        document.body.removeAttribute('data-despierta');
      });
      revisar();
    }, function () { pidiendo = false; /* con poca batería el sistema dice que no */ });
  }

  document.addEventListener('visibilitychange', revisar);
  document.addEventListener('vivo:zonas', revisar);
  revisar();

  return {
    hay: hay,
    prendido: function () { return Amigos.recuerdo(CLAVE) === 'si'; },
    poner: function (si) { Amigos.recordar(CLAVE, si ? 'si' : 'no'); revisar(); }
  };
}());
