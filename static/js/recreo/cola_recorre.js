/* Qué número toma cada mano nueva de la cola cuando la de antes se quita o el servidor dice que sigue otra: ninguna se salta
   (RE7, D847). Sin página ni almacén: sólo cuenta. ES5, sin dependencias (PL1).
     ColaRecorre.sobran(respuesta)            cuántos números se pasó la que el servidor no aceptó
     ColaRecorre.alQuitar(todos, r, puede)    las que bajan al quitar `r`, ya bajadas
     ColaRecorre.alReintentar(todos, r, respuesta, puede)   `r` y las de detrás, con el número que de veras sigue
   puede(x): es de la misma mesa que `r` y todavía se cambia en la cola. */
var ColaRecorre = (function () {
  'use strict';

  function nueva(r) { return !r.borra && !r.sobre && !Number(r.campos.revision); }
  function sobran(respuesta) {
    var d = (respuesta || {}).datos || {};
    return (respuesta || {}).codigo === 'mano_salteada' ? Math.max(0, Number(d.mano) - Number(d.siguiente)) || 0 : 0;
  }
  function bajar(r, cuanto) {
    r.mano = r.campos.mano = Number(r.mano) - cuanto;
    if (r.numero) { r.numero -= cuanto; }
    return r;
  }
  function detras(todos, r, puede) {
    return todos.filter(function (x) { return nueva(x) && x.estado !== 'enviada' && Number(x.mano) > Number(r.mano) && puede(x); });
  }
  function recorrer(cuales, cuanto) { return cuales.map(function (x) { return bajar(x, cuanto); }); }

  return {
    nueva: nueva,
    sobran: sobran,
    alQuitar: function (todos, r, puede) {
      /* la corrección no dejaba hueco; y si esa mano ya existe en el servidor, tampoco */
      if (!nueva(r) || (r.estado === 'negada' && (r.respuesta || {}).codigo === 'mano_ya_anotada')) { return []; }
      return recorrer(detras(todos, r, puede), 1 + sobran(r.respuesta));
    },
    alReintentar: function (todos, r, respuesta, puede) { return recorrer(detras(todos, r, puede).concat([r]), sobran(respuesta)); }
  };
}());
