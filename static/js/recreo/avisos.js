/* La barra de avisos del Recreo: cada cosa se dice y suena una vez, la pestaña lleva cuántas hay y lo que se mueve bajo
   el dedo no obedece. ES5, sin dependencias (PL1).
     [data-cosa="clave"]              una cosa; [data-suena] si merece el timbre
     [data-cesa="instante"]           se quita sola a su hora, o con su [data-quita-cosa] (D858)
     [data-por-ver="id"]              al tenerla delante se le cuenta a quien llamó ([data-avisa] data-ver), con lo que
                                      decía (data-letrero): otro motivo se vuelve a contar (D797) */
(function () {
  'use strict';

  var UN_RATO = 60000, SORDERA = 700, DEDO = 64, RECIEN = 5000, RECUERDA = 200, SE_LEE = 10000;
  var cuerpo = document.body, codigo = (/\/recreo\/([^\/]+)\//.exec(location.pathname) || ['', ''])[1];
  var CLAVE = 'recreo-dichas-' + codigo, dichas = leer(), vistas = {}, titulo = document.title;
  var sordos = { abajo: 0, barra: 0, dedo: 0 }, donde = { x: 0, y: 0 }, antes = null, primera = '', ultima = null, tocada = 0, ultimaNovedad = ahora(), preguntada = false;

  function ahora() { return new Date().getTime(); }
  function zona() { return document.querySelector('[data-zona="avisa"]'); }
  function leer() {
    try { return JSON.parse(window.sessionStorage.getItem(CLAVE)) || []; } catch (e) { return []; }
  }
  function guardar() {
    dichas = dichas.slice(-RECUERDA);
    try { window.sessionStorage.setItem(CLAVE, JSON.stringify(dichas)); } catch (e) { /* sin memoria */ }
  }

  /* ---------- qué hay ---------- */
  function vivas() { return zona().querySelectorAll('[data-cosa]'); }
  function frase(nodo) {
    var texto = nodo.querySelector('[data-avisa-texto]') || nodo;
    return texto.textContent.replace(/\s+/g, ' ').replace(/^ | $/g, '');
  }

  /* ---------- decirlo una vez ---------- */
  function decirNuevas(hay) {
    var frases = [], nuevas = [], suena = false, calla = /^(tablero|invitar)$/.test(cuerpo.getAttribute('data-pantalla')), i, clave;
    for (i = 0; i < hay.length; i++) {
      clave = hay[i].getAttribute('data-cosa');
      if (dichas.indexOf(clave) >= 0) { continue; }
      dichas.push(clave);
      nuevas.push(clave);
      /* en el tablero, lo que la zona de anuncio ya dice */
      if (!(calla && hay[i].tagName === 'SPAN')) { frases.push(frase(hay[i])); }
      suena = suena || hay[i].getAttribute('data-suena') !== null;
    }
    if (!frases.length && !suena) { return; }
    guardar();
    if (frases.length) {
      ultima = { texto: frases.join(' '), claves: nuevas };
      Amigos.decir(ultima.texto);
    }
    if (suena) { Timbre.sonar(); }
  }
  /* lo que ya se atendió no se queda escrito para quien lo repase con su lector */
  function callar(hay) {
    var dicho = document.getElementById('dicho'), i;
    if (!ultima || dicho.textContent !== ultima.texto) { return; }
    for (i = 0; i < hay.length; i++) { if (ultima.claves.indexOf(hay[i].getAttribute('data-cosa')) >= 0) { return; } }
    dicho.textContent = '';
  }
  function insignia(hay) {
    var n = 0, i, base = titulo.replace(/^\(\d+\) /, '');
    for (i = 0; i < hay.length; i++) { if (hay[i].getAttribute('data-suena') !== null) { n += 1; } }
    document.title = (n ? '(' + n + ') ' : '') + base;
    /* compat: sólo donde la aplicación instalada lleva insignia */
    if (!navigator.setAppBadge) { return; }
    (n ? navigator.setAppBadge(n) : navigator.clearAppBadge())['catch'](function () { /* no está instalada */ });
  }

  /* ---------- quien llamó sabe que se vio ---------- */
  function contarQueSeVio() {
    var caja = zona().querySelector('[data-ver]'), todas, i;
    if (!caja || document.hidden) { return; }
    todas = caja.querySelectorAll('[data-por-ver]');
    for (i = 0; i < todas.length; i++) { if (!doblada(todas[i])) { ver(caja.getAttribute('data-ver'), todas[i]); } }
  }
  /* en «y 2 más» sin abrir no se ha visto */
  function doblada(nodo) {
    var mas = document.getElementById('avisa-mas');
    return mas && mas.contains(nodo) && !mas.hasAttribute('open');
  }
  function ver(url, nodo) {
    var id = nodo.getAttribute('data-por-ver'), letrero = nodo.getAttribute('data-letrero'), cual = id + '-' + letrero;
    if (vistas[cual]) { return; }
    vistas[cual] = true;
    Amigos.publicar(url, { id_orden: Amigos.uuid(), incidencia: id, letrero: letrero }, function (x) { if (!x.status) { vistas[cual] = false; } });
  }
  document.addEventListener('toggle', function (e) { if (e.target.id === 'avisa-mas') { contarQueSeVio(); } }, true);

  /* ---------- lo que se movió bajo el dedo ---------- */
  function medir() { return { barra: zona().offsetHeight, abajo: document.getElementById('contenido').getBoundingClientRect().top }; }
  function pegada() { return window.getComputedStyle(zona()).position !== 'static'; }
  function cualEsPrimera() {
    var una = zona().querySelector('[data-avisa] > [data-cosa]');
    return una && una.tagName !== 'SPAN' ? una.getAttribute('data-cosa') : '';
  }
  /* si la barra creció, se corre la página para que lo de abajo no se mueva; si no alcanzó, un instante no obedece */
  function sostener(estaba) {
    var hoy = medir(), cual = cualEsPrimera();
    /* si lo que cambió de alto fue otra cosa, no es asunto de la barra */
    if (hoy.barra !== estaba.barra) {
      /* compat: `scrollTo` con dos números es de siempre. Donde no va pegada, correrla la escondería */
      if (pegada()) { window.scrollTo(window.pageXOffset, window.pageYOffset + hoy.abajo - estaba.abajo); }
      /* si la movió quien la tocó, sólo lo que le quedó bajo el dedo: la pestaña se abría con el segundo toque (D853) */
      if (ahora() - tocada < RECIEN) { ensordecer('dedo'); } else if (Math.abs(medir().abajo - estaba.abajo) > 6) { ensordecer('abajo'); }
    }
    if (cual && cual !== primera) { ensordecer('barra'); }
    primera = cual;
  }
  function ensordecer(cual) {
    sordos[cual] = ahora() + SORDERA;
    decirSordos();
    window.setTimeout(decirSordos, SORDERA + 20);
  }
  /* la orden aceptada trajo a esta página (comun/envio.js): el dedo venía tocando la otra */
  function recienLlevado() {
    var cuando = 0;
    try {
      cuando = parseInt(window.sessionStorage.getItem('amigos-llevado'), 10) || 0;
      window.sessionStorage.removeItem('amigos-llevado');
    } catch (e) { cuando = 0; }
    return ahora() - cuando < RECIEN;
  }
  function decirSordos() {
    var t = ahora(), cuales = [];
    if (t < sordos.abajo) { cuales.push('abajo'); }
    if (t < sordos.barra) { cuales.push('barra'); }
    if (t < sordos.dedo) { cuales.push('dedo'); }
    if (cuales.length) { cuerpo.setAttribute('data-avisa-sorda', cuales.join(' ')); } else { cuerpo.removeAttribute('data-avisa-sorda'); }
  }
  document.addEventListener('click', function (e) {
    var enBarra = zona().contains(e.target), sorda = sordos[enBarra ? 'barra' : 'abajo'];
    if (!enBarra && Math.abs(e.clientX - donde.x) < DEDO && Math.abs(e.clientY - donde.y) < DEDO) { sorda = Math.max(sorda, sordos.dedo); }
    if (enBarra) {
      tocada = ahora();
      donde = { x: e.clientX, y: e.clientY };
    }
    /* el clic que hace una tecla no cuenta toques */
    if (e.detail && ahora() < sorda && (enBarra || document.getElementById('contenido').contains(e.target))) {
      e.preventDefault();
      e.stopPropagation();
    }
  }, true);

  /* ---------- lo que ya no pide nada ---------- */
  var cese = null;
  function cesar() {
    var todas = zona().querySelectorAll('[data-cesa]'), pronto = 0, i, falta;
    window.clearTimeout(cese);
    for (i = 0; i < todas.length; i++) {
      falta = new Date(todas[i].getAttribute('data-cesa')).getTime() - AmigosHora.ahora();
      Amigos.mostrar(todas[i].querySelector('[data-quita-cosa]'), true);
      if (falta <= 0 || dichas.indexOf('ida-' + todas[i].getAttribute('data-cosa')) >= 0) { quitarCosa(todas[i]); } else { pronto = Math.max(falta, 300); }
    }
    if (pronto) { cese = window.setTimeout(pintar, pronto); }
  }
  /* la que sigue ocupa su lugar */
  function quitarCosa(n) {
    var mas = document.getElementById('avisa-mas'), lista = mas ? mas.getElementsByTagName('li') : [], doblada = mas && mas.contains(n), sigue;
    if (!doblada && lista.length) {
      sigue = lista[0].querySelector('[data-cosa]');
      n.parentNode.insertBefore(sigue, n);
    }
    if (lista.length) { (doblada ? n.parentNode : lista[0]).parentNode.removeChild(doblada ? n.parentNode : lista[0]); }
    if (!doblada) { n.parentNode.removeChild(n); }
    if (!vivas().length) { zona().innerHTML = ''; }
    if (!mas) { return; }
    sigue = mas.querySelector('summary');
    sigue.textContent = sigue.textContent.replace(/\d+/, lista.length);
    if (!lista.length) { mas.parentNode.removeChild(mas); }
  }
  document.addEventListener('click', function (e) {
    var b = Amigos.subir(e.target, 'data-quita-cosa');
    if (!b) { return; }
    dichas.push('ida-' + Amigos.subir(b, 'data-cosa').getAttribute('data-cosa'));
    guardar();
    pintar();
  });

  function pintar() {
    ultimaNovedad = ahora();
    var estaba = antes || medir(), hay;
    antes = null;
    cesar();
    sostener(estaba);
    hay = vivas();
    decirNuevas(hay);
    callar(hay);
    insignia(hay);
    contarQueSeVio();
  }
  function decirSiSeVe() {
    if (window.Vivo) { window.Vivo.mandar({ tipo: 'visible', version: 0, datos: { visible: !document.hidden } }); }
  }

  /* ---------- quien perdió la carrera por anotar lo lee y sigue: a los diez segundos, o antes si la cierra (D801) ---------- */
  function quitarError() { Amigos.mostrar(document.querySelector('[data-error-general]'), false); }
  document.addEventListener('click', function (e) { if (Amigos.subir(e.target, 'data-cerrar-error')) { quitarError(); } });
  document.addEventListener('orden:aceptada', quitarError);
  document.addEventListener('orden:negada', function (e) {
    var r = e.detail.respuesta;
    if (r && /^ya_(hay_anotador|anota_otro)$/.test(r.codigo || '')) { window.setTimeout(quitarError, SE_LEE); }
  });

  if (!zona()) { return; }
  document.addEventListener('vivo:antes', function () { antes = medir(); });
  document.addEventListener('vivo:zonas', pintar);
  document.addEventListener('vivo:abierto', function () { if (document.hidden) { decirSiSeVe(); } });
  document.addEventListener('visibilitychange', function () { decirSiSeVe(); if (!document.hidden) { pintar(); } });
  /* al tocar fuera se pliega lo desplegado */
  document.addEventListener('click', function (e) {
    var mas = document.getElementById('avisa-mas');
    if (mas && !mas.contains(e.target)) { mas.removeAttribute('open'); }
  });
  /* hay cosas que lo son con el tiempo (una mesa que lleva rato sin anotar): si nada llegó en un rato, quien manda pregunta */
  function volverAMirar() {
    if (!window.Vivo || document.hidden || ahora() - ultimaNovedad < UN_RATO) { return; }
    ultimaNovedad = ahora();
    preguntada = window.Vivo.mandar({ tipo: 'mirar', version: 0, datos: {
      pantalla: cuerpo.getAttribute('data-pantalla'),
      partida: parseInt(cuerpo.getAttribute('data-partida'), 10) || 0,
      mesa: parseInt(cuerpo.getAttribute('data-mesa'), 10) || 0
    } });
  }
  /* lo que contesta es de la versión que ya se tiene y la página no lo repinta: aquí sólo importa la barra */
  document.addEventListener('vivo:mensaje', function (e) {
    var m = e.detail, trae = m && m.tipo === 'parcial' ? m.datos.zonas.avisa : undefined;
    if (!preguntada || trae === undefined || m.version !== window.Vivo.version()) { return; }
    preguntada = false;
    if (zona().contains(document.activeElement)) { return; }
    antes = medir();
    zona().innerHTML = trae;
    pintar();
  });
  if (zona().getAttribute('data-manda') !== null) { window.setInterval(volverAMirar, UN_RATO / 4); }
  primera = cualEsPrimera();
  if (recienLlevado()) { ensordecer('abajo'); }
  pintar();
}());
