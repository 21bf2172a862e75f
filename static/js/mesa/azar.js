/* El número de este navegador para cada reparto (RG1), y con qué comprobarlo al terminar la mano. ES5 (PL1).
   Lo que vio y lo que dio lo apunta mesa/testigo.js, para la otra pestaña y para después. Necesita mesa/sorteo.js.
   AmigosAzar.mirar(vista); .nonce() → el que toca dar, o null; .comprobar(vista) → pasos en palabras */
var AmigosAzar = (function () {
  'use strict';

  var M = AmigosMesa, W = AmigosTestigo, mesa = document.body.getAttribute('data-mesa'), memoria = {};

  /* sin almacén (navegación privada), al menos lo de esta página */
  function visto(huella, antes) {
    memoria[huella] = W.ver(huella, antes);
    return memoria[huella];
  }
  function apuntar(huella, cosas) {
    var v = memoria[huella], k;
    for (k in cosas) { if (v && cosas.hasOwnProperty(k)) { v[k] = cosas[k]; } }
    W.apuntar(huella, cosas);
  }
  function recordado(huella) { return W.de(huella) || memoria[huella] || null; }
  /* la huella que se publicó para esa mano, que no tiene por qué ser la que luego se diga */
  function publicada(para) {
    var v = W.para(para), k;
    for (k in memoria) { if (!v && memoria[k].para === para) { v = memoria[k]; } }
    return v;
  }
  /* para qué mano es lo que está por venir */
  function paraCual(d) {
    var otra = d.fase === M.FASE.ESPERA || d.fase === M.FASE.FIN_DE_PARTIDA;
    return mesa + '/' + (otra ? d.partida + 1 + '/1' : d.partida + '/' + (d.mano + 1));
  }

  /* la que viene: con su número por dar, si no lo dio ya otra pestaña u otro aparato */
  function porVenir(huella, falta, para) {
    var v = recordado(huella) || visto(huella, falta);
    if (v.para !== para) { apuntar(huella, { para: para }); }
    if (falta && !v.nonce) { apuntar(huella, { nonce: AmigosSorteo.nonce() }); }
    if (!falta && v.ofrecido && !v.dado) { apuntar(huella, { dado: true }); }
  }
  function mirar(vista) {
    var d = vista.datos, v, asiento;
    if (d.siguiente) { porVenir(d.siguiente, !!vista.yo.falta_nonce, paraCual(d)); }
    if (d.fase !== M.FASE.JUGANDO || !d.compromiso) { return; }
    v = recordado(d.compromiso) || visto(d.compromiso, false);
    /* en un aparato que se pasa, siempre el mismo: el número es del navegador (D608) */
    asiento = M.mesa && M.mesa.pone !== undefined ? M.mesa.pone : vista.yo.asiento;
    if (v.asiento !== asiento) { apuntar(d.compromiso, { asiento: asiento }); }
  }
  /* de la vista que se dé, que puede no haberse pintado, o de la última */
  function siguiente(vista) { return vista ? vista.datos.siguiente : M.vista && M.vista.datos.siguiente; }
  function comprobar(vista) {
    var d = vista.datos, sorteo = d.fin.sorteo;
    return AmigosSorteo.comprobar(AmigosSorteo.conTestigo({
      compromiso: sorteo.compromiso, claves: sorteo.claves, semilla: sorteo.semilla, nonces: sorteo.nonces,
      manos: d.fin.repartidas, salidor: sorteo.salidor, primera: sorteo.primera, nombres: M.nombres(),
      como: sorteo.como, pozo: d.fin.pozo, intento: sorteo.intento
    }, publicada(mesa + '/' + d.partida + '/' + d.mano) || recordado(d.compromiso)), M.textos.sorteo || {});
  }

  return {
    mirar: mirar, comprobar: comprobar,
    nonce: function (vista) { var v = siguiente(vista) && recordado(siguiente(vista)); return v ? v.nonce : null; },
    ofrecido: function (vista) { if (siguiente(vista)) { apuntar(siguiente(vista), { ofrecido: true }); } }
  };
}());
