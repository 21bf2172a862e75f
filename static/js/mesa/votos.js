/* Fin de partida: resultado y Comunicación, Revancha o Rotar, con el voto de cada uno a la vista (EL6). ES5 (PL1). */
var AmigosVotos = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, TODAS = ['revancha', 'rotar', 'comunicacion'];
  var APURA = 10000, botones = {}, actual = null, ordenar = null, mandado = '', apurado = false;

  /* sin parejas, correrse todos un lugar deja a cada quien junto a los mismos: no se ofrece */
  function opciones() { return M.deTorneo() ? [] : TODAS.filter(function (o) { return o !== 'rotar' || M.porParejas(); }); }
  /* los lugares de la partida que sigue, como `cambiar_lugares` del servidor */
  function cambiar(opcion) {
    var antes = actual.datos.lugares, sale = antes.slice(), yo = M.organizador(), d = M.tras(yo), p = M.tras(yo, 2), i = M.tras(yo, 3);
    if (!M.porParejas()) { return sale; }
    if (opcion === 'revancha') {
      sale[yo] = antes[p];
      sale[p] = antes[yo];
    } else {
      sale[i] = antes[p];
      sale[d] = antes[i];
      sale[p] = antes[d];
    }
    return sale;
  }
  function explicar(opcion) {
    var sale, n, a, lugares;
    if (opcion === 'comunicacion') { return [M.deTodos('comunicacion_es'), '']; }
    if (!M.porParejas()) { return [T(opcion + '_cada'), '']; }
    sale = cambiar(opcion);
    n = sale.map(M.nombreDePersona);
    a = sale.indexOf(M.persona(M.yo()));
    lugares = { pareja: n[(a + 2) & 3], derecha: n[(a + 1) & 3], izquierda: n[(a + 3) & 3] };
    lugares.a = M.nombre(M.organizador());
    lugares.b = M.nombre((M.organizador() + 2) & 3);
    return [T(opcion + '_es', lugares), T('quedarias', lugares)];
  }
  /* las letras que bastan para no confundir a dos: «C», o «Ca» y «Ch» */
  function siglas(nombre, todos) {
    var n = 1, otro = todos.filter(function (t) { return t !== nombre; });
    function seConfunde(t) { return t.slice(0, n).toUpperCase() === nombre.slice(0, n).toUpperCase(); }
    while (n < 3 && n < nombre.length && otro.some(seConfunde)) { n += 1; }
    return nombre.charAt(0).toUpperCase() + nombre.slice(1, n);
  }
  /* el plano de la mesa, visto por quien mira */
  function plano(opcion, en) {
    var SVG = 'http://www.w3.org/2000/svg', s, sale, a, todos;
    if (opcion === 'comunicacion') { M.dibujo('i-salir', 'icono voto__plano', en); return; }
    s = document.createElementNS(SVG, 'svg');
    s.setAttribute('viewBox', '-18 0 96 60');
    s.setAttribute('class', 'voto__plano');
    s.setAttribute('aria-hidden', 'true');
    s.setAttribute('focusable', 'false');
    function poner(nombre, atributos, texto) {
      var n = document.createElementNS(SVG, nombre), k;
      for (k in atributos) { if (atributos.hasOwnProperty(k)) { n.setAttribute(k, atributos[k]); } }
      if (texto) { n.textContent = texto; }
      s.appendChild(n);
    }
    poner('rect', { 'class': 'd-linea', x: 19, y: 19, width: 22, height: 22, rx: 4 });
    sale = cambiar(opcion);
    a = sale.indexOf(M.persona(M.yo()));
    todos = sale.map(M.nombreDePersona);
    /* a los lados, del cuadro hacia fuera: hasta tres letras, enteras y sin tocarlo */
    todos.forEach(function (_n, k) {
      var xy = [[30, 57, 'middle'], [44, 35, 'start'], [30, 14, 'middle'], [16, 35, 'end']][M.ladoDe(M.tras(M.yo(), k || todos.length))];
      poner('text', { 'class': 'v-texto', 'text-anchor': xy[2], x: xy[0], y: xy[1] }, siglas(todos[(a + k) % todos.length], todos));
    });
    en.appendChild(s);
  }
  function otros() { return M.asientos().filter(function (a) { return !M.esYo(a) && actual.datos.votos[a]; }); }
  function elegir(opcion) {
    var contra = otros().filter(function (a) { return actual.datos.votos[a] !== opcion; });
    function va() {
      mandado = opcion;
      ordenar('elegir', { opcion: opcion });
      repasar(actual);
    }
    if (actual.datos.votos[M.yo()] || mandado) { return; }
    if (opcion !== 'comunicacion' && !contra.length) { va(); return; }
    AmigosDialogo.preguntar({
      vale: function () { return M.vista.datos.fase === M.FASE.FIN_DE_PARTIDA && !M.vista.datos.votos[M.yo()]; },
      titulo: T(opcion), mal: true, si: T('si_elegir', { opcion: T(opcion) }), no: T('no_elegir'),
      texto: opcion === 'comunicacion' ? M.deTodos('va_a_comunicacion') : T(contra.length === 1 ? 'va_a_deshacer_1' : 'va_a_deshacer_n', { quienes: M.juntar(contra.map(M.nombre)), opcion: T(opcion) })
    }, va);
  }
  /* el lugar de los tres que pueden haberla elegido se guarda desde el principio: al votar uno, lo de abajo no se corre.
     «Comunicación» no espera a nadie */
  function quienesVan(opcion, boton) {
    var q = M.nodo('span', 'voto__q', null, boton), van = M.asientos().filter(function (a) {
      var p = M.mesa.personas[M.persona(a)];
      return !M.esYo(a) && !(p && p.automatico);
    });
    if (opcion !== 'comunicacion' && van.length) {
      M.nodo('span', 'voto__hueco', T('eligio_n', { quienes: M.juntar(van.map(M.dicho)) }), q).setAttribute('aria-hidden', 'true');
    }
    M.nodo('span', 'voto__quienes', '', q).setAttribute('data-quienes', opcion);
  }
  /* el marcador final, siempre Nosotros y luego Ellos, como en la cabecera; dorado el de quien ganó */
  function resultado(g, marca, en, h) {
    var mia = M.miPareja(), nuestra = M.vista.yo.asiento >= 0 && g === mia, caja = M.nodo('div', 'resultado' + (nuestra ? ' resultado--ganamos' : ''), null, en), m, t;
    t = h.titulo(nuestra ? T('ganamos') : T('ganaron', { pareja: M.nombresDePareja(g) }), caja);
    if (nuestra) { t.insertBefore(M.dibujo('i-trofeo', 'icono'), t.firstChild); }
    m = M.nodo('div', 'resultado__m n', null, caja);
    [mia, 1 - mia].forEach(function (p) {
      var s = M.nodo('div', 'resultado__p' + (p === g ? ' resultado__p--gana' : ''), null, m), quien = M.nodo('small', (p === mia ? 'nos' : 'ellos') + (M.deNadie() ? ' resultado__nombres' : ''), null, s);
      AmigosJugadores.forma(p, quien);
      quien.appendChild(document.createTextNode(M.deNadie() ? M.nombresDePareja(p) : T(p === mia ? 'nosotros' : 'ellos')));
      M.nodo('b', '', String(marca[p]), s);
      if (M.mesa.meta === 'juegos_ganados' || !M.deNadie()) { M.nodo('span', '', M.mesa.meta === 'juegos_ganados' ? T('manos_ganadas') : M.nombresDePareja(p), s); }
    });
  }
  /* dónde se ve lo que pasó y lo que valió; aparte, que la mesa sigue esperando el voto. Los puntos, sólo si contó */
  function repasarla(en) {
    var p = M.nodo('p', 'resultado__revisa', null, en);
    [['repasarla', 'academia'], ['mis_puntos', 'puntos']].forEach(function (x) {
      var a;
      /* la práctica a otro juego no deja historia (VA2) */
      if (x[1] === 'puntos' ? !M.cuenta() : M.otroJuego() && M.mesa.modo === 'practica') { return; }
      a = M.nodo('a', 'boton', T(x[0]), p);
      a.href = document.body.getAttribute('data-' + x[1] + '-url');
      if (x[1] === 'academia') { a.setAttribute('data-repasarla', ''); }
      a.target = '_blank';
      a.rel = 'noopener';
      M.nodo('span', 'solo-lector', ' ' + T('otra_hoja'), a);
    });
  }
  function votacion(dentro) {
    var b = M.nodo('section', 'votacion', null, dentro), ul;
    M.nodo('h3', 'solo-lector', T('y_ahora'), b);
    M.nodo('p', 'votacion__regla', M.completada() ? T('hacen_falta_completada') : M.deTodos('hacen_falta'), b);
    ul = M.nodo('ul', 'votos', null, b);
    opciones().forEach(function (opcion) {
      var boton = M.nodo('button', 'voto', null, M.nodo('li', '', null, ul)), c, que = explicar(opcion);
      plano(opcion, boton);
      c = M.nodo('span', 'voto__c', null, boton);
      M.nodo('span', 'voto__t', T(opcion), c);
      M.nodo('span', 'voto__d', que[0], c);
      if (que[1]) { M.nodo('span', 'solo-lector', que[1], c); }
      quienesVan(opcion, boton);
      boton.setAttribute('data-voto', opcion);
      boton.addEventListener('click', function () { elegir(opcion); });
      botones[opcion] = boton;
    });
  }
  function armar(vista, dentro, pie, h) {
    var d, columnas, a, mas, g, marca;
    actual = vista;
    ordenar = h.ordenar;
    mandado = '';
    apurado = false;
    d = vista.datos;
    g = d.ganadora;
    if (M.mesa.meta === 'juegos_ganados') {
      marca = [0, 1].map(function (p) { return d.cuentas.filter(function (c) { return c[2] === p; }).length; });
    } else { marca = d.marcador; }
    if (M.porParejas()) { resultado(g, marca, dentro, h); } else { AmigosCadaQuien.resultado(vista, dentro, h.titulo); }
    if (!opciones().length) { h.alPuesto(); } else if (!M.mesa.despues) { votacion(dentro); }
    columnas = M.nodo('div', 'columnas final__detalle', null, dentro);
    a = M.nodo('div', 'bloque', null, columnas);
    if (!M.deTorneo()) { AmigosLogro.poner(a, d.partida); repasarla(a); }
    h.parrafo(h.porque(d.cuentas[d.cuentas.length - 1], d.fin), '', a);
    /* antes de la plantilla: debajo, en un teléfono no se alcanzaba a leer */
    if (!d.fin && M.deTorneo()) { h.parrafo(T('embargo'), 'apagada', a); }
    if (d.fin) { h.manos(d.fin, a); }
    mas = M.nodo('div', 'bloque', null, columnas);
    mas.appendChild(AmigosPlantilla.crear(d.cuentas, { nueva: true, alReves: true }));
    if (d.fin) { h.reparto(mas); }
    M.nodo('p', 'barra__nota n', '', pie).setAttribute('data-nota', '');
    h.verMesa(mas);
    if (M.mesa.despues) { h.despues(M.mesa.despues); }
  }
  function repasar(vista) {
    var votos, mio;
    actual = vista;
    votos = vista.datos.votos;
    mio = votos[M.yo()] || mandado;
    opciones().forEach(function (opcion) {
      var quienes = M.asientos().filter(function (a) { return votos[a] === opcion; }), q = M.uno('[data-quienes]', botones[opcion]);
      M.escribir(q, quienes.length ? T(quienes.length > 1 ? 'eligio_n' : (M.esYo(quienes[0]) ? 'eligio_yo' : 'eligio_1'), { quienes: M.quienes(quienes) }) : '');
      botones[opcion].setAttribute('aria-pressed', mio === opcion ? 'true' : 'false');
      M.clase(botones[opcion], 'voto--mio', mio === opcion);
      M.clase(botones[opcion], 'voto--no', !!mio && mio !== opcion);
      Amigos.apagar(botones[opcion], mio);
    });
  }
  /* una vez por votación: quien oye la mesa no ve la cuenta */
  function apurar(resta) {
    if (apurado || resta === null || resta > APURA || resta <= 0) { return; }
    apurado = true;
    AmigosVoz.decir(T('voz_votar', { n: Math.ceil(resta / 1000) }), !(actual.datos.votos[M.yo()] || mandado));
  }
  function queFaltan(faltan) {
    if (faltan.length === 1 && M.esYo(faltan[0])) { return T('faltas_tu'); }
    return T(faltan.length === 1 ? 'faltan_1' : 'faltan_n', { quienes: M.quienes(faltan) });
  }
  function nota(vista, resta) {
    if (M.mesa.despues) { return T('visita_nota'); }
    if (M.deTorneo()) { return T('final_torneo'); }
    apurar(resta);
    var d = vista.datos, mio = d.votos[M.yo()] || mandado, faltan = M.asientos().filter(function (a) {
      var p = M.mesa.personas[M.persona(a)];
      return !d.votos[a] && !(mio && M.esYo(a)) && !(p && p.automatico);
    }).sort(function (a, b) { return M.esYo(b) - M.esYo(a); });
    return (mio ? T('elegiste', { opcion: T(mio) }) + ' ' : '') +
      (faltan.length && faltan.length < M.cuantosSon() ? queFaltan(faltan) + ' ' : '') +
      (resta === null ? '' : T('votar_en', { n: Math.ceil(resta / 1000) }));
  }

  return { armar: armar, repasarla: repasarla, repasar: repasar, nota: nota, falta: function () { return !M.deTorneo() && !(actual.datos.votos[M.yo()] || mandado); }, rechazado: function () { mandado = ''; if (actual) { repasar(actual); } } };
}());
