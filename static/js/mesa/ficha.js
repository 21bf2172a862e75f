/* La ficha dibujada y dicha: lo que comparten el tablero y la mano. Usa el dibujo de _sprite.html. ES5 (PL1).
   AmigosFicha.svg(ficha)                 un <svg> con la ficha parada, adorno para lectores de pantalla
   AmigosFicha.media(palo)                un <svg> con un solo cuadrante, para nombrar una terminal
   AmigosFicha.caras(ficha, grupo)        mete cara y puntos en un <g> centrado en (0, 0)
   AmigosFicha.nombre(ficha, textos)      «tres cinco», «mula de seis»; textos: {palos: [7], mulas: [7], mixta: '{a} {b}'}
   AmigosFicha.corta(ficha, textos)       lo mismo, sin las figuras que lleve
   AmigosFicha.vestir({cara, media, nombre})   otras caras que los puntos (mesa/caras.js); null, los puntos
   AmigosFicha.deUna(id)                  un <svg> con ese dibujo en medio de un cuadrante
   AmigosFicha.decir(textos, clave, datos) el texto con sus datos puestos */
var AmigosFicha = (function () {
  'use strict';

  var SVG = 'http://www.w3.org/2000/svg', XLINK = 'http://www.w3.org/1999/xlink', otras = null;

  function nodo(nombre, atributos, dentroDe) {
    var n = document.createElementNS(SVG, nombre), k;
    for (k in atributos) { if (atributos.hasOwnProperty(k)) { n.setAttribute(k, String(atributos[k])); } }
    if (dentroDe) { dentroDe.appendChild(n); }
    return n;
  }
  function usar(id, atributos, dentroDe) {
    var n = nodo('use', atributos, dentroDe);
    n.setAttributeNS(XLINK, 'xlink:href', '#' + id);
    return n;
  }
  function caras(ficha, grupo) {
    var p = AmigosCadena.palos(ficha);
    usar('ficha', {}, grupo);
    nodo('rect', { 'class': 'ficha__filo', x: -24.5, y: -52.5, width: 49, height: 105, rx: 6 }, grupo);
    usar(otras ? otras.cara(ficha, 0) : 'p' + p[0], { y: -27.5 }, grupo);
    usar(otras ? otras.cara(ficha, 1) : 'p' + p[1], { y: 27.5 }, grupo);
    return grupo;
  }
  function lienzo(caja, clase) {
    return nodo('svg', { viewBox: caja, 'class': clase, 'aria-hidden': 'true', focusable: 'false' });
  }
  function svg(ficha) {
    var s = lienzo('-29 -57 58 116', 'ficha');
    nodo('rect', { 'class': 'ficha__canto', x: -27, y: -51, width: 54, height: 109, rx: 8 }, s);
    caras(ficha, s);
    return s;
  }
  function deUna(id) {
    var s = lienzo('-29 -29 58 58', 'ficha-media');
    nodo('rect', { 'class': 'f-cara', x: -27, y: -27, width: 54, height: 54, rx: 8 }, s);
    usar(id, {}, s);
    return s;
  }
  function media(palo) { return deUna(otras ? otras.media(palo) : 'p' + palo); }
  function decir(textos, clave, datos) {
    var t = textos[clave] || '', k;
    for (k in datos) { if (datos.hasOwnProperty(k)) { t = t.split('{' + k + '}').join(String(datos[k])); } }
    return t;
  }
  function nombre(ficha, textos) { return otras ? otras.nombre(ficha) : corta(ficha, textos); }
  function corta(ficha, textos) {
    var p = AmigosCadena.palos(ficha);
    if (p[0] === p[1]) { return textos.mulas[p[0]]; }
    return decir(textos, 'mixta', { a: textos.palos[p[0]], b: textos.palos[p[1]] });
  }

  return {
    nodo: nodo, caras: caras, svg: svg, media: media, deUna: deUna, decir: decir, nombre: nombre, corta: corta,
    vestir: function (nuevas) { otras = nuevas; }
  };
}());
