/* Sala de Reunión: plática, «tú», hora del servidor, actividad y cierre por inactividad. Las zonas las reemplaza
   comun/conexion.js. Todo texto ajeno entra con textContent. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var cuerpo = document.body, RECUERDA = 50;

  function al(nombre, hacer) { document.addEventListener(nombre, hacer); }
  function uno(cual) { return document.querySelector(cual); }

  window.Sala = { ahora: AmigosHora.ahora, uno: uno, al: al };

  al('vivo:mensaje', function (e) {
    var m = e.detail;
    if (m.tipo === 'parcial') {
      AmigosHora.poner(m.datos.ahora);
      platicar(m.datos.charlas);
      if (m.datos.resta > -2 && (m.datos.resta >= 0) !== (cierra > 0)) { inactividad(m.datos.resta); }
    }
    if (m.tipo === 'inactividad') { inactividad(m.datos.resta); }
  });

  /* ---------- quién soy yo en la lista ---------- */
  function marcarme() {
    var zona = uno('[data-zona="personas"]'), yo, nombre;
    yo = zona && zona.querySelector('[data-cuenta="' + cuerpo.getAttribute('data-yo') + '"]');
    if (!yo || yo.className.indexOf('persona--yo') >= 0) { return; }
    yo.className += ' persona--yo';
    nombre = yo.querySelector('[data-nombre]');
    nombre.textContent += ' (' + zona.getAttribute('data-tu') + ')';
  }
  /* arriba, a quien está libre no se le cuenta como si fuera otro (D767, D814) */
  function contarme() {
    var libres = uno('[data-libres]'), yo = cuerpo.getAttribute('data-yo');
    if (libres && uno('[data-cuenta="' + yo + '"], [data-elegible="' + yo + '"]')) { libres.textContent = libres.getAttribute('data-sin-ti').trim(); }
  }
  function ubicarme() { marcarme(); contarme(); }
  al('vivo:zonas', ubicarme);
  ubicarme();

  /* ---------- plática ---------- */
  var caja = uno('[data-charla]'), lista = uno('[data-charla-lista]'), enviado = '';
  function hacer(etiqueta, clase, texto) {
    var n = document.createElement(etiqueta);
    if (clase) { n.className = clase; }
    n.textContent = texto;
    return n;
  }
  function numero(li) { return parseInt(li.getAttribute('data-linea'), 10); }
  /* lo que se dijo casi a la vez puede llegar en desorden: cada una va por su número y sólo se calla la que ya está */
  function platicar(lineas) {
    var i, l, li, abajo, tras;
    if (!lista || !lineas || !lineas.length) { return; }
    abajo = caja.scrollHeight - caja.scrollTop - caja.clientHeight < 60;
    for (i = 0; i < lineas.length; i++) {
      l = lineas[i];
      tras = lista.lastElementChild;
      while (tras && numero(tras) > l.id) { tras = tras.previousElementSibling; }
      if (tras && numero(tras) === l.id) { continue; }
      li = document.createElement('li');
      li.setAttribute('data-linea', String(l.id));
      li.appendChild(hacer('span', 'chat__q', l.nombre));
      li.appendChild(hacer('span', 'chat__h n', l.hora));
      li.appendChild(hacer('span', 'chat__t', l.texto));
      lista.insertBefore(li, tras ? tras.nextSibling : lista.firstChild);
    }
    while (lista.children.length > RECUERDA) { lista.removeChild(lista.children[0]); }
    if (lista.children.length) { uno('[data-charla-vacia]').setAttribute('hidden', ''); }
    if (abajo) { caja.scrollTop = caja.scrollHeight; }
  }
  if (lista) {
    caja.scrollTop = caja.scrollHeight;
    document.addEventListener('submit', function (e) {
      var forma = e.target, campo;
      if (forma.getAttribute('data-charla-forma') === null) { return; }
      campo = forma.querySelector('input[name="texto"]');
      if (!campo.value.replace(/\s/g, '')) { e.preventDefault(); campo.focus(); return; }
      if (forma.getAttribute('aria-busy') !== 'true') { enviado = campo.value; }
    }, true);
    /* el segundo toque en «Enviar» ya no encuentra qué mandar: no es una falta que deba decir el navegador */
    uno('[data-charla-forma]').noValidate = true;
    /* con mala señal la respuesta llega cuando ya se escribe el siguiente, o en otra parte: ni se borra ni se le quita el foco */
    al('orden:aceptada', function (e) {
      var forma = e.detail.forma, campo, activo = document.activeElement;
      if (forma.getAttribute('data-charla-forma') === null) { return; }
      campo = forma.querySelector('input[name="texto"]');
      if (campo.value === enviado) { campo.value = ''; }
      if (!activo || activo === cuerpo || forma.contains(activo)) { campo.focus(); }
      caja.scrollTop = caja.scrollHeight;
    });
  }

  /* quien escribe aquí abajo no ve la pastilla ni el aviso de arriba: se le dice junto a lo que escribe */
  var EN_UN_RATO = 1000, letrero = uno('[data-charla-estado]'), sale = '', tarda = null;
  function decirAlPie() {
    var cual = sale || (cuerpo.getAttribute('data-conexion-estado') === 'sin_senal' ? 'sin-senal' : ''), texto = '';
    if (cual) { texto = letrero.getAttribute('data-' + cual); }
    if (letrero.textContent !== texto) { letrero.textContent = texto; }
  }
  function salida(cual) {
    return function (e) {
      if (e.detail.forma.getAttribute('data-charla-forma') === null) { return; }
      window.clearTimeout(tarda);
      sale = cual;
      decirAlPie();
    };
  }
  if (letrero) {
    al('vivo:estado', decirAlPie);
    al('orden:pendiente', salida('pendiente'));
    al('orden:aceptada', salida(''));
    al('orden:negada', salida(''));
    document.addEventListener('submit', function (e) {
      if (sale || e.target.getAttribute('data-charla-forma') === null) { return; }
      window.clearTimeout(tarda);
      tarda = window.setTimeout(function () { sale = 'enviando'; decirAlPie(); }, EN_UN_RATO);
    });
    decirAlPie();
  }

  /* ---------- actividad: el latido no lo es ---------- */
  var CADA = 20000, ultimaActividad = Date.now(), cierra = 0, reloj = null, titulo = document.title;
  var dialogo = uno('[data-inactivo]'), resta = uno('[data-inactivo-resta]'), sigo = uno('[data-sigo]'), volver = null;
  /* con la pregunta a la vista sólo vale el clic en «Sigo aquí»: si la tecla o el toque que lo anuncian ya la quitaran, el
     clic caería en lo que tapaba */
  function actuar(e) {
    if (cierra ? e.type !== 'click' || !sigo.contains(e.target) : Date.now() - ultimaActividad < CADA) { return; }
    ultimaActividad = Date.now();
    if (!window.Vivo || !window.Vivo.mandar({ tipo: 'actividad', version: 0, datos: {} })) { Amigos.publicar(cuerpo.getAttribute('data-actividad'), {}); }
    if (cierra) { inactividad(-1); }
  }
  ['keydown', 'mousedown', 'touchstart', 'click'].forEach(function (cual) { document.addEventListener(cual, actuar, true); });
  function decirSiSeVe() { if (window.Vivo) { window.Vivo.mandar({ tipo: 'visible', version: 0, datos: { visible: !document.hidden } }); } }
  /* cada socket empieza como a la vista: la pestaña que se abre o reconecta detrás lo dice, o se la da por ida entre latidos */
  function decirSiNoSeVe() { if (document.hidden) { decirSiSeVe(); } }
  document.addEventListener('visibilitychange', decirSiSeVe);
  al('vivo:abierto', decirSiNoSeVe);
  decirSiNoSeVe();

  function inactividad(segundos) {
    window.clearInterval(reloj);
    if (segundos < 0) {
      if (cierra && dialogo.contains(document.activeElement)) { (cuerpo.contains(volver) ? volver : document.getElementById('contenido')).focus(); }
      cierra = 0;
      dialogo.setAttribute('hidden', '');
      document.title = titulo;
      return;
    }
    cierra = Date.now() + segundos * 1000;
    if (!dialogo.contains(document.activeElement)) { volver = document.activeElement; }
    dialogo.removeAttribute('hidden');
    sigo.focus();
    document.title = dialogo.getAttribute('data-titulo');
    contar();
    reloj = window.setInterval(contar, 500);
  }
  function contar() { resta.textContent = Math.max(0, Math.ceil((cierra - Date.now()) / 1000)) + ' s'; }
}());
