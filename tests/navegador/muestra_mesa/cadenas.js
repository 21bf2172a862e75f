/* Cadenas legales al azar (con semilla) y lo que se les exige; sólo para pruebas. */
var Cadenas = (function () {
  'use strict';
  var NADA = 0.01;

  function azarCon(semilla) {
    var s = semilla >>> 0;
    return function () { s = (s * 1664525 + 1013904223) >>> 0; return s / 4294967296; };
  }
  function elige(azar, lista) { return lista[Math.floor(azar() * lista.length)]; }

  /* porA: qué tanto se carga a un brazo; porMula: qué tanto se prefieren las mulas */
  function alAzar(semilla, porA, porMula) {
    var azar = azarCon(semilla), usadas = {}, cadena, punta = {}, salidor = Math.floor(azar() * 4), i, e, p, ops, pref, j;
    var salida = Math.floor(azar() * 28);
    p = AmigosCadena.palos(salida);
    e = salidor === 2 || salidor === 3 ? 2 : 1;
    punta[e] = p[1];
    punta[3 - e] = p[0];
    usadas[salida] = true;
    cadena = [[salida, 0, salidor]];
    for (;;) {
      ops = [];
      for (i = 0; i < 28; i++) {
        p = AmigosCadena.palos(i);
        for (e = 1; e <= 2 && !usadas[i]; e++) { if (p[0] === punta[e] || p[1] === punta[e]) { ops.push([i, e, p[0] === p[1]]); } }
      }
      if (!ops.length) { return cadena; }
      e = azar() < porA ? 1 : 2;
      pref = ops.filter(function (o) { return o[1] === e; });
      ops = pref.length ? pref : ops;
      pref = azar() < porMula ? ops.filter(function (o) { return o[2]; }) : [];
      j = elige(azar, pref.length ? pref : ops);
      p = AmigosCadena.palos(j[0]);
      usadas[j[0]] = true;
      punta[j[1]] = p[0] === punta[j[1]] ? p[1] : p[0];
      cadena.push([j[0], j[1], (salidor + cadena.length) % 4]);
    }
  }

  /* el lado por donde se tocan dos fichas: su centro y su largo */
  function contacto(a, b) {
    var x0 = Math.max(a.x, b.x), x1 = Math.min(a.x + a.ancho, b.x + b.ancho);
    var y0 = Math.max(a.y, b.y), y1 = Math.min(a.y + a.alto, b.y + b.alto);
    return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, dx: x1 - x0, dy: y1 - y0 };
  }
  /* centro de la mitad que enseña ese palo */
  function mitad(f, palo, grueso) {
    var t = f.giro * Math.PI / 180, s = palo === f.palos[0] ? 1 : -1;
    return { x: f.x + s * Math.sin(t) * grueso / 2, y: f.y - s * Math.cos(t) * grueso / 2 };
  }
  function lejos(a, b) { return Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)); }

  function faltas(cadena, o) {
    var t = AmigosCadena.trazar(cadena, o), w = t.escala * AmigosCadena.GRUESO, dichas = [], punta = {}, ultima = {}, esquinas = 0;
    function falta(que, i) { dichas.push(que + ' en la ' + i + ': ' + JSON.stringify([cadena, o])); }
    t.fichas.forEach(function (f, i) {
      var c = f.caja, e = cadena[i][1], c2, previa, palo, k, m;
      if (f.ficha !== cadena[i][0] || f.asiento !== cadena[i][2]) { falta('no es la jugada', i); }
      if (c.x < 4 || c.y < 4 || c.x + c.ancho > o.ancho - 4 || c.y + c.alto > o.alto - 4) { falta('fuera del tablero', i); }
      for (k = 0; k < i; k++) {
        c2 = contacto(c, t.fichas[k].caja);
        if (c2.dx > NADA && c2.dy > NADA) { falta('encimada con la ' + k, i); }
      }
      if (i === 0) { ultima[1] = ultima[2] = f; return; }
      previa = ultima[e];
      palo = punta[e] === undefined ? null : punta[e];
      if (palo === null) { palo = previa.palos.indexOf(f.palos[0]) >= 0 ? f.palos[0] : f.palos[1]; }
      c2 = contacto(c, previa.caja);
      k = Math.max(c2.dx, c2.dy);
      /* al dar vuelta tras una mula atravesada, la ficha se le recarga grueso y medio */
      if (Math.abs(Math.min(c2.dx, c2.dy)) > NADA || (Math.abs(k - w) > NADA && !(previa.mula && Math.abs(k - 1.5 * w) < NADA))) {
        falta('no se tocan', i);
      }
      if (k > 1.1 * w) { c2 = c2.dx > c2.dy ? { x: previa.x, y: c2.y } : { x: c2.x, y: previa.y }; }
      m = mitad(f, palo, w);
      if (!f.mula && lejos(m, c2) > w / 2 + NADA) { falta('no toca por su palo', i); }
      m = mitad(previa, palo, w);
      if (!previa.mula && lejos(m, c2) > w / 2 + NADA) { falta('la anterior no toca por su palo', i); }
      if (f.mula && Math.abs(lejos(f, c2) - w / 2) > NADA) { falta('mula sin atravesar', i); }
      if (previa.mula && i > 1 && lejos(previa, c2) > w / 2 + NADA) { esquinas++; }
      punta[e] = f.palos[0] === palo ? f.palos[1] : f.palos[0];
      ultima[e] = f;
    });
    ['A', 'B'].forEach(function (letra, k) {
      var ter = t.terminales[letra];
      if (punta[k + 1] !== undefined && ter.palo !== punta[k + 1]) { falta('terminal ' + letra, cadena.length); }
      if (ter.x < 0 || ter.y < 0 || ter.x > o.ancho || ter.y > o.alto) { falta('terminal fuera ' + letra, cadena.length); }
    });
    return { dichas: dichas, grueso: w, esquinas: esquinas };
  }

  function opciones(medida, i) { return { ancho: medida[0], alto: medida[1], volteada: i % 2 === 1 }; }

  function revisar(medida, porA, porMula, cuantas) {
    var total = { faltas: [], menor: Infinity, esquinas: 0, larga: 0 }, i, r, cadena;
    for (i = 0; i < cuantas && total.faltas.length < 5; i++) {
      cadena = alAzar(i * 7919 + 17, porA, porMula);
      r = faltas(cadena, opciones(medida, i));
      total.faltas = total.faltas.concat(r.dichas);
      total.menor = Math.min(total.menor, r.grueso);
      total.esquinas += r.esquinas;
      total.larga = Math.max(total.larga, cadena.length);
    }
    return total;
  }

  /* jugada por jugada: nada se mueve en el mismo encuadre y nunca se regresa a uno anterior */
  function crecer(medida, cuantas) {
    var malas = [], cambios = 0, i, n, k, cadena, antes, ahora, hueco, luego;
    for (i = 0; i < cuantas; i++) {
      cadena = alAzar(i * 104729 + 3, [0.5, 1, 0, 0.75][i % 4], [0.2, 0.9][i % 2]);
      antes = null;
      for (n = 1; n <= cadena.length; n++) {
        ahora = AmigosCadena.trazar(cadena.slice(0, n), opciones(medida, i));
        if (antes && ahora.encuadre < antes.encuadre) { malas.push('regresó ' + JSON.stringify(cadena.slice(0, n))); }
        if (antes && ahora.encuadre !== antes.encuadre) { cambios++; }
        for (k = 0; antes && ahora.encuadre === antes.encuadre && k < n - 1; k++) {
          if (JSON.stringify(ahora.fichas[k].caja) !== JSON.stringify(antes.fichas[k].caja) || ahora.fichas[k].giro !== antes.fichas[k].giro) {
            malas.push('se movió la ' + k + ' ' + JSON.stringify(cadena.slice(0, n)));
          }
        }
        if (n < cadena.length) {
          hueco = AmigosCadena.hueco(cadena.slice(0, n), cadena[n], opciones(medida, i));
          luego = AmigosCadena.trazar(cadena.slice(0, n + 1), opciones(medida, i));
          if (luego.encuadre === ahora.encuadre && JSON.stringify(hueco) !== JSON.stringify(luego.fichas[n])) {
            malas.push('el hueco no es donde cae ' + JSON.stringify(cadena.slice(0, n + 1)));
          }
        }
        antes = ahora;
      }
    }
    return { malas: malas.slice(0, 5), cambios: cambios / cuantas };
  }

  return { alAzar: alAzar, faltas: faltas, revisar: revisar, crecer: crecer };
}());
