/* Avisos en este aparato: sonido, pantalla encendida y, si hay con qué, con el teléfono dormido (web push). Se pregunta
   una vez y se cambia cuando se quiera. ES5, sin dependencias (PL1).
     [data-aparato]        la pregunta, con [data-si] y [data-no]
     [data-interruptor="timbre|push|despierta"]   en la página de avisos, y el de la pantalla al anotar */
(function () {
  'use strict';

  var caja = document.querySelector('[data-avisos-aparato]'), push;
  if (!caja) { return; }
  push = AmigosPush.crear({
    clave: 'recreo-push', llave: caja.getAttribute('data-push-llave'), trabajador: caja.getAttribute('data-trabajador'), alcance: '/recreo/',
    apuntar: caja.getAttribute('data-push-apuntar'), quitar: caja.getAttribute('data-push-quitar'), vez: caja.getAttribute('data-push-apuntar')
  });

  /* ---------- la pregunta, una vez ---------- */
  function preguntar() {
    var pregunta = document.querySelector('[data-aparato]');
    if (!pregunta || Timbre.prendido() !== null) { return; }
    Amigos.mostrar(pregunta.querySelector('[data-con-push]'), push.hay);
    Amigos.mostrar(pregunta, true);
    pregunta.querySelector('[data-si]').addEventListener('click', function () {
      Timbre.poner(true);
      Timbre.sonar();
      acabar(pregunta);
      push.prender(function () { pintar(); });
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
    return push.prendido();
  }
  function sePuede(cual) { return cual === 'timbre' || (cual === 'despierta' ? Despierta.hay : push.hay); }
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
    Amigos.mostrar(document.querySelector('[data-push-negado]'), push.negado());
  }
  function cambiar(cual) {
    var si = !prendido(cual);
    if (cual === 'timbre') { Timbre.poner(si); if (si) { Timbre.sonar(); } pintar(); return; }
    if (cual === 'despierta') { Despierta.poner(si); pintar(); return; }
    if (si) { push.prender(pintar); } else { push.apagar(pintar); }
  }
  document.addEventListener('click', function (e) {
    var b = Amigos.subir(e.target, 'data-interruptor');
    if (b) { cambiar(b.getAttribute('data-interruptor')); }
  });

  /* se acabó con la página abierta: ya no hay de qué avisar (D798) */
  function revisarSiAcabo() {
    var acabo = document.querySelector('[data-acabo]'), suyos = caja.querySelectorAll('[data-aparato], [data-avisos-liga]'), i;
    for (i = 0; acabo && i < suyos.length; i++) { Amigos.mostrar(suyos[i], false); }
  }

  document.addEventListener('vivo:zonas', revisarSiAcabo);
  preguntar();
  pintar();
  push.refrescar();
}());
