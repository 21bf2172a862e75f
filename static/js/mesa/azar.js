/* El número de este navegador para cada reparto (RG1), y con qué comprobarlo al terminar la mano. ES5 (PL1).
   Guarda por pestaña la huella publicada ANTES de dar su número y el número que dio. Necesita mesa/sorteo.js.
   AmigosAzar.mirar(vista); .nonce() → el que toca dar, o null; .comprobar(vista) → pasos en palabras */
var AmigosAzar = (function () {
  'use strict';

  var M = AmigosMesa, llave = 'mesa-sorteo-' + document.body.getAttribute('data-mesa'), s = { sigue: null, mano: null };

  (function () {
    try { s = JSON.parse(window.sessionStorage.getItem(llave)) || s; } catch (e) { /* sin almacén: sólo esta página */ }
  }());
  function guardar() { try { window.sessionStorage.setItem(llave, JSON.stringify(s)); } catch (e) { /* ídem */ } }

  function mirar(vista) {
    var d = vista.datos, cual = d.partida + '/' + d.mano;
    /* se repartió: lo que estaba por venir es la mano en curso */
    if (d.fase === M.FASE.JUGANDO && (!s.mano || s.mano.cual !== cual)) {
      s.mano = s.sigue && s.sigue.para === d.compromiso ? { cual: cual, publicado: s.sigue.publicado, nonce: s.sigue.nonce, dado: s.sigue.dado } : { cual: cual };
      s.sigue = null;
    }
    if (d.siguiente && (!s.sigue || s.sigue.publicado !== d.siguiente)) {
      s.sigue = { publicado: d.siguiente, para: d.siguiente, nonce: AmigosSorteo.nonce(), dado: false, ofrecido: false };
    }
    if (s.sigue && s.sigue.ofrecido && !vista.yo.falta_nonce) { s.sigue.dado = true; }
    guardar();
  }
  function comprobar(vista) {
    var d = vista.datos, sorteo = d.fin.sorteo, datos = {
      compromiso: sorteo.compromiso, claves: sorteo.claves, semilla: sorteo.semilla, nonces: sorteo.nonces,
      manos: d.fin.repartidas, salidor: sorteo.salidor, primera: sorteo.primera, nombres: M.nombres(),
      como: sorteo.como, pozo: d.fin.pozo, intento: sorteo.intento
    };
    if (s.mano && s.mano.cual === d.partida + '/' + d.mano && s.mano.publicado) {
      datos.publicado = s.mano.publicado;
      /* si no llegó a tiempo se usó vacío: sólo es falla que se use otro */
      datos.propio = { asiento: M.yo(), nonce: s.mano.dado || sorteo.nonces[M.yo()] ? s.mano.nonce : '' };
    }
    return AmigosSorteo.comprobar(datos, M.textos.sorteo || {});
  }

  return {
    mirar: mirar, comprobar: comprobar,
    nonce: function () { return s.sigue ? s.sigue.nonce : null; },
    ofrecido: function () { if (s.sigue) { s.sigue.ofrecido = true; guardar(); } }
  };
}());
