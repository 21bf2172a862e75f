/* Compartir la foto del podio con el sistema; donde no se puede, el mismo enlace la descarga y se copia el texto. ES5.
     <a data-foto href="…png" download data-foto-texto data-foto-titulo data-foto-bajada>
   La foto se pide antes de que toquen: el sistema sólo deja compartir en el instante del toque. */
(function () {
  'use strict';

  var fotos = {};

  function puede(archivo) {
    /* compat: sólo donde existe; los demás descargan */
    return !!(archivo && navigator.share && navigator.canShare && navigator.canShare({ files: [archivo] }));
  }
  function pedir(enlace) {
    var url = enlace.href, pedido;
    if (fotos[url] !== undefined || !navigator.canShare || typeof window.File !== 'function') { return; }
    fotos[url] = null;
    pedido = new XMLHttpRequest();
    pedido.open('GET', url);
    pedido.responseType = 'blob';
    pedido.onload = function () {
      if (pedido.status !== 200) { return; }
      /* compat: ya se preguntó si existe */
      fotos[url] = new window.File([pedido.response], enlace.getAttribute('download'), { type: 'image/png' });
    };
    pedido.onerror = function () { delete fotos[url]; };
    pedido.send();
  }
  function prevenir() {
    var enlaces = document.querySelectorAll('[data-foto]'), i;
    for (i = 0; i < enlaces.length; i++) { pedir(enlaces[i]); }
  }
  function copiar(texto) {
    /* compat: el portapapeles, si lo hay; si no, queda el botón de copiar */
    if (navigator.clipboard && navigator.clipboard.writeText && window.isSecureContext) {
      navigator.clipboard.writeText(texto).then(null, function () { return null; });
    }
  }

  document.addEventListener('click', function (e) {
    var enlace = Amigos.subir(e.target, 'data-foto'), archivo;
    if (!enlace) { return; }
    archivo = fotos[enlace.href];
    if (!puede(archivo)) {
      copiar(enlace.getAttribute('data-foto-texto'));
      Amigos.decir(enlace.getAttribute('data-foto-bajada'));
      return;
    }
    e.preventDefault();
    navigator.share({
      files: [archivo], title: enlace.getAttribute('data-foto-titulo'), text: enlace.getAttribute('data-foto-texto')
    }).then(null, function (falla) {
      if (!falla || falla.name !== 'AbortError') { window.location.href = enlace.href; }
    });
  });

  document.addEventListener('vivo:zonas', prevenir);
  prevenir();
}());
