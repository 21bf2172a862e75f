/* Lo común a los guiones de la mesa: textos, nodos, y quién es quién en la última vista. ES5, sin dependencias (PL1).
   Los textos llegan en <script type="application/json" id="textos-mesa">; los números, en docs/protocolo.md.
   AmigosMesa.mesa    datos del mensaje `mesa`; AmigosMesa.vista, {version, datos, yo, recibida} */
var AmigosMesa = (function () {
  'use strict';

  var SVG = 'http://www.w3.org/2000/svg', XLINK = 'http://www.w3.org/1999/xlink';
  var caja = document.getElementById('textos-mesa'), textos = caja ? JSON.parse(caja.textContent) : {};
  var M = { mesa: null, vista: null, cuentas: [], textos: textos };

  M.FASE = { SIN_ABRIR: 0, ESPERA: 1, REPARTIENDO: 2, JUGANDO: 3, FIN_DE_MANO: 4, FIN_DE_PARTIDA: 5, CERRADA: 6 };

  /* ---------- textos ---------- */
  /* de una pasada: un nombre puede llevar llaves o signos de pesos */
  M.T = function (clave, datos) {
    var t = textos[clave];
    if (typeof t !== 'string') { return ''; }
    return t.replace(/\{(\w+)\}/g, function (todo, hueco) {
      return datos && datos[hueco] !== undefined && datos[hueco] !== null ? String(datos[hueco]) : todo;
    });
  };
  M.hay = function (clave) { return typeof textos[clave] === 'string'; };
  /* «x_1» o «x_n» según cuántos */
  M.cuantos = function (clave, n) { return M.T(clave + (n === 1 ? '_1' : '_n'), { n: n }); };
  /* «x_yo» si habla de quien mira */
  M.deQuien = function (clave, asiento, datos) {
    var d = datos || {};
    d.quien = M.nombre(asiento);
    return M.esYo(asiento) && M.hay(clave + '_yo') ? M.T(clave + '_yo', d) : M.T(clave, d);
  };
  M.juntar = function (lista) {
    if (lista.length < 2) { return lista.join(''); }
    return lista.slice(0, -1).join(', ') + ' ' + (/^h?i(?!e)/i.test(lista[lista.length - 1]) ? 'e' : textos.y) + ' ' + lista[lista.length - 1];
  };
  M.tiempo = function (ms) {
    var s = Math.max(0, Math.ceil(ms / 1000)), r = s % 60;
    return Math.floor(s / 60) + ':' + (r < 10 ? '0' : '') + r;
  };
  M.ahora = function () { return new Date().getTime(); };

  /* ---------- nodos ---------- */
  M.uno = function (selector, dentroDe) { return (dentroDe || document).querySelector(selector); };
  M.todos = function (selector, dentroDe) { return Array.prototype.slice.call((dentroDe || document).querySelectorAll(selector)); };
  M.nodo = function (nombre, clase, texto, dentroDe) {
    var n = document.createElement(nombre);
    if (clase) { n.className = clase; }
    if (nombre === 'button') { n.type = 'button'; }
    if (texto !== undefined && texto !== null) { n.textContent = texto; }
    if (dentroDe) { dentroDe.appendChild(n); }
    return n;
  };
  M.dibujo = function (id, clase, dentroDe, caja) {
    var s = document.createElementNS(SVG, 'svg'), u = document.createElementNS(SVG, 'use');
    s.setAttribute('class', clase || 'icono');
    s.setAttribute('aria-hidden', 'true');
    s.setAttribute('focusable', 'false');
    if (caja) { s.setAttribute('viewBox', caja); }
    u.setAttributeNS(XLINK, 'xlink:href', '#' + id);
    s.appendChild(u);
    if (dentroDe) { dentroDe.appendChild(s); }
    return s;
  };
  M.vaciar = function (n) { while (n.firstChild) { n.removeChild(n.firstChild); } return n; };
  M.mostrar = Amigos.mostrar;
  M.escribir = function (n, texto) { if (n && n.textContent !== texto) { n.textContent = texto; } };
  M.clase = function (n, nombre, si) {
    var era = n.getAttribute('class') || '', sin = (' ' + era + ' ').replace(' ' + nombre + ' ', ' ').replace(/^\s+|\s+$/g, '');
    var con = si ? sin + (sin ? ' ' : '') + nombre : sin;
    if (era !== con) { n.setAttribute('class', con); }
  };
  M.escribiendo = function (n) { return !!n && /^(INPUT|TEXTAREA|SELECT)$/.test(n.tagName) && n.type !== 'checkbox'; };
  /* llama a `hacer` al tocar algo con ese atributo, con su valor */
  M.alTocar = function (atributo, hacer) {
    document.addEventListener('click', function (e) {
      var n = Amigos.subir(e.target, atributo);
      if (n) { hacer(n, n.getAttribute(atributo), e); }
    });
  };

  /* ---------- cuántos son y quién va con quién: si la mesa no lo dice, cuatro por parejas (VA1) ---------- */
  var PAREJAS = [[0, 2], [1, 3]], LADOS = { 2: [0, 2], 3: [0, 1, 3], 4: [0, 1, 2, 3] };
  M.bandos = function () { return (M.mesa && M.mesa.bandos) || PAREJAS; };
  M.porParejas = function () { return M.bandos()[0].length > 1; };
  M.cuantosSon = function () { return M.bandos().length * M.bandos()[0].length; };
  M.deTres = function () { return M.cuantosSon() === 3; };
  M.asientos = function () { var lista = [], a; for (a = 0; a < M.cuantosSon(); a++) { lista.push(a); } return lista; };
  M.tras = function (asiento, k) { return (asiento + (k || 1)) % M.cuantosSon(); };
  M.bandoDe = function (asiento) { return asiento % M.bandos().length; };
  /* en qué lado de la mesa se ve: 0 abajo, 1 derecha, 2 arriba, 3 izquierda */
  M.ladoDe = function (asiento) { return LADOS[M.cuantosSon()][(asiento - M.yo() + M.cuantosSon()) % M.cuantosSon()]; };
  /* quien se ve de ese lado, o -1 */
  M.delLado = function (lado) {
    var k = LADOS[M.cuantosSon()].indexOf(lado);
    return k < 0 ? -1 : (M.yo() + k) % M.cuantosSon();
  };
  /* cómo se le dice por su lugar: «a_tu_derecha», «tu_pareja» o «enfrente» */
  M.lugarDe = function (asiento) {
    var lado = M.ladoDe(asiento);
    if (lado === 2) { return M.porParejas() ? 'tu_pareja' : 'enfrente'; }
    return lado === 1 ? 'a_tu_derecha' : (lado === 3 ? 'a_tu_izquierda' : 'tu');
  };
  /* un texto que habla de «los cuatro», si son otros tantos */
  M.deTodos = function (clave, datos) { return M.T(M.cuantosSon() !== 4 && M.hay(clave + '_todos') ? clave + '_todos' : clave, datos); };
  /* ---------- quién es quién ---------- */
  M.yo = function () { return M.vista ? M.vista.yo.asiento : 0; };
  M.esYo = function (asiento) { return !!M.vista && asiento === M.yo(); };
  M.persona = function (asiento) { return M.vista.datos.lugares[asiento]; };
  M.asientoDe = function (persona) { return M.vista.datos.lugares.indexOf(persona); };
  M.nombreDePersona = function (persona) {
    var p = M.mesa && M.mesa.personas[persona];
    return p ? p.nombre : textos.nadie;
  };
  M.nombre = function (asiento) { return asiento >= 0 && M.vista ? M.nombreDePersona(M.persona(asiento)) : textos.nadie; };
  M.nombres = function () { return M.asientos().map(M.nombre); };
  /* como se le dice en una frase: «Tú» o su nombre */
  M.dicho = function (asiento) { return M.esYo(asiento) ? textos.tu : M.nombre(asiento); };
  /* varios en una frase, uno al último: «Carmen y tú» */
  M.quienes = function (asientos) {
    var otros = asientos.filter(function (a) { return !M.esYo(a); }).map(M.nombre);
    return M.juntar(otros.length < asientos.length ? otros.concat(otros.length ? textos.tu.toLowerCase() : textos.tu) : otros);
  };
  M.miPareja = function () { return M.bandoDe(M.yo()); };
  /* color y forma de un bando: el propio, siempre el mismo. Cada quien por su cuenta, uno distinto cada uno; en el aparato que se
     pasa no cambian al pasarlo (D756) */
  var FORMAS = ['nos', 'ellos', 'tercero', 'cuarto'];
  M.deForma = function (bando) {
    var n = M.bandos().length;
    return FORMAS[(bando - (window.AmigosPasar && !M.porParejas() ? 0 : M.miPareja()) + n) % n];
  };
  M.esNuestra = function (pareja) { return pareja === M.miPareja(); };
  /* quien mira, o el aparato tapado, no es de ninguna: a nadie se le dice «nosotros» (D715) */
  M.deNadie = function () { return !!M.vista && M.vista.yo.asiento < 0; };
  M.nombresDePareja = function (pareja) { return M.juntar(M.bandos()[pareja].map(M.nombre)); };
  /* en medio de una frase: a la de quien mira se le dice «ustedes», que «a Tú y Rosita» no se dice */
  M.aPareja = function (pareja) { return !M.deNadie() && M.esNuestra(pareja) ? textos.ustedes : M.nombresDePareja(pareja); };
  M.organizador = function () { return M.asientoDe(M.mesa.organizador); };
  /* Federación o Música: se suma sin recortar a la meta y los textos son otros (D408) */
  M.otroJuego = function () { return !!M.mesa.juego && M.mesa.juego !== 'amigos'; };
  M.deMeta = function (clave) {
    var suya = clave + '_' + M.mesa.meta;
    return M.hay(suya) && !M.otroJuego() ? M.T(suya) : M.T(clave + '_tantos', { n: M.mesa.meta });
  };
  /* sólo el juego de siempre cuenta y lleva tarjetas (VA2) */
  M.cuenta = function () { return M.mesa.modo === 'normal' && !M.otroJuego(); };
  /* la mesa de un torneo en pantallas: la abre y la cierra el torneo (TO26) */
  M.deTorneo = function () { return M.mesa.modo === 'intranet'; };
  /* varias personas y automáticos: no cuenta, y al irse una se acaba (D764) */
  M.completada = function () { return M.mesa.modo === 'completada'; };
  /* [color, cuántas] de las que lleva; en práctica no hay */
  M.COLORES = { amarilla: 'amarillas', azul: 'azules', roja: 'rojas' };
  M.tarjetas = function (asiento, datos) {
    var p = M.mesa.personas[M.persona(asiento)] || {};
    if (M.mesa.modo === 'practica') { return []; }
    return [['amarilla', M.cuenta() ? datos.amarillas[asiento] : 0], ['azul', p.azules], ['roja', p.rojas]].filter(function (t) { return t[1] > 0; });
  };
  /* «Práctica» o «Sin prisa»; vacío en la normal y si el nombre de la mesa ya lo dice */
  M.modo = function () {
    var dicho = M.cuenta() ? '' : textos['modo_' + M.mesa.modo];
    return dicho === M.mesa.nombre ? '' : dicho;
  };
  /* quien está en 1 o 2 ve la cadena volteada: su derecha es siempre «abajo o derecha» */
  M.volteada = function () { return M.yo() === 1 || M.yo() === 2; };
  M.lado = function (extremo) {
    if (!extremo) { return ''; }
    /* con un paño a la vista, por donde se ve la punta, como en «¿De qué lado?» (D742, D807) */
    return textos[((extremo === 1) !== M.volteada() ? 'arriba' : 'abajo') + (M.seVe ? M.seVe() || '_duda' : '')];
  };
  /* las terminales como se ven: primero la de arriba o izquierda */
  M.terminales = function (datos) {
    var t = datos.terminales;
    if (!t || t[0] < 0) { return null; }
    return M.volteada() ? [t[1], t[0]] : [t[0], t[1]];
  };
  M.palos = function (ficha) { return AmigosCadena.palos(ficha); };
  M.tantos = function (fichas) { return fichas.reduce(function (s, f) { var p = M.palos(f); return s + p[0] + p[1]; }, 0); };
  /* en lo que se lee, sus dos números; en lo que se oye, además con qué figura está escrito cada uno (VA11) */
  M.ficha = function (ficha) { return AmigosFicha.corta(ficha, textos); };
  M.fichaEntera = function (ficha) { return AmigosFicha.nombre(ficha, textos); };
  /* la cadena plana del protocolo, en ternas */
  M.ternas = function (plana) {
    var salida = [], i;
    for (i = 0; plana && i < plana.length; i += 3) { salida.push([plana[i], plana[i + 1], plana[i + 2]]); }
    return salida;
  };
  /* los que pasaron desde la última tirada: los asientos que se saltó el turno */
  M.pasaron = function (datos) {
    var cadena = datos.cadena || [], lista = [], s;
    if (!cadena.length || datos.turno < 0) { return lista; }
    for (s = M.tras(cadena[cadena.length - 1]); s !== datos.turno; s = M.tras(s)) { lista.push(s); }
    return lista;
  };
  /* cuántas robó desde la última tirada; `robos` son pares (fichas que había en la mesa, asiento) */
  M.robo = function (datos, asiento) {
    var van = (datos.cadena || []).length / 3, robos = datos.robos || [], n = 0, i;
    /* a quien le toca, sólo lo de este turno: lo último, si nadie robó después (D464) */
    if (asiento === datos.turno) {
      for (i = robos.length - 2; i >= 0 && robos[i] === van && robos[i + 1] === asiento; i -= 2) { n += 1; }
      return Math.min(n, M.mesa.robos || n);
    }
    for (i = 0; i < robos.length; i += 2) { if (robos[i] === van && robos[i + 1] === asiento) { n += 1; } }
    /* robando de una en una, la vuelta en que nadie tiró no suma la anterior (VA9) */
    return M.mesa.robos ? Math.min(n, M.mesa.robos) : n;
  };
  /* la jugada con que por regla se sale, si no hay otra (VA8) */
  M.salidaObligada = function () {
    var yo = M.vista.yo;
    return yo.opciones && yo.opciones.length === 1 && yo.mano.length > 1 ? yo.opciones[0] : null;
  };
  /* por qué sale quien sale: en la primera mano, lo que diga el juego; después, el siguiente (RG1, RG5, VA3, VA8) */
  M.porQueSale = function (d) {
    if (d.mano > 1) { return M.deQuien('sale_corrida', d.salidor) + luego(d); }
    if (d.salida && d.salida.length) { return M.deQuien('sale_ficha', d.salidor, { ficha: M.ficha(d.salida[d.salidor]) }) + M.porEmpate(d) + luego(d); }
    return M.deQuien(M.otroJuego() ? claveDeLaMayor(d) : 'sale_sorteo', d.salidor) + luego(d);
  };
  /* de tres nadie está enfrente, y hacia dónde va el turno no se adivina: se dice (D830) */
  function enFrase(asiento) { return M.esYo(asiento) ? textos.tu.toLowerCase() : M.nombre(asiento); }
  function luego(d) { return M.deTres() ? ' ' + M.T('luego_van', { uno: enFrase(M.tras(d.salidor)), otro: enFrase(M.tras(d.salidor, 2)) }) : ''; }
  function mula(ficha) { var p = M.palos(ficha); return p[0] === p[1]; }
  /* mula o no: lo sabe quien sale, y quien tiene una mula sabe que las hay; los demás, hasta que cae (VA8, D806) */
  function claveDeLaMayor(d) {
    var suya = M.esYo(d.salidor) && M.salidaObligada(), mia = M.vista.yo.mano || [];
    if (suya) { return mula(suya[0]) ? 'sale_mula' : 'sale_mayor'; }
    return mia.some(mula) ? 'sale_mula' : 'sale_mula_o';
  }
  /* en el sorteo de la salida, si otra suma lo mismo, gana la de lado mayor (VA3) */
  M.porEmpate = function (d) {
    var n = M.tantos([d.salida[d.salidor]]);
    return d.salida.filter(function (f) { return M.tantos([f]) === n; }).length > 1 ? ' ' + M.T('sorteo_empate', { n: n }) : '';
  };
  /* lo que se lee en el paño: con la primera ficha de la partida ya caída, cuál fue (D806) */
  M.quienSalio = function (d) {
    var primera = M.otroJuego() && d.mano === 1 && d.cadena.length === 3 && !(d.salida && d.salida.length);
    return M.deQuien('salio_mesa', d.salidor) + (primera ? ' ' + M.T(mula(d.cadena[0]) ? 'salio_mula' : 'salio_mayor') : '') + (M.deTres() ? '.' + luego(d) : '');
  };
  M.esperaA = function (datos) {
    return M.asientos().filter(function (a) { return datos.ausentes && datos.ausentes[a] > 0; });
  };
  M.abandonaron = function (datos) { return M.esperaA(datos).some(function (a) { return datos.abandonos >> a & 1; }); };
  /* sus nombres; quien se fue cuando ya se esperaba a otro lleva «(Abandono)» (EL9) */
  M.aQuienes = function (datos) {
    return M.juntar(M.esperaA(datos).map(function (a) { return M.dicho(a) + (datos.abandonos >> a & 1 ? ' ' + M.T('abandono') : ''); }));
  };

  return M;
}());
