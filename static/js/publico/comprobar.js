/* «Comprobar un acta»: todo se cuenta en este navegador, sin pedirle nada al servidor una vez abierta la página (RG1, D561).
   El acta llega de un archivo, pegada, o con #/enlinea/…/acta.json, que la trae con la sesión de quien la jugó. ES5 (PL1). */
(function () {
  'use strict';

  var LARGO = 1024 * 1024, MANOS = 200, POCA = 8;
  /* sólo las dos direcciones que dan un acta: la del enlace no puede pedir otra cosa */
  var DIRECCION = /^#(\/enlinea\/(?:partidas\/\d{1,12}|academia\/importada\/\d{1,12})\/acta\.json)$/;
  var textos = JSON.parse(document.getElementById('textos-comprobar').textContent);
  var archivo = document.getElementById('archivo'), pegado = document.getElementById('acta'), apuntadas = document.getElementById('apuntadas');
  var salida = document.querySelector('[data-salida]'), forma = document.querySelector('[data-comprueba]');

  function T(clave, datos) {
    return textos[clave].replace(/\{(\w+)\}/g, function (todo, hueco) { return datos && datos[hueco] !== undefined ? String(datos[hueco]) : todo; });
  }
  function nodo(nombre, clase, texto, en) {
    var n = document.createElement(nombre);
    if (clase) { n.className = clase; }
    if (texto) { n.textContent = texto; }
    en.appendChild(n);
    return n;
  }
  function esLista(x) { return Object.prototype.toString.call(x) === '[object Array]'; }
  function vaciar(n) { while (n.firstChild) { n.removeChild(n.firstChild); } return n; }
  /* lo de la vez anterior ya no se dice de ésta */
  function limpiar() { salida.removeAttribute('data-juicio'); return vaciar(salida); }
  function decir(texto, clase) { enfocar(nodo('p', clase || 'aviso aviso--mal', texto, limpiar())); }
  /* se oye en qué quedó, no las diez manos de corrido */
  function enfocar(n) {
    n.setAttribute('tabindex', '-1');
    n.focus();
    if (n.getBoundingClientRect().top < 0 || n.getBoundingClientRect().bottom > window.innerHeight) { n.scrollIntoView(); }
  }

  /* ---------- de qué juego es, y cómo se reparte en él (VA4, VA7, VA8) ---------- */
  function comoSeReparte(acta) {
    var juego = acta.reglamento || 'amigos', n = acta.jugadores || 4, suyas = acta.fichas || 7;
    if (juego === 'amigos') { return AmigosSorteo.SIEMPRE; }
    if ((juego !== 'federacion' && juego !== 'musica') || [2, 3, 4].indexOf(n) < 0 || [7, 9].indexOf(suyas) < 0 || n * suyas > 28) { return null; }
    return {
      jugadores: n, por_mano: suyas, fuera: n * suyas === 27 ? [0] : [], mulas: juego === 'federacion' ? 3 : 7,
      sale: juego === 'federacion' ? 'ficha' : 'mula'
    };
  }
  function numeros(fichas) { return esLista(fichas) ? fichas.map(function (f) { return AmigosSorteo.FICHAS.indexOf(f); }) : fichas; }

  /* ---------- lo que se mira además del sorteo ---------- */
  function tiroLoSuyo(mano) {
    var vistas = {};
    return esLista(mano.jugadas) && esLista(mano.reparto) && mano.jugadas.every(function (j) {
      var suyas = j && mano.reparto[j.asiento], buena = esLista(suyas) && suyas.indexOf(j.ficha) >= 0 && !vistas[j.ficha];
      if (buena) { vistas[j.ficha] = true; }
      return buena;
    });
  }
  function paso(clave, bien) { return { paso: clave, bien: bien, texto: T('a_' + clave + (bien ? '_bien' : '_mal')) }; }
  function anotadaDe(huella, lista) {
    var i;
    for (i = 0; i < lista.length; i++) { if (String(huella).indexOf(lista[i]) === 0) { return lista[i]; } }
    return null;
  }
  function pasosDe(acta, n, como, lista) {
    var mano = acta.manos[n], s = mano.sorteo, antes = n ? acta.manos[n - 1] : null, pasos;
    pasos = AmigosSorteo.comprobar(AmigosSorteo.conTestigo({
      compromiso: s.compromiso, claves: s.claves, semilla: s.semilla, nonces: s.nonces, manos: mano.reparto, salidor: mano.salidor,
      primera: !n, nombres: esLista(acta.asientos) ? acta.asientos : [], como: como, pozo: numeros(mano.pozo), intento: s.intento || 0,
      anotado: anotadaDe(s.compromiso, lista)
    }, AmigosTestigo.de(s.compromiso, true) || AmigosTestigo.delNumero(esLista(s.nonces) ? s.nonces : [])), {});
    /* apuntada antes de repartir vale lo que un testigo: ya no falta con qué comparar */
    if (anotadaDe(s.compromiso, lista)) { pasos = pasos.filter(function (p) { return p.paso !== 'publicado' || p.bien !== null; }); }
    if (antes) { pasos.push(paso('rota', mano.salidor === (antes.salidor + 1) % como.jugadores)); }
    if (!mano.pozo) { pasos.push(paso('jugadas', tiroLoSuyo(mano))); }
    return pasos;
  }

  /* ---------- las huellas apuntadas a mano: una por renglón, con espacios o sin ellos ---------- */
  function leerApuntadas() {
    return apuntadas.value.toLowerCase().split(/[\n,;]+/).map(function (r) { return r.replace(/[^0-9a-f]/g, ''); }).filter(Boolean);
  }

  /* ---------- lo que se enseña ---------- */
  function unaMano(acta, n, como, lista) {
    var mano = acta.manos[n], caja = nodo('section', 'hoja comprueba__mano', '', salida), pasos;
    nodo('h2', '', T('a_mano', { n: n + 1 }), caja);
    if (!mano || !mano.sorteo || typeof mano.sorteo !== 'object') { nodo('p', '', T('a_sin_sorteo'), caja); return []; }
    if (typeof mano.sorteo.compromiso === 'string') { nodo('p', 'huella__n n', T('a_huella', { huella: AmigosTestigo.corta(mano.sorteo.compromiso) }), caja); }
    pasos = pasosDe(acta, n, como, lista);
    AmigosPasos.pintar(caja, pasos, textos);
    return pasos;
  }
  /* lo apuntado que no es de ninguna mano se dice: puede ser que se haya apuntado mal, o que la hayan cambiado */
  function lasQueSobran(acta, lista) {
    return lista.filter(function (una) {
      return una.length < POCA || !acta.manos.some(function (m) { return m && m.sorteo && String(m.sorteo.compromiso).indexOf(una) === 0; });
    });
  }
  function comprobar(texto) {
    var acta, como, lista = leerApuntadas(), pasos = [], sobran, resumen, juicio;
    if (texto.length > LARGO) { decir(T('a_larga')); return; }
    try { acta = JSON.parse(texto.replace(/^\uFEFF/, '')); } catch (e) { decir(T('a_ilegible')); return; }
    if (!acta || typeof acta !== 'object' || acta.formato !== 'amigos-domino/partida' || acta.version !== 1) { decir(T('a_otro_formato')); return; }
    como = comoSeReparte(acta);
    if (!como || !esLista(acta.manos) || !acta.manos.length || acta.manos.length > MANOS) { decir(T('a_ilegible')); return; }
    resumen = nodo('p', '', ' ', limpiar());
    sobran = lasQueSobran(acta, lista);
    sobran.forEach(function (una) { nodo('p', 'aviso aviso--mal', T(una.length < POCA ? 'a_apuntada_corta' : 'a_apuntada_sobra', { huella: AmigosTestigo.corta(una) }), salida); });
    lista = lista.filter(function (una) { return sobran.indexOf(una) < 0; });
    acta.manos.forEach(function (_m, n) { pasos = pasos.concat(unaMano(acta, n, como, lista)); });
    juicio = AmigosSorteo.juicio(pasos);
    if (sobran.length && juicio === 'bien') { juicio = 'a_medias'; }
    if (juicio === 'bien' && acta.manos.some(function (m) { return !m || !m.sorteo; })) { juicio = 'a_medias'; }
    if (!pasos.length) { juicio = 'ninguna'; }
    resumen.textContent = T(juicio === 'a_medias' ? juicio : 'a_' + juicio);
    resumen.className = 'comprueba__juicio aviso aviso--' + { bien: 'bien', mal: 'mal', a_medias: 'ojo', ninguna: 'ojo' }[juicio];
    salida.setAttribute('data-juicio', juicio);
    enfocar(resumen);
  }

  /* ---------- de dónde viene ---------- */
  function delArchivo(f) {
    var lector = new window.FileReader();
    if (f.size > LARGO) { decir(T('a_grande')); return; }
    lector.onload = function () { comprobar(String(lector.result)); };
    lector.onerror = function () { decir(T('a_ilegible')); };
    lector.readAsText(f, 'utf-8');
  }
  function deAqui(direccion) {
    var x = new window.XMLHttpRequest();
    decir(T('a_trayendo'), 'fuerte');
    x.open('GET', direccion);
    x.onload = function () {
      if (x.status !== 200 || !/json/.test(x.getResponseHeader('Content-Type') || '')) { decir(T('a_no_baja')); return; }
      pegado.value = x.responseText;
      comprobar(x.responseText);
    };
    x.onerror = function () { decir(T('a_no_baja')); };
    x.send();
  }

  forma.addEventListener('submit', function (e) {
    e.preventDefault();
    if (archivo.files && archivo.files.length) { delArchivo(archivo.files[0]); return; }
    if (!pegado.value.replace(/\s/g, '')) { decir(T('a_vacia')); return; }
    comprobar(pegado.value);
  });
  /* lo último que se tocó manda */
  pegado.addEventListener('input', function () { archivo.value = ''; });
  if (DIRECCION.test(window.location.hash)) { deAqui(DIRECCION.exec(window.location.hash)[1]); }
}());
