/* Anotar una mano en tres toques sin esperar al servidor: los pasos ya vienen en la página y aquí sólo se cambian.
   Lo escrito va en la dirección (la misma que usa la página sin guiones): recargar o volver no lo pierde.
   ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var raiz = document.querySelector('[data-anotar]');
  if (!raiz) { return; }

  var META = parseInt(raiz.getAttribute('data-meta'), 10) || 0;
  var MINIMO = parseInt(raiz.getAttribute('data-minimo'), 10), MAXIMO = parseInt(raiz.getAttribute('data-maximo'), 10);
  var forma = raiz.querySelector('[data-de-tantos]');
  var numero = document.getElementById('cuantos');
  var boton = document.getElementById('anotar');
  var nota = raiz.querySelector('[data-quedara]');
  var dichoPaso = document.querySelector('[data-paso-dicho]');
  var pasosHechos = 0, enviando = null;

  function texto(cual, datos) {
    var t = raiz.getAttribute('data-t-' + cual) || '', k;
    for (k in datos) { if (datos.hasOwnProperty(k)) { t = t.split('{' + k + '}').join(String(datos[k])); } }
    return t;
  }
  function cada(selector, hacer) {
    var todos = raiz.querySelectorAll(selector), i;
    for (i = 0; i < todos.length; i++) { hacer(todos[i]); }
  }

  /* ---------- lo que va escrito, en la dirección ---------- */
  function leer(busqueda) {
    var partes = busqueda.replace(/^\?/, '').split('&'), datos = {}, i, par;
    for (i = 0; i < partes.length; i++) {
      par = partes[i].split('=');
      if (par[0]) { datos[decodeURIComponent(par[0])] = decodeURIComponent((par[1] || '').replace(/\+/g, ' ')); }
    }
    return datos;
  }
  var borrador = leer(location.search);
  function direccion() {
    var t = '?mano=' + raiz.getAttribute('data-mano') + '&revision=' + raiz.getAttribute('data-revision');
    if (borrador.desenlace) { t += '&desenlace=' + borrador.desenlace; }
    if (borrador.pareja) { t += '&pareja=' + borrador.pareja; }
    if (borrador.tantos) { t += '&tantos=' + borrador.tantos; }
    return t;
  }
  function apuntar(nueva) {
    if (nueva) { pasosHechos += 1; history.pushState(null, '', direccion()); } else { history.replaceState(null, '', direccion()); }
  }
  function paso() {
    if (!borrador.desenlace) { return 'desenlace'; }
    if (borrador.desenlace === 'cierre_empatado') { return 'empate'; }
    return META && (borrador.pareja === '0' || borrador.pareja === '1') ? 'tantos' : 'pareja';
  }

  /* ---------- pintar ---------- */
  function total(cual) { return META && cual !== 'empate' ? 3 : 2; }
  function pintar(enfocar) {
    var cual = enviando || paso(), titulo = null;
    cada('[data-paso]', function (s) {
      var es = s.getAttribute('data-paso') === cual;
      Amigos.mostrar(s, es);
      if (es) {
        titulo = s.querySelector('[data-titulo]');
        if (dichoPaso) { dichoPaso.textContent = s.getAttribute('data-n') ? texto('paso', { n: s.getAttribute('data-n'), total: total(cual) }) : ''; }
      }
    });
    if (borrador.desenlace) { pintarFrase(); }
    if (enfocar && titulo) { titulo.focus(); window.scrollTo(0, 0); /* compat: window.scrollTo existe desde siempre */ }
    pintarTantos();
  }
  function pintarFrase() {
    var liga = document.getElementById(borrador.desenlace === 'cierre' ? 'como-cierre' : 'como-dominada');
    cada('[data-desenlace-dicho]', function (n) { n.textContent = liga.getAttribute('data-nombre') || n.textContent; });
    cada('[data-si-desenlace]', function (n) { Amigos.mostrar(n, n.getAttribute('data-si-desenlace') === borrador.desenlace); });
  }
  function elegida() { return document.getElementById('p-' + borrador.pareja); }
  function pintarTantos() {
    var p = elegida(), valor = numero ? numero.value : '', n, a, b;
    if (!forma || paso() !== 'tantos' || !p) { return; }
    forma.elements.desenlace.value = borrador.desenlace;
    forma.elements.pareja.value = borrador.pareja;
    cada('[data-si-pareja]', function (x) { Amigos.mostrar(x, x.getAttribute('data-si-pareja') === borrador.pareja); });
    cada('[data-quienes]', function (x) { x.textContent = p.getAttribute('data-nombres'); });
    cada('[data-contrarios-dichos]', function (x) { x.textContent = p.getAttribute('data-contrarios'); });
    n = parseInt(valor, 10);
    decirSiImposible(valor, n);
    boton.disabled = !valor || n < MINIMO || n > MAXIMO;
    boton.textContent = boton.disabled ? texto(valor ? 'revisa' : 'falta', {}) : texto('anotar', { n: n, quienes: p.getAttribute('data-nombres') });
    a = parseInt(raiz.getAttribute('data-base-0'), 10);
    b = parseInt(raiz.getAttribute('data-base-1'), 10);
    if (!boton.disabled) { if (p.getAttribute('data-lado') === '0') { a = Math.min(META, a + n); } else { b = Math.min(META, b + n); } }
    decirNota(boton.disabled ? nota.getAttribute('data-antes') : texto(a >= META || b >= META ? 'gana' : 'marcador', { a: a, b: b }));
  }
  function decirNota(t) { if (nota.textContent !== t) { nota.textContent = t; } }
  function decirSiImposible(valor, n) {
    var caja = document.getElementById('cuantos-error'), mal = valor !== '' && (n < MINIMO || n > MAXIMO);
    var t = mal ? texto('imposible', { n: n, meta: META, minimo: MINIMO, maximo: MAXIMO }) : '';
    if (caja.textContent !== t) { caja.textContent = t; }
    Amigos.mostrar(caja, mal);
    Amigos.mostrar(nota, !mal);
    if (mal) { numero.setAttribute('aria-invalid', 'true'); } else { numero.removeAttribute('aria-invalid'); }
  }

  /* ---------- números: teclado de la pantalla y el de verdad ---------- */
  function poner(valor) {
    numero.value = valor.replace(/\D/g, '').replace(/^0+(\d)/, '$1').slice(0, 4);
    borrador.tantos = numero.value;
    apuntar(false);
    pintarTantos();
  }
  function cifra(c) { poner(numero.value + c); }
  function quitar() { poner(numero.value.slice(0, -1)); }

  raiz.addEventListener('click', function (e) {
    var n = Amigos.subir(e.target, 'data-cifra');
    if (n) { cifra(n.getAttribute('data-cifra')); return; }
    if (Amigos.subir(e.target, 'data-borrar')) { quitar(); return; }
    if (e.ctrlKey || e.metaKey || e.shiftKey || e.button) { return; }
    n = Amigos.subir(e.target, 'data-desenlace');
    if (n) { e.preventDefault(); avanzar({ desenlace: n.getAttribute('data-desenlace'), pareja: '', tantos: '' }); return; }
    n = Amigos.subir(e.target, 'data-pareja');
    if (n && n.tagName === 'A') { e.preventDefault(); avanzar({ desenlace: borrador.desenlace, pareja: n.getAttribute('data-pareja'), tantos: borrador.tantos || '' }); return; }
    n = Amigos.subir(e.target, 'data-ir-a');
    if (n) {
      e.preventDefault();
      avanzar(n.getAttribute('data-ir-a') === 'desenlace' ? {} : { desenlace: borrador.desenlace, tantos: borrador.tantos });
    }
  });
  function avanzar(nuevo) {
    borrador = nuevo;
    if (numero) { numero.value = borrador.tantos || ''; }
    apuntar(true);
    pintar(true);
  }
  if (numero) {
    /* el teclado de la pantalla ya está a la vista: que el teléfono no abra el suyo */
    numero.setAttribute('inputmode', 'none');
    nota.setAttribute('data-antes', nota.textContent);
    numero.addEventListener('input', function () { poner(numero.value); });
  }
  document.addEventListener('keydown', function (e) {
    var donde = e.target, tecla = e.key || '';
    if (!numero || enviando || paso() !== 'tantos' || e.ctrlKey || e.metaKey || e.altKey || donde === numero) { return; }
    if (/^[0-9]$/.test(tecla)) { e.preventDefault(); cifra(tecla); return; }
    if (tecla === 'Backspace') { e.preventDefault(); quitar(); return; }
    if (tecla === 'Enter' && donde.tagName !== 'BUTTON' && donde.tagName !== 'A' && donde.tagName !== 'SUMMARY') {
      e.preventDefault();
      if (!boton.disabled) { boton.click(); }
    }
  });

  /* ---------- volver: un paso atrás; desde el primero, a la mesa ---------- */
  window.addEventListener('popstate', function () {
    if (enviando) { return; }
    pasosHechos = Math.max(0, pasosHechos - 1);
    borrador = leer(location.search);
    if (numero) { numero.value = borrador.tantos || ''; }
    pintar(true);
  });
  document.addEventListener('click', function (e) {
    var n = e.target;
    while (n && n !== document && !(n.className && n.className.indexOf && n.className.indexOf('cabecera__volver') >= 0)) { n = n.parentNode; }
    if (!n || n === document || enviando) { return; }
    if (pasosHechos > 0) { e.preventDefault(); history.back(); }
  });

  /* ---------- envío: sin señal queda apuntada aquí y se manda sola ---------- */
  function deAqui(e) {
    var f = e.detail && e.detail.forma;
    return f && f.getAttribute('data-mano-orden') !== null ? f : null;
  }
  document.addEventListener('orden:pendiente', function (e) {
    var f = deAqui(e), p = elegida(), dicho = raiz.querySelector('[data-lo-mio]');
    if (!f) { return; }
    if (!enviando && f === forma && p) { dicho.textContent = texto('tantos', { n: numero.value, quienes: p.getAttribute('data-nombres') }); }
    if (!enviando) { enviando = 'pendiente'; pintar(true); }
  });
  document.addEventListener('orden:negada', function (e) {
    var f = deAqui(e);
    if (!f) { return; }
    if (e.detail.respuesta && e.detail.respuesta.codigo === 'mano_ya_anotada') {
      e.preventDefault();
      irAlConflicto(f, e.detail.boton);
      return;
    }
    enviando = null;
    pintar(true);
    mirarSiSeAnota();
  });
  function irAlConflicto(f, tocado) {
    borrador = { desenlace: f.elements.desenlace.value, tantos: f === forma ? numero.value : '' };
    borrador.pareja = tocado && tocado.name === 'pareja' ? tocado.value : (f.elements.pareja && f.elements.pareja.value) || '';
    location.replace(location.pathname + direccion() + '&enviada=1');
  }

  /* ---------- mientras tanto, otra persona anotó esta mano ---------- */
  function mirarAvisos() {
    var todos = document.querySelectorAll('[data-si-mano]'), i, a, es;
    for (i = 0; i < todos.length; i++) {
      a = todos[i];
      es = a.getAttribute('data-si-mano') === raiz.getAttribute('data-mano') &&
        parseInt(a.getAttribute('data-revision'), 10) > parseInt(raiz.getAttribute('data-revision'), 10);
      Amigos.mostrar(a, es && !enviando);
    }
  }

  /* la mesa se cerró o la anota otra persona: se quita lo que ya no sirve y se dice lo que se llevaba escrito */
  function mirarSiSeAnota() {
    var aviso = document.querySelector('[data-no-se-anota]'), p = elegida(), dicho, adentro;
    if (enviando) { return; }
    adentro = raiz.contains(document.activeElement);
    Amigos.mostrar(raiz, !aviso);
    if (!aviso) { return; }
    dicho = aviso.querySelector('[data-llevabas]');
    if (p && numero && numero.value) {
      dicho.textContent = texto('llevabas', { n: numero.value, quienes: p.getAttribute('data-nombres') });
      Amigos.mostrar(dicho, true);
    }
    if (adentro) { aviso.querySelector('a').focus(); }
  }
  document.addEventListener('vivo:zonas', mirarAvisos);
  document.addEventListener('vivo:zonas', mirarSiSeAnota);

  /* de regreso con «atrás» tras haber anotado: lo de la memoria ya es viejo */
  window.addEventListener('pageshow', function (e) { if (e.persisted) { location.reload(); } });

  pintar(false);
  mirarAvisos();
  mirarSiSeAnota();
}());
