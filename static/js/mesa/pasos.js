/* Los pasos de una comprobación (mesa/sorteo.js), con su dibujo y su palabra, y arriba en qué quedó. ES5 (PL1).
   AmigosPasos.pintar(caja, pasos, textos)    textos: comprobado_bien, comprobado_mal, comprobado_a_medias, paso_bien,
                                              paso_mal, paso_falta */
var AmigosPasos = (function () {
  'use strict';

  var SVG = 'http://www.w3.org/2000/svg', XLINK = 'http://www.w3.org/1999/xlink';
  var COMO = { 'true': ['bien', 'i-ok', 'paso_bien'], 'false': ['mal', 'i-x', 'paso_mal'], 'null': ['falta', 'i-ojo', 'paso_falta'] };

  function nodo(nombre, clase, texto, en) {
    var n = document.createElement(nombre);
    if (clase) { n.className = clase; }
    if (texto) { n.textContent = texto; }
    en.appendChild(n);
    return n;
  }
  function dibujo(id, en) {
    var s = document.createElementNS(SVG, 'svg'), u = document.createElementNS(SVG, 'use');
    s.setAttribute('class', 'icono');
    s.setAttribute('aria-hidden', 'true');
    s.setAttribute('focusable', 'false');
    u.setAttributeNS(XLINK, 'xlink:href', '#' + id);
    s.appendChild(u);
    en.appendChild(s);
  }
  function pintar(caja, pasos, textos) {
    var ol;
    nodo('p', 'fuerte', textos['comprobado_' + AmigosSorteo.juicio(pasos)], caja);
    ol = nodo('ol', 'pasos-reparto sep-c', '', caja);
    pasos.forEach(function (p) {
      var como = COMO[String(p.bien)], li = nodo('li', como[0], '', ol);
      dibujo(como[1], li);
      nodo('span', '', textos[como[2]] + '. ' + p.texto, li);
    });
  }

  return { pintar: pintar };
}());
