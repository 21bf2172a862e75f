/* Invitaciones de la Sala: cuenta regresiva, sonido, título de la pestaña, ir a la mesa y avisos que se quitan.
   ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var S = window.Sala, zona = S && S.uno('[data-tuya]');
  if (!zona) { return; }

  var TOTAL = 0, LARGO = 2 * Math.PI * 34, titulo = document.title;
  var invitado = '', propuesta = '', esperando = '', busca = false, parpadeo = null, dicho = false, yendo = false;

  function arriba() { document.documentElement.scrollTop = document.body.scrollTop = 0; }

  /* ---------- cuenta regresiva ---------- */
  function contar() {
    var cuentas = zona.querySelectorAll('[data-vence]'), i, falta, arco, unidad;
    for (i = 0; i < cuentas.length; i++) {
      falta = Math.max(0, parseInt(cuentas[i].getAttribute('data-vence'), 10) - S.ahora());
      if (falta > TOTAL) { TOTAL = Math.max(falta, 30000); }
      arco = cuentas[i].querySelector('[data-arco]');
      arco.setAttribute('stroke-dasharray', (LARGO * Math.min(1, falta / TOTAL)).toFixed(1) + ' ' + LARGO.toFixed(1));
      cuentas[i].querySelector('[data-resta]').textContent = String(Math.ceil(falta / 1000));
      unidad = cuentas[i].querySelector('[data-segundos]');
      unidad.textContent = unidad.getAttribute(Math.ceil(falta / 1000) === 1 ? 'data-segundo' : 'data-segundos');
      cuentas[i].setAttribute('class', 'cuenta' + (falta < 10000 ? ' cuenta--poco' : ''));
      if (invitado && falta < 10000 && !dicho) { dicho = true; Amigos.decir(zona.getAttribute('data-se-acaba')); }
    }
  }
  window.setInterval(contar, 250);

  /* ---------- sonido, sólo si la persona lo pide ---------- */
  var boton = S.uno('[data-sonido]'), audio = null;
  function conSonido() { return Amigos.recuerdo('sala:sonido') === 'si'; }
  function sonar() {
    var Contexto = window.AudioContext || window.webkitAudioContext;
    if (!Contexto) { return; }
    try {
      audio = audio || new Contexto();
      if (audio.resume) { audio.resume(); }
      nota(660, 0);
      nota(880, 0.18);
    } catch (e) { /* el navegador no deja sonar */ }
  }
  function nota(tono, cuando) {
    var o = audio.createOscillator(), g = audio.createGain(), t = audio.currentTime + cuando;
    o.frequency.value = tono;
    g.gain.setValueAtTime(0.0001, t);
    g.gain.linearRampToValueAtTime(0.25, t + 0.02);
    g.gain.linearRampToValueAtTime(0.0001, t + 0.3);
    o.connect(g);
    g.connect(audio.destination);
    o.start(t);
    o.stop(t + 0.32);
  }
  function pintarSonido() {
    if (!boton) { return; }
    boton.setAttribute('aria-pressed', conSonido() ? 'true' : 'false');
    boton.querySelector('[data-letrero]').textContent = boton.getAttribute(conSonido() ? 'data-si' : 'data-no');
  }
  if (boton) {
    boton.addEventListener('click', function () {
      Amigos.recordar('sala:sonido', conSonido() ? 'no' : 'si');
      pintarSonido();
      if (conSonido()) { sonar(); }
    });
    pintarSonido();
  }

  /* ---------- llega una invitación ---------- */
  function escribe() {
    var n = document.activeElement;
    return n && (n.tagName === 'INPUT' || n.tagName === 'TEXTAREA') && n.value !== '';
  }
  /* antes del primer toque el navegador no deja, y lo apunta como error */
  function vibrar() {
    if (!navigator.vibrate || (navigator.userActivation && !navigator.userActivation.hasBeenActive)) { return; }
    try { navigator.vibrate([200, 100, 200]); } catch (e) { /* sin permiso */ }
  }
  function llamar(caja) {
    var texto = caja.getAttribute('data-titulo'), alterna = false;
    dicho = false;
    Amigos.decir(texto);
    /* la de alguien a quien silenció está a la vista, y ya: ni suena ni la interrumpe */
    if (caja.getAttribute('data-callada') !== null) { return; }
    if (conSonido()) { sonar(); }
    vibrar();
    window.clearInterval(parpadeo);
    document.title = texto;
    parpadeo = window.setInterval(function () {
      alterna = !alterna;
      document.title = alterna ? titulo : texto;
    }, 1000);
    arriba();
    /* quien no está escribiendo cae en «Aceptar»; a quien escribe no se le quita el teclado */
    if (!escribe()) { caja.querySelector('h2').focus(); }
  }
  /* le proponen completar con automáticos la mesa en que espera: una vez por propuesta (D762) */
  function proponer(caja) {
    var texto = caja ? caja.getAttribute('data-propuesta') : '';
    if (texto && texto !== propuesta) {
      Amigos.decir(texto);
      if (caja.getAttribute('data-callada') === null) {
        if (conSonido()) { sonar(); }
        vibrar();
        if (!escribe()) { arriba(); }
      }
    }
    propuesta = texto;
  }
  function callar() {
    window.clearInterval(parpadeo);
    document.title = titulo;
  }

  /* ---------- ya aceptaron los cuatro: una de mis pestañas va a la mesa ---------- */
  var CLAVE = 'sala:mesa', YO = Math.random().toString(36).slice(2);
  function ir(mesa) {
    var cual = mesa.getAttribute('data-mesa-lista'), apunte = cual + ':' + YO, url = mesa.getAttribute('data-mesa-url');
    if (yendo || (Amigos.recuerdo(CLAVE) || '').split(':')[0] === cual) { return; }
    yendo = true;
    if (conSonido()) { sonar(); }
    vibrar();
    Amigos.decir(zona.getAttribute('data-lista'));
    Amigos.recordar(CLAVE, apunte);
    /* si dos pestañas se apuntaron a la vez, va la última que quedó escrita */
    window.setTimeout(function () {
      var quedo = Amigos.recuerdo(CLAVE);
      if (quedo === null || quedo === apunte) { window.Envio.irse(url); } else { yendo = false; }
    }, 300);
  }
  function irSiToca(lista) {
    if (!document.hidden) { ir(lista); return; }
    /* otra pestaña a la vista tiene preferencia */
    window.setTimeout(function () { ir(lista); }, 1500);
  }

  /* quien vuelve por su pie y luego sale no es devuelto */
  zona.addEventListener('click', function (e) {
    var lista = zona.querySelector('[data-mesa-lista]');
    if (lista && Amigos.subir(e.target, 'href')) { Amigos.recordar(CLAVE, lista.getAttribute('data-mesa-lista') + ':' + YO); }
  });

  /* ---------- avisos que ya se leyeron ---------- */
  function leido(cual) { return Amigos.recuerdo('sala:aviso') === cual; }
  function prepararAvisos() {
    var aviso = zona.querySelector('[data-aviso-de]');
    if (!aviso) { return; }
    /* ni mientras se arma otra vez esa misma mesa */
    if (leido(aviso.getAttribute('data-aviso-de')) || S.uno('[data-otra="' + aviso.getAttribute('data-aviso-de') + '"]')) { zona.textContent = ''; return; }
    aviso.querySelector('[data-entendido]').removeAttribute('hidden');
  }
  zona.addEventListener('click', function (e) {
    var aviso = zona.querySelector('[data-aviso-de]');
    if (!aviso || !Amigos.subir(e.target, 'data-entendido')) { return; }
    Amigos.recordar('sala:aviso', aviso.getAttribute('data-aviso-de'));
    zona.textContent = '';
    document.getElementById('contenido').focus();
  });

  /* ---------- lo que cambió ---------- */
  /* quien toma el último lugar nunca espera: de buscar pasa a tener mesa */
  document.addEventListener('submit', function (e) { if (e.target.getAttribute('data-sienta') !== null) { busca = true; } }, true);
  /* en la lista de mesas con lugar, la propia ya no ofrece sentarse */
  function marcarAbierta(mia) {
    var abiertas = document.querySelectorAll('[data-abierta]'), otras = 0, i, otra;
    for (i = 0; i < abiertas.length; i++) {
      otra = abiertas[i].getAttribute('data-abierta') !== mia;
      otras += otra ? 1 : 0;
      Amigos.mostrar(abiertas[i], otra);
    }
    Amigos.mostrar(S.uno('[data-abiertas]'), otras);
  }
  function mirar() {
    var invitacion = zona.querySelector('[data-invitacion]'), espera = zona.querySelector('[data-mesa-esperando]');
    var lista = zona.querySelector('[data-mesa-lista]'), jugar = S.uno('[data-jugar]'), hueco = S.uno('[data-espera-mesa]'), cual;
    cual = invitacion ? invitacion.getAttribute('data-invitacion') : '';
    marcarAbierta(espera ? espera.getAttribute('data-mesa-esperando') : '');
    proponer(zona.querySelector('[data-propuesta]'));
    if (cual && cual !== invitado) { TOTAL = 0; invitado = cual; llamar(invitacion); }
    if (!cual && invitado) { callar(); if (!espera && !lista) { invitado = ''; } }
    if (lista && (lista.getAttribute('data-recien') !== null || busca || lista.getAttribute('data-mesa-lista') === esperando || lista.getAttribute('data-mesa-lista') === invitado)) { irSiToca(lista); }
    if (espera && espera.getAttribute('data-mesa-esperando') !== esperando) { TOTAL = Math.max(TOTAL, 30000); Amigos.recordar(CLAVE, ''); arriba(); }
    if (espera || lista) { busca = false; }
    esperando = espera ? espera.getAttribute('data-mesa-esperando') : (cual ? '' : esperando);
    if (!cual) { invitado = ''; }
    Amigos.mostrar(hueco, lista);
    /* con mesa propia no se ofrece otra */
    Amigos.mostrar(jugar, !(invitacion || espera || lista));
    prepararAvisos();
    contar();
  }
  S.al('vivo:zonas', mirar);
  mirar();
}());
