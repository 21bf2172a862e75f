/* Los gustos de este aparato (D562): sonido, vibración, apartar ficha, confirmar, fichas grandes, paño, fichas, claro u oscuro…
   ES5 (PL1). Necesita mesa/sonidos.js.
   AmigosAjustes.es('sonido') → cierto o falso;  .sonar(cual) si se pidió sonido;  .vibrar() si no se quitó;
   .alCambiar(hacer)      se cambió alguno: hay que medir otra vez
   .ofrecer(dentroDe)     la pregunta del sonido, una vez por aparato */
var AmigosAjustes = (function () {
  'use strict';

  var M = AmigosMesa, S = AmigosSonidos, LLAVE = 'amigos-mesa-ajustes', cuerpo = document.body, hacer = function () {}, pregunta = null;
  var OMISION = {
    sonido: false, vibra: true, apartar: false, quieto: false, confirmar: false, marcar: true, grandes: false, nosotros: false, teclas: true,
    preguntado: false
  };
  /* lo que se escoge entre varios: lo primero es lo de siempre */
  var ENTRE = { tema: ['', 'claro', 'oscuro'], pano: ['', 'azul', 'vino', 'gris'], fichas: ['', 'blanca', 'noche'], ritmo: ['', 'despacio', 'rapido'] };
  var valores = {};

  function leer() {
    var k;
    try { valores = JSON.parse(Amigos.recuerdo(LLAVE)) || {}; } catch (e) { valores = {}; }
    for (k in OMISION) { if (OMISION.hasOwnProperty(k) && typeof valores[k] !== 'boolean') { valores[k] = OMISION[k]; } }
    for (k in ENTRE) { if (ENTRE.hasOwnProperty(k) && ENTRE[k].indexOf(valores[k]) < 0) { valores[k] = ''; } }
  }
  function vestir() {
    var raiz = document.documentElement;
    cuerpo.setAttribute('data-quieto', valores.quieto ? '1' : '');
    cuerpo.setAttribute('data-grandes', valores.grandes ? '1' : '');
    cuerpo.setAttribute('data-pano', valores.pano);
    cuerpo.setAttribute('data-fichas', valores.fichas);
    if (valores.tema) { raiz.setAttribute('data-tema', valores.tema); } else { raiz.removeAttribute('data-tema'); }
  }
  function marcar() {
    M.todos('[data-ajuste]').forEach(function (casilla) { casilla.checked = valores[casilla.getAttribute('data-ajuste')]; });
    M.todos('[data-entre]').forEach(function (opcion) { opcion.checked = valores[opcion.getAttribute('data-entre')] === opcion.value; });
  }
  function poner(cual, valor) {
    valores[cual] = valor;
    Amigos.recordar(LLAVE, JSON.stringify(valores));
    vestir();
    hacer();
  }
  function sonar(cual) { if (valores.sonido) { S.sonar(cual); } }

  leer();
  vestir();
  marcar();
  M.todos('[data-ajuste]').forEach(function (casilla) {
    var cual = casilla.getAttribute('data-ajuste');
    if (cual === 'vibra' && !S.vibra) { M.mostrar(casilla.parentNode, false); }
    casilla.addEventListener('change', function () {
      poner(cual, casilla.checked);
      if (cual === 'sonido') { poner('preguntado', true); quitarPregunta(); sonar('turno'); }
      if (cual === 'vibra' && valores.vibra) { S.vibrar(); }
    });
  });
  M.todos('[data-entre]').forEach(function (opcion) {
    opcion.addEventListener('change', function () { if (opcion.checked) { poner(opcion.getAttribute('data-entre'), opcion.value); } });
  });
  document.addEventListener('click', function () { if (valores.sonido) { S.preparar(); } });

  /* ---------- el sonido se ofrece antes de empezar, no se busca ---------- */
  function quitarPregunta() {
    if (pregunta && pregunta.parentNode) { pregunta.parentNode.removeChild(pregunta); }
    pregunta = null;
  }
  function contestar(si) {
    var h = M.uno('.cubre__titulo');
    poner('sonido', si);
    poner('preguntado', true);
    marcar();
    quitarPregunta();
    sonar('turno');
    AmigosVoz.decir(M.T(si ? 'sonido_si_dicho' : 'sonido_no_dicho'));
    if (h) { h.focus(); }
  }
  function boton(clave, si, en) {
    var b = M.nodo('button', 'boton', M.T(clave), en);
    b.setAttribute('aria-label', M.T(clave + '_es'));
    b.setAttribute('data-sonido', si ? 'si' : 'no');
    b.addEventListener('click', function () { contestar(si); });
  }
  function ofrecer(en) {
    if (valores.preguntado || valores.sonido) { return; }
    pregunta = M.nodo('div', 'ofrece', null, en);
    M.nodo('p', 'ofrece__t', M.T('sonido_ofrece'), pregunta);
    boton('sonido_si', true, pregunta);
    boton('sonido_no', false, pregunta);
  }

  return {
    es: function (cual) { return valores[cual]; }, sonar: sonar, ofrecer: ofrecer,
    vibrar: function () { if (valores.vibra) { S.vibrar(); } },
    alCambiar: function (f) { hacer = f; }
  };
}());
