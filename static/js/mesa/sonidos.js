/* Los sonidos de la mesa, hechos aquí: ningún archivo que bajar. Y la vibración. ES5 (PL1).
   AmigosSonidos.sonar('ficha' | 'turno' | 'pase' | 'apura' | 'gana' | 'pierde' | 'triunfo' | 'charla');  .preparar();  .vibra
   .vibrar()    un toque en la mano; nada si el aparato no sabe */
var AmigosSonidos = (function () {
  'use strict';

  /* [frecuencia, desde s, dura s, fuerza] */
  var NOTAS = {
    ficha: [[190, 0, 0.05, 0.5], [95, 0.015, 0.07, 0.5]], turno: [[523, 0, 0.12, 0.25], [784, 0.13, 0.2, 0.25]],
    pase: [[196, 0, 0.16, 0.25], [147, 0.15, 0.22, 0.25]], apura: [[880, 0, 0.08, 0.2]],
    gana: [[523, 0, 0.14, 0.25], [659, 0.14, 0.14, 0.25], [784, 0.28, 0.3, 0.25]], pierde: [[392, 0, 0.16, 0.2], [330, 0.16, 0.3, 0.2]],
    triunfo: [[523, 0, 0.14, 0.25], [659, 0.14, 0.14, 0.25], [784, 0.28, 0.14, 0.25], [1047, 0.42, 0.5, 0.25], [784, 0.42, 0.5, 0.15]],
    charla: [[660, 0, 0.07, 0.12]]
  };
  var TOQUE = [90, 60, 90], contexto = null, vibra = typeof navigator.vibrate === 'function';

  /* los navegadores sólo dejan sonar después de un toque */
  function preparar() {
    var Audio = window.AudioContext || window.webkitAudioContext;
    if (!contexto && Audio) { contexto = new Audio(); }
    if (contexto && contexto.state === 'suspended') { contexto.resume(); }
    return contexto;
  }
  function sonar(cual) {
    if (!NOTAS[cual] || !preparar()) { return; }
    NOTAS[cual].forEach(function (n) {
      var tono = contexto.createOscillator(), fuerza = contexto.createGain(), t = contexto.currentTime + n[1];
      tono.frequency.value = n[0];
      tono.type = cual === 'ficha' ? 'triangle' : 'sine';
      fuerza.gain.setValueAtTime(n[3], t);
      fuerza.gain.exponentialRampToValueAtTime(0.001, t + n[2]);
      tono.connect(fuerza);
      fuerza.connect(contexto.destination);
      tono.start(t);
      tono.stop(t + n[2]);
    });
  }

  return { sonar: sonar, preparar: preparar, vibra: vibra, vibrar: function () { if (vibra) { navigator.vibrate(TOQUE); } } };
}());
