/* Dónde vive la cola del aparato: IndexedDB, que sobrevive a cerrar la página y a apagar el teléfono; si el navegador no
   la tiene o la niega, la memoria de la página (RE7). Todo cambio es de una pieza: lee, decide y escribe sin que otra
   pestaña se meta en medio. ES5, sin dependencias (PL1).
     ColaAlmacen.cambiar(decidir, hecho)   decidir(renglones) → {pon: [...], quita: [id_orden...]}; hecho(renglones)
     ColaAlmacen.aSalvo()                  lo guardado sobrevive a cerrar */
var ColaAlmacen = (function () {
  'use strict';

  var BASE = 'recreo', TABLA = 'manos', base = null, enMemoria = null, esperan = null;

  function ordenar(todos) { return todos.sort(function (a, b) { return a.turno - b.turno; }); }
  function aplicar(todos, cambio) {
    var i, j, quedan = [], fuera = {};
    for (i = 0; i < cambio.quita.length; i++) { fuera[cambio.quita[i]] = true; }
    for (j = 0; j < cambio.pon.length; j++) { fuera[cambio.pon[j].id_orden] = true; }
    for (i = 0; i < todos.length; i++) { if (!fuera[todos[i].id_orden]) { quedan.push(todos[i]); } }
    return ordenar(quedan.concat(cambio.pon));
  }
  function decidido(decidir, todos) {
    var cambio = decidir(todos) || {};
    return { pon: cambio.pon || [], quita: cambio.quita || [] };
  }

  function abrir(seguir) {
    var pedido;
    if (base || enMemoria) { seguir(); return; }
    if (esperan) { esperan.push(seguir); return; }
    esperan = [seguir];
    function listo(hay) {
      var cuales = esperan, i;
      if (!hay) { enMemoria = []; }
      base = hay;
      esperan = null;
      for (i = 0; i < cuales.length; i++) { cuales[i](); }
    }
    try { pedido = window.indexedDB.open(BASE, 1); } catch (e) { listo(null); return; }
    pedido.onupgradeneeded = function () { pedido.result.createObjectStore(TABLA, { keyPath: 'id_orden' }); };
    pedido.onsuccess = function () {
      /* otra pestaña con una versión más nueva puede cambiar la tabla: ésta la suelta y la vuelve a abrir */
      pedido.result.onversionchange = function () { pedido.result.close(); base = null; };
      listo(pedido.result);
    };
    pedido.onerror = function () { listo(null); };
    pedido.onblocked = function () { listo(null); };
  }

  function cambiarEnBase(decidir, hecho) {
    var todos = [], resultado = null, tx, tabla, cursor;
    function aMemoria() {
      if (enMemoria) { return; }
      /* el disco se llenó o se negó a medias: se sigue en la página, sin perder lo que ya se había leído */
      enMemoria = todos;
      cambiarEnMemoria(decidir, hecho);
    }
    try {
      tx = base.transaction([TABLA], 'readwrite', { durability: 'strict' });
      tabla = tx.objectStore(TABLA);
      cursor = tabla.openCursor();
    } catch (e) { aMemoria(); return; }
    cursor.onsuccess = function () {
      var c = cursor.result, cambio, i;
      if (c) { todos.push(c.value); c['continue'](); return; }
      ordenar(todos);
      cambio = decidido(decidir, todos);
      resultado = aplicar(todos, cambio);
      for (i = 0; i < cambio.quita.length; i++) { tabla['delete'](cambio.quita[i]); }
      for (i = 0; i < cambio.pon.length; i++) { tabla.put(cambio.pon[i]); }
    };
    tx.oncomplete = function () { hecho(resultado); };
    tx.onabort = aMemoria;
  }
  function cambiarEnMemoria(decidir, hecho) {
    enMemoria = aplicar(enMemoria, decidido(decidir, enMemoria));
    hecho(enMemoria.slice());
  }

  return {
    cambiar: function (decidir, hecho) {
      abrir(function () { if (enMemoria) { cambiarEnMemoria(decidir, hecho); } else { cambiarEnBase(decidir, hecho); } });
    },
    aSalvo: function () { return enMemoria === null; }
  };
}());
