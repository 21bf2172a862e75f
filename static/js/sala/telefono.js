/* Avisos de este teléfono, en línea (D781, D785): se prenden y se apagan en la Sala, y se preguntan una vez al acabar la
   primera partida. ES5, sin dependencias (PL1); donde no se puede, no se enseña nada.
     [data-telefono]              con qué se apunta; sin él, la casa no manda avisos
     [data-telefono-pregunta]     la pregunta de la mesa, con [data-telefono-si] y [data-telefono-no]
     [data-telefono-interruptor]  el de su página */
(function () {
  'use strict';

  var caja = document.querySelector('[data-telefono]'), cuerpo = document.body, clave, push, pregunta;
  if (!caja) { return; }
  function dato(cual) { return caja.getAttribute('data-' + cual); }
  function uno(que) { return document.querySelector(que); }

  /* lo que alguien contestó en este teléfono no vale para otra cuenta */
  clave = 'enlinea-push-' + (cuerpo.getAttribute('data-quien') || '');
  push = AmigosPush.crear({
    clave: clave, llave: dato('llave'), trabajador: dato('trabajador'), alcance: dato('alcance'),
    apuntar: dato('apuntar'), quitar: dato('quitar'), vez: dato('vez')
  });
  if (push.hay) { document.documentElement.className += ' con-push'; }

  /* ---------- la pregunta ---------- */
  function cual() { return 'vista ' + cuerpo.getAttribute('data-mesa') + '/' + AmigosMesa.vista.datos.partida; }
  /* una vez: quien no contesta la vuelve a ver en esa misma pantalla, y en otra ya no */
  function sePregunta() {
    var dicho = Amigos.recuerdo(clave);
    return !push.negado() && (!dicho || dicho === cual());
  }
  /* tras los votos y antes del detalle: no corre nada de lo que ya se leía arriba */
  function alFinal() {
    var donde = uno('[data-cubre-dentro]');
    if (cuerpo.getAttribute('data-escena') !== 'final' || pregunta.parentNode === donde || !sePregunta()) { return; }
    donde.insertBefore(pregunta, donde.querySelector('.final__detalle'));
    Amigos.mostrar(pregunta, true);
    alVerse();
  }
  /* la que se quedó abajo sin que nadie la viera todavía no se ha preguntado */
  function alVerse() {
    var donde = pregunta.getBoundingClientRect(), barra = uno('[data-cubre-pie]').getBoundingClientRect();
    if (donde.height && donde.top + donde.height / 2 < barra.top && sePregunta()) { Amigos.recordar(clave, cual()); }
  }
  function contestar(si) {
    Amigos.mostrar(pregunta, false);
    if (!si) { Amigos.recordar(clave, 'no'); Amigos.decir(dato('t-no')); return; }
    push.prender(function (bien) { Amigos.decir(dato(bien ? 't-si' : 't-fallo')); });
  }
  pregunta = uno('[data-telefono-pregunta]');
  /* compat: todo navegador que sabe de avisos lo trae */
  if (pregunta && push.hay && window.MutationObserver) {
    pregunta.querySelector('[data-telefono-si]').addEventListener('click', function () { contestar(true); });
    pregunta.querySelector('[data-telefono-no]').addEventListener('click', function () { contestar(false); });
    window.addEventListener('scroll', alVerse);
    new window.MutationObserver(alFinal).observe(cuerpo, { attributes: true, attributeFilter: ['data-escena'] });
  }

  /* ---------- el interruptor ---------- */
  function pintar() {
    var b = uno('[data-telefono-interruptor]'), si = push.prendido();
    if (!b) { return; }
    b.setAttribute('aria-checked', si ? 'true' : 'false');
    b.querySelector('[data-letrero]').textContent = b.getAttribute(si ? 'data-si' : 'data-no');
    Amigos.apagar(b, false);
    Amigos.mostrar(uno('[data-telefono-opcion]'), push.hay);
    Amigos.mostrar(uno('[data-telefono-no-hay]'), !push.hay);
    Amigos.mostrar(uno('[data-telefono-negado]'), push.negado());
  }
  document.addEventListener('click', function (e) {
    var b = Amigos.subir(e.target, 'data-telefono-interruptor'), si;
    if (!b || Amigos.apagado(b)) { return; }
    si = !push.prendido();
    Amigos.apagar(b, true);
    (si ? push.prender : push.apagar)(function (bien) {
      pintar();
      Amigos.decir(dato(bien ? (si ? 't-si' : 't-no') : 't-fallo'));
    });
  });

  pintar();
  push.refrescar();
}());
