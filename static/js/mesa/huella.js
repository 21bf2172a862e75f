/* La huella del reparto a la vista, en grupos que se pueden apuntar: la de la mano que se juega o, entre manos, la de la que
   sigue, que todavía no se reparte (RG1, D560). ES5 (PL1).  AmigosHuella.pintar(datos) */
var AmigosHuella = (function () {
  'use strict';

  var M = AmigosMesa, caja = M.uno('[data-huella]');

  function pintar(d) {
    var jugando = d.fase === M.FASE.JUGANDO, cual = d.fase === M.FASE.CERRADA ? null : (jugando ? d.compromiso : d.siguiente);
    if (!caja) { return; }
    M.mostrar(caja, !!cual);
    if (!cual) { return; }
    M.escribir(M.uno('[data-huella-de]', caja), M.T(jugando ? 'huella_mano' : 'huella_sigue'));
    M.escribir(M.uno('[data-huella-n]', caja), AmigosTestigo.corta(cual));
    M.uno('[data-copiar]', caja).setAttribute('data-copiar', AmigosTestigo.entera(cual));
  }

  return { pintar: pintar };
}());
