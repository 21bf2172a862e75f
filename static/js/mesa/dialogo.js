/* Una pregunta con su consecuencia; encierra el foco y Escape es «no». ES5 (PL1).
   AmigosDialogo.preguntar({titulo, texto, si, no, mal, vale}, alSi)    vale() dice si el texto sigue siendo cierto
   AmigosDialogo.caducar()       quita la pregunta que ya no vale, sin contestarla; cierto si había */
var AmigosDialogo = (function () {
  'use strict';

  var M = AmigosMesa, fondo = null, antes = null, vale = null;

  function cerrar() {
    if (!fondo) { return; }
    document.body.removeChild(fondo);
    fondo = null;
    if (antes && document.body.contains(antes)) { antes.focus(); }
  }
  function preguntar(o, alSi) {
    var caja, si, no, botones;
    cerrar();
    antes = document.activeElement;
    vale = o.vale || null;
    fondo = M.nodo('div', 'dialogo', null, document.body);
    caja = M.nodo('div', 'dialogo__caja', null, fondo);
    caja.setAttribute('role', 'alertdialog');
    caja.setAttribute('aria-modal', 'true');
    caja.setAttribute('aria-labelledby', 'dialogo-titulo');
    caja.setAttribute('aria-describedby', 'dialogo-texto');
    M.nodo('h2', '', o.titulo, caja).id = 'dialogo-titulo';
    M.nodo('p', 'sep-c', o.texto, caja).id = 'dialogo-texto';
    botones = M.nodo('div', 'botones sep', null, caja);
    no = M.nodo('button', 'boton boton--accion', o.no, botones);
    si = M.nodo('button', 'boton' + (o.mal ? ' boton--mal' : ''), o.si, botones);
    no.addEventListener('click', cerrar);
    si.addEventListener('click', function () { cerrar(); alSi(); });
    fondo.addEventListener('click', function (e) { if (e.target === fondo) { cerrar(); } });
    fondo.addEventListener('keydown', function (e) {
      var tecla = e.key || '';
      if (tecla === 'Escape' || tecla === 'Esc') { e.preventDefault(); cerrar(); return; }
      if (tecla !== 'Tab') { return; }
      e.preventDefault();
      (document.activeElement === no ? si : no).focus();
    });
    no.focus();
  }
  function caducar() {
    if (!fondo || !vale || vale()) { return false; }
    cerrar();
    return true;
  }
  return { preguntar: preguntar, caducar: caducar, cerrar: cerrar, abierto: function () { return !!fondo; } };
}());
