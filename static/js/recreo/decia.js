/* Corregir una mano enseña lo que decía, también sin señal: lo último que este aparato sabe de ella, en su cola o en la
   hoja de la mesa guardada (D821). Va antes que anotar_cola.js, que movería a la siguiente. ES5, sin dependencias (PL1). */
(function () {
  'use strict';

  var A = window.Anotar, caja = document.querySelector('[data-decia]'), raiz = document.querySelector('[data-anotar]');
  var guardadas = document.body.getAttribute('data-guardada') !== null && window.caches;
  if (!A || !caja) { return; }

  function pedido(cual) { var m = new RegExp('[?&]' + cual + '=(\\d+)').exec(location.search); return m ? m[1] : ''; }
  var mano = pedido('mano'), revision = Number(pedido('revision')), campos = A.forma.elements;

  /* ---------- en la cola ---------- */
  function codigo(url) { return (url.split('/')[2] || '').toUpperCase(); }
  function esta(r) {
    return codigo(r.url) === codigo(location.pathname) && r.campos.partida === campos.partida.value && r.campos.mesa === campos.mesa.value && String(r.campos.mano) === mano;
  }
  function ultimaDe(cuales) { return cuales.length ? cuales[cuales.length - 1] : null; }
  function sinEnviar(r) { return r.estado !== 'enviada'; }
  /* la que de aquí salió hace nada, y la hoja guardada todavía no trae */
  function laQueSalio(r) { return r.estado === 'enviada' && Number(r.campos.revision) + 1 === revision; }

  /* ---------- en la hoja de la mesa, como se guardó ---------- */
  function fila(texto) {
    var hoja = '[data-manos="' + campos.partida.value + '-' + campos.mesa.value + '"] ';
    return new DOMParser().parseFromString(texto, 'text/html').querySelector(hoja + '[data-fila="' + mano + '"][data-dice]');
  }
  function enLaHoja(hecho) {
    var volver = document.querySelector('.cabecera__volver'), va = volver ? volver.getAttribute('href').replace(/[?#].*$/, '') : '';
    if (!guardadas || !revision || !va) { hecho(null); return; }
    guardadas.open('recreo-paginas')
      .then(function (c) { return c.match(va); })
      .then(function (r) { return r ? r.text() : ''; })
      .then(function (texto) { hecho(fila(texto)); })
      .then(null, function () { /* sin sitio: como si no se supiera */ });
  }

  /* ---------- enseñarlo ---------- */
  function dicho(x) {
    var p = raiz.querySelector('[data-pareja="' + x.pareja + '"]'), n = Number(x.tantos), frase = A.texto('nadie', {});
    if (x.desenlace !== 'cierre_empatado' && p) {
      frase = A.texto(n ? (n === 1 ? 'tanto' : 'tantos') : 'gana-la-mano', { n: n, quienes: p.getAttribute('data-nombres') });
    }
    return A.texto('decia', { como: A.texto('decia-' + x.desenlace, {}), dicho: frase });
  }
  function marcar(x) {
    var boton = document.getElementById('m-' + x.desenlace + '-' + x.pareja), empate = document.getElementById('empate');
    if (boton) { boton.classList.add('para__b--puesta'); }
    if (empate && x.desenlace === 'cierre_empatado') { empate.setAttribute('open', ''); }
  }
  function ensenar(x, enCola) {
    var espera = enCola ? ' · ' + document.querySelector('[data-cola]').getAttribute('data-t-pendiente') : '';
    caja.querySelector('[data-decia-dicho]').textContent = dicho(x) + espera;
    marcar(x);
    Amigos.mostrar(caja, true);
    A.decia(Number(x.tantos) ? String(x.tantos) : '', enCola);
  }
  /* con qué número se ve, que no es su clave si antes se borró otra (D370) */
  function ponerNumero(n) {
    if (!A.corrige) { return; }
    raiz.setAttribute('data-numero', n);
    document.querySelector('[data-titulo-mano]').textContent = A.texto('corregir', { n: n });
  }
  function deLaFila(f) {
    var de = f.getAttribute('data-dice').split('-');
    ponerNumero(f.getAttribute('data-numero'));
    ensenar({ desenlace: de[0], pareja: de[1], tantos: de[2] }, false);
  }

  function mirar(e) {
    var suyas = (e.detail.todas || []).filter(esta), ultima = ultimaDe(suyas.filter(sinEnviar)), salio = ultimaDe(suyas.filter(laQueSalio));
    document.removeEventListener('cola:cambio', mirar);
    if (!mano || (ultima && ultima.borra)) { return; }
    if (ultima) { ponerNumero(ultima.numero); ensenar(ultima.campos, true); return; }
    enLaHoja(function (f) {
      if (f && Number(f.getAttribute('data-revision')) >= revision) { deLaFila(f); } else if (salio && !salio.borra) { ponerNumero(salio.numero); ensenar(salio.campos, false); }
    });
  }
  document.addEventListener('cola:cambio', mirar);
}());
