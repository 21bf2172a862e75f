/* Lo que se pide contar aparte y llega después: lo que vale una simulación y «¿Se podía saber?» (AC2, AC3). ES5 (PL1).
   Necesita mesa/base.js y academia/repetir.js.
   AmigosCalculos.variante(vista, luego)        luego(datos) cuando esté: {valores, errores, sigue}
   AmigosCalculos.sabido(mano, jugada, luego)   luego(datos): {frases, jugadas}
   Mientras se cuenta, luego({estado: 'pendiente'}); si no se pudo, luego({estado: 'fallido', texto}). */
var AmigosCalculos = (function () {
  'use strict';

  var T = AmigosMesa.T, A = AmigosAcademia, CADA = 1500, VECES = 80;
  var sabidos = {}, esperan = {};

  function contestar(clave, datos) {
    var varios = esperan[clave] || [];
    if (datos.estado !== 'pendiente') { delete esperan[clave]; }
    varios.forEach(function (f) { f(datos); });
  }
  function preguntar(clave, url, campos, vez) {
    A.mandar(url, campos, function (datos, error) {
      if (datos && datos.estado === 'pendiente' && vez < VECES) {
        if (!vez) { contestar(clave, datos); }
        window.setTimeout(function () { preguntar(clave, url, campos, vez + 1); }, CADA);
        return;
      }
      if (datos && datos.estado === 'listo') { sabidos[clave] = datos; contestar(clave, datos); return; }
      contestar(clave, { estado: 'fallido', texto: error || T('ac_calculo_fallido') });
    });
  }
  function pedir(clave, url, campos, luego) {
    if (sabidos[clave]) { luego(sabidos[clave]); return; }
    if (esperan[clave]) { esperan[clave].push(luego); luego({ estado: 'pendiente' }); return; }
    esperan[clave] = [luego];
    preguntar(clave, url, campos, 0);
  }
  function escritas(vista) {
    return vista.jugadas.slice(vista.desde).map(function (j) { return j[0] + '.' + (j[1] || 0); }).join('-');
  }
  function clave(vista) { return 'v' + vista.mano + '.' + vista.desde + ':' + escritas(vista); }

  return {
    clave: clave,
    hecha: function (vista) { return sabidos[clave(vista)] || null; },
    variante: function (vista, luego) {
      pedir(clave(vista), A.partida.variante_url.replace('/0/variante', '/' + vista.mano + '/variante'), { desde: vista.desde, jugadas: escritas(vista) }, luego);
    },
    sabido: function (mano, jugada, luego) {
      pedir('s' + mano + '.' + jugada, A.partida.sabido_url.replace('/0/sabido', '/' + mano + '/sabido'), { jugada: jugada }, luego);
    }
  };
}());
