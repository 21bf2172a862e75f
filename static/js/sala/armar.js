/* Tabla de armado: se toca un lugar, se toca a una persona y el siguiente lugar libre queda listo. Las listas
   desplegables del formulario siguen ahí, escondidas: son lo que se envía. Los lugares son los del juego que se escoge
   (`data-lados`): de dos, enfrente; de tres, a los lados. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var S = window.Sala, forma = S && S.uno('[data-armado]');
  if (!forma) { return; }

  var LADOS = ['arriba', 'izquierda', 'derecha'], ORDEN = LADOS, parejas = true, juego = S.uno('[data-armado-juego]'), turno = 'arriba', elegidos = {}, REPETIDO = 500, tocada = '', tocadaEn = 0, CORRIDA = 700, tocadaAhi = null;
  var POCAS = 8, busca = S.uno('[data-busca]'), nadie = S.uno('[data-nadie]'), caja = S.uno('[data-elige-lista]'), nota = S.uno('[data-armado-nota]'), crear = S.uno('[data-crear]'), seFue = S.uno('[data-se-fue]'), porLlegar = S.uno('[data-por-llegar]'), esperados = {}, enviada = false, error = S.uno('[data-error-de]'), yo = document.body.getAttribute('data-yo');

  function lista(cual) { return forma.querySelector('select[name="' + cual + '"]'); }
  function lugar(cual) { return forma.querySelector('[data-lugar="' + cual + '"]'); }
  function filas() { return forma.querySelectorAll('[data-elegible]'); }
  function sinAcentos(t) {
    var de = 'áàäâéèëêíìïîóòöôúùüûñ', a = 'aaaaeeeeiiiioooouuuun', i, j, s = '';
    t = t.toLowerCase();
    for (i = 0; i < t.length; i++) { j = de.indexOf(t.charAt(i)); s += j < 0 ? t.charAt(i) : a.charAt(j); }
    return s;
  }

  function poner(cual, cuenta, nombre) {
    var sel = lista(cual), i, hay = false, op;
    elegidos[cual] = cuenta ? { cuenta: cuenta, nombre: nombre } : null;
    for (i = 0; i < sel.options.length; i++) { if (sel.options[i].value === cuenta) { hay = true; } }
    if (cuenta && !hay) {
      op = document.createElement('option');
      op.value = cuenta;
      op.textContent = nombre;
      sel.appendChild(op);
    }
    sel.value = cuenta || '';
  }
  function lugarDe(cuenta) {
    var i;
    for (i = 0; i < ORDEN.length; i++) { if (elegidos[ORDEN[i]] && elegidos[ORDEN[i]].cuenta === cuenta) { return ORDEN[i]; } }
    return '';
  }
  function siguienteLibre() {
    var i;
    for (i = 0; i < ORDEN.length; i++) { if (!elegidos[ORDEN[i]]) { return ORDEN[i]; } }
    return '';
  }
  function puntoDe(e) { return e.detail ? { x: e.clientX, y: e.clientY, pagina: window.pageYOffset, lista: caja.scrollTop } : null; }
  function mismoPunto(a, b) {
    return !!a && !!b && a.pagina === b.pagina && a.lista === b.lista && Math.abs(a.x - b.x) < 24 && Math.abs(a.y - b.y) < 24;
  }
  /* el segundo de un doble toque movería a quien el primero sentó; y si la lista se corrió, por la búsqueda borrada o un nombre
     de dos renglones, caería en otra persona */
  function repetido(cuenta, punto) {
    var ahora = Date.now(), hace = ahora - tocadaEn;
    if ((hace < REPETIDO && (tocada === cuenta || tocada === '')) || (hace < CORRIDA && tocada !== cuenta && mismoPunto(punto, tocadaAhi))) {
      tocadaEn = ahora;
      return true;
    }
    tocada = busca.value ? '' : cuenta;
    tocadaAhi = punto;
    tocadaEn = ahora;
    return false;
  }
  /* si la página brinca, el segundo toque cae en otra cosa; el navegador que no sabe enfocar quieto se regresa */
  function enfocarSinMover(n) {
    var y = window.pageYOffset;
    n.focus({ preventScroll: true });
    if (window.pageYOffset !== y) { document.documentElement.scrollTop = document.body.scrollTop = y; }
  }
  function elegir(cuenta, nombre, e) {
    var antes;
    if (repetido(cuenta, puntoDe(e))) {
      if (tocada !== cuenta) { decirCorrida(); }
      return;
    }
    antes = lugarDe(cuenta);
    if (antes) { poner(antes, '', ''); }
    if (antes !== turno) { poner(turno, cuenta, nombre); }
    olvidarEsperado(cuenta);
    delete esperados[turno];
    turno = siguienteLibre() || turno;
    if (busca.value) { busca.value = ''; }
    darPorSabido();
    error.setAttribute('hidden', '');
    pintar();
    Amigos.decir(nota.textContent);
    if (!siguienteLibre()) { enfocarSinMover(crear); }
  }

  /* cada quien por su cuenta, el de enfrente también es contrario */
  function suyo(b, atributo) { return (!parejas && b.getAttribute(atributo + '-cada')) || b.getAttribute(atributo); }
  function pintarLugares() {
    var i, b, e, lado, forma;
    for (i = 0; i < ORDEN.length; i++) {
      b = lugar(ORDEN[i]);
      e = elegidos[ORDEN[i]];
      lado = parejas && ORDEN[i] === 'arriba' ? 'nos' : 'ellos';
      b.querySelector('[data-lugar-nombre]').textContent = e ? e.nombre : b.getAttribute('data-nombre');
      b.querySelector('[data-lugar-papel]').textContent = suyo(b, 'data-de');
      b.className = 'asiento asiento--' + lado + (e ? '' : ' asiento--libre') + (ORDEN[i] === turno ? ' asiento--turno' : '');
      forma = b.querySelector('.forma');
      forma.setAttribute('class', 'forma ' + lado);
      forma.querySelector('use').setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', '#s-' + lado);
      /* los dos contrarios se dicen igual: el lugar los distingue */
      b.setAttribute('aria-label', b.getAttribute('data-nombre') + (e ? ': ' + e.nombre : '') + ', ' + suyo(b, 'data-de'));
      b.setAttribute('aria-pressed', ORDEN[i] === turno ? 'true' : 'false');
    }
    S.uno('[data-pregunta-t]').textContent = suyo(lugar(turno), 'data-pregunta');
  }
  /* a dos que se llaman igual los distingue la hora en que entraron, como en la lista de la Sala */
  function distinguir(todas) {
    var veces = {}, i, nombre, entro;
    for (i = 0; i < todas.length; i++) { nombre = 'n' + sinAcentos(todas[i].getAttribute('data-nombre')); veces[nombre] = (veces[nombre] || 0) + 1; }
    for (i = 0; i < todas.length; i++) {
      entro = todas[i].querySelector('[data-entro]');
      Amigos.mostrar(entro, veces['n' + sinAcentos(todas[i].getAttribute('data-nombre'))] > 1);
    }
  }
  function pintarPersonas() {
    var todas = filas(), i, f, cuenta, donde, hay = 0, pide = sinAcentos(busca.value.replace(/^\s+|\s+$/g, '')), va;
    for (i = 0; i < todas.length; i++) {
      f = todas[i];
      cuenta = f.getAttribute('data-elegible');
      donde = lugarDe(cuenta);
      va = cuenta !== yo && sinAcentos(f.getAttribute('data-nombre')).indexOf(pide) >= 0;
      Amigos.mostrar(f, va);
      if (va) { hay += 1; }
      f.className = donde ? 'elegible--puesto' : '';
      f.querySelector('[data-donde]').textContent = donde ? lugar(donde).getAttribute('data-nombre') : '';
      f.querySelector('button').setAttribute('aria-pressed', donde ? 'true' : 'false');
    }
    distinguir(todas);
    /* con pocas personas se ven todas sin buscar; ya puesto no se quita, que correría la lista */
    if (todas.length > POCAS) { busca.parentNode.removeAttribute('hidden'); }
    nadie.textContent = nadie.getAttribute(pide ? 'data-sin-nombre' : 'data-vacia');
    Amigos.mostrar(nadie, !hay);
  }
  function hayAQuienElegir() {
    var todas = filas(), i, cuenta;
    for (i = 0; i < todas.length; i++) {
      cuenta = todas[i].getAttribute('data-elegible');
      if (cuenta !== yo && !lugarDe(cuenta)) { return true; }
    }
    return false;
  }
  /* `por`: «tarda» en llegar, «se fue» o, ya dicho eso, nada */
  function esperadosPor(que) {
    return ORDEN.filter(function (l) { return esperados[l] && esperados[l].por === que && !esta(esperados[l].cuenta); }).map(function (l) { return esperados[l]; });
  }
  function darPorSabido() { ORDEN.forEach(function (l) { if (esperados[l] && esperados[l].por === 'se fue') { esperados[l].por = ''; } }); }
  function pintarNota() {
    var faltan = [], i, sola;
    for (i = 0; i < ORDEN.length; i++) { if (!elegidos[ORDEN[i]]) { faltan.push(lugar(ORDEN[i]).getAttribute('data-nombre').toLowerCase()); } }
    nota.textContent = faltan.length ? nota.getAttribute(faltan.length > 1 ? 'data-faltan' : 'data-falta-uno') + ' ' + faltan.join(', ') : nota.getAttribute('data-listo');
    if (faltan.length && !hayAQuienElegir() && !esperadosPor('tarda').length) { nota.textContent += '. ' + nota.getAttribute('data-nadie-mas'); }
    sola = faltan.length === ORDEN.length || !S.uno('[data-completar]').checked;
    if (faltan.length && !sola) { nota.textContent = nota.getAttribute('data-completada'); }
    crear.disabled = faltan.length > 0 && sola;
  }
  function decirDe(nodo, personas, mas) {
    var nombres = personas.map(function (p) { return p.nombre; }), texto;
    if (!nombres.length) { nodo.setAttribute('hidden', ''); return; }
    texto = nombres.length > 1 ? nombres.slice(0, -1).join(', ') + ' ' + seFue.getAttribute('data-y') + ' ' + nombres[nombres.length - 1] : nombres[0];
    texto = nodo.getAttribute(nombres.length > 1 ? 'data-varios' : 'data-uno').split('{nombres}').join(texto) + mas;
    if (nodo.textContent !== texto) { nodo.textContent = texto; }
    nodo.removeAttribute('hidden');
  }
  function pintarEsperados() {
    decirDe(seFue, esperadosPor('se fue'), hayAQuienElegir() ? ' ' + seFue.getAttribute('data-mas') : '');
    decirDe(porLlegar, esperadosPor('tarda'), '');
  }
  function pintar() { pintarLugares(); pintarPersonas(); pintarNota(); pintarEsperados(); }

  /* quien se fue o se sentó ya no se puede invitar: se suelta su lugar y se dice */
  function esta(cuenta) { return forma.querySelector('[data-elegible="' + cuenta + '"]'); }
  /* el lugar se le guarda mientras nadie lo ocupe: quien perdió la señal, o aún lee la cuenta de su mesa, llega y se sienta */
  function sentarEsperados() {
    ORDEN.forEach(function (l) {
      var e = esperados[l];
      if (!e || elegidos[l] || lugarDe(e.cuenta) || !esta(e.cuenta)) { return; }
      poner(l, e.cuenta, e.nombre);
      delete esperados[l];
    });
  }
  function olvidarEsperado(cuenta) { ORDEN.forEach(function (l) { if (esperados[l] && esperados[l].cuenta === cuenta) { delete esperados[l]; } }); }
  function revisar() {
    var i, e, enCrear = document.activeElement === crear, lleno = elegidos[turno];
    /* otra pestaña suya ya la armó, o aceptó una invitación: aquí no queda nada que armar */
    if (S.uno('[data-mesa-esperando]') && !(enviada && error.hasAttribute('hidden'))) { window.location.href = forma.getAttribute('data-sala'); return; }
    for (i = 0; i < ORDEN.length; i++) {
      e = elegidos[ORDEN[i]];
      if (e && !esta(e.cuenta)) {
        poner(ORDEN[i], '', '');
        esperados[ORDEN[i]] = { cuenta: e.cuenta, nombre: e.nombre, por: 'se fue' };
      }
    }
    sentarEsperados();
    /* el lugar que se estaba eligiendo no cambia bajo el dedo, salvo que ya esté ocupado */
    if (lleno || elegidos[turno]) { turno = siguienteLibre() || turno; }
    pintar();
    if (enCrear && crear.disabled) { enfocarSinMover(S.uno('[data-pregunta-t]')); }
  }

  /* otro juego, otros lugares: quien estaba en uno que ya no hay pasa al que quede libre */
  function cambiarJuego() {
    var opcion = juego.options[juego.selectedIndex], sueltos = [];
    ORDEN = opcion.getAttribute('data-lados').split(' ');
    parejas = opcion.hasAttribute('data-parejas');
    LADOS.forEach(function (l) {
      var hay = ORDEN.indexOf(l) >= 0;
      Amigos.mostrar(lugar(l), hay);
      if (hay) { return; }
      delete esperados[l];
      if (elegidos[l]) { sueltos.push(elegidos[l]); poner(l, '', ''); }
    });
    sueltos.forEach(function (e) { if (siguienteLibre()) { poner(siguienteLibre(), e.cuenta, e.nombre); } });
    Array.prototype.forEach.call(forma.querySelectorAll('[data-de-siempre], [data-de-otro]'), function (n) {
      Amigos.mostrar(n, n.hasAttribute('data-de-siempre') === (opcion.getAttribute('data-nombre') === 'amigos'));
    });
    Array.prototype.forEach.call(forma.querySelectorAll('[data-meta-de]'), function (n) {
      Amigos.mostrar(n, n.getAttribute('data-meta-de') === opcion.getAttribute('data-nombre'));
    });
    turno = siguienteLibre() || ORDEN[0];
  }

  /* el toque que no valió no se queda callado */
  function decirCorrida() { nota.textContent = nota.getAttribute('data-corrida'); }

  forma.addEventListener('click', function (e) {
    var n = e.target;
    while (n && n !== forma) {
      if (n.getAttribute('data-lugar')) {
        turno = n.getAttribute('data-lugar');
        pintar();
        S.uno('[data-pregunta-t]').focus();
        return;
      }
      if (n.getAttribute('data-elegible')) { elegir(n.getAttribute('data-elegible'), n.getAttribute('data-nombre'), e); return; }
      n = n.parentNode;
    }
  });
  /* con la suya en camino, quien la manda es quien lo lleva */
  forma.addEventListener('submit', function () { enviada = true; });
  juego.addEventListener('change', function () { cambiarJuego(); pintar(); });
  S.uno('[data-completar]').addEventListener('change', pintarNota);
  busca.addEventListener('input', pintarPersonas);
  busca.addEventListener('keydown', function (e) { if (e.keyCode === 13) { e.preventDefault(); } });
  /* quien vuelve a armar la misma mesa encuentra sentados a los que siguen libres; a los demás se les espera */
  function sentarPuestos() {
    ORDEN.forEach(function (l) {
      var puesto = lista(l).getAttribute('data-puesto');
      if (puesto) { esperados[l] = { cuenta: puesto, nombre: lista(l).getAttribute('data-puesto-nombre'), por: 'tarda' }; }
    });
    sentarEsperados();
    turno = siguienteLibre() || turno;
  }

  S.al('vivo:zonas', revisar);
  S.uno('[data-sin-guiones]').setAttribute('hidden', '');
  S.uno('[data-armado-mesa]').removeAttribute('hidden');
  S.uno('[data-elige]').removeAttribute('hidden');
  cambiarJuego();
  sentarPuestos();
  pintar();
}());
