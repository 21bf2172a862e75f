/* Los tres de enfrente, el marcador, el renglón del turno y los avisos de la mesa. Pinta lo que diga la vista.
   ES5 (PL1). Necesita mesa/base.js y mesa/ficha.js. */
var AmigosJugadores = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T;
  var LADOS = { 3: 'izquierda', 2: 'pareja', 1: 'derecha' }, DURA = 6000, DORSOS = 7;
  var rivales = M.uno('[data-rivales]'), turno = M.uno('[data-turno]'), avisos = M.uno('[data-avisos]'), fichas = {};

  function forma(pareja, dentroDe) {
    var cual = M.deForma(pareja);
    return M.dibujo('s-' + cual, 'forma ' + cual, dentroDe);
  }
  function emoticon(cual, dentroDe) { return M.dibujo(cual === 'sonrie' ? 'e-sonrie' : 'e-enojo', 'emoticon', dentroDe, '0 0 40 40'); }

  /* quién pasó: en la práctica se queda dicho hasta que le vuelve a tocar, que su tirada dura un instante (D734) */
  var pasados = [], deMano = '';
  function repasarPases(d) {
    if (d.compromiso !== deMano || d.fase !== M.FASE.JUGANDO || M.mesa.modo !== 'practica' || M.deNadie()) { pasados = []; }
    deMano = d.compromiso;
    if (d.fase !== M.FASE.JUGANDO) { return; }
    pasados = pasados.concat(M.pasaron(d)).filter(function (a) { return a !== d.turno; });
  }

  /* ---------- los de enfrente ---------- */
  function dorsos(n, dentroDe) {
    var s = M.nodo('span', 'quedan__dorsos', null, dentroDe), i;
    s.setAttribute('aria-hidden', 'true');
    for (i = 0; i < Math.min(n, DORSOS); i++) { M.nodo('i', '', null, s); }
  }
  function tarjeta(color, n, dentroDe) {
    var s;
    if (!n) { return; }
    s = M.nodo('span', 'tarjeta tarjeta--' + color + ' n', null, dentroDe);
    M.dibujo('t-' + color, 'tarjeta__t', s, '0 0 14 20');
    M.nodo('b', 'tarjeta__n', String(n), s).setAttribute('aria-hidden', 'true');
    M.nodo('span', 'tarjeta__p', M.cuantos(M.COLORES[color], n), s);
  }
  /* por color: amarillas de la partida, azules y rojas de la cuenta (002 §2.1.5) */
  function tarjetas(asiento, datos, dentroDe) {
    M.tarjetas(asiento, datos).forEach(function (t) { tarjeta(t[0], t[1], dentroDe); });
  }
  function dice(asiento, datos, paso, dentroDe) {
    var b;
    if (datos.fase !== M.FASE.JUGANDO) { return; }
    if (datos.turno === asiento) {
      b = M.nodo('span', 'dice', null, dentroDe);
      emoticon('sonrie', b);
      M.nodo('span', '', T('tira'), b);
    } else if (paso.indexOf(asiento) >= 0) {
      b = M.nodo('span', 'dice dice--paso', null, dentroDe);
      emoticon('enojo', b);
      M.nodo('span', '', T('paso'), b);
    } else if (M.deTres() && asiento === M.tras(datos.turno)) { M.nodo('span', 'dice dice--sigue', T('sigue'), dentroDe); }
  }
  /* lo que robó en este turno, y sus tantos donde cada quien lleva los suyos */
  function loSuyo(asiento, datos, linea) {
    var robo = datos.fase === M.FASE.JUGANDO ? M.robo(datos, asiento) : 0, tantos;
    if (robo) { M.nodo('span', 'jugador__robo n', M.cuantos('robo', robo), linea); }
    if (M.porParejas() || M.cuantosSon() < 3) { return; }
    tantos = M.nodo('b', 'jugador__tantos n', String(datos.marcador[asiento]), linea);
    M.nodo('span', 'solo-lector', ' ' + T('tantos'), tantos);
  }
  function unJugador(li, asiento, clave, datos) {
    var nombre, linea, persona;
    M.vaciar(li);
    li.className = 'jugador jugador--' + clave + ' jugador--' + M.deForma(M.bandoDe(asiento)) +
      (datos.turno === asiento ? ' jugador--turno' : '') + (datos.ausentes && datos.ausentes[asiento] ? ' jugador--ausente' : '');
    nombre = M.nodo('span', 'jugador__n', null, li);
    forma(M.bandoDe(asiento), nombre);
    M.nodo('span', 'jugador__nombre', M.nombre(asiento), nombre);
    M.nodo('span', 'solo-lector', ', ' + T(M.lugarDe(asiento)) + (M.deTres() ? ', ' + M.deQuien('tras_de', M.tras(asiento, 2)) : ''), nombre);
    persona = M.mesa.personas[M.persona(asiento)];
    linea = M.nodo('span', 'jugador__d', null, li);
    if (datos.quedan) {
      var q = M.nodo('span', 'quedan n', null, linea);
      dorsos(datos.quedan[asiento], q);
      M.nodo('b', '', String(datos.quedan[asiento]), q).setAttribute('aria-hidden', 'true');
      M.nodo('span', 'solo-lector', M.cuantos('fichas', datos.quedan[asiento]), q);
    } else if (persona && persona.automatico) {
      M.nodo('span', '', T('automatico'), linea);
    } else {
      M.nodo('span', '', T(M.lugarDe(asiento)), linea);
    }
    loSuyo(asiento, datos, linea);
    tarjetas(asiento, datos, linea);
    dice(asiento, datos, pasados, li);
  }
  function pintarRivales(datos) {
    /* en el orden del turno, que así se oye; dónde se ve cada uno lo dice la hoja (D830) */
    [1, 2, 3].forEach(function (lado) {
      var asiento = M.delLado(lado), clave = LADOS[lado];
      if (asiento < 0) { return; }
      if (!fichas[clave]) { fichas[clave] = M.nodo('li', 'jugador', null, rivales); }
      unJugador(fichas[clave], asiento, clave, datos);
    });
  }

  /* ---------- marcador hasta la mano anterior ---------- */
  function valor(v) { return v === 'ventaja' ? T('v_ventaja') : (v === 'gana' ? T('v_gana') : String(v)); }
  /* los dos de una pareja, cada uno en lo suyo: el largo se recorta y el otro se sigue leyendo */
  function nombrar(n, pareja, juntas) {
    var uno = M.nombre(pareja), otro = M.nombre(pareja + 2);
    if (n.textContent === juntas) { return; }
    M.vaciar(n).title = juntas;
    M.nodo('span', 'juego__nombre', uno, n);
    M.nodo('span', 'juego__y', juntas.slice(uno.length, juntas.length - otro.length), n);
    M.nodo('span', 'juego__nombre', otro, n);
  }
  function deLasParejas(datos, caja, hasta) {
    var mia = M.miPareja(), nos = valor(datos.marcador[mia]), ellos = valor(datos.marcador[1 - mia]);
    var juntas = M.nombresDePareja(mia), otras = M.nombresDePareja(1 - mia);
    M.escribir(M.uno('[data-marcador-nos]'), nos);
    M.escribir(M.uno('[data-marcador-ellos]'), ellos);
    M.clase(caja, 'juego__marc--palabra', /\D/.test(nos + ellos));
    nombrar(M.uno('[data-nombres-nos]'), mia, juntas);
    nombrar(M.uno('[data-nombres-ellos]'), 1 - mia, otras);
    caja.setAttribute('aria-label', T(hasta > 0 ? 'marcador' : 'marcador_cero', {
      n: hasta, nosotros: T('nosotros') + ' (' + juntas + ')', ellos: T('ellos') + ' (' + otras + ')', a: nos, b: ellos
    }));
  }
  function pintarMarcador(datos) {
    var partes, caja = M.uno('[data-marcador]'), hasta = datos.fase === M.FASE.JUGANDO ? datos.mano - 1 : datos.mano;
    if (M.porParejas()) { deLasParejas(datos, caja, hasta); } else { AmigosCadaQuien.marcador(datos, caja, hasta); }
    /* cerrada a media mano, `mano` es la última que se contó: diría otra */
    partes = datos.mano && datos.fase !== M.FASE.CERRADA ? [T('mano_n', { n: datos.mano })] : [];
    partes.push(M.deMeta('corta'));
    if (M.modo()) { partes.push(M.modo()); }
    /* si no caben en un renglón, se parten entre una cosa y otra: no «Sin» y «prisa» */
    partes = partes.map(function (p) { return p.replace(/ /g, '\u00a0'); });
    M.escribir(M.uno('[data-donde]'), partes.join(' · ').replace(/^./, function (c) { return c.toUpperCase(); }));
  }

  /* ---------- el renglón del turno ---------- */
  function cabezaDelTurno(datos, yo) {
    var mio = datos.turno === yo.asiento;
    if (datos.fase === M.FASE.REPARTIENDO) { return ['', T('repartiendo'), T('repartiendo_sub')]; }
    if (datos.fase !== M.FASE.JUGANDO) { return finDeMano(datos); }
    if (datos.ausentes) { return ['', T('ausente_titulo', { quienes: M.aQuienes(datos) }), T('reloj_detenido')]; }
    if (!mio) { return ['sonrie', T('turno', { quien: M.nombre(datos.turno) }), abajo(datos, datos.turno)]; }
    if (yo.roba) { return ['enojo', T('turno_sin_cabida'), AmigosPozo.que(datos)]; }
    if (yo.opciones && !yo.opciones.length) { return ['enojo', T('turno_sin_cabida'), T('pasas_solo')]; }
    return ['sonrie', T('turno_yo', { quien: M.nombre(yo.asiento) }), abajo(datos, yo.asiento)];
  }
  function abajo(datos, asiento) {
    var t = M.terminales(datos);
    if (!t && M.esYo(asiento) && M.salidaObligada()) { return T('sales_con', { ficha: M.ficha(M.salidaObligada()[0]) }); }
    if (!t) { return M.esYo(asiento) ? T('sales_tu') : T('sale_quien', { quien: M.nombre(asiento) }); }
    return T('terminales', { a: t[0], b: t[1] });
  }
  function finDeMano(datos) {
    var ultima = datos.cuentas && datos.cuentas[datos.cuentas.length - 1];
    if (!ultima) { return ['', '', '']; }
    return ['', M.deQuien(ultima[0] === 'dominada' ? 'domino' : 'cerro', ultima[1]), T('contando')];
  }
  function pintarTurno(vista, enviando) {
    var datos = vista.datos, que = cabezaDelTurno(datos, vista.yo), cara = M.uno('[data-turno-cara]'), mias = M.uno('[data-turno-mio]'), salio = M.uno('[data-salio]');
    var mio = datos.fase === M.FASE.JUGANDO && datos.turno === vista.yo.asiento && !datos.ausentes;
    M.vaciar(cara);
    M.escribir(salio, datos.fase === M.FASE.JUGANDO ? (datos.cadena.length ? M.quienSalio(datos) : M.porQueSale(datos)) : '');
    M.clase(salio, 'salidor--porque', datos.fase === M.FASE.JUGANDO && !datos.cadena.length);
    if (que[0]) { emoticon(que[0], cara); }
    M.escribir(M.uno('[data-turno-quien]'), enviando ? T(vista.yo.roba ? 'robando' : 'enviando') : que[1]);
    M.escribir(M.uno('[data-turno-sub]'), que[2]);
    M.clase(turno, 'turno--mio', mio && vista.yo.opciones && vista.yo.opciones.length > 0);
    M.vaciar(mias);
    if (pasados.indexOf(vista.yo.asiento) >= 0 && datos.fase === M.FASE.JUGANDO) {
      var b = M.nodo('span', 'dice dice--paso dice--mio', null, mias);
      emoticon('enojo', b);
      M.nodo('span', '', T('paso_yo'), b);
    }
    if (M.deTres() && datos.fase === M.FASE.JUGANDO && M.esYo(M.tras(datos.turno))) { M.nodo('span', 'dice dice--mio dice--sigue', T('sigue_yo'), mias); }
    if (M.robo(datos, vista.yo.asiento) && datos.fase === M.FASE.JUGANDO && !vista.yo.roba) {
      M.nodo('span', 'dice dice--mio dice--robo', M.cuantos('robaste', M.robo(datos, vista.yo.asiento)), mias);
    }
    tarjetas(vista.yo.asiento, datos, mias);
  }

  /* ---------- avisos que pasan ---------- */
  function avisar(texto, clase, dura) {
    var p, quitar, caja = M.uno('[data-juego]').hidden ? M.uno('[data-cubre-avisos]') : avisos;
    if (!texto) { return null; }
    M.todos('p', caja).forEach(function (viejo) { if (viejo.textContent === texto) { caja.removeChild(viejo); } });
    p = M.nodo('p', 'paso ' + (clase ? 'paso--' + clase : ''), texto, caja);
    /* dos regaños encimados tapaban el marcador: el nuevo quita al anterior */
    M.todos('.paso--mal', caja).forEach(function (viejo) { if (viejo !== p && clase === 'mal') { caja.removeChild(viejo); } });
    while (caja.childNodes.length > 2) { caja.removeChild(caja.firstChild); }
    quitar = function () { if (p.parentNode) { p.parentNode.removeChild(p); } };
    p.addEventListener('click', quitar);
    window.setTimeout(quitar, dura || DURA);
    return p;
  }
  /* la amarilla y por qué, en un aviso que cabe antes del marcador: ni él ni los nombres quedan debajo (EL3, D811) */
  function regana(dicho) {
    var marca = M.uno('[data-marcador]'), p = avisar(dicho.join(' '), 'amarilla');
    if (p && p.parentNode === avisos) { p.style.maxWidth = Math.max(140, marca.offsetLeft - avisos.offsetLeft - 4) + 'px'; }
  }
  /* una ficha a cada quien: sale la mayor (VA3) */
  function sorteoDeLaSalida(datos) {
    var suyas = M.asientos().map(function (a) { return M.dicho(a) + ', ' + M.ficha(datos.salida[a]); });
    return M.deQuien('sorteo_salida', datos.salidor, { cuales: suyas.join('; ') }) + M.porEmpate(datos);
  }
  /* tarjetas y lo que el sistema contó del turno, sólo cuando cambia */
  function compararCon(antes, vista) {
    var dichos = [], regano = [], datos = vista.datos, i;
    if (!antes) { return dichos; }
    for (i = 0; i < datos.amarillas.length; i++) {
      if (datos.partida === antes.datos.partida && datos.amarillas[i] > antes.datos.amarillas[i]) {
        dichos.push(M.deQuien('amarilla', i, { n: datos.amarillas[i] }));
        regano.push(M.deQuien('amarilla_corta', i, { n: datos.amarillas[i] }));
      }
    }
    if (datos.salida && datos.salida.length && !datos.cadena.length && antes.datos.fase !== datos.fase) {
      dichos.push(sorteoDeLaSalida(datos));
      avisar(dichos[dichos.length - 1], '', 2 * DURA);
    }
    if (datos.aviso && (!antes.datos.aviso || antes.datos.turno !== datos.turno)) {
      dichos.push(M.deQuien(datos.aviso === 1 ? 'era_unica' : 'sin_cierre', datos.turno));
      regano.push(M.deQuien(datos.aviso === 1 ? 'era_unica_corta' : 'sin_cierre_corta', datos.turno));
    }
    regana(regano);
    return dichos;
  }

  /* [azules, rojas] de cada persona, que cambiaron sin jugada; devuelve lo que se dice de viva voz */
  function tarjetasDe(personas) {
    var dichos = [];
    M.mesa.personas.forEach(function (p, i) {
      var azules = personas[i][0], rojas = personas[i][1], cuales;
      if (p.azules === azules && p.rojas === rojas) { return; }
      p.azules = azules;
      p.rojas = rojas;
      cuales = [azules ? M.cuantos('azules', azules) : '', rojas ? M.cuantos('rojas', rojas) : ''].filter(function (t) { return t; });
      dichos.push(T('tarjetas_de', { quien: M.nombreDePersona(i), cuales: cuales.length ? M.juntar(cuales) : T('sin_azules_ni_rojas') }));
    });
    return M.mesa.modo === 'practica' ? [] : dichos;
  }

  return {
    tarjetasDe: tarjetasDe,
    pintar: function (vista, enviando) {
      repasarPases(vista.datos);
      pintarRivales(vista.datos);
      pintarMarcador(vista.datos);
      pintarTurno(vista, enviando);
      if (window.AmigosPozo) { AmigosPozo.pintar(vista, enviando, rivales); }
    },
    avisar: avisar, compararCon: compararCon, forma: forma, emoticon: emoticon, valor: valor
  };
}());
