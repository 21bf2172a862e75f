/* Las manos que otra credencial dejó guardadas en este teléfono: nunca se callan ni se mandan sin preguntar (RE7, D750).
   Las del mismo lugar ya las recogió la cola; de las otras se dice de quién son y, a quien puede anotar esa mesa ahora,
   se le pregunta. La recogida que llegó antes de volver a anotar se manda en cuanto se anota. ES5, sin dependencias (PL1).
     data-cola-ajenas   su lugar; los textos están en data-cola */
(function () {
  'use strict';

  var caja = document.querySelector('[data-cola]'), lugar = document.querySelector('[data-cola-ajenas]');
  var ajenas = [], sinAnotar = [], permiso = null, preguntando = false, otraVez = false, pintado = '', tocada = '';
  if (!caja || !lugar || !window.ColaVista) { return; }

  var t = window.ColaVista.t, nodo = window.ColaVista.nodo;
  function codigoEn(camino) { var m = /\/(?:recreo|r)\/([^\/]+)/i.exec(camino); return m ? m[1].toUpperCase() : ''; }
  /* el código puede haber cambiado; el Recreo, no */
  function deAqui(r) {
    if (r.lugar) { return r.lugar.split('-')[0] === caja.getAttribute('data-recreo'); }
    return codigoEn(r.url) === caja.getAttribute('data-codigo').toUpperCase();
  }
  function mesaDe(r) { return r.partida + '-' + r.mesa; }
  function anotaEn(mesa) { return Boolean(permiso) && (permiso.anota || []).indexOf(mesa) >= 0; }

  /* ---------- qué puede quien está ---------- */
  function preguntar() {
    var x;
    if (!ajenas.length && !sinAnotar.length) { return; }
    if (preguntando) { otraVez = true; return; }
    preguntando = true;
    x = new XMLHttpRequest();
    x.open('GET', (document.body.getAttribute('data-quien-va') || '/recreo/quien/') + '?de=' + encodeURIComponent(caja.getAttribute('data-codigo')));
    x.timeout = 8000;
    x.onload = function () {
      try { permiso = x.status === 200 ? JSON.parse(x.responseText) : null; } catch (e) { permiso = null; }
      /* contestó otra persona que la de esta página: aquí no se decide nada */
      if (permiso && permiso.quien !== document.body.getAttribute('data-quien')) { permiso = null; }
      listo();
    };
    x.onerror = x.ontimeout = listo;
    x.send();
  }
  function listo() {
    preguntando = false;
    sinAnotar.forEach(function (r) { if (anotaEn(mesaDe(r)) && r.intentos < 6) { window.Cola.reintentar(r.id_orden); } });
    pintar();
    if (otraVez) { otraVez = false; preguntar(); }
  }

  /* ---------- lo que se ve ---------- */
  function grupos() {
    var todos = [], por = {};
    ajenas.forEach(function (r) {
      var cual = (r.lugar || '') + '|' + (r.anoto || '') + '|' + mesaDe(r);
      if (!por[cual]) { por[cual] = { cual: cual, anoto: r.anoto, partida: r.partida, mesa: r.mesa, suyas: [] }; todos.push(por[cual]); }
      por[cual].suyas.push(r);
    });
    return todos;
  }
  function boton(texto, hacer, cual) {
    var b = nodo('button', 'boton', texto);
    b.type = 'button';
    b.setAttribute('data-ajenas-' + hacer, cual);
    return b;
  }
  function queHacer(g) {
    if (!caja.getAttribute('data-lugar') && !(permiso && permiso.anota)) { return t('entra-tu', {}); }
    if (anotaEn(g.partida + '-' + g.mesa)) { return ''; }
    return permiso && permiso.descarta ? t('ya-cerrada', {}) : t('ensenalas', {});
  }
  function aviso(g) {
    var a = nodo('div', 'aviso aviso--ojo'), cuerpo = nodo('div', 'aviso__cuerpo'), lista = nodo('ul', 'cola__suyas'), botones = nodo('div', 'botones');
    var n = g.suyas.length, manda = anotaEn(g.partida + '-' + g.mesa);
    a.setAttribute('role', 'status');
    cuerpo.appendChild(nodo('strong', '', t(n === 1 ? 'quedo' : 'quedaron', { n: n, quien: g.anoto || t('otra-persona', {}), mesa: g.mesa })));
    g.suyas.forEach(function (r) {
      lista.appendChild(nodo('li', '', r.borra ? t('borrar', { n: r.numero || r.mano }) : t('mano', { n: r.numero || r.mano }) + (r.dicho ? ': ' + r.dicho : '')));
    });
    cuerpo.appendChild(lista);
    cuerpo.appendChild(nodo('p', '', queHacer(g)));
    if (manda) { botones.appendChild(boton(t(n === 1 ? 'mia' : 'mias', {}), 'mias', g.cual)); }
    if (manda || (permiso && permiso.descarta)) { botones.appendChild(boton(t(n === 1 ? 'descartala' : 'descartar', {}), 'descartar', g.cual)); }
    if (botones.firstChild) { cuerpo.appendChild(botones); }
    a.appendChild(cuerpo);
    return a;
  }
  function pintar() {
    var todos = grupos(), clave = JSON.stringify([todos, permiso && permiso.anota, permiso && permiso.descarta]);
    /* repintado igual, el lector de pantalla lo diría otra vez */
    if (clave === pintado) { return; }
    pintado = clave;
    tocada = '';
    lugar.innerHTML = '';
    todos.forEach(function (g) { lugar.appendChild(aviso(g)); });
  }
  function idsDe(cual) {
    var ids = [];
    grupos().forEach(function (g) { if (g.cual === cual) { g.suyas.forEach(function (r) { ids.push(r.id_orden); }); } });
    return ids;
  }

  lugar.addEventListener('click', function (e) {
    var b = Amigos.subir(e.target, 'data-ajenas-mias'), cual;
    if (b) { window.Cola.hacerMias(idsDe(b.getAttribute('data-ajenas-mias'))); return; }
    b = Amigos.subir(e.target, 'data-ajenas-descartar');
    if (!b) { return; }
    cual = b.getAttribute('data-ajenas-descartar');
    /* lo escrito no se tira con un toque: el primero pregunta */
    if (tocada !== cual) { tocada = cual; b.textContent = t('descarta-de-veras', {}); return; }
    window.Cola.tirarAjenas(idsDe(cual));
  });
  document.addEventListener('cola:cambio', function (e) {
    ajenas = (e.detail.ajenas || []).filter(deAqui);
    sinAnotar = e.detail.pendientes.filter(function (r) { return r.heredada && r.estado === 'negada' && (r.respuesta || {}).codigo === 'no_anotas_esta_mesa'; }).filter(deAqui);
    pintar();
    if (!permiso || sinAnotar.length) { preguntar(); }
  });
  document.addEventListener('vivo:zonas', preguntar);
}());
