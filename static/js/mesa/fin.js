/* Lo que cubre la mesa: la espera, la cuenta de la mano y la mesa cerrada. La votación va en mesa/votos.js. ES5 (PL1).
   AmigosFin.pintar(vista, {ordenar, irSala, avisar});  .cubre() → si tapa el tablero */
var AmigosFin = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, F = M.FASE, TIC = 500, APURA = 30000, GRACIA = 900;
  var cubre = M.uno('[data-cubre]'), juego = M.uno('[data-juego]'), dentro = M.uno('[data-cubre-dentro]'), pie = M.uno('[data-cubre-pie]'), verCuenta = M.uno('[data-ver-cuenta]'), lado = M.uno('.juego__lado'), barra = M.uno('.barra', cubre);
  var pintada = '', verMesa = false, noComenzo = '', porLlegar = [], o = null, tic = null, vista = null;

  function parrafo(texto, clase, en) { return texto ? M.nodo('p', clase, texto, en) : null; }
  function boton(texto, clase, en, hacer) {
    var b = M.nodo('button', 'boton ' + clase, texto, en);
    b.addEventListener('click', function () { if (!Amigos.apagado(b)) { hacer(); } });
    return b;
  }
  function apagar(b, si) {
    M.clase(b, 'boton--apagado', si);
    Amigos.apagar(b, si);
  }
  function titulo(texto, en) {
    var h = M.nodo('h2', 'cubre__titulo', texto, en);
    h.tabIndex = -1;
    return h;
  }
  function resta() { var d = vista.datos; return d.resta === null || d.resta === undefined ? null : Math.max(0, vista.recibida + d.resta - M.ahora()); }

  /* ---------- espera ---------- */
  function lugares(en) {
    var caja = M.nodo('div', 'asientos sep-c', null, en), medio;
    function uno(donde, en2) {
      var a = M.delLado(donde), pareja, s, n;
      if (a < 0) { return; }
      pareja = M.bandoDe(a);
      s = M.nodo('div', 'asiento asiento--' + M.deForma(pareja), null, en2);
      s.setAttribute('data-lugar', a);
      n = M.nodo('span', 'asiento__nombre', null, s);
      AmigosJugadores.forma(pareja, n);
      n.appendChild(document.createTextNode(M.nombre(a)));
      M.nodo('span', 'asiento__papel', T(M.lugarDe(a)), s);
    }
    uno(2, M.nodo('div', 'asientos__fila', null, caja));
    medio = M.nodo('div', 'asientos__medio', null, caja);
    uno(3, medio);
    M.nodo('div', 'asientos__centro', '', medio);
    uno(1, medio);
    uno(0, M.nodo('div', 'asientos__fila', null, caja));
  }
  function comenzar(b, datos) {
    noComenzo = '';
    apagar(b, true);
    b.textContent = T('comenzando');
    M.escribir(M.uno('.cubre__titulo', dentro), T('espera_titulo'));
    repasarNota();
    o.ordenar('comenzar', datos);
  }
  function espera() {
    var mia = !M.deTorneo() && M.esYo(M.organizador()), b;
    titulo(T('espera_titulo'), dentro);
    parrafo([M.mesa.nombre, M.deMeta('meta'), M.modo()].filter(Boolean).join(' · '), 'sep-c fuerte', dentro);
    AmigosAjustes.ofrecer(dentro);
    lugares(dentro);
    marcarPorLlegar();
    M.nodo('p', 'barra__nota', '', pie).setAttribute('data-nota', '');
    if (mia) {
      b = boton(T('comenzar'), 'boton--accion boton--ancho', pie, function () { comenzar(b, {}); });
      b.setAttribute('data-comenzar', '');
    }
  }
  /* dos comparten aparato o red: se le dice sólo a quien organiza, que comienza igual o no (D214) */
  function preguntarSiComienza(b, juntos) {
    AmigosDialogo.preguntar({
      titulo: T('comparten_titulo'), texto: T('r_comparten', { quienes: M.juntar(juntos.map(M.nombre)) }), si: T('comparten_si'), no: T('comparten_no'),
      vale: function () { return M.vista.datos.fase === F.ESPERA; }
    }, function () { comenzar(b, { enterado: true }); });
  }
  /* se oprimió y no se pudo: el botón vuelve y la nota dice por qué */
  function sinComenzar(codigo, asientos, juntos) {
    var b = M.uno('[data-comenzar]', pie), h = M.uno('.cubre__titulo', dentro), quienes = (asientos || []).map(M.nombre), falta = quienes.length;
    if (b && juntos) {
      apagar(b, false);
      b.textContent = T('comenzar');
      noComenzo = T('comparten_nota');
      repasarNota();
      preguntarSiComienza(b, juntos);
      return;
    }
    noComenzo = falta ? T(falta > 1 ? 'r_falta_alguien_varios' : 'r_falta_alguien', { quien: M.juntar(quienes) }) : T('r_' + codigo);
    AmigosVoz.decir(noComenzo, true);
    if (b) { apagar(b, false); b.textContent = T('comenzar'); }
    if (b && falta) { h.textContent = T('espera_falta'); }
    repasarNota();
  }
  /* en un torneo nadie oprime «Comenzar»: se dice a quién se espera, y junto a su nombre (D673) */
  function quienFalta() { return porLlegar.length ? T(porLlegar.length > 1 ? 'faltan_n' : 'faltan_1', { quienes: M.juntar(porLlegar.map(M.nombre)) }) : ''; }
  /* en la completada, quién lo es se ve antes de comenzar (D762) */
  function automatico(a) { return M.completada() && (M.mesa.personas[M.persona(a)] || {}).automatico; }
  function marcarPorLlegar() {
    M.todos('[data-lugar]', dentro).forEach(function (n) {
      var a = +n.getAttribute('data-lugar'), falta = porLlegar.indexOf(a) >= 0;
      M.escribir(M.uno('.asiento__papel', n), T(falta ? 'por_llegar' : M.lugarDe(a)) + (automatico(a) ? ' · ' + T('automatico') : ''));
      M.clase(n, 'asiento--falta', falta);
    });
  }
  function esperar(asientos) {
    porLlegar = asientos;
    if (pintada !== 'espera') { return; }
    marcarPorLlegar();
    repasarNota();
    AmigosVoz.decir(quienFalta());
  }
  function notaDeEspera() {
    if (M.deTorneo()) { return [quienFalta(), T('espera_torneo')].filter(Boolean).join(' '); }
    var r = resta(), mia = M.esYo(M.organizador()), sola = M.mesa.modo === 'practica';
    if (mia && !sola && Amigos.apagado(M.uno('[data-comenzar]', pie))) { return M.deTodos('espera_viendo'); }
    return (mia ? noComenzo || T(sola ? 'espera_sola' : 'espera_tu') : T('espera_otro', { quien: M.nombre(M.organizador()) })) +
      (r === null || (sola && r > APURA) ? '' : ' ' + T('espera_cierra', { tiempo: M.tiempo(r) }));
  }

  /* ---------- fin de mano ---------- */
  function encabezar(ultima, n) {
    if (!M.porParejas()) { return AmigosCadaQuien.encabezar(ultima, n); }
    if (ultima[2] !== 0 && ultima[2] !== 1) { return T('nadie_mano', { n: n }); }
    return M.vista.yo.asiento >= 0 && M.esNuestra(ultima[2]) ? T('ganamos_mano', { n: n }) : T('gana_mano', { n: n, pareja: M.nombresDePareja(ultima[2]) });
  }
  /* Federación y Música: se suma todo; el cierre empatado no cuenta, o lo gana quien está más cerca de la mano */
  function porqueDeOtro(ultima, sumas, t) {
    var g = ultima[2], dice = [], cuatro;
    if (ultima[0] === 'cierre_empatado') { return [T('cierre_no_cuenta', { n: sumas[0] })]; }
    if (ultima[0] === 'cierre' && sumas[0] === sumas[1]) {
      dice.push(T('cierre_mas_cerca', { n: sumas[0], pareja: M.aPareja(g) }));
    } else if (ultima[0] === 'cierre') {
      dice.push(T('cierre_menos', { a: M.nombresDePareja(g), na: sumas[g], b: M.nombresDePareja(1 - g), nb: sumas[1 - g], ganan: M.aPareja(g) }));
    }
    cuatro = M.bandos()[g].concat(M.bandos()[1 - g]).map(function (a) { return t[a]; });
    return dice.concat(T(!M.deNadie() && M.esNuestra(g) ? 'cuenta_otro_yo' : 'cuenta_otro', { pareja: M.nombresDePareja(g), cuenta: cuatro.join(' + '), n: ultima[3] }));
  }
  function porque(ultima, fin) {
    var partes = [M.deQuien(ultima[0] === 'dominada' ? 'fin_dominada' : 'fin_cierre', ultima[1])], meta = M.mesa.meta, sumas;
    var t = fin && fin.no_jugados, g = ultima[2];
    if (meta === 'juegos_ganados') {
      partes.push(T(ultima[0] === 'dominada' ? 'cuenta_jg' : 'cierre_jg'));
      return partes.join(' ');
    }
    if (!t) { return partes.join(' '); }
    if (!M.porParejas()) { return partes.concat(AmigosCadaQuien.porque(ultima, fin)).join(' '); }
    sumas = [t[0] + t[2], t[1] + t[3]];
    if (M.otroJuego()) { return partes.concat(porqueDeOtro(ultima, sumas, t)).join(' '); }
    if (ultima[0] === 'cierre_empatado') { return partes.concat(T('cierre_empate', { n: sumas[0] })).join(' '); }
    if (ultima[0] === 'cierre') {
      partes.push(T('cierre_menos', { a: M.nombresDePareja(g), na: sumas[g], b: M.nombresDePareja(1 - g), nb: sumas[1 - g], ganan: M.aPareja(g) }));
    }
    partes.push(T('cuenta_' + meta, { perdedores: M.aPareja(1 - g), n: ultima[3] }));
    return partes.join(' ');
  }
  function fichas(lista, en, quedaron) {
    var caja = M.nodo('span', 'quedo__f', null, en);
    caja.setAttribute('role', 'img');
    caja.setAttribute('aria-label', lista.map(M.fichaEntera).join(', '));
    lista.forEach(function (f) {
      var s = AmigosFicha.svg(f);
      s.setAttribute('class', 'ficha ficha--quedo' + (quedaron && quedaron.indexOf(f) < 0 ? ' ficha--jugada' : ''));
      caja.appendChild(s);
    });
  }
  /* lo que nadie llegó a robar: se ve, y no cuenta (VA7) */
  function enElPozo(fin, ul) {
    var robadas = (vista.datos.robos || []).length / 2, sobran = (fin.pozo || []).slice(robadas), li;
    if (!sobran.length) { return; }
    li = M.nodo('li', 'quedo', null, ul);
    M.nodo('span', 'quedo__n', T('en_el_pozo'), li);
    fichas(sobran, li, null);
  }
  function manos(fin, en) {
    var hoja = M.nodo('section', 'hoja sep', null, en), ul, mas, ul2, orden = M.porParejas() ? [0, 2, 1, 3].map(M.delLado) : AmigosCadaQuien.desdeMi();
    function renglon(a, lista, en2, repartida) {
      var li = M.nodo('li', 'quedo', null, en2), n = M.nodo('span', 'quedo__n', null, li);
      AmigosJugadores.forma(M.bandoDe(a), n);
      n.appendChild(document.createTextNode(M.dicho(a)));
      if (lista.length) { fichas(lista, li, repartida ? fin.sobran[a] : null); } else { M.nodo('strong', 'quedo__f', T('nada_quedo'), li); }
      if (!repartida) { M.nodo('span', 'quedo__t n', String(M.tantos(lista)), li); }
    }
    M.nodo('h3', '', T('las_manos'), hoja);
    ul = M.nodo('ul', 'lista sep-c', null, hoja);
    orden.forEach(function (a) { renglon(a, fin.sobran[a], ul, false); });
    if (window.AmigosPozo) { enElPozo(fin, ul); }
    mas = M.nodo('details', 'mas', null, hoja);
    M.nodo('summary', '', T(M.mesa.fichas > 7 ? 'ver_repartidas_n' : 'ver_repartidas'), mas);
    ul2 = M.nodo('ul', 'lista', null, mas);
    orden.forEach(function (a) { renglon(a, fin.repartidas[a], ul2, true); });
  }
  function reparto(en) {
    var hoja = M.nodo('section', 'hoja sep', null, en), salida, b;
    M.nodo('h3', '', T('comprobar'), hoja);
    parrafo(T('comprobar_sub'), 'chica apagada sep-c', hoja);
    parrafo(T('huella_mano') + ' ' + AmigosTestigo.corta(vista.datos.compromiso), 'chica n', hoja);
    b = boton(T('comprobar'), 'sep-c', hoja, function () { AmigosPasos.pintar(M.vaciar(salida), AmigosAzar.comprobar(vista), M.textos); });
    b.setAttribute('data-comprobar', '');
    parrafo(T('comprobar_luego'), 'chica apagada sep-c', hoja);
    salida = M.nodo('div', 'sep-c', null, hoja);
    salida.setAttribute('role', 'status');
  }
  function cuentaDeMano() {
    var d = vista.datos, n = d.cuentas.length, ultima = d.cuentas[n - 1], columnas = M.nodo('div', 'columnas', null, dentro), a, b, s;
    a = M.nodo('div', 'bloque', null, columnas);
    b = M.nodo('div', 'bloque', null, columnas);
    titulo(encabezar(ultima, n), a);
    parrafo(porque(ultima, d.fin), 'sep-c cubre__porque', a);
    /* las fichas, junto a por qué; la tabla, que crece, después (D862) */
    if (d.fin) { manos(d.fin, a); }
    b.appendChild(AmigosPlantilla.crear(d.cuentas, { nueva: true, alReves: true }));
    if (M.mesa.entre_manos) { botonDeMesa(b); }
    if (d.fin) { reparto(b); } else if (M.deTorneo()) { parrafo(T('embargo'), 'apagada', b); }
    M.nodo('p', 'barra__nota', '', pie).setAttribute('data-nota', '');
    s = boton(T('sigue_mano', { n: n + 1 }), 'boton--accion', pie, function () { apagar(s, true); o.ordenar('continuar', {}); });
    s.setAttribute('data-seguir', '');
    if (M.mesa.entre_manos) { quedarse(M.mesa.al_acabar); } else { botonDeMesa(); }
  }
  /* a quien prueba, al acabar la mano y la partida: otra, o quedarse (D483) */
  function enlace(clave, a, clase, en) {
    var n = M.nodo('a', 'boton ' + clase, T(clave), en);
    n.href = a;
    return n;
  }
  function despues(a) {
    enlace('otra_mano', a.otra, 'boton--accion', pie).setAttribute('data-otra-mano', '');
    quedarse(a);
  }
  function quedarse(a) {
    enlace('crear_cuenta', a.cuenta, 'boton--ancho', pie);
    enlace('otros_juegos', a.juegos, 'boton--texto boton--ancho sep-c', dentro);
    enlace('ver_analizada', a.partida, 'boton--texto boton--ancho', dentro);
  }
  function botonDeMesa(en) { boton(T('ver_mesa'), en ? 'boton--ancho sep' : '', en || pie, function () { ensenarMesa(true); repasarNota(); enfocar(verCuenta); }); }
  function notaDeMano() {
    var d = vista.datos, r = resta(), salidor = M.tras(d.salidor), faltan = M.asientos().filter(function (a) {
      var p = M.mesa.personas[M.persona(a)];
      return !(d.listos >> a & 1) && !(p && p.automatico);
    });
    var b = M.uno('[data-seguir]', pie), ya = d.listos >> M.yo() & 1;
    if (M.mesa.entre_manos && !ya) { return T('visita_nota') + ' ' + M.deQuien('sale_sigue', salidor, { n: d.cuentas.length + 1 }); }
    if (b && ya) { apagar(b, true); M.escribir(b, T('listo')); }
    return M.deQuien('sale_sigue', salidor, { n: d.cuentas.length + 1 }) +
      (ya && faltan.length ? ' ' + T('esperamos', { quienes: M.juntar(faltan.map(M.dicho)) }) : '') +
      (r === null ? '' : ' ' + T('sola_en', { n: Math.ceil(r / 1000) }));
  }

  function alPuesto() { boton(T('ir_a_puesto'), 'boton--accion boton--ancho', pie, o.irSala).setAttribute('data-ir-sala', ''); }

  /* ---------- mesa cerrada ---------- */
  function motivo(d) {
    var clave = 'motivo_' + d.motivo + (d.motivo === 'abandono' && !M.cuenta() ? '_sin' : '');
    /* ya repartida, a quien pierde la señal se le espera: salió quien quiso (D764) */
    if (d.motivo === 'salida' && M.completada() && d.cadena) { clave = 'motivo_salida_completada'; }
    if (d.motivo === 'sin_acuerdo' && d.culpable < 0) { clave = 'motivo_sin_tiempo'; }
    if (M.deTorneo()) { clave = d.ganadora >= 0 ? 'motivo_acabo' : (d.motivo === 'abandono' ? 'motivo_falto' : 'motivo_torneo'); }
    return M.hay(clave) ? M.deQuien(clave, d.culpable) : T('motivo_otro');
  }
  function cerrada() {
    titulo(T('cerrada'), dentro);
    parrafo(motivo(vista.datos), 'sep-c cubre__porque', dentro);
    if (vista.datos.cuentas && vista.datos.cuentas.length) { dentro.appendChild(AmigosPlantilla.crear(vista.datos.cuentas)); }
    /* la última partida se jugó entera: sólo falló el acuerdo para otra */
    if (!M.deTorneo() && /^(sin_acuerdo|comunicacion)$/.test(vista.datos.motivo)) { AmigosVotos.repasarla(dentro); }
    boton(T('ir_a_sala'), 'boton--accion boton--ancho', pie, o.irSala).setAttribute('data-ir-sala', '');
  }

  /* ---------- ausencia ---------- */
  function ausencia() {
    titulo(T('ausente_titulo', { quienes: M.aQuienes(vista.datos) }), dentro);
    M.nodo('p', 'sep-c cubre__porque', '', dentro).setAttribute('data-nota', '');
    if (M.deTorneo()) { parrafo(T('ausente_quedate'), 'sep-c fuerte', dentro); botonDeMesa(); return; }
    M.nodo('p', 'barra__nota', '', pie).setAttribute('data-vas', '');
    boton(T('ausente_ir'), 'boton--accion boton--ancho', pie, o.irEspera);
  }
  function notaDeAusencia() {
    var d = vista.datos, lista = M.esperaA(d), primero;
    if (!lista.length) { return ''; }
    primero = lista.reduce(function (a, b) { return d.ausentes[b] < d.ausentes[a] ? b : a; });
    if (!M.deTorneo()) { M.escribir(M.uno('[data-vas]', pie), T(M.completada() ? 'ausente_vas_completada' : 'ausente_vas', { n: Math.max(0, Math.ceil((o.vaEn() - M.ahora()) / 1000)) })); }
    return T(lista.length > 1 ? 'ausente_que_n' : 'ausente_que', { quien: M.nombre(primero), tiempo: M.tiempo(vista.recibida + d.ausentes[primero] - M.ahora()) }) +
      (M.abandonaron(d) ? ' ' + T('ausente_abandono') : '');
  }

  /* ---------- cuál toca ---------- */
  function escena() {
    var d = vista.datos;
    if (d.fase === F.CERRADA) { return 'cerrada'; }
    if (o.seVan() || (M.deTorneo() && M.esperaA(d).length && !d.ausentes[M.yo()])) { return 'ausencia/' + M.aQuienes(d); }
    if (d.fase === F.ESPERA) { return 'espera'; }
    if (vista.tapada) { return 'tapada/' + vista.version; }
    if (d.fase === F.FIN_DE_MANO) { return 'mano/' + d.partida + '/' + d.cuentas.length; }
    if (d.fase === F.FIN_DE_PARTIDA) { return 'final/' + d.partida; }
    return '';
  }
  var NOTAS = { espera: notaDeEspera, mano: notaDeMano, ausencia: notaDeAusencia, 'final': function () { return AmigosVotos.nota(vista, resta()); } };
  function repasarNota() {
    var nota = M.uno('[data-nota]', cubre), f = NOTAS[pintada.split('/')[0]];
    if (nota && f) { M.escribir(nota, f()); }
    if (/^tapada/.test(pintada)) { M.escribir(verCuenta, T('pasale_volver')); acomodar(); return; }
    M.escribir(verCuenta, T(/^final/.test(pintada) && !M.mesa.despues && AmigosVotos.falta() ? 'ver_cuenta_elegir' : 'ver_cuenta'));
    /* quien prefirió ver la mesa también sabe cuándo sigue */
    if (nota && f && verMesa) { M.escribir(M.uno('[data-turno-sub]'), nota.textContent); }
    acomodar();
  }
  /* la barra y lo enfocado, encima de lo que esté abierto abajo: con la plática abierta «Seguir» quedaba debajo */
  function acomodar() {
    var fijo = /sticky/.test(window.getComputedStyle(lado).position), alto = fijo ? lado.offsetHeight : 0;
    barra.style.bottom = verCuenta.style.bottom = fijo ? alto + 'px' : '';
    document.documentElement.style.scrollPaddingBottom = alto + barra.offsetHeight + 'px';
  }
  /* a quien escribe o contesta una pregunta no se le quita el foco ni se le mueve la página: lo nuevo se le dice */
  function atareado() { return AmigosDialogo.abierto() || M.escribiendo(document.activeElement); }
  /* el foco está en lo que va a quitarse (un botón apagado lo suelta): se lleva a lo que queda, o Tab empezaría desde arriba.
     Nunca a una ficha: el Enter que sigue al de «Comenzar» la tiraría */
  function seQuedaSinFoco() {
    var n = document.activeElement;
    return !n || n === document.body || n === verCuenta || cubre.contains(n);
  }
  function enfocar(n) { if (n) { n.focus({ preventScroll: true }); } }
  function ensenarMesa(si) {
    verMesa = si;
    M.mostrar(cubre, !!pintada && !verMesa);
    M.mostrar(juego, !pintada || verMesa);
    M.mostrar(verCuenta, !!pintada && verMesa);
    M.clase(juego, 'juego__tablero--regreso', !!pintada && verMesa);
    /* sin votación, el final se acomoda como entre manos (D859) */
    document.body.setAttribute('data-escena', verMesa ? 'mesa' : (M.mesa.despues && /^final/.test(pintada) ? 'mano' : pintada.split('/')[0] || 'mesa'));
    if (o) { o.alCambiar(); }
    if (!atareado()) { document.documentElement.scrollTop = document.body.scrollTop = 0; }
  }
  /* lo que aparece donde estaban las fichas no obedece un instante: ese toque iba para una ficha (D737) */
  function ensordecer() {
    cubre.setAttribute('data-avisa-sorda', 'fin');
    window.setTimeout(function () { cubre.removeAttribute('data-avisa-sorda'); }, GRACIA);
  }
  cubre.addEventListener('click', function (e) {
    if (e.detail && cubre.hasAttribute('data-avisa-sorda')) { e.preventDefault(); e.stopPropagation(); }
  }, true);
  function pintar(nueva, opciones) {
    var cual, h, suelto;
    vista = nueva;
    o = opciones;
    cual = escena();
    if (cual !== pintada) {
      if (!pintada && M.mesa.modo === 'practica' && /^(mano|final)/.test(cual)) { ensordecer(); }
      pintada = cual;
      suelto = seQuedaSinFoco();
      M.vaciar(dentro);
      M.vaciar(pie);
      if (/^espera/.test(cual)) { espera(); }
      if (/^tapada/.test(cual)) { AmigosPasar.armar(vista, dentro, pie, { titulo: titulo, parrafo: parrafo, boton: boton, apagar: apagar, verMesa: botonDeMesa, ordenar: o.ordenar }); }
      if (/^mano/.test(cual)) { cuentaDeMano(); }
      if (/^final/.test(cual)) { AmigosVotos.armar(vista, dentro, pie, { titulo: titulo, parrafo: parrafo, porque: porque, manos: manos, reparto: reparto, verMesa: botonDeMesa, despues: despues, alPuesto: alPuesto, ordenar: o.ordenar }); }
      if (/^cerrada/.test(cual)) { cerrada(); }
      if (/^ausencia/.test(cual)) { ausencia(); }
      ensenarMesa(false);
      h = M.uno('.cubre__titulo', dentro);
      if (h && atareado()) { AmigosVoz.decir(h.textContent); } else if (h) { h.focus(); } else if (suelto) { enfocar(M.uno('[data-turno]')); }
      if (tic === null) { tic = window.setInterval(repasarNota, TIC); }
    }
    if (/^final/.test(cual) && !M.mesa.despues) { AmigosVotos.repasar(vista); }
    repasarNota();
  }

  verCuenta.addEventListener('click', function () { ensenarMesa(false); enfocar(M.uno('.cubre__titulo', dentro)); });

  return { pintar: pintar, acomodar: acomodar, sinComenzar: sinComenzar, esperar: esperar, cubre: function () { return !!pintada && !verMesa; }, encabezar: encabezar, porque: porque, motivo: motivo };
}());
