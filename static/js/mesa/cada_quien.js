/* Cada quien por su cuenta: el marcador, la plantilla, por qué se anotó así y el resultado, por jugador. ES5 (PL1).
   AmigosCadaQuien.marcador(datos, caja, hasta);  .plantilla(cuentas, o) → la tabla;  .encabezar(cuenta, n);
   .porque(cuenta, fin, robadas) → frases;  .resultado(vista, en, titulo) */
var AmigosCadaQuien = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T;

  function nadie(cuenta) { return cuenta[2] === null || cuenta[2] < 0; }
  /* primero quien mira, y los demás en el orden del turno */
  function desdeMi() { return M.asientos().map(function (_a, k) { return k ? M.tras(M.yo(), k) : M.yo(); }); }
  function conForma(asiento, en) {
    AmigosJugadores.forma(asiento, en);
    en.appendChild(document.createTextNode(M.dicho(asiento)));
    return en;
  }

  /* arriba: de dos, los dos; de más, el mío, que el de cada quien va junto a su nombre */
  function marcador(datos, caja, hasta) {
    var orden = desdeMi();
    M.vaciar(caja);
    M.clase(caja, 'juego__marc--cada', true);
    orden.slice(0, orden.length === 2 ? 2 : 1).forEach(function (a) {
      var s = M.nodo('span', '', null, caja);
      conForma(a, M.nodo('small', M.deForma(M.bandoDe(a)), null, s));
      M.nodo('b', '', String(datos.marcador[a]), s);
    });
    caja.setAttribute('aria-label', T(hasta > 0 ? 'marcador_cada' : 'marcador_cada_cero', {
      n: hasta, cuales: orden.map(function (a) { return M.dicho(a) + ', ' + datos.marcador[a]; }).join('; ')
    }));
  }

  /* ---------- la plantilla ---------- */
  function plantilla(cuentas, o) {
    var orden = desdeMi(), caja = M.nodo('section', 'plantilla plantilla--cada'), t, tr, cuerpo;
    caja.setAttribute('aria-label', T('plantilla'));
    t = M.nodo('table', 'plantilla__t n', null, caja);
    M.nodo('caption', 'solo-lector', T('tantos_por_mano'), t);
    tr = M.nodo('tr', '', null, M.nodo('thead', '', null, t));
    M.nodo('td', 'plantilla__mano', T('mano'), tr);
    orden.forEach(function (a) {
      var th = M.nodo('th', M.deForma(M.bandoDe(a)), null, tr);
      th.setAttribute('scope', 'col');
      conForma(a, M.nodo('span', 'plantilla__cada', null, th));
    });
    cuerpo = M.nodo('tbody', '', null, t);
    function renglon(rotulo, valores, clase) {
      var r = cuerpo.insertBefore(M.nodo('tr', clase), o.alReves ? cuerpo.firstChild : null), th = M.nodo('th', '', String(rotulo), r);
      th.setAttribute('scope', 'row');
      valores.forEach(function (v) { r.appendChild(v); });
    }
    cuentas.forEach(function (c, i) {
      renglon(i + 1, orden.map(function (a) {
        var td = M.nodo('td', c[2] === a ? '' : 'nada', c[2] === a ? null : '–');
        if (c[2] === a) { M.nodo('span', o.nueva && i === cuentas.length - 1 ? 'nueva' : '', String(c[3]), td); }
        return td;
      }));
    });
    renglon(T('suma'), orden.map(function (a) {
      return M.nodo('td', '', String(cuentas.reduce(function (s, c) { return s + (c[2] === a ? c[3] : 0); }, 0)));
    }), 'plantilla__total');
    if (!cuentas.length) { M.nodo('p', 'plantilla__ancho chica', T('vacia_plantilla'), caja); }
    return caja;
  }

  /* ---------- por qué se anotó así ---------- */
  function encabezar(c, n) {
    if (nadie(c)) { return T('nadie_mano', { n: n }); }
    return M.deQuien('gano_mano', c[2], { n: n });
  }
  function uno(asiento, t) { return T('tiene_tantos', { quien: M.dicho(asiento), n: t[asiento] }); }
  function suma(asientos, t) { return asientos.map(function (a) { return t[a]; }).join(' + '); }
  /* en un cierre: qué tenía cada quien, y quién gana y por qué */
  function delCierre(c, t) {
    var menos = Math.min.apply(null, t), iguales = M.asientos().filter(function (a) { return t[a] === menos; });
    var dice = [M.juntar(desdeMi().map(function (a) { return uno(a, t); })) + '.'];
    if (nadie(c)) { return dice.concat(T('cierre_no_cuenta_cada', { quienes: M.juntar(iguales.map(M.dicho)), n: menos })); }
    if (iguales.length > 1) {
      return dice.concat(M.deQuien('cierre_mas_cerca_cada', c[2], { quienes: M.juntar(iguales.map(M.dicho)), n: menos }));
    }
    return dice.concat(M.deQuien('cierre_menos_cada', c[2]));
  }
  function laSuma(c, t) {
    var otros = M.asientos().filter(function (a) { return a !== c[2]; }), todos = t.reduce(function (s, x) { return s + x; }, 0);
    /* en Federación el cierre suma también lo propio (VA6); en Música, lo de los contrarios (VA10) */
    if (c[0] === 'cierre' && c[3] === todos && (t[c[2]] || /^federacion/.test(M.mesa.juego))) {
      return M.deQuien(t[c[2]] ? 'suma_todas' : 'suma_todas_cero', c[2], { cuenta: suma(M.asientos(), t), n: c[3] });
    }
    return M.deQuien(otros.length > 1 ? 'suma_otros' : 'suma_otro', c[2], { cuenta: suma(otros, t), n: c[3], otro: M.dicho(otros[0]) });
  }
  function porque(c, fin) {
    var t = fin && fin.no_jugados, dice = c[0] === 'dominada' || !t ? [] : delCierre(c, t);
    if (t && !nadie(c)) { dice.push(laSuma(c, t)); }
    return dice;
  }

  /* ---------- el resultado de la partida ---------- */
  function resultado(vista, en, titulo) {
    var d = vista.datos, g = d.ganadora, caja = M.nodo('div', 'resultado' + (M.esYo(g) ? ' resultado--ganamos' : ''), null, en), m;
    titulo(M.deQuien('gano', g), caja);
    m = M.nodo('div', 'resultado__m resultado__m--cada n', null, caja);
    desdeMi().forEach(function (a) {
      var s = M.nodo('div', 'resultado__p' + (a === g ? ' resultado__p--gana' : ''), null, m);
      conForma(a, M.nodo('small', M.deForma(M.bandoDe(a)), null, s));
      M.nodo('b', '', String(d.marcador[a]), s);
    });
    M.nodo('p', 'resultado__llego', T('llego_a_la_meta', { n: d.marcador[g], meta: M.mesa.meta }), en);
  }

  return { marcador: marcador, plantilla: plantilla, encabezar: encabezar, porque: porque, resultado: resultado, desdeMi: desdeMi };
}());
