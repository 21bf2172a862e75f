/* Une los formularios de una mano con la cola: `data-en-cola` se guarda y luego se manda; el formulario oye lo mismo que
   si se mandara solo (orden:aceptada, orden:negada, orden:pendiente). ES5, sin dependencias (PL1).
     data-numero  con qué número se ve la mano, que no es su clave (D370)
     data-dicho   en el formulario o en el botón: cómo se dice la mano, «35 para Carmen y Mari» */
(function () {
  'use strict';

  var esperan = {}, habia = 0;

  function renglonDe(forma, boton) {
    var campos = window.Envio.campos(forma, boton);
    return {
      id_orden: campos.id_orden,
      url: forma.getAttribute('action'),
      campos: campos,
      dicho: (boton && boton.getAttribute('data-dicho')) || forma.getAttribute('data-dicho') || '',
      partida: Number(campos.partida),
      mesa: Number(campos.mesa),
      mano: Number(campos.mano),
      numero: Number(forma.getAttribute('data-numero')) || Number(campos.mano)
    };
  }
  function deForma(forma, boton) {
    if (forma.getAttribute('aria-busy') === 'true') { return; }
    window.Envio.completar(forma);
    window.Envio.ocupar(forma, true);
    window.Envio.decirError(forma, '');
    var r = renglonDe(forma, boton);
    esperan[r.id_orden] = { forma: forma, boton: boton };
    window.Cola.guardar(r);
  }
  /* el formulario que la escribió, si sigue en la pantalla y no se usó para otra */
  function deQuien(id) {
    var de = esperan[id];
    return de && document.documentElement.contains(de.forma) && de.forma.elements.id_orden.value === id ? de : null;
  }
  function decirPendientes() {
    var id, de;
    for (id in esperan) {
      if (!esperan.hasOwnProperty(id)) { continue; }
      de = deQuien(id);
      if (de) { window.Envio.avisar('pendiente', de.forma, null, de.boton); }
    }
    ponerEstado('pendiente');
  }
  function resolver(id, r) {
    var de = deQuien(id), respuesta = (r && r.respuesta) || { ok: true };
    delete esperan[id];
    if (!de) { return; }
    window.Envio.ocupar(de.forma, false);
    de.forma.elements.id_orden.value = '';
    if (r && r.estado === 'negada') {
      if (window.Envio.avisar('negada', de.forma, respuesta, de.boton)) { window.Envio.decirError(de.forma, respuesta.texto); }
    } else if (window.Envio.avisar('aceptada', de.forma, respuesta, de.boton) && de.forma.getAttribute('data-ir') !== null) {
      window.Envio.llevar(respuesta.ir || de.forma.elements.siguiente.value);
      return;
    }
    if (window.Vivo) { window.Vivo.ponerseAlDia(); }
  }
  /* la pudo mandar otra pestaña: se mira cómo quedó, no quién la mandó */
  function mirar(todas) {
    var por = {}, id, i;
    for (i = 0; i < todas.length; i++) { por[todas[i].id_orden] = todas[i]; }
    for (id in esperan) {
      if (esperan.hasOwnProperty(id) && (!por[id] || por[id].estado !== 'pendiente')) { resolver(id, por[id]); }
    }
  }
  function ponerEstado(cual) { if (window.Vivo) { window.Vivo.encima(cual); } }

  document.addEventListener('cola:pendiente', decirPendientes);
  document.addEventListener('cola:espera', decirPendientes);
  document.addEventListener('cola:cambio', function (e) {
    var negadas = e.detail.pendientes.filter(function (r) { return r.estado === 'negada' && !r.borra; }), n;
    /* la que no entró, y las que van detrás, esperan a quien las anotó: nada se está guardando (D800) */
    function detenida(r) { return r.estado === 'negada' || negadas.some(function (x) { return x.url === r.url && x.partida === r.partida && x.mesa === r.mesa; }); }
    n = e.detail.pendientes.filter(function (r) { return !detenida(r); }).length;
    if (n) { ponerEstado(navigator.onLine === false || window.Cola.espera() ? 'pendiente' : 'enviando'); }
    if (!n && habia && e.detail.pendientes.length) { ponerEstado(''); }
    if (!n && habia && !e.detail.pendientes.length) {
      ponerEstado('guardado');
      window.setTimeout(function () { if (!window.Cola.cuantas) { ponerEstado(''); } }, 2500);
    }
    habia = n;
    mirar(e.detail.todas);
  });

  window.Cola.deForma = deForma;
}());
