/* Geometría de la cadena de dominó: función pura, sin pantalla. ES5, sin dependencias (PL1).
   AmigosCadena.trazar(cadena, {ancho, alto, salidor, volteada, tope}) → {fichas, terminales, escala}
     cadena: jugadas [ficha, extremo, asiento] en orden; ficha 0..27 (0-0, 0-1, …, 6-6); extremo 0 salida, 1 A, 2 B
     ancho, alto: medidas del tablero, en px; salidor: asiento de quien salió; volteada: A se dibuja abajo o derecha
     tope: lo más gruesa que puede ser la ficha, en px (opcional)
     fichas: {ficha, palos:[menor, mayor], extremo, asiento, x, y, giro, mula, caja:{x, y, ancho, alto}, casa}; x, y es el
       centro, en px; giro en grados: a 0 el palo menor queda arriba
     terminales: {A, B}: {x, y, giro, palo, ficha, rumbo}, el centro de donde caería otra ficha mixta, o null sin cadena
     escala: px por unidad del dibujo (la ficha mide 56 × 112 unidades con su separación); encuadre: cuál se usó
   AmigosCadena.hueco(cadena, jugada, opciones) → esa ficha donde caería sin mover las demás, o null
   La primera al centro: mula horizontal, mixta vertical con su palo mayor hacia la pareja del salidor. Un brazo sube,
   gira a la izquierda y baja; el otro, el mismo dado media vuelta. Cada brazo se enrosca hacia dentro de su mitad.
   Añadir una jugada no mueve las anteriores mientras quepa en el mismo encuadre; si no cabe, se pasa al siguiente de
   una lista fija (correr el centro, luego achicar) y nunca se regresa. */
var AmigosCadena = (function () {
  'use strict';

  var GRUESO = 56, MARGEN = 5, GRUESO_MAXIMO = 64, GRUESO_DERECHA = 24;
  /* lo que hace falta delante de la punta para girar sin que una mula del tramo nuevo se salga, en gruesos de ficha */
  var HOLGURA = 1.5;
  var MEDIO = 0.5, NADA = 0.000001;
  var PASO = 0.92, ENCUADRES = 210, CORRIDAS = [0, 0.09, -0.09, 0.18, -0.18, 0.27, -0.27];
  var PARES = (function () {
    var todos = [], a, b;
    for (a = 0; a <= 6; a++) { for (b = a; b <= 6; b++) { todos.push([a, b]); } }
    return todos;
  }());

  function palos(ficha) { return PARES[ficha].slice(); }
  function esMula(ficha) { return PARES[ficha][0] === PARES[ficha][1]; }

  /* los rumbos y cuánto hay que girar el dibujo para que su mitad de arriba mire hacia allá */
  function giroHacia(d) {
    if (d.y < 0) { return 0; }
    if (d.x > 0) { return 90; }
    return d.y > 0 ? 180 : 270;
  }
  function izquierdaDe(d) { return { x: d.y, y: d.x === 0 ? 0 : -d.x }; }
  function contra(d) { return { x: d.x === 0 ? 0 : -d.x, y: d.y === 0 ? 0 : -d.y }; }
  function mover(p, d, cuanto) { return { x: p.x + d.x * cuanto, y: p.y + d.y * cuanto }; }

  /* ---------- un brazo: siempre como si subiera y girara a la izquierda; el otro es éste con media vuelta ---------- */
  function nuevoBrazo(desde, libre, palo, ficha) {
    return { punta: { x: 0, y: -desde }, rumbo: { x: 0, y: -1 }, libre: libre, palo: palo, ficha: ficha, hayMula: false, gira: false, esCentro: true };
  }
  function hasta(b, rumbo, p) {
    if (rumbo.y < 0) { return p.y - b.libre.arriba; }
    if (rumbo.x < 0) { return p.x - b.libre.izquierda; }
    return rumbo.y > 0 ? b.libre.abajo - p.y : b.libre.derecha - p.x;
  }
  function delante(b) { return hasta(b, b.rumbo, b.punta); }
  /* tras una vuelta: ¿hay tramo por delante, y hacia dentro lugar para sus mulas? */
  function cabeElTramo(b) { return delante(b) > -NADA && hasta(b, izquierdaDe(b.rumbo), b.punta) > 1 - NADA; }
  /* el tramo que se deja atrás estrecha el hueco por donde seguirá la espiral */
  function cerrarTramo(b, eje) {
    var hasta = mover(eje, izquierdaDe(b.rumbo), b.hayMula ? 1 : MEDIO);
    if (b.rumbo.x < 0) { b.libre.arriba = hasta.y; }
    if (b.rumbo.y > 0) { b.libre.izquierda = hasta.x; }
    if (b.rumbo.x > 0) { b.libre.abajo = hasta.y; }
    if (b.rumbo.y < 0 && !b.esCentro) { b.libre.derecha = hasta.x; }
    b.esCentro = false;
    b.hayMula = false;
  }
  function girar(b, eje) {
    cerrarTramo(b, eje);
    b.rumbo = izquierdaDe(b.rumbo);
  }

  /* pone una ficha en la punta; null si ya no hay por dónde */
  function poner(b, par) {
    var mula = par[0] === par[1], hay = delante(b), centro, eje, cerca = b.rumbo;
    if (hay < HOLGURA - NADA) { return null; }
    if (mula) {
      centro = mover(b.punta, b.rumbo, MEDIO);
      b.hayMula = true;
      b.punta = mover(b.punta, b.rumbo, 1);
      if (hay - 1 < HOLGURA - NADA) {
        /* mula en la esquina: la cadena sigue por su cabeza */
        girar(b, b.punta);
        b.punta = mover(centro, b.rumbo, 1);
        if (!cabeElTramo(b)) { return null; }
      }
      return { centro: centro, giro: cerca.y === 0 ? 0 : 90, rumbo: cerca };
    }
    if (hay - 2 > HOLGURA - NADA) {
      centro = mover(b.punta, b.rumbo, 1);
      b.punta = mover(b.punta, b.rumbo, 2);
    } else {
      /* en la vuelta, su primera mitad queda delante de la punta */
      eje = mover(b.punta, b.rumbo, MEDIO);
      girar(b, b.punta);
      centro = mover(eje, b.rumbo, MEDIO);
      b.punta = mover(eje, b.rumbo, HOLGURA);
      if (!cabeElTramo(b)) { return null; }
    }
    return { centro: centro, giro: giroHacia(par[0] === b.palo ? contra(b.rumbo) : b.rumbo), rumbo: b.rumbo };
  }
  function copiaDe(b) {
    return {
      punta: b.punta, rumbo: b.rumbo, palo: b.palo, ficha: b.ficha, hayMula: b.hayMula, esCentro: b.esCentro,
      libre: { izquierda: b.libre.izquierda, derecha: b.libre.derecha, arriba: b.libre.arriba, abajo: b.libre.abajo }
    };
  }

  /* ---------- la salida ---------- */
  /* en qué extremo quedó el palo mayor: lo dice la primera jugada de cada lado; antes, la regla (hacia la pareja) */
  function extremoDelMayor(cadena, salidor) {
    var par = PARES[cadena[0][0]], i, otro, tieneMayor;
    for (i = 1; i < cadena.length; i++) {
      otro = PARES[cadena[i][0]];
      tieneMayor = otro[0] === par[1] || otro[1] === par[1];
      if (tieneMayor !== (otro[0] === par[0] || otro[1] === par[0])) { return tieneMayor === (cadena[i][1] === 1) ? 1 : 2; }
      if (cadena[i][1] !== cadena[1][1]) { break; }
    }
    return salidor === 2 || salidor === 3 ? 2 : 1;
  }

  /* ---------- un encuadre: tamaño de ficha y lugar del centro ---------- */
  function armar(cadena, o, grueso, centroX, conReserva) {
    var par = PARES[cadena[0][0]], mula = par[0] === par[1], arriba = o.volteada ? 2 : 1;
    var mayor = extremoDelMayor(cadena, o.salidor), brazos = {}, fichas = [], i, e, puesta;
    var izq = (centroX - MARGEN) / grueso, der = (o.ancho - centroX - MARGEN) / grueso, alto = (o.alto / 2 - MARGEN) / grueso;
    function colocar(jugada, lugar, signo, casa) {
      var p = PARES[jugada[0]], echada = lugar.giro % 180 !== 0, x = centroX + signo * lugar.centro.x * grueso;
      var y = o.alto / 2 + signo * lugar.centro.y * grueso, w = (echada ? 2 : 1) * grueso, h = (echada ? 1 : 2) * grueso;
      fichas.push({
        ficha: jugada[0], palos: [p[0], p[1]], extremo: jugada[1], asiento: jugada[2], x: x, y: y, mula: p[0] === p[1], casa: casa,
        giro: (lugar.giro + (signo < 0 && p[0] !== p[1] ? 180 : 0)) % 360, caja: { x: x - w / 2, y: y - h / 2, ancho: w, alto: h }
      });
    }
    for (e = 1; e <= 2; e++) {
      brazos[e] = nuevoBrazo(mula ? MEDIO : 1, {
        izquierda: -(e === arriba ? izq : der), derecha: -1, arriba: -alto, abajo: alto
      }, mayor === e ? par[1] : par[0], cadena[0][0]);
    }
    colocar(cadena[0], { centro: { x: 0, y: 0 }, giro: mula ? 90 : (mayor === arriba ? 180 : 0) }, 1, true);
    for (i = 1; i < cadena.length; i++) {
      e = cadena[i][1];
      par = PARES[cadena[i][0]];
      puesta = poner(brazos[e], par);
      if (!puesta || (conReserva && !probar(brazos[e]))) { return null; }
      colocar(cadena[i], puesta, e === arriba ? 1 : -1, par[0] === brazos[e].palo || par[1] === brazos[e].palo);
      brazos[e].palo = par[0] === brazos[e].palo ? par[1] : par[0];
      brazos[e].ficha = cadena[i][0];
    }
    return { fichas: fichas, escala: grueso / GRUESO, terminales: {
      A: terminal(brazos[1], arriba === 1 ? 1 : -1, grueso, centroX, o), B: terminal(brazos[2], arriba === 2 ? 1 : -1, grueso, centroX, o)
    } };
  }
  /* dónde caería una mixta cualquiera que casa con la punta */
  function probar(b) { return poner(copiaDe(b), [b.palo, 7]); }
  function terminal(b, signo, grueso, centroX, o) {
    var lugar = probar(b) || { centro: b.punta, giro: 0, rumbo: b.rumbo };
    return {
      x: centroX + signo * lugar.centro.x * grueso, y: o.alto / 2 + signo * lugar.centro.y * grueso, palo: b.palo, ficha: b.ficha,
      giro: (lugar.giro + (signo < 0 ? 180 : 0)) % 360, rumbo: signo > 0 ? lugar.rumbo : contra(lugar.rumbo)
    };
  }

  function leer(cadena, opciones) {
    return {
      ancho: opciones.ancho, alto: opciones.alto, tope: opciones.tope, volteada: !!opciones.volteada, salida: cadena.length && !esMula(cadena[0][0]) ? 1 : MEDIO,
      salidor: opciones.salidor === undefined || opciones.salidor === null ? (cadena.length ? cadena[0][2] : 0) : opciones.salidor
    };
  }
  /* el primero, a la medida de la superficie y que tras la salida quepa otra derecha antes de girar; en un tablero
     chaparro, lo que deje subir, girar y bajar */
  function grosor(o, encuadre) {
    var derecha = (o.alto / 2 - MARGEN) / (o.salida + 2 + HOLGURA + 0.01);
    var primero = Math.min(Math.sqrt(o.ancho * o.alto) / 9.5, Math.min(o.ancho, o.alto) / 5.5, o.tope || GRUESO_MAXIMO, Math.max(derecha, GRUESO_DERECHA));
    return primero * Math.pow(PASO, Math.floor(encuadre / CORRIDAS.length));
  }
  function enEncuadre(cadena, o, encuadre, conReserva) {
    return armar(cadena, o, grosor(o, encuadre), o.ancho * (0.5 + CORRIDAS[encuadre % CORRIDAS.length]), conReserva);
  }
  function trazar(cadena, opciones) {
    var o = leer(cadena, opciones), k, hecho;
    if (!cadena.length) { return { fichas: [], terminales: { A: null, B: null }, escala: grosor(o, 0) / GRUESO, encuadre: 0 }; }
    for (k = 0; k < ENCUADRES; k++) {
      hecho = enEncuadre(cadena, o, k, true);
      if (hecho) { hecho.encuadre = k; return hecho; }
    }
    throw new Error('La cadena no cabe en ' + o.ancho + ' × ' + o.alto);
  }
  /* dónde caería esa jugada sin mover nada; null si obliga a otro encuadre */
  function hueco(cadena, jugada, opciones) {
    var todas = cadena.concat([jugada]), hecho = enEncuadre(todas, leer(todas, opciones), trazar(cadena, opciones).encuadre, false);
    return hecho ? hecho.fichas[cadena.length] : null;
  }

  return { trazar: trazar, hueco: hueco, palos: palos, GRUESO: GRUESO };
}());
