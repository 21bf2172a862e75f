/* Dos pestañas que guardan lo mismo: la que llega tarde no pisa nada; se le dice lo guardado, lo suyo sigue escrito y
   escoge (D686). El servidor contesta con `datos.vista`, lo que el formulario debe haber visto para guardar. ES5 (PL1).
     [data-choque]         dentro del formulario: el aviso y los dos botones;  [data-choque-dice]  lo guardado
     [data-choque-deja]    deja lo guardado: el formulario avisa con choque:deja y la página se vuelve a pedir
     [data-sin-choque]     el botón de siempre, que entretanto se quita: guardar es escoger */
(function () {
  'use strict';

  function ver(forma, si) {
    Amigos.mostrar(forma.querySelector('[data-choque]'), si);
    Amigos.mostrar(forma.querySelector('[data-sin-choque]'), !si);
  }
  document.addEventListener('orden:negada', function (e) {
    var forma = e.detail.forma, respuesta = e.detail.respuesta, caja = forma.querySelector('[data-choque]');
    if (!caja) { return; }
    ver(forma, false);
    if (!respuesta || !respuesta.datos || respuesta.datos.vista === undefined) { return; }
    e.preventDefault();
    forma.elements.vista.value = String(respuesta.datos.vista);
    caja.querySelector('[data-choque-dice]').textContent = respuesta.texto;
    ver(forma, true);
    caja.scrollIntoView(false);
    caja.querySelector('button').focus();
  });
  document.addEventListener('click', function (e) {
    var boton = Amigos.subir(e.target, 'data-choque-deja'), aviso;
    if (!boton) { return; }
    aviso = document.createEvent('CustomEvent');
    aviso.initCustomEvent('choque:deja', true, false, null);
    boton.form.dispatchEvent(aviso);
    window.location.reload();
  });
}());
