/* Lo pendiente, sobre la mesa misma: en la hoja cada mano con su texto y su marca, en el marcador qué falta sumar, y
   arriba lo que el servidor no aceptó, con lo escrito y qué hacer (RE7, decisión 018). ES5, sin dependencias (PL1).
     data-manos="P-M"       la hoja de esa mesa: ahí va un renglón por mano pendiente
     data-marcador="P-M"    su marcador
     data-cola              los textos, ya traducidos, y el lugar de los avisos
   Los enlaces de anotar (data-clave="anotar") se corren a la mano que de veras sigue. */
(function () {
  'use strict';

  var DESHACER = 10000, DE_VERAS = 700, caja = document.querySelector('[data-cola]'), ultimas = { pendientes: [], todas: [] }, pintado = '';
  if (!caja || !window.Cola) { return; }

  function t(cual, datos) {
    var texto = caja.getAttribute('data-t-' + cual) || '', k;
    for (k in datos) { if (datos.hasOwnProperty(k)) { texto = texto.split('{' + k + '}').join(String(datos[k])); } }
    return texto;
  }
  function nodo(cual, clase, texto) {
    var n = document.createElement(cual);
    if (clase) { n.className = clase; }
    if (texto) { n.textContent = texto; }
    return n;
  }
  /* las de otra credencial dicen y pintan igual (cola_ajenas.js) */
  window.ColaVista = { t: t, nodo: nodo };
  function boton(texto, hacer, id) {
    var b = nodo('button', 'boton', texto);
    b.type = 'button';
    b.setAttribute('data-cola-' + hacer, id);
    return b;
  }
  function deMesa(cual) { return function (r) { return r.partida + '-' + r.mesa === cual; }; }
  function codigo() { var m = /\/recreo\/([^\/]+)\//.exec(location.pathname); return m ? m[1].toUpperCase() : ''; }
  function deAqui(r) { return r.url.toUpperCase().indexOf('/RECREO/' + codigo() + '/') === 0; }
  function anotarDe(r) { return r.url.replace(/orden\/mano_anotar\/$/, 'partida/' + r.partida + '/mesa/' + r.mesa + '/anotar/'); }
  function corregir(r, enviada) {
    var c = r.campos;
    return anotarDe(r) + '?mano=' + r.mano + '&revision=' + c.revision + '&desenlace=' + c.desenlace + (c.pareja ? '&pareja=' + c.pareja : '') +
      (Number(c.tantos) ? '&tantos=' + c.tantos : '') + (enviada ? '&enviada=1' : '');
  }
  function quitarViejos(cual, dentro) {
    var viejos = (dentro || document).querySelectorAll('[' + cual + ']'), i;
    for (i = 0; i < viejos.length; i++) { viejos[i].parentNode.removeChild(viejos[i]); }
  }
  /* lo que de veras falta sumar: ni los borrados ni lo que se va a borrar */
  function cuenta(r) { return !r.borra && !window.Cola.deshecha(ultimas.todas, r); }
  function nueva(r) { return !Number(r.campos.revision); }
  /* con qué número se ve: la que sigue en la hoja y las nuevas de aquí que van antes (D370) */
  function numeroDe(r) {
    var hoja = document.querySelector('[data-manos="' + r.partida + '-' + r.mesa + '"]'), desde = hoja && Number(hoja.getAttribute('data-siguiente'));
    if (!desde || !nueva(r) || r.mano < desde) { return r.numero || r.mano; }
    return Number(hoja.getAttribute('data-numero')) + antes(r.partida + '-' + r.mesa, desde, r.mano);
  }
  /* cuántas siguen en pie de una clave a otra: las de aquí, y las que la página guardada no conoce */
  function antes(mesa, desde, hasta) {
    var hoja = document.querySelector('[data-manos="' + mesa + '"]'), borradas = ((hoja && hoja.getAttribute('data-borradas')) || '').split(' ').map(Number);
    var suyas = ultimas.todas.filter(deAqui).filter(deMesa(mesa)).filter(nueva), n = 0, k;
    function enPie(x) { return Number(x.mano) === k && cuenta(x); }
    function ida(x) { return Number(x.mano) === k && x.borra; }
    for (k = desde; k < hasta; k++) { if (suyas.some(enPie) || (borradas.indexOf(k) < 0 && !suyas.some(ida))) { n += 1; } }
    return n;
  }
  function yaEnLaHoja(hoja, mano) { return hoja.querySelector('[data-fila="' + mano + '"]') !== null; }

  /* ---------- la hoja ---------- */
  function renglon(r) {
    var fila = nodo('tr', 'manos__cola'), num = numeroDe(r), n = nodo('th', 'n', String(num)), celda = nodo('td', 'como'), liga;
    n.setAttribute('scope', 'row');
    celda.setAttribute('colspan', '3');
    celda.appendChild(nodo('span', 'manos__dicho', r.dicho || t('mano', { n: num })));
    celda.appendChild(document.createTextNode(' '));
    if (!cuenta(r)) {
      celda.appendChild(nodo('span', 'pastilla', t('se-borra', {})));
      fila.appendChild(n);
      fila.appendChild(celda);
      return fila;
    }
    celda.appendChild(nodo('span', 'pastilla' + (r.estado === 'negada' ? ' pastilla--ojo' : ''), t(r.estado === 'negada' ? 'negada' : (r.estado === 'enviada' ? 'enviada' : 'pendiente'), {})));
    if (r.estado === 'pendiente') {
      liga = nodo('a', 'boton', t('corregir', { n: num }));
      liga.href = corregir(r, false);
      celda.appendChild(document.createTextNode(' '));
      celda.appendChild(liga);
      celda.appendChild(document.createTextNode(' '));
      if (recien(r)) {
        celda.appendChild(boton(t('deshacer', {}), 'deshacer', r.id_orden));
      } else if (!r.intentos) { celda.appendChild(boton(t(preguntaDe(r), { n: num }), 'quitar', r.id_orden)); }
    }
    fila.appendChild(n);
    fila.appendChild(celda);
    return fila;
  }
  /* de la que corrige a otra se quita la corrección y la otra queda; ya preguntado, lo repintado no lo olvida */
  function preguntaDe(r) { return (preguntada === r.id_orden ? 'de-veras' : 'borrar') + (nueva(r) ? '' : '-cambio'); }
  /* los diez segundos de «Deshacer» lo último, también en la mesa y sin señal (D372) */
  function recien(r) {
    var falta = r.cuando + DESHACER - new Date().getTime(), otra = ultimas.todas.filter(deAqui).filter(deMesa(r.partida + '-' + r.mesa)).some(function (x) { return x.turno > r.turno; });
    if (falta <= 0 || otra || (r.intentos && !nueva(r))) { return false; }
    window.clearTimeout(reloj);
    reloj = window.setTimeout(pintar, falta + 50);
    return true;
  }
  function pintarHoja(hoja) {
    var suyas = ultimas.todas.filter(deAqui).filter(deMesa(hoja.getAttribute('data-manos'))), tabla, vacia, cuerpo, i, r;
    quitarViejos('data-cola-filas', hoja);
    vacia = hoja.querySelector('p.apagada');
    if (vacia) { Amigos.mostrar(vacia, true); }
    suyas = suyas.filter(function (x) { return !x.borra; }).filter(function (x) { return x.estado !== 'enviada' || nueva(x); });
    /* la que ya llegó, aunque no se haya sabido, no se dice dos veces */
    suyas = suyas.filter(function (x) { return x.estado === 'negada' || !nueva(x) || !x.intentos || !yaEnLaHoja(hoja, x.mano); });
    if (!suyas.length) { return; }
    if (vacia) { Amigos.mostrar(vacia, false); }
    tabla = hoja.querySelector('table');
    if (!tabla) {
      tabla = nodo('table', 'tabla manos manos--cola');
      tabla.setAttribute('data-cola-filas', '');
      hoja.appendChild(tabla);
    }
    cuerpo = nodo('tbody');
    cuerpo.setAttribute('data-cola-filas', '');
    /* como la hoja: la última, arriba */
    suyas.sort(function (a, b) { return Number(b.mano) - Number(a.mano) || b.turno - a.turno; });
    for (i = 0; i < suyas.length; i++) { r = suyas[i]; cuerpo.appendChild(renglon(r)); }
    tabla.insertBefore(cuerpo, tabla.querySelector('tbody'));
  }

  /* ---------- el marcador ---------- */
  /* la última de cada mano en la cola; nada si algo no se sabe: una que no entró, un borrado por salir o, entre la hoja y lo de
     aquí, una que esta página guardada no conoce */
  function loDeAqui(cual, hoja) {
    var suyas = ultimas.todas.filter(deAqui).filter(deMesa(cual)), borradas = (hoja.getAttribute('data-borradas') || '').split(' ').map(Number), por = {}, hasta = 0, k;
    if (suyas.some(function (r) { return r.borra || r.estado === 'negada'; })) { return null; }
    suyas.forEach(function (r) {
      if (r.estado !== 'enviada' || nueva(r)) { por[r.mano] = r.campos; hasta = Math.max(hasta, r.mano); }
    });
    for (k = Number(hoja.getAttribute('data-siguiente')); k < hasta; k++) { if (!por[k] && borradas.indexOf(k) < 0) { return null; } }
    return por;
  }
  /* lo que llevan con lo de aquí, en el orden del marcador (D850) */
  function conLoDeAqui(marcador) {
    var cual = marcador.getAttribute('data-marcador'), meta = Number(marcador.getAttribute('data-meta')), hoja = document.querySelector('[data-manos="' + cual + '"]');
    var mitades = marcador.querySelectorAll('[data-pareja]'), por = meta && hoja && loDeAqui(cual, hoja), van = {}, mano, fila;
    function de(i) { return mitades[i].getAttribute('data-pareja'); }
    function sumar(desenlace, pareja, tantos) { if (desenlace !== 'cierre_empatado' && pareja !== '') { van[pareja] += Number(tantos); } }
    if (!por) { return null; }
    van[de(0)] = parseInt(mitades[0].querySelector('.marcador__num').textContent, 10);
    van[de(1)] = parseInt(mitades[1].querySelector('.marcador__num').textContent, 10);
    for (mano in por) {
      if (!por.hasOwnProperty(mano)) { continue; }
      fila = hoja.querySelector('[data-fila="' + mano + '"]');
      /* corregida: se quita lo que decía */
      if (fila) { fila = (fila.getAttribute('data-dice') || '-0-NaN').split('-'); sumar(fila[0], fila[1], -fila[2]); }
      sumar(por[mano].desenlace, por[mano].pareja, por[mano].tantos);
    }
    return isNaN(van[de(0)] + van[de(1)]) ? null : { a: Math.min(meta, van[de(0)]), b: Math.min(meta, van[de(1)]) };
  }
  function pintarMarcador(marcador) {
    var suyas = ultimas.pendientes.filter(cuenta).filter(deAqui).filter(deMesa(marcador.getAttribute('data-marcador'))), p;
    /* la corrección no es otra mano (D803) */
    var faltan = suyas.filter(nueva).length, cambian = suyas.length - faltan, dicho = [], van = suyas.length && conLoDeAqui(marcador);
    if (!suyas.length) { return; }
    if (faltan) { dicho.push(t(faltan === 1 ? 'falta' : 'faltan', { n: faltan })); }
    if (cambian) { dicho.push(t(cambian === 1 ? 'cambia' : 'cambian', { n: cambian })); }
    p = nodo('p', 'marcador__cola', dicho.join(' ') + (van ? ' ' : ''));
    if (van) { p.appendChild(nodo('span', 'marcador__van', t('van', van))); }
    p.setAttribute('data-cola-marcador', '');
    marcador.parentNode.insertBefore(p, marcador.nextSibling);
  }

  /* quién sale depende de lo que falta enviar: antes que decir otra cosa, no se dice */
  function ocultarSalida(marcador) {
    var sale = document.querySelector('.sale'), cual = marcador && marcador.getAttribute('data-marcador');
    if (sale) { Amigos.mostrar(sale, !ultimas.pendientes.filter(deAqui).filter(deMesa(cual)).length); }
  }

  /* ---------- los enlaces de anotar ---------- */
  function siguienteDe(partida, mesa, hay) {
    var suyas = ultimas.todas.filter(deAqui).filter(deMesa(partida + '-' + mesa)), i, n = hay;
    for (i = 0; i < suyas.length; i++) { if (!Number(suyas[i].campos.revision)) { n = Math.max(n, Number(suyas[i].mano) + 1); } }
    return n;
  }
  /* se cuenta desde lo que decía la página: si una de la cola se quita, el número también baja (D847) */
  function correrLiga(liga) {
    var era = liga.getAttribute('data-era') || liga.getAttribute('href'), de = /partida\/(\d+)\/mesa\/(\d+)\/anotar\/\?mano=(\d+)&revision=(\d+)/.exec(era), n, cuantas;
    if (!de) { return; }
    n = siguienteDe(de[1], de[2], Number(de[3]));
    if (n === Number(de[3]) && !liga.hasAttribute('data-era')) { return; }
    cuantas = antes(de[1] + '-' + de[2], Number(de[3]), n);
    liga.setAttribute('data-era', era);
    liga.setAttribute('href', n === Number(de[3]) ? era : era.replace(/mano=\d+&revision=\d+/, 'mano=' + n + '&revision=0'));
    correrNumero(liga, cuantas);
    /* la de la mesa dice su número encima de las cifras */
    if (Amigos.subir(liga, 'data-mano-ya')) { correrNumero(document.getElementById('mano-ya'), cuantas); }
  }
  function correrNumero(en, cuantas) {
    var i, hijo;
    function sumar(hay) { return Number(hay) + cuantas; }
    for (i = 0; i < en.childNodes.length; i++) {
      hijo = en.childNodes[i];
      if (hijo.nodeType === 1 && hijo.getAttribute('data-escritas') === null) { correrNumero(hijo, cuantas); }
      if (hijo.nodeType === 3 && /\d/.test(hijo.data)) {
        hijo.era = hijo.era || hijo.data;
        hijo.data = hijo.era.replace(/\d+/, sumar);
      }
    }
  }

  /* ---------- lo que no entró, y lo que espera ---------- */
  function aviso(clase, titulo, texto, acciones) {
    var a = nodo('div', 'aviso aviso--' + clase), cuerpo = nodo('div', 'aviso__cuerpo'), botones = nodo('div', 'botones'), i;
    a.setAttribute('role', clase === 'mal' ? 'alert' : 'status');
    cuerpo.appendChild(nodo('strong', '', titulo));
    cuerpo.appendChild(document.createTextNode(' ' + texto));
    for (i = 0; i < acciones.length; i++) { botones.appendChild(acciones[i]); }
    if (acciones.length) { cuerpo.appendChild(botones); }
    a.appendChild(cuerpo);
    return a;
  }
  function liga(texto, va) {
    var a = nodo('a', 'boton', texto);
    a.href = va;
    return a;
  }
  function negada(r) {
    var respuesta = r.respuesta || {}, acciones = [];
    if (r.borra) {
      acciones.push(boton(t('reintentar', {}), 'reintentar', r.id_orden));
    } else if (respuesta.codigo === 'mano_ya_anotada') {
      acciones.push(liga(t('decidir', {}), corregir(r, true)));
    } else {
      /* la que se saltó un número no está mal escrita: se envía con el que sigue */
      if (/^regla_|forma_invalida|mano_/.test(respuesta.codigo || '') && !window.ColaRecorre.sobran(respuesta)) { acciones.push(liga(t('corregir', { n: numeroDe(r) }), corregir(r, false))); }
      acciones.push(boton(t('reintentar', {}), 'reintentar', r.id_orden));
    }
    acciones.push(boton(t('tirar', {}), 'tirar', r.id_orden));
    return aviso('mal', t(r.borra ? 'no-se-borro' : 'no-entro', { n: numeroDe(r), mesa: r.mesa }), (respuesta.texto || '') + ' ' + t('escribiste', { dicho: r.dicho }) + ' ' + detras(r), acciones);
  }
  function detras(r) {
    var n = ultimas.pendientes.filter(deMesa(r.partida + '-' + r.mesa)).filter(function (x) { return x.estado === 'pendiente' && x.turno > r.turno; }).length;
    return n ? t(n === 1 ? 'detras' : 'detras-varias', { n: n }) : '';
  }
  /* la que la página pregunta no se dice también arriba */
  function enConflicto(r) {
    var forma = document.querySelector('[data-conflicto] form');
    return forma !== null && choque(forma)(r);
  }
  function pintarAvisos() {
    var lugar = caja.querySelector('[data-cola-avisos]'), pend = ultimas.pendientes, negadas, n, clave;
    negadas = pend.filter(function (r) { return r.estado === 'negada' && !enConflicto(r); });
    n = pend.filter(function (r) { return !r.borra && r.estado !== 'negada'; }).length;
    /* repintado igual, el lector de pantalla lo diría otra vez */
    clave = negadas.map(function (r) { return r.id_orden + detras(r); }).join() + '|' + n + window.Cola.espera() + (navigator.onLine === false) + ColaAlmacen.aSalvo() + yaEstaba;
    if (clave === pintado) { return; }
    pintado = clave;
    lugar.innerHTML = '';
    negadas.forEach(function (r) { lugar.appendChild(negada(r)); });
    if (yaEstaba) { lugar.appendChild(aviso('nota', yaEstaba, '', [])); }
    if (!n) { return; }
    if (window.Cola.espera() === 'entrar') {
      lugar.appendChild(aviso('ojo', t(n === 1 ? 'guardada' : 'guardadas', { n: n }), t('entra', {}), [liga(t('entrar', {}), caja.getAttribute('data-entrar') + encodeURIComponent(location.pathname))]));
    } else if (navigator.onLine === false || sinContestar) {
      lugar.appendChild(aviso('nota', t(n === 1 ? 'guardada' : 'guardadas', { n: n }), comoSalen() + deCuando(), []));
    }
  }
  /* donde se anota, lo que sale solo ya lo dice la última: el teclado cabe */
  function comoSalen() {
    if (!ColaAlmacen.aSalvo()) { return t('en-la-pagina', {}); }
    return document.querySelector('[data-anotar]') ? '' : t('a-salvo', {});
  }
  /* dos avisos de lo mismo empujarían el marcador fuera de la pantalla: el de la página guardada va en éste */
  function deCuando() {
    var otro = caja.querySelector('[data-de-antes]');
    if (otro.getAttribute('hidden') !== null) { return ''; }
    Amigos.mostrar(otro, false);
    return ' ' + otro.querySelector('[data-de-antes-texto]').textContent;
  }

  var sinContestar = false, preguntada = '', desde = 0, reloj = null, yaEstaba = '';
  /* la que se envió otra vez ya la había anotado alguien, igual: no se suma dos veces, y se dice */
  function decirQueYaEstaba(r) {
    yaEstaba = t('ya-estaba', { n: r.numero || r.mano, mesa: r.mesa });
    window.setTimeout(function () { yaEstaba = ''; pintar(); }, DESHACER);
    pintar();
  }
  function pintar() {
    var i, hojas = document.querySelectorAll('[data-manos]'), marcadores = document.querySelectorAll('[data-marcador]'), ligas = document.querySelectorAll('[data-clave="anotar"]');
    quitarViejos('data-cola-marcador');
    for (i = 0; i < hojas.length; i++) { pintarHoja(hojas[i]); }
    for (i = 0; i < marcadores.length; i++) { pintarMarcador(marcadores[i]); }
    for (i = 0; i < ligas.length; i++) { correrLiga(ligas[i]); }
    ocultarSalida(marcadores[0]);
    pintarAvisos();
  }

  function preguntar(b, id) {
    var suya = ultimas.todas.filter(function (r) { return r.id_orden === id; })[0];
    preguntada = id;
    desde = new Date().getTime();
    b.textContent = t(suya && b.getAttribute('data-cola-quitar') !== null ? preguntaDe(suya) : 'de-veras', {});
  }
  document.addEventListener('click', function (e) {
    var b = Amigos.subir(e.target, 'data-cola-quitar') || Amigos.subir(e.target, 'data-cola-tirar'), id;
    if (b) {
      id = b.getAttribute('data-cola-quitar') || b.getAttribute('data-cola-tirar');
      /* lo escrito no se tira con un toque: el primero pregunta */
      if (preguntada !== id) { preguntar(b, id); return; }
      /* y el segundo de un doble toque no contesta (D852) */
      if (new Date().getTime() - desde > DE_VERAS) { window.Cola.quitar(id); }
      return;
    }
    b = Amigos.subir(e.target, 'data-cola-deshacer');
    if (b) { window.Cola.deshacer(b.getAttribute('data-cola-deshacer'), function () { if (window.Vivo) { window.Vivo.ponerseAlDia(); } }); return; }
    b = Amigos.subir(e.target, 'data-cola-reintentar');
    if (b) { window.Cola.reintentar(b.getAttribute('data-cola-reintentar')); }
  });

  /* decidido el choque («La de Olga es la buena», «La mía es la buena»), ya no es pendiente */
  function choque(forma) {
    var c = window.Envio.campos(forma, null);
    return function (r) { return r.estado === 'negada' && Number(c.partida) === r.partida && Number(c.mesa) === r.mesa && Number(c.mano) === r.mano; };
  }
  function decidida(forma, hecho) {
    window.Cola.pendientes(function (todas) {
      var suyas = todas.filter(deAqui).filter(choque(forma));
      function otra() { if (suyas.length) { window.Cola.quitar(suyas.shift().id_orden, otra); } else if (hecho) { hecho(); } }
      otra();
    });
  }
  document.addEventListener('orden:aceptada', function (e) { if (e.detail.forma && !e.detail.forma.hasAttribute('data-en-cola')) { decidida(e.detail.forma); } });
  /* hasta que se quita no se va: a medias, el aviso seguía en la mesa (D855) */
  document.addEventListener('click', function (e) {
    var forma = document.querySelector('[data-conflicto] form');
    if (!forma || e.target.id !== 'la-suya') { return; }
    e.preventDefault();
    decidida(forma, function () { window.Envio.llevar(e.target.href); });
  });

  document.addEventListener('cola:cambio', function (e) { ultimas = e.detail; pintar(); });
  document.addEventListener('cola:pendiente', function () { sinContestar = true; pintar(); });
  document.addEventListener('cola:enviada', function (e) {
    sinContestar = false;
    if (e.detail.renglon.recorrida && e.detail.respuesta.codigo === 'mano_ya_anotada') { decirQueYaEstaba(e.detail.renglon); }
  });
  document.addEventListener('vivo:zonas', pintar);
  window.addEventListener('online', pintar);
  window.addEventListener('offline', pintar);
}());
