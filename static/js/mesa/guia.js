/* La primera mano guiada: mira cada vista y dice qué conviene saber ahora, en un globo sobre la mesa. ES5 (PL1).
   No decide ni manda nada: la mesa es la misma con ella o sin ella. Sólo sabe lo que su vista trae (EL8).
   Dice lo que es, y cuál ficha conviene no: eso sólo se sabe con el análisis (D738).
   AmigosGuia.consejo(vista, mesa, cuentas, sabe) → {clave, datos} o null     pura: el texto de esa clave está en _guia.html;
                                                                         `sabe.mula`, si ya se dijo qué es una mula
   AmigosGuia.mirar(vista, mesa, cuentas, alCambiar, repite)             pinta; la llama mesa/pagina.js con cada vista y al acabar de
                                                                         repetir: mientras, calla (D127) */
var AmigosGuia = (function () {
  'use strict';

  var FASE = { ESPERA: 1, REPARTIENDO: 2, JUGANDO: 3, FIN_DE_MANO: 4, FIN_DE_PARTIDA: 5 };
  var LLAVE = 'amigos-guia', FICHAS = [], a, b;
  for (a = 0; a < 7; a++) { for (b = a; b < 7; b++) { FICHAS.push([a, b]); } }

  /* ---------- qué decir: puro ---------- */
  function nombreDe(vista, mesa, asiento) { return mesa.personas[vista.datos.lugares[asiento]].nombre; }
  /* como la nombra el resto de la mesa: «blanca-seis»; sola, con números */
  function ficha(n) { return window.AmigosMesa ? window.AmigosMesa.ficha(n) : FICHAS[n][0] + '-' + FICHAS[n][1]; }
  function mula(n) { return FICHAS[n][0] === FICHAS[n][1]; }
  function fichasDe(opciones) {
    var vistas = {}, lista = [];
    opciones.forEach(function (o) { if (!vistas[o[0]]) { vistas[o[0]] = true; lista.push(o[0]); } });
    return lista;
  }
  /* los asientos que se saltó el turno desde la última tirada */
  function pasaron(d, mesa) {
    var c = d.cadena, lista = [], n = mesa.personas.length, s;
    if (!c || !c.length || d.turno < 0) { return lista; }
    for (s = (c[c.length - 1] + 1) % n; s !== d.turno; s = (s + 1) % n) { lista.push(s); }
    return lista;
  }
  /* sin decir otra cosa, cuatro por parejas */
  function pareja(mesa, yo) { return mesa.bandos && mesa.bandos[0].length < 2 ? -1 : (yo + 2) & 3; }
  function clavePorTerminales(clave, t) { return clave + (t[0] === t[1] ? '_igual' : ''); }

  /* en la primera mano de otro juego: por la ficha que se sorteó (VA3) o por la más alta que se repartió (VA8) */
  function salidaDeOtro(d, quien) {
    var sorteada = d.salida && d.salida.length;
    return quien ? (sorteada ? 'sale_otro_ficha' : 'sale_otro_mula') : (sorteada ? 'sales_ficha' : 'sales');
  }
  /* al abrir la primera mano se presenta a la pareja y se dice por qué sale quien sale; a otro juego lo dice su sorteo */
  function laSalida(vista, mesa, quien) {
    var suya = pareja(mesa, vista.yo.asiento), datos = { quien: quien };
    if ((mesa.bandos || suya < 0) && vista.datos.mano > 1) { return { clave: (quien ? 'sale_otro' : 'sales') + '_corrida', datos: datos }; }
    if (mesa.bandos || suya < 0) { return { clave: salidaDeOtro(vista.datos, quien), datos: datos }; }
    datos.pareja = nombreDe(vista, mesa, suya);
    return { clave: (quien ? 'sale_otro' : 'sales') + (vista.datos.mano > 1 ? '_corrida' : '_sorteo'), datos: datos };
  }
  function enMiTurno(vista, mesa, sabe) {
    var d = vista.datos, yo = vista.yo, t = d.terminales, opciones = yo.opciones || [], fichas = fichasDe(opciones), m;
    var datos = { un: t[0], otro: t[1] };
    if (!d.cadena.length && fichas.length === 1) { return { clave: mula(fichas[0]) ? 'sales_mula' : 'sales_con', datos: { ficha: ficha(fichas[0]) } }; }
    if (!d.cadena.length) { return laSalida(vista, mesa, ''); }
    if (yo.roba) { return { clave: clavePorTerminales(mesa.robos > 1 ? 'robas_hasta' : 'robas_una', t), datos: datos }; }
    if (!opciones.length) { return { clave: clavePorTerminales('no_cabes', t), datos: datos }; }
    datos.ficha = ficha(fichas[0]);
    if (yo.mano.length === 1) { return { clave: pareja(mesa, yo.asiento) < 0 ? 'domina_cada' : 'domina', datos: datos }; }
    if (fichas.length === 1) { return { clave: opciones.length > 1 ? 'toca_lados' : 'toca_una', datos: datos }; }
    m = sabe && sabe.mula ? [] : fichas.filter(mula);
    if (m.length) {
      datos.ficha = ficha(m[m.length - 1]);
      return { clave: clavePorTerminales('toca_mula', t), datos: datos };
    }
    return { clave: clavePorTerminales('toca', t), datos: datos };
  }
  /* si antes de pasar robó del pozo: la próxima vez puede traer con qué (VA9) */
  function robando(d, asiento) {
    var robos = d.robos || [], i;
    for (i = 0; i < robos.length; i += 2) { if (robos[i] === d.cadena.length / 3 && robos[i + 1] === asiento) { return true; } }
    return false;
  }
  function mientrasEspero(vista, mesa) {
    var d = vista.datos, yo = vista.yo.asiento, t = d.terminales, lista = pasaron(d, mesa), quien;
    if (lista.indexOf(yo) >= 0) {
      return {
        clave: clavePorTerminales(mesa.personas.length === 2 ? 'pasaste_de_dos' : 'pasaste', t),
        datos: { quien: nombreDe(vista, mesa, d.turno), un: t[0], otro: t[1] }
      };
    }
    if (lista.length) {
      quien = lista[lista.length - 1];
      return {
        clave: clavePorTerminales(robando(d, quien) ? 'paso_robando' : (quien === pareja(mesa, yo) ? 'paso_pareja' : 'paso_rival'), t),
        datos: { quien: nombreDe(vista, mesa, quien), un: t[0], otro: t[1] }
      };
    }
    quien = nombreDe(vista, mesa, d.turno);
    if (!d.cadena.length) { return laSalida(vista, mesa, quien); }
    return { clave: d.turno === pareja(mesa, yo) ? 'espera_pareja' : 'espera', datos: { quien: quien } };
  }
  /* `cuentas`: [[desenlace, asiento, ganadora, tantos]…] de la partida */
  function laCuenta(vista, mesa, cuentas) {
    var c = cuentas && cuentas[cuentas.length - 1], nuestra, datos, como;
    /* de otro juego lo explica la propia cuenta */
    if (!c || mesa.bandos) { return null; }
    nuestra = c[2] === (vista.yo.asiento & 1);
    como = (c[0] === 'dominada' ? 'domino' : 'cerro') + (c[1] === vista.yo.asiento ? '_yo' : '');
    datos = { como: como, quien: nombreDe(vista, mesa, c[1]), tantos: c[3] };
    if (mesa.meta === 'juegos_ganados') {
      return { clave: c[2] < 0 || c[2] === null ? 'cuenta_jg_cierre' : 'cuenta_jg', datos: datos };
    }
    if (c[0] === 'cierre_empatado') { return { clave: 'cuenta_empate', datos: datos }; }
    return { clave: 'cuenta_' + c[0] + '_' + mesa.meta + (nuestra ? '_bien' : ''), datos: datos };
  }
  function alEmpezar(vista, mesa) {
    var suya = pareja(mesa, vista.yo.asiento);
    return suya < 0 ? { clave: 'comienza_cada', datos: {} } : { clave: 'comienza', datos: { pareja: nombreDe(vista, mesa, suya) } };
  }
  function consejo(vista, mesa, cuentas, sabe) {
    var d = vista.datos;
    if (!mesa || d.ausentes) { return null; }
    if (d.fase === FASE.ESPERA) { return alEmpezar(vista, mesa); }
    if (d.fase === FASE.REPARTIENDO) { return { clave: mesa.fichas > 7 ? 'reparte_9' : 'reparte', datos: {} }; }
    if (d.fase === FASE.JUGANDO) { return d.turno === vista.yo.asiento ? enMiTurno(vista, mesa, sabe) : mientrasEspero(vista, mesa); }
    if (d.fase === FASE.FIN_DE_MANO) { return laCuenta(vista, mesa, d.cuentas || cuentas); }
    if (d.fase === FASE.FIN_DE_PARTIDA) { return { clave: pareja(mesa, vista.yo.asiento) < 0 && !mesa.despues ? 'fin_cada' : 'fin', datos: {} }; }
    return null;
  }

  /* ---------- el globo ---------- */
  var caja = document.querySelector('[data-guia]'), dicho = '', ultima = null, quiere, pase = null, mulaEn = -1;
  /* con el dedo, un toque tira; con ratón son dos clics */
  var TIRAR = window.matchMedia && window.matchMedia('(pointer: coarse)').matches ? 'toque' : 'clic';

  function recordar(valor) {
    quiere = valor;
    Amigos.recordar(LLAVE, valor);
  }
  function textoDe(c) {
    var n = caja.querySelector('[data-guia-texto="' + c.clave + '"]'), k;
    function palo(cual, valor) { var p = caja.querySelector('[data-guia-palo="' + valor + '"]'); return p ? p.getAttribute('data-' + cual) : valor; }
    if (!n) { return ''; }
    k = c.datos;
    function otro(clave) { return textoDe({ clave: clave, datos: k }); }
    return n.textContent.trim().replace(/\{(\w+)\}/g, function (todo, hueco) {
      if (hueco === 'un') { return palo('un', k.un); }
      if (hueco === 'otro') { return palo('un', k.otro); }
      if (hueco === 'varios') { return palo('varios', k.un); }
      if (hueco === 'otros') { return palo('varios', k.otro); }
      if (hueco === 'tirar') { return otro(TIRAR); }
      if (hueco === 'como') { return otro(k.como); }
      return k[hueco] === undefined ? todo : String(k[hueco]);
    });
  }
  function pintar(texto, ofrece, alCambiar) {
    var renglon = caja.querySelector('[data-guia-dice]'), estado = texto + '|' + ofrece;
    if (estado === dicho) { return; }
    dicho = estado;
    renglon.textContent = texto;
    Amigos.mostrar(caja.querySelector('[data-guia-ofrece]'), ofrece);
    Amigos.mostrar(caja.querySelector('[data-guia-quitar]'), !ofrece);
    Amigos.mostrar(caja, !!texto);
    if (alCambiar) { alCambiar(); }
  }
  /* que pasaste se queda dicho hasta tu turno, y qué es una mula se dice en un solo turno */
  function deAhora(vista, mesa, cuentas) {
    var d = vista.datos, c = consejo(vista, mesa, cuentas, { mula: mulaEn >= 0 && mulaEn !== vista.version });
    if (c && /^toca_mula/.test(c.clave)) { mulaEn = vista.version; }
    if (d.fase !== FASE.JUGANDO || d.turno === vista.yo.asiento || d.ausentes) { pase = null; return c; }
    if (c && /^pasaste/.test(c.clave)) { pase = { dicho: c, cadena: d.cadena.length }; }
    if (pase && d.cadena.length < pase.cadena) { pase = null; }
    return pase && d.cadena.length > pase.cadena ? pase.dicho : c;
  }
  function mirar(vista, mesa, cuentas, alCambiar, repite) {
    var c, espera = vista.datos.fase === FASE.ESPERA;
    if (!caja || !mesa || mesa.modo !== 'practica') { return; }
    ultima = [vista, mesa, cuentas, alCambiar, repite];
    if (quiere === undefined) { quiere = Amigos.recuerdo(LLAVE) || ''; }
    /* se ofrece antes de repartir; quien comienza sin contestar los ve, y los quita con la equis */
    if (espera && quiere !== 'si') { pintar(textoDe({ clave: 'ofrece', datos: {} }), true, alCambiar); return; }
    if (quiere === 'no') { pintar('', false, alCambiar); return; }
    c = repite ? null : deAhora(vista, mesa, cuentas);
    pintar(c ? textoDe(c) : '', false, alCambiar);
  }
  function responder(valor) {
    return function () {
      recordar(valor);
      if (ultima) { mirar.apply(null, ultima); }
      if (valor === 'no') { pintar('', false, ultima && ultima[3]); }
    };
  }
  if (caja) {
    caja.querySelector('[data-guia-si]').addEventListener('click', responder('si'));
    caja.querySelector('[data-guia-no]').addEventListener('click', responder('no'));
    caja.querySelector('[data-guia-quitar]').addEventListener('click', responder('no'));
  }

  return { consejo: consejo, mirar: mirar };
}());
