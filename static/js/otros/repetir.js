/* Una mano a otro juego, jugada por jugada (VA2): el paño, cuántas fichas tiene cada quien y qué pasó. Al abrir se ven sólo las
   propias; las de todos, si se piden; del pozo, cuántas quedan. ES5 (PL1). Necesita mesa/base.js, mesa/ficha.js,
   mesa/tablero.js y, si hay figuras, mesa/caras.js. */
(function () {
  'use strict';

  var M = AmigosMesa, T = M.T, caja = M.uno('[data-otro-repetir]'), datos = JSON.parse(document.getElementById('otro-mano').textContent);
  var paso = 0, todas = M.uno('[data-todas]'), atras = M.uno('[data-ir="-1"]'), adelante = M.uno('[data-ir="1"]'), tablero;

  /* lo que mesa/base.js pregunta de una mesa */
  M.mesa = { bandos: datos.bandos, juego: datos.juego, personas: datos.nombres.map(function (n) { return { nombre: n }; }) };
  M.vista = { datos: { lugares: datos.nombres.map(function (_n, i) { return i; }) }, yo: { asiento: datos.yo } };

  function renglon(nombre, fichas, cuantas, ul) {
    var li = M.nodo('li', 'otro-quien', null, ul), en;
    M.nodo('span', 'otro-quien__n', nombre + ': ' + M.cuantos('fichas', cuantas), li);
    if (!fichas || !fichas.length) { return; }
    en = M.nodo('span', 'otro-quien__f', null, li);
    en.setAttribute('role', 'img');
    en.setAttribute('aria-label', fichas.map(M.fichaEntera).join(', '));
    fichas.forEach(function (f) { en.appendChild(AmigosFicha.svg(f)); });
  }
  function pintar(animar) {
    var p = datos.pasos[paso], fin = paso === datos.pasos.length - 1, ul = M.vaciar(M.uno('[data-quienes]'));
    M.clase(ul, 'otro-quienes--figuras', !!window.AmigosCaras && AmigosCaras.hay());
    p.manos.forEach(function (suyas, a) { renglon(M.dicho(a), todas.checked || fin || M.esYo(a) ? suyas : null, suyas.length, ul); });
    if (datos.pasos[0].pozo) { renglon(T('pozo'), fin ? datos.pozo : null, p.pozo, ul); }
    M.escribir(M.uno('[data-dice]'), (paso ? paso + ' / ' + (datos.pasos.length - 1) + '. ' : '') + p.frase);
    Amigos.apagar(atras, paso === 0);
    Amigos.apagar(adelante, fin);
    tablero.pintar({ cadena: M.ternas(datos.cadena).slice(0, paso), salidor: datos.salidor, volteada: M.volteada(), yo: M.yo() }, { animar: animar });
  }
  function ir(cuanto) {
    var antes = paso;
    paso = Math.max(0, Math.min(datos.pasos.length - 1, paso + cuanto));
    if (paso !== antes) { pintar(cuanto > 0); }
  }

  M.mostrar(caja, true);
  tablero = AmigosTablero.crear(M.uno('[data-tablero]'), { nombres: M.nombres, textos: M.textos, lado: M.ladoDe });
  /* las mismas caras que en la mesa: se escogen en este aparato (D466) */
  if (window.AmigosCaras) {
    AmigosCaras.alCambiar(function () {
      tablero.pintar({ cadena: [], salidor: 0 }, {});
      pintar(false);
    });
  }
  M.alTocar('data-ir', function (b, cuanto) { if (!Amigos.apagado(b)) { ir(parseInt(cuanto, 10)); } });
  todas.addEventListener('change', function () { pintar(false); });
  document.addEventListener('keydown', function (e) {
    if (e.ctrlKey || e.altKey || e.metaKey || M.escribiendo(e.target)) { return; }
    if (e.keyCode === 37) { ir(-1); }
    if (e.keyCode === 39) { ir(1); }
  });
  pintar(false);
}());
