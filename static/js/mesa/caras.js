/* Las caras con figuras: cuál va en cada lado de cada ficha, cómo se llama y la tabla de equivalencias (VA11). ES5 (PL1).
   En «sumas», el 2, el 4 y el 6 se escriben de dos maneras: cuál, lo dice el otro lado de la ficha; la mula lleva las dos.
   AmigosCaras.alCambiar(hacer)    se escogieron otras: hay que volver a dibujar;  .hay() → si son figuras */
var AmigosCaras = (function () {
  'use strict';

  var M = AmigosMesa, LLAVE = 'amigos-caras', ELEVADO = '⁰¹²³⁴⁵⁶', cual = Amigos.recuerdo(LLAVE) || '', hacer = function () {};

  function escrituras(palo) {
    if (cual === 'potencias') { return ['n' + palo]; }
    return palo && palo % 2 === 0 ? ['s' + palo, 's' + palo + 'b'] : ['s' + palo];
  }
  function cara(ficha, lado) {
    var p = M.palos(ficha), formas = escrituras(p[lado]);
    return formas[(p[0] === p[1] ? lado : p[1 - lado]) % formas.length];
  }
  function llamada(id, palo) {
    return M.T('con_figura', { figura: M.textos[cual][id], numero: M.textos.numeros[palo] });
  }
  function nombre(ficha) {
    var p = M.palos(ficha), dicha = [0, 1].map(function (lado) { return llamada(cara(ficha, lado), p[lado]); });
    return M.T(dicha[0] === dicha[1] ? 'mula_figura' : 'mixta_figura', { ficha: M.ficha(ficha), a: dicha[0], b: dicha[1] });
  }
  function vestir() {
    AmigosFicha.vestir(cual ? { cara: cara, media: function (palo) { return escrituras(palo)[0]; }, nombre: nombre } : null);
  }
  function equivalencias() {
    var ul = M.vaciar(M.uno('[data-equivale]')), n, li;
    function una(id) {
      var s = AmigosFicha.deUna(id);
      li.appendChild(s);
      M.nodo('span', '', M.textos[cual][id], li);
    }
    M.mostrar(M.uno('[data-equivalencias]'), !!cual);
    for (n = 0; cual && n <= 6; n++) {
      li = M.nodo('li', '', null, ul);
      M.nodo('b', 'n', String(n), li);
      escrituras(n).forEach(una);
      if (cual === 'potencias') { M.nodo('span', 'n', M.T('potencia', { n: n, potencia: '2' + ELEVADO.charAt(n) + ' = ' + Math.pow(2, n) }), li); }
    }
  }
  /* la tabla sale encima de lo que se escoge: la opción se queda bajo el dedo (D804) */
  function quieta(casilla, cambiar) {
    var antes = casilla.getBoundingClientRect().top, n = casilla.parentNode;
    cambiar();
    for (; n && n.nodeType === 1; n = n.parentNode) { n.scrollTop += casilla.getBoundingClientRect().top - antes; }
  }
  function elegir(casilla) {
    cual = casilla.value;
    Amigos.recordar(LLAVE, cual);
    vestir();
    quieta(casilla, equivalencias);
    hacer();
  }
  if (!/^(sumas|potencias)$/.test(cual)) { cual = ''; }
  M.todos('[data-caras]').forEach(function (casilla) {
    casilla.checked = casilla.value === cual;
    casilla.addEventListener('change', function () { elegir(casilla); });
  });
  vestir();
  equivalencias();

  return { alCambiar: function (f) { hacer = f; }, cara: cara, hay: function () { return !!cual; } };
}());
