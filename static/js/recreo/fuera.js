/* El teléfono que ya estaba dentro y dejó de estarlo (otro lo sustituyó, se borró la cookie) lo dice al llegar a la
   invitación, con las manos que guarda: no se pierden (D856). ES5, sin dependencias (PL1).
     data-cola con data-lugar   una página de adentro: se apunta que este aparato está en ese Recreo
     data-fuera-de="CÓDIGO"     en la invitación, el aviso */
(function () {
  'use strict';

  var DENTRO = 'recreo-dentro', caja = document.querySelector('[data-cola]'), aviso = document.querySelector('[data-fuera-de]');

  function guardadas(codigo, hecho) {
    function suya(r) { return r.estado !== 'enviada' && !r.borra && r.url.toUpperCase().indexOf('/RECREO/' + codigo + '/') === 0; }
    window.ColaAlmacen.cambiar(function () { return {}; }, function (todas) { hecho(todas.filter(suya).length); });
  }
  function decir(n) {
    var manos = aviso.querySelector('[data-fuera-manos]');
    if (!n && Amigos.recuerdo(DENTRO) !== aviso.getAttribute('data-fuera-de')) { return; }
    /* con el enlace, cuáles son ya lo dice la cola (cola_ajenas.js) */
    if (caja) { n = 0; }
    manos.textContent = n ? aviso.getAttribute(n === 1 ? 'data-t-guardada' : 'data-t-guardadas').replace('{n}', n) : '';
    Amigos.mostrar(manos, n);
    Amigos.mostrar(aviso, true);
  }

  if (aviso) { guardadas(aviso.getAttribute('data-fuera-de').toUpperCase(), decir); return; }
  if (caja && caja.getAttribute('data-lugar')) { Amigos.recordar(DENTRO, caja.getAttribute('data-codigo')); }
  /* quien dejó su lugar a propósito ya lo sabe */
  document.addEventListener('orden:aceptada', function (e) {
    if (/jugador_liberar/.test(e.detail.forma.getAttribute('action'))) { Amigos.recordar(DENTRO, ''); }
  });
}());
