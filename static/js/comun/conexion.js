/* Conexión viva de una pantalla: recibe zonas por socket (o por consulta, si la red no deja pasar sockets) y las
   reemplaza sin perder el foco, lo desplegado ni lo que la persona llevaba escrito. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var cuerpo = document.body;
  if (!cuerpo.getAttribute('data-vivo')) { return; }

  var LATIDO = 4000, ESPERA = 3000, REINTENTOS = [300, 1000, 2000, 3000], CONSULTA = 4000;
  var version = parseInt(cuerpo.getAttribute('data-version'), 10) || 0;
  var socket = null, intentos = 0, fallas = 0, reloj = null, plazo = null, consultando = null, despedido = false, volvio = false, mandado = 0;
  /* con otra pestaña de más se quitó ésta: sigue al día por consulta, que si abriera otro socket se quitarían unas a otras */
  var sinSocket = false;
  var pastilla = document.querySelector('[data-conexion]');
  var letrero = document.querySelector('[data-conexion-texto]');
  var estado = 'conectando', encima = '';

  /* ---------- estado de la conexión, siempre a la vista ---------- */
  function pintarEstado() {
    if (!pastilla) { return; }
    var cual = encima || estado, iconos = pastilla.querySelectorAll('[data-conexion-icono]'), i;
    var icono = cual === 'conectando' ? 'sin_senal' : (cual === 'pendiente' ? 'enviando' : cual);
    for (i = 0; i < iconos.length; i++) {
      Amigos.mostrar(iconos[i], iconos[i].getAttribute('data-conexion-icono') === icono);
    }
    var texto = letrero.getAttribute('data-' + cual) || '';
    if (letrero.textContent !== texto) { letrero.textContent = texto; }
    pastilla.className = 'pastilla' + (cual === 'en_vivo' || cual === 'guardado' ? '' : ' pastilla--ojo');
    cuerpo.setAttribute('data-conexion-estado', cual);
    avisar('estado', cual);
  }
  function ponerEstado(cual) { estado = cual; pintarEstado(); }

  /* ---------- zonas ---------- */
  function camposTocados(zona) {
    var campos = zona.querySelectorAll('input, select, textarea'), tocados = [], i, c;
    for (i = 0; i < campos.length; i++) {
      c = campos[i];
      if (c.type === 'hidden' || !c.name) { continue; }
      if (c.type === 'checkbox' || c.type === 'radio') {
        if (c.checked !== c.defaultChecked) { tocados.push([c.name, c.value, c.checked, true]); }
      } else if (c.tagName !== 'SELECT' && c.value !== c.defaultValue) { tocados.push([c.name, c.value, null, false]); }
    }
    return tocados;
  }
  function devolverCampos(zona, tocados) {
    var i, j, campos;
    for (i = 0; i < tocados.length; i++) {
      campos = zona.querySelectorAll('[name="' + tocados[i][0] + '"]');
      for (j = 0; j < campos.length; j++) {
        if (!tocados[i][3]) { campos[j].value = tocados[i][1]; } else if (campos[j].value === tocados[i][1]) { campos[j].checked = tocados[i][2]; }
      }
    }
  }
  function senas(zona) {
    var activo = document.activeElement, abiertos = [], i, todos = zona.querySelectorAll('details[id]');
    for (i = 0; i < todos.length; i++) { if (todos[i].hasAttribute('open')) { abiertos.push(todos[i].id); } }
    return { foco: activo && activo !== zona && zona.contains(activo) ? activo : null, abiertos: abiertos, campos: camposTocados(zona) };
  }
  /* el mismo control en el HTML nuevo: por identificador o, si no tiene, por lo que dice y a dónde va */
  function elMismo(zona, viejo) {
    var clave = viejo.id || viejo.getAttribute('data-clave'), todos, i;
    if (clave) { return document.getElementById(clave) || zona.querySelector('[data-clave="' + clave + '"]'); }
    todos = zona.getElementsByTagName(viejo.tagName);
    for (i = 0; i < todos.length; i++) {
      if (todos[i].textContent === viejo.textContent && todos[i].getAttribute('href') === viejo.getAttribute('href') &&
          todos[i].getAttribute('value') === viejo.getAttribute('value')) { return todos[i]; }
    }
    return null;
  }
  function restaurar(zona, antes) {
    var i, nodo;
    for (i = 0; i < antes.abiertos.length; i++) {
      nodo = document.getElementById(antes.abiertos[i]);
      if (nodo) { nodo.setAttribute('open', ''); }
    }
    devolverCampos(zona, antes.campos);
    if (antes.foco) {
      nodo = elMismo(zona, antes.foco);
      /* ya no existe (era el paso anterior): el teclado sigue desde esta zona, no desde el principio de la página */
      if (!nodo) { nodo = zona; zona.setAttribute('tabindex', '-1'); }
      nodo.focus({ preventScroll: true });
    }
  }
  function reemplazar(zonas) {
    var nombre, zona, antes;
    for (nombre in zonas) {
      if (!zonas.hasOwnProperty(nombre)) { continue; }
      zona = document.querySelector('[data-zona="' + nombre + '"]');
      if (!zona || zona.getAttribute('data-quieta') !== null) { continue; }
      antes = senas(zona);
      zona.innerHTML = zonas[nombre];
      restaurar(zona, antes);
    }
    avisar('zonas');
  }
  /* una lista larga: sólo los renglones que cambiaron. Falso si la que hay aquí no es aquélla de la que se parte */
  function cambiarLista(zona, cambio) {
    var lista = zona.querySelector('[data-renglones]'), caja = document.createElement('ul'), i, antes, por, nodo;
    if (!lista || lista.getAttribute('data-renglones') !== String(cambio.de)) { return false; }
    por = lista.getAttribute('data-por');
    antes = senas(zona);
    function renglon(cual) { return cual ? lista.querySelector('[' + por + '="' + cual + '"]') : null; }
    function quitar(cual) { if (cual) { lista.removeChild(cual); } }
    for (i = 0; i < cambio.quita.length; i++) { quitar(renglon(cambio.quita[i])); }
    for (i = 0; i < cambio.pon.length; i++) {
      quitar(renglon(cambio.pon[i][0]));
      caja.innerHTML = cambio.pon[i][2];
      nodo = renglon(cambio.pon[i][1]);
      lista.insertBefore(caja.firstChild, nodo ? nodo.nextSibling : lista.firstChild);
    }
    lista.setAttribute('data-renglones', String(cambio.a));
    if (antes.foco && !zona.contains(antes.foco)) { restaurar(zona, antes); }
    return true;
  }
  function cambiarListas(listas) {
    var nombre, zona;
    for (nombre in listas) {
      if (!listas.hasOwnProperty(nombre)) { continue; }
      zona = document.querySelector('[data-zona="' + nombre + '"]');
      /* se perdió algo: volver a mirar trae todo */
      if (zona && !cambiarLista(zona, listas[nombre]) && socket) { mandar(socket, { tipo: 'mirar', version: version, datos: mirada() }); }
    }
  }
  function avisar(nombre, datos) {
    var e = document.createEvent('CustomEvent');
    e.initCustomEvent('vivo:' + nombre, true, false, datos || null);
    document.dispatchEvent(e);
  }

  /* ---------- mensajes ---------- */
  /* ya no tiene lugar o su sesión se acabó: a la entrada; pero si estaba anotando se le dice aquí y no pierde lo escrito */
  function despedir() {
    var va = cuerpo.getAttribute('data-quien-va'), x;
    if (!va || volvio) { echar(); return; }
    /* la sesión pudo vencer y el aparato tener su credencial: preguntar la renueva, y se sigue en la misma pantalla */
    volvio = despedido = true;
    x = new XMLHttpRequest();
    x.open('GET', va);
    x.timeout = ESPERA;
    x.onload = function () {
      if (x.status === 200 && cuerpo.getAttribute('data-quien') && x.responseText.indexOf('"' + cuerpo.getAttribute('data-quien') + '"') >= 0) {
        despedido = false;
        conectar();
      } else { echar(); }
    };
    x.onerror = x.ontimeout = echar;
    x.send();
  }
  function echar() {
    var general = document.querySelector('[data-error-general]');
    despedido = true;
    if (!general || !(document.querySelector('[data-anotar]') || (window.Envio && window.Envio.pendientes()))) {
      window.location.href = cuerpo.getAttribute('data-entrada');
      return;
    }
    ponerEstado('sin_senal');
    general.querySelector('[data-error-texto]').textContent = general.getAttribute('data-fuera');
    general.removeAttribute('hidden');
  }
  function recibir(mensaje) {
    if (mensaje.tipo === 'fuera' && mensaje.datos.codigo === 'otra_pestana') { sinSocket = true; return; }
    if (mensaje.tipo === 'fuera') { despedir(); return; }
    if (mensaje.tipo === 'parcial' && mensaje.version > version) { version = mensaje.version; avisar('antes'); cambiarListas(mensaje.datos.listas); reemplazar(mensaje.datos.zonas); }
    if (mensaje.tipo === 'version' && mensaje.version > version) { version = mensaje.version; }
    cuerpo.setAttribute('data-version', String(version));
    avisar('mensaje', mensaje);
  }
  function mirada() {
    return {
      pantalla: cuerpo.getAttribute('data-pantalla'),
      partida: parseInt(cuerpo.getAttribute('data-partida'), 10) || 0,
      mesa: parseInt(cuerpo.getAttribute('data-mesa'), 10) || 0
    };
  }

  /* ---------- socket ---------- */
  function conectar() {
    if (despedido || sinSocket || (socket && socket.readyState < 2)) { return; }
    window.clearTimeout(reloj);
    var direccion = (window.location.protocol === 'https:' ? 'wss://' : 'ws://') + window.location.host + cuerpo.getAttribute('data-vivo');
    var mio;
    try { mio = socket = new window.WebSocket(direccion); } catch (e) { fallar(null); return; }
    esperar(mio);
    mio.onopen = function () { mandar(mio, { tipo: 'mirar', version: version, datos: mirada() }); avisar('abierto'); };
    mio.onmessage = function (e) {
      if (mio !== socket) { return; }
      window.clearTimeout(plazo);
      intentos = fallas = 0;
      dejarDeConsultar();
      ponerEstado('en_vivo');
      recibir(JSON.parse(e.data));
      programarLatido(mio);
    };
    mio.onclose = mio.onerror = function () { if (mio === socket) { fallar(mio); } };
  }
  function mandar(cual, mensaje) {
    if (cual.readyState !== 1) { return; }
    cual.send(JSON.stringify(mensaje));
    mandado = Date.now();
  }
  function esperar(cual) {
    window.clearTimeout(plazo);
    plazo = window.setTimeout(function () { if (cual === socket) { fallar(cual); } }, ESPERA);
  }
  function latir(cual) { mandar(cual, { tipo: 'latido', version: version, datos: {} }); esperar(cual); }
  /* se cuenta desde lo último que se mandó: con la plática animada, contado desde lo recibido no se latía nunca y el
     servidor, que sólo sabe de lo que oye, daba por ida a quien nada más leía */
  function programarLatido(cual) {
    var falta = Math.max(0, Math.min(LATIDO, mandado + LATIDO - Date.now()));
    window.clearTimeout(reloj);
    reloj = window.setTimeout(function () { if (cual === socket) { latir(cual); } }, falta);
  }
  function fallar(cual) {
    window.clearTimeout(plazo);
    window.clearTimeout(reloj);
    if (cual) { cual.onclose = cual.onerror = cual.onmessage = null; try { cual.close(); } catch (e) { /* ya estaba cerrado */ } }
    socket = null;
    fallas += 1;
    ponerEstado(navigator.onLine === false ? 'sin_senal' : (fallas > 2 && !consultando ? 'sin_senal' : (consultando ? estado : 'conectando')));
    if (fallas >= 2 || sinSocket) { consultar(); }
    if (despedido || sinSocket) { return; }
    var pausa = REINTENTOS[Math.min(intentos, REINTENTOS.length - 1)] * (0.7 + 0.6 * Math.random());
    intentos += 1;
    reloj = window.setTimeout(conectar, pausa);
  }
  function despertar() {
    if (despedido) { return; }
    intentos = 0;
    if (socket && socket.readyState === 1) { latir(socket); } else { window.clearTimeout(reloj); conectar(); }
  }

  /* ---------- consulta, cuando el socket no pasa ---------- */
  function consultar() {
    if (consultando || despedido) { return; }
    consultando = true;
    var m = mirada(), x = new XMLHttpRequest();
    x.open('GET', cuerpo.getAttribute('data-consulta') + '?pantalla=' + m.pantalla + '&partida=' + m.partida + '&mesa=' + m.mesa + '&version=' + version);
    x.timeout = ESPERA;
    x.onload = function () {
      if (socket && socket.readyState === 1 && !fallas) { consultando = null; return; }
      if (x.status === 200) { ponerEstado('en_vivo'); recibir(JSON.parse(x.responseText)); } else { ponerEstado('sin_senal'); }
      otra();
    };
    x.onerror = x.ontimeout = function () { ponerEstado('sin_senal'); otra(); };
    function otra() { consultando = window.setTimeout(function () { consultando = null; if (fallas) { consultar(); } }, CONSULTA); }
    x.send();
  }
  function dejarDeConsultar() { if (typeof consultando === 'number') { window.clearTimeout(consultando); } consultando = null; }

  window.addEventListener('online', despertar);
  window.addEventListener('offline', function () { ponerEstado('sin_senal'); });
  window.addEventListener('pageshow', function (e) { if (e.persisted) { despertar(); } });
  document.addEventListener('visibilitychange', function () { if (!document.hidden) { despertar(); } });

  window.Vivo = {
    /* «enviando», «pendiente», «guardado» o '' encima del estado de la conexión */
    encima: function (cual) { encima = cual; pintarEstado(); },
    ponerseAlDia: despertar,
    /* un mensaje de la pantalla; falso si no hay conexión y no se mandó */
    mandar: function (mensaje) {
      if (!socket || socket.readyState !== 1) { return false; }
      mandar(socket, mensaje);
      return true;
    },
    version: function () { return version; },
    reemplazar: reemplazar
  };
  pintarEstado();
  conectar();
}());
