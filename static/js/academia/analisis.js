/* El análisis exacto en la repetición: lo que vale cada alternativa de quien está en turno, qué costó la jugada que se
   mira y el balance de la mano (AC3). Llega del servidor ya explicado; si aún no está, se vuelve a preguntar. ES5 (PL1). */
(function () {
  'use strict';

  var M = AmigosMesa, T = M.T, A = AmigosAcademia, CADA = 5000, VECES = 60;
  var sabidos = {}, pidiendo = {}, caja = M.uno('[data-analiza]'), resumen = M.uno('[data-resumen]'), reintenta = M.uno('[data-reintenta]');

  function cuanto(n) { return M.mesa.meta === 'juegos_ganados' ? M.cuantos('ac_an_juegos', n) : M.cuantos('ac_tantos', n); }
  function signo(n) { return n > 0 ? '+' + n : (n < 0 ? '\u2212' + -n : '0'); }
  /* los valores van para la pareja 0 */
  function para(asiento, valor) { return asiento & 1 ? -valor : valor; }

  /* ---------- lo de la jugada que se mira ---------- */
  function verLinea(vista, error, linea) {
    var jugadas = linea.map(function (p) { return p[0] + '.' + p[1]; }).join('-');
    A.quieta();
    A.pedir(A.partida.simular_url.replace('/0/simular', '/' + vista.mano + '/simular') + '?desde=' + error.jugada + '&jugadas=' + jugadas, function (datos) {
      if (!datos) { return; }
      datos.rama = null;
      A.poner(datos, error.jugada + 1);
    });
  }
  function pintarError(vista, error) {
    var d = M.nodo('div', 'ac-error', null, caja), p = M.nodo('p', '', null, d);
    M.nodo('strong', '', error.gravedad + '. ', p);
    M.nodo('span', '', error.texto, p);
    boton(d, 'ac_an_linea', function () { verLinea(vista, error, error.linea); });
    if (error.linea_elegida) {
      boton(d, 'ac_an_linea_elegida', function () { verLinea(vista, error, error.linea_elegida); });
    }
  }
  function boton(padre, letrero, alTocar) {
    var b = M.nodo('button', 'boton', T(letrero), padre);
    b.type = 'button';
    b.addEventListener('click', alTocar);
  }
  /* el que sigue a la jugada que se mira; tras el último, el primero */
  function pintarSiguiente(paso, errores) {
    var otro = errores.filter(function (e) { return e.jugada + 1 > paso; })[0] || errores[0], hay = paso && errores[0].jugada + 1 <= paso;
    if (!otro || otro.jugada + 1 === paso) { return; }
    boton(caja, hay && otro.jugada + 1 > paso ? 'ac_an_otro' : 'ac_an_primero', function () {
      A.ir(otro.jugada + 1);
      caja.setAttribute('tabindex', '-1');
      caja.focus();
    });
  }
  function pintarValores(vista, paso, valores) {
    var turno = vista.pasos[paso].turno, ul, tope, jugada = vista.jugadas[paso];
    if (turno < 0 || !valores || !valores.length) { return; }
    if (valores.length === 1) { M.nodo('p', '', T('ac_an_obligada'), caja); return; }
    M.nodo('p', '', M.deQuien('ac_an_vale', turno), caja);
    ul = M.nodo('ul', 'ac-vale n', null, caja);
    tope = Math.max.apply(null, valores.map(function (v) { return para(turno, v[2]); }));
    valores.slice().sort(function (a, b) { return para(turno, b[2]) - para(turno, a[2]); }).forEach(function (v) {
      var vale = para(turno, v[2]), li = M.nodo('li', vale === tope ? 'ac-vale__mejor' : '', null, ul);
      li.appendChild(AmigosFicha.svg(v[0]));
      M.nodo('span', 'solo-lector', M.ficha(v[0]), li);
      if (v[1]) { M.nodo('small', 'ac-vale__lado', M.lado(v[1]).trim(), li); }
      M.nodo('span', 'solo-lector', ': ', li);
      M.nodo('span', '', signo(vale), li);
      if (vale === tope) { M.nodo('small', '', T('ac_an_mejor'), li); }
      if (jugada && jugada[0] === v[0] && (jugada[1] === v[1] || !v[1])) { M.nodo('small', '', T('ac_an_jugada'), li); }
    });
  }
  function pintarJugada(vista, paso, datos) {
    var error;
    M.vaciar(caja);
    /* en una simulación lo sabido vale hasta donde se aparta */
    if (!datos || !datos.valores || (vista.desde !== null && paso > vista.desde)) { M.mostrar(caja, false); return; }
    error = datos.errores.filter(function (e) { return e.jugada === paso - 1; })[0];
    if (error && vista.desde === null) { pintarError(vista, error); }
    pintarValores(vista, paso, datos.valores[paso]);
    if (vista.desde === null && datos.errores.length) { pintarSiguiente(paso, datos.errores); }
    M.mostrar(caja, !!caja.firstChild);
  }

  /* ---------- lo de la mano ---------- */
  function marcar(vista, datos) {
    M.todos('.ac-jugada__costo').forEach(function (n) { n.parentNode.removeChild(n); });
    if (vista.desde !== null) { return; }
    datos.errores.forEach(function (e) {
      var b = M.uno('[data-jugadas] [data-n="' + (e.jugada + 1) + '"]'), s;
      if (!b) { return; }
      s = M.nodo('span', 'ac-jugada__costo n', null, b);
      M.nodo('span', 'solo-lector', T('ac_an_cuesta', { n: cuanto(e.perdida) }), s);
      M.nodo('span', '', '\u2212' + e.perdida, s).setAttribute('aria-hidden', 'true');
    });
  }
  function pintarMano(vista, datos) {
    var ul;
    M.vaciar(resumen);
    M.mostrar(reintenta, datos.estado === 'fallido');
    if (!datos.valores) { M.nodo('p', '', T(datos.estado === 'fallido' ? 'ac_an_fallido' : 'ac_an_pendiente'), resumen); return; }
    M.nodo('p', '', datos.frase, resumen);
    ul = M.nodo('ul', 'sep-c', null, resumen);
    datos.por_jugador.forEach(function (n, asiento) {
      if (n) { M.nodo('li', '', M.deQuien('ac_an_costo', asiento, { n: cuanto(n) }), ul); }
    });
    if (!ul.firstChild) { M.nodo('li', '', T('ac_an_limpia'), ul); }
    marcar(vista, datos);
  }

  /* ---------- pedirlo ---------- */
  function mirar(vista, paso) {
    var datos = sabidos[vista.mano];
    if (!datos) { M.vaciar(resumen); M.mostrar(caja, false); pedir(vista.mano, 0); return; }
    pintarMano(vista, datos);
    pintarJugada(vista, paso, datos);
  }
  function pedir(mano, vez) {
    if (pidiendo[mano]) { return; }
    pidiendo[mano] = true;
    A.pedir(A.partida.analisis_url.replace('/0/analisis', '/' + mano + '/analisis'), function (datos) {
      pidiendo[mano] = false;
      if (!datos) { return; }
      if (datos.estado !== 'pendiente') { sabidos[mano] = datos; }
      if (A.vista().mano !== mano) { return; }
      pintarMano(A.vista(), datos);
      pintarJugada(A.vista(), A.paso(), datos);
      if (datos.estado === 'pendiente' && vez < VECES) {
        window.setTimeout(function () { if (A.vista().mano === mano && !sabidos[mano]) { pedir(mano, vez + 1); } }, CADA);
      }
    });
  }
  /* ya está otra vez en la fila: se vuelve a preguntar sin moverse de la jugada. En la de la casa no hay qué pedir */
  if (reintenta) { reintenta.addEventListener('orden:aceptada', function () {
    sabidos = {};
    mirar(A.vista(), A.paso());
    resumen.setAttribute('tabindex', '-1');
    resumen.focus();
  }); }
  A.alMirar(mirar);
}());
