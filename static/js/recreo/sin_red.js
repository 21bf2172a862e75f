/* Para que el Recreo sirva sin señal: pone el trabajador de servicio (sólo con TLS o en el propio equipo), le dice qué
   guardar, y deja una página guardada como si fuera la de la mano que se pide (RE7, decisión 018). Va antes que
   anotar.js. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var cuerpo = document.body, guardada = cuerpo.getAttribute('data-guardada'), caja = document.querySelector('[data-cola]');
  var trabajadores = window.isSecureContext && navigator.serviceWorker, ultima = 0, CADA = 15000, pedidas = {}, llegadas = {}, haLlegado = false, reloj = null, luego = null;
  var POR_PEDIR = 'recreo-anotar-por-pedir';

  /* ---------- una página guardada ---------- */
  function cada(cuales, hacer) {
    var todos = document.querySelectorAll(cuales), i;
    for (i = 0; i < todos.length; i++) { hacer(todos[i]); }
  }
  function hora(ms) {
    var d = new Date(ms);
    return d.getHours() + ':' + (d.getMinutes() < 10 ? '0' : '') + d.getMinutes();
  }
  function decirQueEsGuardada() {
    var lugar = caja && caja.querySelector('[data-de-antes]');
    /* un identificador de la página guardada ya pudo usarse: dos manos no son la misma orden */
    cada('input[name="id_orden"]', function (c) { c.value = ''; });
    if (!lugar) { return; }
    lugar.querySelector('[data-de-antes-texto]').textContent = caja.getAttribute('data-t-de-antes').split('{hora}').join(hora(parseInt(guardada, 10)));
    Amigos.mostrar(lugar, true);
  }
  function pedido(cual) { var m = new RegExp('[?&]' + cual + '=(\\d+)').exec(location.search); return m ? m[1] : ''; }
  /* la de anotar es la misma para cualquier mano; la que se pide va en la dirección */
  function ponerMano(mano, revision) {
    var raiz = document.querySelector('[data-anotar]'), antes;
    if (!raiz || !mano) { return; }
    antes = raiz.getAttribute('data-mano');
    raiz.setAttribute('data-mano', mano);
    raiz.setAttribute('data-revision', revision);
    raiz.setAttribute('data-t-marcador', '');
    raiz.setAttribute('data-t-gana', '');
    cada('[data-mano-orden] input[name="mano"]', function (c) { c.value = mano; });
    cada('[data-mano-orden] input[name="revision"]', function (c) { c.value = revision; });
    cada('[data-anotar] h2, .cabecera h1', function (n) { decirMano(n, antes, mano); });
  }
  /* corregir una que el servidor ya tiene no es anotar la que sigue; cuánto llevaban sin ella, aquí no se sabe (D711) */
  function ponerCorregir(mano) {
    var raiz = document.querySelector('[data-anotar]');
    if (!raiz) { return; }
    raiz.setAttribute('data-corrige', '');
    raiz.setAttribute('data-numero', mano);
    raiz.setAttribute('data-base-0', '');
    raiz.setAttribute('data-base-1', '');
    cada('[data-titulo-mano]', function (n) { n.textContent = raiz.getAttribute('data-t-corregir').split('{n}').join(mano); });
    cada('[data-sale-dicho]', function (n) { n.textContent = ''; });
  }
  function decirMano(n, antes, ahora) {
    var hijo = n.firstChild;
    while (hijo) {
      if (hijo.nodeType === 3) { hijo.data = hijo.data.replace(new RegExp('(\\D|^)' + antes + '(\\D|$)'), '$1' + ahora + '$2'); } else { decirMano(hijo, antes, ahora); }
      hijo = hijo.nextSibling;
    }
  }
  if (guardada !== null) {
    decirQueEsGuardada();
    ponerMano(pedido('mano'), pedido('revision') || '0');
    if (Number(pedido('revision'))) { ponerCorregir(pedido('mano')); }
    cada('#cuantos', function (n) { n.value = pedido('tantos'); });
  }
  /* con manos que esperan, el servidor todavía no sabe cuál sigue: vale la que se pidió */
  function ponerLaPedida(e) {
    var raiz = document.querySelector('[data-anotar]'), mano = pedido('mano');
    document.removeEventListener('cola:cambio', ponerLaPedida);
    if (raiz && guardada === null && e.detail.pendientes.length && Number(mano) > Number(raiz.getAttribute('data-mano'))) { ponerMano(mano, '0'); }
  }
  document.addEventListener('cola:cambio', ponerLaPedida);
  /* se le quita cuando el servidor la pone al día */
  document.addEventListener('vivo:mensaje', function () {
    var lugar = caja && caja.querySelector('[data-de-antes]');
    if (lugar) { Amigos.mostrar(lugar, false); }
  });
  window.SinRed = { ponerMano: ponerMano };

  /* ---------- sin trabajador, otra página sin señal sería el dinosaurio ---------- */
  document.addEventListener('click', function (e) {
    var n = e.target, lugar = caja && caja.querySelector('[data-quedate]');
    if (navigator.onLine !== false || (trabajadores && trabajadores.controller) || !lugar) { return; }
    while (n && n.tagName !== 'A') { n = n.parentNode; }
    if (!n || e.defaultPrevented || !n.href || n.getAttribute('href').charAt(0) === '?' || n.host !== location.host) { return; }
    e.preventDefault();
    Amigos.mostrar(lugar, true);
    lugar.scrollIntoView(false);
  });

  /* ---------- con él, se guarda lo que hará falta ---------- */
  if (!trabajadores) { return; }
  function rutas() {
    var todas = [], vistas = {};
    function agregar(va) {
      var camino = va.replace(/[?#].*$/, '');
      if (camino && !vistas[camino]) { vistas[camino] = true; todas.push(camino); }
    }
    cada('#ir-mesa, #ir-tablero, #ir-mesas, #ir-clasificacion, [data-clave="anotar"]', function (a) { agregar(a.getAttribute('href') || ''); });
    if (guardada === null) { agregar(location.pathname); }
    return todas;
  }
  function guardar(cuales, siempre) {
    if (!cuales.length) { return; }
    trabajadores.ready.then(function (r) {
      if (r.active) { r.active.postMessage({ tipo: 'guardar', rutas: cuales, siempre: siempre }); }
    });
  }
  /* lo que aparece con la página abierta: empezó la partida, me toca anotar */
  function guardarNuevas() {
    var nuevas = rutas().filter(function (va) { return !pedidas[va]; }), i;
    for (i = 0; i < nuevas.length; i++) { pedidas[nuevas[i]] = true; }
    guardar(nuevas, false);
    if (nuevas.length && !location.search) { window.setTimeout(function () { if (haLlegado) { ponerAlDia(); } }, 2000); }
  }
  /* la de anotar y la mesa dicen cuánto llevan: se piden otra vez después de una mano, sin insistir */
  function refrescar() {
    var suyas = [], ahora = new Date().getTime(), falta = ultima + CADA - ahora;
    if (navigator.onLine === false) { return; }
    /* muy seguido: una vez más al final, o lo guardado se queda sin lo último */
    if (falta > 0) {
      if (luego === null) { luego = window.setTimeout(function () { luego = null; refrescar(); }, falta); }
      return;
    }
    cada('[data-clave="anotar"]', function (a) { suyas.push((a.getAttribute('href') || '').replace(/[?#].*$/, '')); });
    /* y desde la de anotar, la mesa: ahí se vuelve sin señal, y sus zonas no llegan a esta página */
    if (document.querySelector('[data-anotar]')) { cada('.cabecera__volver', function (a) { suyas.push((a.getAttribute('href') || '').replace(/[?#].*$/, '')); }); }
    if (suyas.length) { ultima = ahora; porPedir(false); }
    guardar(suyas, true);
  }
  /* quien anota y se va luego luego a su mesa no dio tiempo: la página que sigue la pide (D711) */
  function porPedir(si) {
    try { if (si) { window.sessionStorage.setItem(POR_PEDIR, '1'); } else { window.sessionStorage.removeItem(POR_PEDIR); } } catch (e) { /* sin sitio: como antes */ }
  }
  function faltaPedirla() {
    try { return window.sessionStorage.getItem(POR_PEDIR) !== null; } catch (e) { return false; }
  }

  /* quien no sale de su mesa la tiene al día por el socket, y la guardada sería la de cuando la abrió: lo que llega se
     pone también en ella, sin pedir nada al servidor */
  function copiar(de) { var k; for (k in de) { if (de.hasOwnProperty(k)) { llegadas[k] = de[k]; } } }
  function ponerAlDia() {
    /* todas las que han llegado: la página que se estaba guardando pudo salir del servidor antes que ellas */
    var zonas = llegadas, aqui = location.pathname, caja_ = window.caches;
    reloj = null;
    caja_.open('recreo-paginas').then(function (c) {
      return c.match(aqui).then(function (r) {
        if (!r) { guardar([aqui], true); return null; }
        return r.text().then(function (texto) { return c.put(aqui, new Response(location.search ? conLaHoja(texto) : conZonas(texto, zonas), { headers: conHora(r.headers) })); });
      });
    }).then(null, function () { /* sin sitio: queda la de antes */ });
  }
  function conHora(de) {
    var h = new window.Headers(de);
    h.set('Recreo-Cuando', String(new Date().getTime()));
    return h;
  }
  function conZonas(texto, zonas) {
    var doc = new DOMParser().parseFromString(texto, 'text/html'), nombre, zona;
    for (nombre in zonas) {
      if (zonas.hasOwnProperty(nombre)) {
        zona = doc.querySelector('[data-zona="' + nombre + '"]');
        if (zona) { zona.innerHTML = zonas[nombre]; }
      }
    }
    doc.body.setAttribute('data-version', cuerpo.getAttribute('data-version'));
    return '<!DOCTYPE html>' + doc.documentElement.outerHTML;
  }
  /* la de anotar es una para todas las manos: de lo vivo se le pone sólo cómo va la hoja (D848) */
  function conLaHoja(texto) {
    var doc = new DOMParser().parseFromString(texto, 'text/html'), vieja = doc.querySelector('[data-hoja]'), nueva = document.querySelector('[data-hoja]');
    if (!vieja || !nueva) { return texto; }
    vieja.parentNode.replaceChild(doc.importNode(nueva, true), vieja);
    doc.body.setAttribute('data-version', cuerpo.getAttribute('data-version'));
    return '<!DOCTYPE html>' + doc.documentElement.outerHTML;
  }
  document.addEventListener('vivo:mensaje', function (e) {
    var m = e.detail || {};
    if (m.tipo !== 'parcial' || !m.datos.zonas || (location.search && !document.querySelector('[data-anotar]'))) { return; }
    if (!location.search) { copiar(m.datos.zonas); haLlegado = true; }
    if (reloj === null) { reloj = window.setTimeout(ponerAlDia, 300); }
  });
  window.addEventListener('load', function () {
    trabajadores.register('/recreo/trabajador.js').then(guardarNuevas, function () { /* sin él, como siempre */ });
  });
  document.addEventListener('cola:enviada', function () { porPedir(true); window.setTimeout(refrescar, 1500); });
  if (guardada === null && faltaPedirla()) { window.setTimeout(refrescar, 1500); }
  document.addEventListener('vivo:zonas', guardarNuevas);
  document.addEventListener('vivo:zonas', function () { window.setTimeout(refrescar, 1500 + 2000 * Math.random()); });
}());
