/* Una mesa de mentiras: arma tablero y mano con textos de verdad y apunta lo que piden. */
var Muestra = (function () {
  'use strict';
  var textos = {
    palos: ['blanca', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'],
    mulas: ['mula de blancas', 'mula de unos', 'mula de doses', 'mula de treses', 'mula de cuatros', 'mula de cincos', 'mula de seises'],
    mixta: '{a} {b}', vacia: 'Todavía no hay fichas en la mesa', cadena: 'Cadena de {n} fichas. Terminales: {a} y {b}', tirada: '{ficha}, la tiró {quien}',
    tus_fichas: 'Tus fichas', tirar: 'Tirar', cabe_salida: '{ficha}, puedes salir con ella', cabe_arriba: '{ficha}, cabe arriba o izquierda',
    cabe_arriba_alto: '{ficha}, cabe arriba', cabe_abajo_alto: '{ficha}, cabe abajo', cabe_arriba_ancho: '{ficha}, cabe a la izquierda',
    cabe_abajo_ancho: '{ficha}, cabe a la derecha', cabe_abajo: '{ficha}, cabe abajo o derecha', cabe_ambos: '{ficha}, cabe en los dos lados', no_cabe: '{ficha}, no cabe', elegida: '{ficha}, elegida',
    pregunta: '¿De qué lado?', lado_arriba: 'Arriba o izquierda', lado_abajo: 'Abajo o derecha', lado_arriba_alto: 'Arriba', lado_abajo_alto: 'Abajo', lado_arriba_ancho: 'Izquierda', lado_abajo_ancho: 'Derecha', quedan_en: 'quedan {palos}', palos_plural: ['Blancas', 'Unos', 'Doses', 'Treses', 'Cuatros', 'Cincos', 'Seises'], cancelar: 'Mejor otra ficha'
  };
  var m = { tiradas: [], avisos: [], confirmar: false, marcar: true, menos: false, yo: 0, nombres: ['Mari', 'Nacho', 'Carmen', 'Beto'] };
  m.tablero = AmigosTablero.crear(document.getElementById('tablero'), {
    yo: 0, nombres: m.nombres, textos: textos, menosMovimiento: function () { return m.menos; },
    letrero: function () { return document.getElementById('letrero'); }
  });
  m.mano = AmigosMano.crear(document.getElementById('mano'), {
    textos: textos, tablero: m.tablero, confirmar: function () { return m.confirmar; }, marcar: function () { return m.marcar; },
    alTirar: function (ficha, extremo) { m.tiradas.push([ficha, extremo]); },
    alAvisar: function (codigo, ficha) { m.avisos.push([codigo, ficha]); document.getElementById('aviso').textContent = codigo; }
  });
  return m;
}());
