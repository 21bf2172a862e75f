/* Avisos en este aparato: sonido, pantalla encendida y, si hay con qué, con el teléfono dormido (web push). Se pregunta
   una vez y se cambia cuando se quiera. ES5, sin dependencias (PL1).
     [data-aparato]        la pregunta, con [data-si] y [data-no]
     [data-interruptor="timbre|push|despierta"]   en la página de avisos, y el de la pantalla al anotar */
(function () {
  'use strict';

  var CLAVE = 'recreo-push', HORA = 3600000, caja = document.querySelector('[data-avisos-aparato]');
  if (!caja) { return; }
  var llave = caja.getAttribute('data-push-llave');
  /* compat: sin trabajador de servicio o sin push no se ofrece */
  var hayPush = !!(llave && navigator.serviceWorker && window.PushManager && window.Notification);

  function octetos(texto) {
    var crudo = window.atob((texto + '==='.slice((texto.length + 3) % 4)).replace(/-/g, '+').replace(/_/g, '/'));
    var b = new Uint8Array(crudo.length), i;
    for (i = 0; i < crudo.length; i++) { b[i] = crudo.charCodeAt(i); }
    return b;
  }
  function mandar(cual, datos, hecho) {
    Amigos.publicar(caja.getAttribute('data-push-' + cual), datos, function (x) { if (hecho) { hecho(x.status === 200); } });
  }
  function registrar() { return navigator.serviceWorker.register(caja.getAttribute('data-trabajador'), { scope: '/recreo/' }); }
  function listo(registro) { return registro.active ? registro : navigator.serviceWorker.ready; }

  function apuntar(hecho) {
    registrar().then(listo).then(function (registro) {
      return registro.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: octetos(llave) });
    }).then(function (suya) {
      var j = suya.toJSON();
      mandar('apuntar', { direccion: j.endpoint, p256dh: j.keys.p256dh, secreto: j.keys.auth }, function (bien) {
        Amigos.recordar(CLAVE, bien ? 'si' : 'no');
        Amigos.recordar(CLAVE + '-hora', String(new Date().getTime()));
        if (hecho) { hecho(bien); }
      });
    }, function () { if (hecho) { hecho(false); } });
  }
  function prenderPush(hecho) {
    if (!hayPush) { hecho(false); return; }
    window.Notification.requestPermission().then(function (dijo) {
      if (dijo === 'granted') { apuntar(hecho); } else { Amigos.recordar(CLAVE, 'no'); hecho(false); }
    });
  }
  function apagarPush(hecho) {
    Amigos.recordar(CLAVE, 'no');
    navigator.serviceWorker.getRegistration('/recreo/').then(function (registro) {
      return registro ? registro.pushManager.getSubscription() : null;
    }).then(function (suya) {
      if (!suya) { hecho(true); return; }
      mandar('quitar', { direccion: suya.endpoint }, function () { suya.unsubscribe(); hecho(true); });
    });
  }
  /* otra sesión u otro Recreo: se apunta otra vez, de vez en cuando */
  function refrescar() {
    var hace = new Date().getTime() - parseInt(Amigos.recuerdo(CLAVE + '-hora') || '0', 10);
    var mismo = Amigos.recuerdo(CLAVE + '-donde') === caja.getAttribute('data-push-apuntar');
    if (!hayPush || Amigos.recuerdo(CLAVE) !== 'si' || window.Notification.permission !== 'granted' || (mismo && hace < HORA)) { return; }
    Amigos.recordar(CLAVE + '-donde', caja.getAttribute('data-push-apuntar'));
    apuntar();
  }

  /* ---------- la pregunta, una vez ---------- */
  function preguntar() {
    var pregunta = document.querySelector('[data-aparato]');
    if (!pregunta || Timbre.prendido() !== null) { return; }
    Amigos.mostrar(pregunta.querySelector('[data-con-push]'), hayPush);
    Amigos.mostrar(pregunta, true);
    pregunta.querySelector('[data-si]').addEventListener('click', function () {
      Timbre.poner(true);
      Timbre.sonar();
      acabar(pregunta);
      prenderPush(function () { pintar(); });
    });
    pregunta.querySelector('[data-no]').addEventListener('click', function () { Timbre.poner(false); acabar(pregunta); });
  }
  function acabar(pregunta) {
    Amigos.mostrar(pregunta, false);
    Amigos.decir(caja.getAttribute('data-t-quedo'));
    pintar();
  }

  /* ---------- los interruptores ---------- */
  function prendido(cual) {
    if (cual === 'timbre') { return Timbre.prendido() === 'si'; }
    if (cual === 'despierta') { return Despierta.prendido(); }
    return Amigos.recuerdo(CLAVE) === 'si' && hayPush && window.Notification.permission === 'granted';
  }
  function sePuede(cual) { return cual === 'timbre' || (cual === 'despierta' ? Despierta.hay : hayPush); }
  function pintar() {
    var todos = document.querySelectorAll('[data-interruptor]'), i, b, cual, si;
    for (i = 0; i < todos.length; i++) {
      b = todos[i];
      cual = b.getAttribute('data-interruptor');
      si = prendido(cual);
      b.setAttribute('aria-checked', si ? 'true' : 'false');
      b.querySelector('[data-letrero]').textContent = b.getAttribute(si ? 'data-t-si' : 'data-t-no');
      Amigos.mostrar(Amigos.subir(b, 'data-opcion'), sePuede(cual));
    }
    Amigos.mostrar(document.querySelector('[data-push-negado]'), llave && window.Notification && window.Notification.permission === 'denied');
  }
  function cambiar(cual) {
    var si = !prendido(cual);
    if (cual === 'timbre') { Timbre.poner(si); if (si) { Timbre.sonar(); } pintar(); return; }
    if (cual === 'despierta') { Despierta.poner(si); pintar(); return; }
    if (si) { prenderPush(pintar); } else { apagarPush(pintar); }
  }
  document.addEventListener('click', function (e) {
    var b = Amigos.subir(e.target, 'data-interruptor');
    if (b) { cambiar(b.getAttribute('data-interruptor')); }
  });

  preguntar();
  pintar();
  refrescar();
}());
