/* El timbre: sonido sintetizado y vibración, si en este aparato se aceptó. ES5, sin dependencias (PL1).
     Timbre.prendido()   'si', 'no' o null si no se ha contestado
     Timbre.poner(si)    lo recuerda el aparato
     Timbre.sonar()      si está prendido; dos veces en un segundo es una */
var Timbre = (function () {
  'use strict';

  var CLAVE = 'recreo-timbre', UN_RATO = 1000, NOTAS = [[880, 0], [1175, 0.16], [880, 0.5], [1175, 0.66]];
  var contexto = null, ultimo = 0, tocada = false;

  /* compat: sin WebAudio sólo vibra; sin vibración, la insignia y la barra bastan */
  function audio() {
    var Contexto = window.AudioContext || window.webkitAudioContext;
    if (!contexto && Contexto) { try { contexto = new Contexto(); } catch (e) { contexto = null; } }
    if (contexto && contexto.state === 'suspended' && contexto.resume) { contexto.resume(); }
    return contexto;
  }
  function nota(c, tono, desde) {
    var fuente = c.createOscillator(), volumen = c.createGain(), t = c.currentTime + desde;
    fuente.frequency.value = tono;
    volumen.gain.setValueAtTime(0.0001, t);
    volumen.gain.exponentialRampToValueAtTime(0.35, t + 0.02);
    volumen.gain.exponentialRampToValueAtTime(0.0001, t + 0.15);
    fuente.connect(volumen);
    volumen.connect(c.destination);
    fuente.start(t);
    fuente.stop(t + 0.16);
  }
  function sonar() {
    var ahora = new Date().getTime(), c, i;
    /* los navegadores no dejan sonar ni vibrar antes del primer toque en la página, y se quejan si se intenta */
    if (Amigos.recuerdo(CLAVE) !== 'si' || !tocada || ahora - ultimo < UN_RATO) { return; }
    ultimo = ahora;
    document.body.setAttribute('data-sono', String(ahora));
    /* compat: quien no vibra no tiene `vibrate` */
    if (navigator.vibrate) { navigator.vibrate([200, 100, 200]); }
    c = audio();
    if (!c || c.state !== 'running') { return; }
    for (i = 0; i < NOTAS.length; i++) { nota(c, NOTAS[i][0], NOTAS[i][1]); }
  }

  function primerToque() {
    document.removeEventListener('click', primerToque, true);
    tocada = true;
    if (Amigos.recuerdo(CLAVE) === 'si') { audio(); }
  }
  document.addEventListener('click', primerToque, true);

  return {
    prendido: function () { return Amigos.recuerdo(CLAVE); },
    poner: function (si) {
      Amigos.recordar(CLAVE, si ? 'si' : 'no');
      if (si) { audio(); }
    },
    sonar: sonar
  };
}());
