/* Lo que se ve de una jugada en la Academia: las cuatro manos, la frase y la lista. Necesita mesa/base.js. ES5 (PL1).
   AmigosAcademiaPintar.manos(vista, paso, soloMia)   las cuatro manos alrededor del tablero
   AmigosAcademiaPintar.frase(vista, paso)            qué pasó en esa jugada, dicho
   AmigosAcademiaPintar.lista(vista, paso, alTocar, distinta)   la lista de jugadas, con la de ahora marcada; distinta(n): si la n
                                                      no es la que se jugó
   AmigosAcademiaPintar.como(cuenta)                  cómo acabó una mano, dicho
     vista: la del servidor (enlinea.consultas.academia.mano_para_ver); paso: 0 recién repartidas, 1 tras la primera… */
var AmigosAcademiaPintar = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, LADOS = { arriba: [3, 2], abajo: [0, 1] };

  function quedan(vista, paso, asiento) {
    var tiradas = {};
    vista.jugadas.slice(0, paso).forEach(function (j) { tiradas[j[0]] = true; });
    return vista.reparto[asiento].filter(function (f) { return !tiradas[f]; });
  }
  function dichas(fichas) {
    return fichas.length ? T('ac_tiene', { fichas: M.juntar(fichas.map(M.ficha)) }) : T('ac_sin_fichas');
  }

  /* ---------- las cuatro manos ---------- */
  function estadoDe(vista, paso, asiento, caja) {
    var p = vista.pasos[paso], d;
    if (p.turno === asiento) {
      d = M.nodo('span', 'ac-hace', null, caja);
      AmigosJugadores.emoticon('sonrie', d);
      M.nodo('span', '', T(M.esYo(asiento) ? 'ac_turno_yo' : 'ac_turno'), d);
    } else if (p.pasaron.indexOf(asiento) >= 0) {
      d = M.nodo('span', 'ac-hace ac-hace--paso', null, caja);
      AmigosJugadores.emoticon('enojo', d);
      M.nodo('span', '', T('ac_pasa'), d);
    }
  }
  function unaMano(vista, paso, asiento, tapada, caja) {
    var suyas = quedan(vista, paso, asiento), alto, fichas, p = vista.pasos[paso];
    var d = M.nodo('div', 'ac-jugador' + (p.turno === asiento ? ' ac-jugador--turno' : ''), null, caja);
    alto = M.nodo('p', 'ac-jugador__n', null, d);
    AmigosJugadores.forma(asiento & 1, alto);
    M.nodo('span', 'ac-jugador__nombre', M.dicho(asiento), alto);
    estadoDe(vista, paso, asiento, alto);
    M.nodo('span', 'solo-lector', tapada ? ', ' + T('ac_tapadas') + ', ' + M.cuantos('ac_quedan', suyas.length) : ', ' + dichas(suyas), alto);
    fichas = M.nodo('div', 'ac-fichas', null, d);
    fichas.setAttribute('aria-hidden', 'true');
    vista.reparto[asiento].forEach(function (f, i) {
      var esta = tapada ? i < suyas.length : suyas.indexOf(f) >= 0, s;
      if (tapada) {
        s = M.dibujo('dorso', 'ficha', fichas, '-29 -57 58 116');
      } else {
        s = fichas.appendChild(AmigosFicha.svg(f));
      }
      M.clase(s, 'ac-fuera', !esta);
    });
  }
  function manos(vista, paso, soloMia) {
    ['arriba', 'abajo'].forEach(function (par) {
      var caja = M.vaciar(M.uno('[data-par="' + par + '"]'));
      LADOS[par].forEach(function (k) {
        var asiento = (M.yo() + k) & 3;
        unaMano(vista, paso, asiento, soloMia && !M.esYo(asiento), caja);
      });
    });
  }

  /* ---------- la frase ---------- */
  function segundos(ms) { return (ms / 1000).toFixed(1); }
  function tirada(j) { return M.deQuien('ac_tiro', j[2], { ficha: M.ficha(j[0]) }) + M.lado(j[1]); }
  function como(cuenta) {
    var tantos;
    if (!cuenta) { return T('ac_incompleta'); }
    tantos = M.mesa.meta === 'juegos_ganados' ? T('ac_la_mano') : M.cuantos('ac_tantos', cuenta[3]);
    if (cuenta[2] === null) { return T(cuenta[0] === 'cierre_empatado' ? 'ac_cierre_empatado' : 'ac_cierre_nadie'); }
    if (cuenta[0] === 'dominada') { return M.deQuien('ac_domino', cuenta[1], { tantos: tantos }); }
    return T('ac_cierre', { pareja: M.nombresDePareja(cuenta[2]), tantos: tantos });
  }
  function frase(vista, paso) {
    var p = vista.pasos[paso], j = vista.jugadas[paso - 1], dichos = [], n = vista.jugadas.length;
    if (!paso) { return T('ac_reparto') + '. ' + (p.turno < 0 ? '' : M.deQuien('ac_sale', p.turno)); }
    dichos.push(T('ac_jugada', { i: paso, n: n }) + ': ' + tirada(j) + (j[3] === null ? '' : ', ' + T('ac_tardo', { s: segundos(j[3]) })));
    p.pasaron.forEach(function (a) { dichos.push(M.deQuien('ac_paso', a)); });
    if (p.turno < 0) { return dichos.join('. ') + '. ' + como(vista.cuenta); }
    return dichos.join('. ') + '. ' + (paso === n ? como(null) : M.deQuien('ac_toca', p.turno));
  }

  /* ---------- la lista ---------- */
  function lista(vista, paso, alTocar, distinta) {
    var ol = M.vaciar(M.uno('[data-jugadas]')), boton;
    function renglon(n, texto, mas) {
      var li = M.nodo('li', '', null, ol), b = M.nodo('button', 'ac-jugada', null, li);
      if (n) { M.nodo('span', 'ac-jugada__i n', String(n), b); }
      M.nodo('span', 'ac-jugada__t', texto, b);
      if (mas) { M.nodo('small', '', mas, b); }
      if (n === paso) { b.setAttribute('aria-current', 'step'); boton = b; }
      if (distinta && distinta(n)) {
        M.clase(b, 'ac-jugada--otra', true);
        M.nodo('span', 'ac-jugada__otra', T('ac_rama_otra'), b);
      }
      b.setAttribute('data-n', String(n));
      b.addEventListener('click', function () { alTocar(n); });
      return b;
    }
    renglon(0, T('ac_reparto'));
    vista.jugadas.forEach(function (j, i) {
      var mas = vista.pasos[i + 1].pasaron.map(function (a) { return M.deQuien('ac_paso', a); });
      if (j[3] !== null) { mas.unshift(segundos(j[3]) + ' s'); }
      renglon(i + 1, tirada(j), mas.join(' · '));
    });
    return boton;
  }
  /* sólo cambia cuál es la de ahora */
  function marcar(paso) {
    var ol = M.uno('[data-jugadas]');
    M.todos('button', ol).forEach(function (b) {
      if (b.getAttribute('data-n') === String(paso)) {
        b.setAttribute('aria-current', 'step');
        ol.scrollTop += b.getBoundingClientRect().top - ol.getBoundingClientRect().top - ol.clientHeight / 2 + b.offsetHeight / 2;
      } else { b.removeAttribute('aria-current'); }
    });
  }

  return { manos: manos, frase: frase, lista: lista, marcar: marcar, como: como, quedan: quedan, segundos: segundos };
}());
