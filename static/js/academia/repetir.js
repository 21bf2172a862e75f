/* La repetición de la Academia: qué mano y qué jugada se mira, los mandos, las teclas y el enlace (AC1). ES5 (PL1).
   AmigosAcademia.vista()           la mano que se mira;  .paso()  cuántas jugadas van
   AmigosAcademia.ir(paso, animar)  salta a una jugada;   .poner(vista, paso)  cambia de mano o de rama
   AmigosAcademia.alMirar(f)        f(vista, paso) cada vez que cambia lo que se mira
   AmigosAcademia.pedir(url, luego(datos | null, error))  JSON del servidor;   .mandar(url, campos, luego)  lo mismo, con POST
   AmigosAcademia.estrecha()        si el tablero y lo de al lado van uno bajo otro
   AmigosAcademia.remirar()         avisa otra vez a quienes miran;   .cuanto(n)  «14 tantos» o «1 mano», según la meta
   AmigosAcademia.paraQuien(valor)  «12 tantos para ustedes»; el valor, para la pareja de quien mira
   AmigosAcademia.reproducir()      anda sola, o se detiene si ya andaba;  .quieta()  pausa;  .tablero;  .partida */
var AmigosAcademia = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, P = AmigosAcademiaPintar, REAL_MAXIMO = 8000, REAL_MINIMO = 250;
  var caja = M.uno('[data-academia]'), partida = leer('ac-partida'), vista = leer('ac-vista');
  var guardadas = {}, paso = 0, reloj = null, direccion = null, miran = [], tablero, simulando = false;
  var desliza = M.uno('[data-desliza]'), prisa = M.uno('[data-prisa]'), soloMia = M.uno('[data-solo-mia]'), dice = M.uno('[data-dice]');

  function leer(id) { return JSON.parse(document.getElementById(id).textContent); }

  /* la mesa, como la esperan las piezas que comparte con el juego en línea */
  M.mesa = { meta: partida.meta, modo: 'normal', nombre: '', organizador: partida.organizador, personas: partida.nombres.map(function (n) { return { nombre: n }; }) };
  M.vista = { yo: { asiento: partida.yo }, datos: { lugares: [0, 1, 2, 3] } };
  /* quien mira una partida de otros (la administración) no es ninguno de los cuatro */
  if (partida.ajena) {
    M.esYo = function () { return false; };
    M.textos.nosotros = M.textos.ellos = '';
  }

  tablero = AmigosTablero.crear(M.uno('[data-tablero]'), { nombres: M.nombres, textos: M.textos });

  /* ---------- pintar ---------- */
  function cadena() {
    return {
      cadena: vista.jugadas.slice(0, paso).map(function (j) { return [j[0], j[1], j[2]]; }),
      salidor: vista.salidor, volteada: M.volteada(), yo: M.yo()
    };
  }
  function pintar(animar) {
    tablero.pintar(cadena(), { animar: !!animar });
    P.manos(vista, paso, !!soloMia && soloMia.checked);
    P.marcar(paso);
    M.escribir(dice, P.frase(vista, paso));
    M.escribir(M.uno('[data-marca]'), marca());
    desliza.value = String(paso);
    desliza.setAttribute('aria-valuetext', paso ? T('ac_jugada', { i: paso, n: vista.jugadas.length }) : T('ac_reparto'));
    M.todos('[data-ir-a]').forEach(function (b) {
      var atras = /atras|primera/.test(b.getAttribute('data-ir-a'));
      Amigos.apagar(b, atras ? paso === 0 : paso === vista.jugadas.length);
    });
    enlazar();
    miran.forEach(function (f) { f(vista, paso); });
  }
  function marca() {
    var partes = [], m = vista.marcador;
    partes.push([M.miPareja(), 1 - M.miPareja()].map(function (pareja, i) {
      var quienes = partida.ajena ? M.nombresDePareja(pareja) : T(i ? 'ellos' : 'nosotros');
      return quienes + ' ' + AmigosJugadores.valor(String(m[pareja]));
    }).join(' · '));
    if (vista.rama) { partes.push(T('ac_rama_de', { nombre: vista.rama.nombre, i: vista.desde + 1 })); }
    else if (vista.desde !== null) { partes.push(T('ac_simulada', { i: vista.desde + 1 })); }
    return partes.join(' · ');
  }
  function enlace() {
    return partida.aqui + '?mano=' + vista.mano + (vista.rama ? '&rama=' + vista.rama.id : '') + '&jugada=' + paso;
  }
  /* «12 tantos para ustedes», como lo dice el servidor; `valor`, para la pareja de quien mira */
  function paraQuien(valor) {
    var quienes = T(valor > 0 ? 'ac_ustedes' : 'ac_ellos');
    if (!valor) { return T('ac_gr_nadie'); }
    if (partida.meta === 'juegos_ganados') { return T('ac_gr_mano', { quienes: quienes }); }
    return T('ac_gr_para', { n: M.cuantos('ac_tantos', Math.abs(valor)), quienes: quienes });
  }
  function enlazar() {
    var base = window.location.protocol + '//' + window.location.host, comparte = M.uno('[data-comparte]');
    /* una simulación sin guardar no tiene enlace: se comparte de dónde salió */
    var aqui = vista.desde !== null && !vista.rama ? partida.aqui + '?mano=' + vista.mano + '&jugada=' + Math.min(paso, vista.desde) : enlace();
    if (comparte) {
      comparte.setAttribute('data-compartir-url', base + aqui);
      comparte.setAttribute('data-compartir', T('ac_comparte', { mano: vista.mano, jugada: paso }));
      M.uno('[data-copia]').setAttribute('data-copiar', base + aqui);
    }
    /* hay navegadores que sólo admiten unas cuantas por minuto: la dirección espera a que se deje de mover */
    window.clearTimeout(direccion);
    direccion = window.setTimeout(function () { if (window.history.replaceState) { window.history.replaceState(null, '', aqui); } }, reproduciendo() ? 1500 : 250);
  }
  function deMano() {
    desliza.max = String(vista.jugadas.length);
    P.lista(vista, paso, function (n) { quieta(); ir(n); }, vista.desde === null ? null : distinta);
    M.escribir(M.uno('[data-donde]'), T('mano_n', { n: vista.mano }));
    M.todos('[data-mano]').forEach(function (a) {
      if (a.getAttribute('data-mano') === String(vista.mano)) {
        a.setAttribute('aria-current', 'page');
        a.parentNode.parentNode.parentNode.scrollLeft = a.offsetLeft - 60;
      } else { a.removeAttribute('aria-current'); }
    });
    if (M.uno('[data-ramas]')) { ramas(); }
    plantilla();
  }
  /* en una simulación o una rama, si esa jugada no es la que se jugó en ese lugar */
  function distinta(n) {
    var era = guardadas[vista.mano], j = vista.jugadas[n - 1], real = era && era.jugadas[n - 1];
    if (!n || n <= vista.desde) { return false; }
    return !real || real[0] !== j[0] || real[1] !== j[1] || real[2] !== j[2];
  }
  function plantilla() {
    var p = M.vaciar(M.uno('[data-plantilla]')), suyas = partida.cuentas.slice(0, vista.mano).filter(function (c) { return c; });
    p.appendChild(AmigosPlantilla.crear(suyas));
  }
  function ramas() {
    var ul = M.vaciar(M.uno('[data-ramas]')), suyas = partida.ramas.filter(function (r) { return r.mano === vista.mano; });
    if (!suyas.length) { M.nodo('li', 'apagada', T('ac_sin_ramas'), ul); }
    suyas.forEach(function (r) {
      var li = M.nodo('li', 'ac-rama', null, ul), a;
      M.nodo('span', 'ac-rama__n', r.nombre + ', ' + T('ac_rama_dato', { i: r.desde + 1, como: '' }).replace(/ · $/, ''), li);
      a = M.nodo('a', 'boton', T('ac_ver_rama'), li);
      M.nodo('span', 'solo-lector', ' ' + r.nombre, a);
      a.href = partida.aqui + '?mano=' + r.mano + '&rama=' + r.id + '&jugada=' + r.desde;
    });
  }

  /* ---------- moverse ---------- */
  function ir(n, animar) {
    var antes = paso;
    paso = Math.max(0, Math.min(vista.jugadas.length, n));
    pintar(animar && paso === antes + 1);
  }
  function poner(nueva, donde) {
    vista = nueva;
    paso = Math.max(0, Math.min(nueva.jugadas.length, donde));
    deMano();
    pintar();
  }
  function alLlegar(luego) {
    return function (x) {
      var datos = null;
      try { datos = JSON.parse(x.responseText); } catch (e) { datos = null; }
      if (x.status === 200 && datos) { luego(datos, ''); return; }
      luego(null, (datos && datos.texto) || T(x.status === 404 || x.status === 410 ? (partida.compartida ? 'ac_retirado' : 'ac_ya_no_esta') : 'ac_sin_red'));
    };
  }
  function pedir(url, luego) {
    var x = new XMLHttpRequest(), llego = alLlegar(luego);
    x.open('GET', url);
    x.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    x.onload = x.onerror = function () { llego(x); };
    x.send();
  }
  /* una orden que no recarga la página: contesta JSON, como `pedir` */
  function mandar(url, campos, luego) { Amigos.publicar(url, campos, alLlegar(luego)); }
  function mano(n, donde, luego) {
    /* en un estudio de una sola mano no hay otras */
    if (n < 1 || n > partida.cuentas.length || (partida.sola && n !== partida.sola)) { return; }
    function ya(nueva) {
      guardadas[n] = nueva;
      poner(nueva, donde === undefined ? 0 : donde);
      if (luego) { luego(); }
    }
    if (guardadas[n]) { ya(guardadas[n]); return; }
    M.escribir(dice, T('ac_cargando'));
    pedir(partida.mano_url.replace('/0.json', '/' + n + '.json'), function (datos, error) {
      if (datos) { ya(datos); } else { quieta(); M.escribir(dice, error); }
    });
  }

  /* ---------- reproducir ---------- */
  function espera() {
    var j = vista.jugadas[paso], ms;
    if (prisa.value !== 'real') { return parseInt(prisa.value, 10); }
    ms = j && j[3] !== null ? j[3] : 1200;
    return Math.max(REAL_MINIMO, Math.min(REAL_MAXIMO, ms));
  }
  function reproduciendo() { return reloj !== null; }
  function boton() {
    var b = M.uno('[data-reproducir]');
    b.setAttribute('aria-label', T(reproduciendo() ? 'ac_pausa' : 'ac_ver'));
    M.mostrar(M.uno('[data-reproducir-si]'), !reproduciendo());
    M.mostrar(M.uno('[data-reproducir-no]'), reproduciendo());
  }
  function quieta() {
    window.clearTimeout(reloj);
    reloj = null;
    /* andando sola no se lee cada frase: taparía a quien escucha */
    dice.setAttribute('role', 'status');
    boton();
  }
  function sigue() {
    reloj = window.setTimeout(function () {
      if (paso < vista.jugadas.length) { ir(paso + 1, true); sigue(); return; }
      if (vista.desde === null && vista.mano < partida.cuentas.length) { mano(vista.mano + 1, 0, sigue); return; }
      quieta();
    }, paso < vista.jugadas.length ? espera() : 2500);
    boton();
  }
  function reproducir() {
    if (reproduciendo()) { quieta(); return; }
    if (paso === vista.jugadas.length) { ir(0); }
    dice.removeAttribute('role');
    sigue();
  }
  function mover(cual) {
    quieta();
    if (cual === 'primera') { ir(0); }
    if (cual === 'atras') { ir(paso - 1); }
    if (cual === 'adelante') { ir(paso + 1, true); }
    if (cual === 'ultima') { ir(vista.jugadas.length); }
  }

  /* ---------- mandos y teclas ---------- */
  M.alTocar('data-ir-a', function (b, cual) { mover(cual); });
  M.alTocar('data-reproducir', reproducir);
  M.alTocar('data-mano', function (a, n, e) {
    if (e.ctrlKey || e.metaKey || e.shiftKey) { return; }
    e.preventDefault();
    quieta();
    mano(parseInt(n, 10), 0);
  });
  function alDeslizar() { quieta(); ir(parseInt(desliza.value, 10)); }
  desliza.addEventListener('input', alDeslizar);
  desliza.addEventListener('change', alDeslizar);
  if (soloMia) {
    soloMia.checked = Amigos.recuerdo('ac-solo-mia') === '1';
    soloMia.addEventListener('change', function () { Amigos.recordar('ac-solo-mia', soloMia.checked ? '1' : ''); pintar(); });
  }
  prisa.addEventListener('change', function () { Amigos.recordar('ac-prisa', prisa.value); });

  var TECLAS = { arrowleft: 'atras', left: 'atras', arrowright: 'adelante', right: 'adelante', home: 'primera', end: 'ultima' };
  function ocupada(n, tecla) {
    if (!n || !n.tagName) { return false; }
    if (n === desliza) { return tecla !== ' ' && tecla !== 'spacebar'; }
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(n.tagName) && n.type !== 'checkbox') { return true; }
    /* el espacio es de quien tiene el foco; las flechas, de la mano que se está simulando */
    if (tecla === ' ' || tecla === 'spacebar') { return /^(BUTTON|A|SUMMARY|INPUT)$/.test(n.tagName) || n.isContentEditable; }
    return !!(simulando && M.uno('[data-mano-simulada]').contains(n)) || (n.getAttribute('class') || '').indexOf('tabla-desliza') >= 0;
  }
  document.addEventListener('keydown', function (e) {
    var tecla = (e.key || '').toLowerCase();
    if (e.ctrlKey || e.altKey || e.metaKey || e.shiftKey || ocupada(e.target, tecla)) { return; }
    if (TECLAS[tecla]) { mover(TECLAS[tecla]); } else if (tecla === ' ' || tecla === 'spacebar') { reproducir(); }
    else if (tecla === 'pagedown' || tecla === 'pageup') { quieta(); mano(vista.mano + (tecla === 'pagedown' ? 1 : -1), 0); } else { return; }
    e.preventDefault();
  });
  document.addEventListener('visibilitychange', function () { if (document.hidden) { quieta(); } });

  /* ---------- a la vista ---------- */
  if (Amigos.recuerdo('ac-prisa')) { prisa.value = Amigos.recuerdo('ac-prisa'); }
  if (!prisa.value) { prisa.value = '1200'; }
  M.mostrar(M.uno('[data-mandos]'), true);
  M.clase(caja, 'ac--viva', true);
  M.clase(document.body, 'ac-abierta', true);
  if (vista.desde === null) { guardadas[vista.mano] = vista; }
  poner(vista, parseInt(caja.getAttribute('data-jugada'), 10) || 0);

  return {
    vista: function () { return vista; }, paso: function () { return paso; }, ir: ir, poner: poner, mano: mano, pedir: pedir, mandar: mandar, quieta: quieta, reproducir: reproducir,
    alMirar: function (f) { miran.push(f); f(vista, paso); }, remirar: function () { miran.forEach(function (f) { f(vista, paso); }); },
    estrecha: function () { return !!(window.matchMedia && window.matchMedia('(max-width: 59.99em)').matches); },
    paraQuien: paraQuien,
    cuanto: function (n) { return partida.meta === 'juegos_ganados' ? M.cuantos('ac_an_juegos', n) : M.cuantos('ac_tantos', n); }, tablero: tablero, partida: partida,
    simular: function (si) { simulando = si; }
  };
}());
