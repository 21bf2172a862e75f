/* Avisos con el teléfono guardado (web push): lo mismo para el Recreo y en línea. ES5, sin dependencias (PL1).
     AmigosPush.crear({ clave, llave, trabajador, alcance, apuntar, quitar, vez })
       .hay               si aquí se puede: la casa tiene llave y el navegador sabe
       .negado()          si este navegador los tiene prohibidos
       .prendido()        si aquí se dijo que sí y sigue permitido
       .prender(luego), .apagar(luego)    luego(si quedó)
       .refrescar()       se apunta otra vez si cambió la sesión (`vez`) o pasó una hora */
var AmigosPush = (function () {
  'use strict';

  var HORA = 3600000;

  function octetos(texto) {
    var crudo = window.atob((texto + '==='.slice((texto.length + 3) % 4)).replace(/-/g, '+').replace(/_/g, '/'));
    var b = new Uint8Array(crudo.length), i;
    for (i = 0; i < crudo.length; i++) { b[i] = crudo.charCodeAt(i); }
    return b;
  }

  function crear(o) {
    /* compat: sin trabajador de servicio o sin push no se ofrece */
    var hay = !!(o.llave && navigator.serviceWorker && window.PushManager && window.Notification);

    function recordar(dicho) { Amigos.recordar(o.clave, dicho); }
    function permitido() { return hay && window.Notification.permission === 'granted'; }
    function prendido() { return permitido() && Amigos.recuerdo(o.clave) === 'si'; }
    function negado() { return !!(o.llave && window.Notification && window.Notification.permission === 'denied'); }
    function mandar(a, datos, hecho) {
      Amigos.publicar(a, datos, function (x) { hecho(x.status === 200); });
    }
    function listo(registro) { return registro.active ? registro : navigator.serviceWorker.ready; }
    /* sin señal no se sabe si quedó: sólo quien lo acaba de pedir se entera de que no */
    function apuntar(hecho) {
      navigator.serviceWorker.register(o.trabajador, { scope: o.alcance }).then(listo).then(function (registro) {
        return registro.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: octetos(o.llave) });
      }).then(function (suya) {
        var j = suya.toJSON();
        mandar(o.apuntar, { direccion: j.endpoint, p256dh: j.keys.p256dh, secreto: j.keys.auth }, function (bien) {
          if (bien) {
            recordar('si');
            Amigos.recordar(o.clave + '-hora', String(new Date().getTime()));
            Amigos.recordar(o.clave + '-donde', o.vez);
          }
          hecho(bien);
        });
      }).then(null, function () { hecho(false); });
    }
    function prender(hecho) {
      if (!hay) { hecho(false); return; }
      window.Notification.requestPermission().then(function (dijo) {
        if (dijo !== 'granted') { recordar('no'); hecho(false); return; }
        apuntar(function (bien) {
          if (!bien) { recordar('no'); }
          hecho(bien);
        });
      });
    }
    function apagar(hecho) {
      recordar('no');
      navigator.serviceWorker.getRegistration(o.alcance).then(function (registro) {
        return registro ? registro.pushManager.getSubscription() : null;
      }).then(function (suya) {
        if (!suya) { hecho(true); return; }
        mandar(o.quitar, { direccion: suya.endpoint }, function () { suya.unsubscribe(); hecho(true); });
      });
    }
    function refrescar() {
      var hace = new Date().getTime() - parseInt(Amigos.recuerdo(o.clave + '-hora') || '0', 10);
      if (!prendido() || (Amigos.recuerdo(o.clave + '-donde') === o.vez && hace < HORA)) { return; }
      apuntar(function () { /* lo que se pintó sigue igual */ });
    }

    return { hay: hay, negado: negado, prendido: prendido, prender: prender, apagar: apagar, refrescar: refrescar };
  }

  return { crear: crear };
}());
