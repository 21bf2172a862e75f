/* Los gustos de este aparato: menos movimiento, sonido, confirmar cada jugada, marcar las que caben, teclas. ES5 (PL1).
   AmigosAjustes.es('sonido') → cierto o falso;  .sonar('ficha' | 'turno' | 'pase' | 'apura' | 'gana' | 'charla') */
var AmigosAjustes = (function () {
  'use strict';

  var LLAVE = 'amigos-mesa-ajustes', OMISION = { sonido: false, quieto: false, confirmar: false, marcar: true, teclas: true };
  var valores = {}, k, contexto = null;
  /* [frecuencia, desde s, dura s, fuerza] */
  var NOTAS = {
    ficha: [[190, 0, 0.05, 0.5], [95, 0.015, 0.07, 0.5]], turno: [[523, 0, 0.12, 0.25], [784, 0.13, 0.2, 0.25]],
    pase: [[196, 0, 0.16, 0.25], [147, 0.15, 0.22, 0.25]], apura: [[880, 0, 0.08, 0.2]],
    gana: [[523, 0, 0.14, 0.25], [659, 0.14, 0.14, 0.25], [784, 0.28, 0.3, 0.25]], charla: [[660, 0, 0.07, 0.12]]
  };

  try { valores = JSON.parse(Amigos.recuerdo(LLAVE)) || {}; } catch (e) { valores = {}; }
  for (k in OMISION) { if (OMISION.hasOwnProperty(k) && typeof valores[k] !== 'boolean') { valores[k] = OMISION[k]; } }

  function preparar() {
    var Audio = window.AudioContext || window.webkitAudioContext;
    if (!contexto && Audio) { contexto = new Audio(); }
    if (contexto && contexto.state === 'suspended') { contexto.resume(); }
    return contexto;
  }
  function sonar(cual) {
    if (!valores.sonido || !NOTAS[cual] || !preparar()) { return; }
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
  AmigosMesa.todos('[data-ajuste]').forEach(function (casilla) {
    var cual = casilla.getAttribute('data-ajuste');
    casilla.checked = valores[cual];
    casilla.addEventListener('change', function () {
      valores[cual] = casilla.checked;
      Amigos.recordar(LLAVE, JSON.stringify(valores));
      document.body.setAttribute('data-quieto', valores.quieto ? '1' : '');
      if (cual === 'sonido') { sonar('turno'); }
    });
  });
  document.body.setAttribute('data-quieto', valores.quieto ? '1' : '');
  /* los navegadores sólo dejan sonar después de un toque */
  document.addEventListener('click', function () { if (valores.sonido) { preparar(); } });

  return { es: function (cual) { return valores[cual]; }, sonar: sonar };
}());
