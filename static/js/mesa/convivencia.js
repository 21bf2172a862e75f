/* Señalar y silenciar desde la mesa, sin salir de ella. Los formularios los manda comun/envio.js. ES5 (PL1).
     form[data-senalar]            al aceptarse se cambia por el agradecimiento que está junto ([data-hecho])
     form[data-silenciar=persona]  al aceptarse se quita lo que esa persona había escrito y el botón ofrece deshacer */
(function () {
  'use strict';

  var M = AmigosMesa;

  function senalado(forma) {
    var hecho = M.uno('[data-hecho]', forma.parentNode), resumen = M.uno('summary', forma.parentNode);
    M.mostrar(forma, false);
    M.mostrar(hecho, true);
    if (resumen) { resumen.focus(); }
  }
  function quitarDe(persona) {
    M.todos('[data-charla] [data-de="' + persona + '"]').forEach(function (li) { li.parentNode.removeChild(li); });
  }
  function silenciado(forma) {
    var quitar = M.uno('input[name="quitar"]', forma), boton = M.uno('button', forma), orden = M.uno('input[name="id_orden"]', forma);
    if (quitar) {
      forma.removeChild(quitar);
    } else {
      quitar = M.nodo('input', '', null, forma);
      quitar.type = 'hidden';
      quitar.name = 'quitar';
      quitar.value = '1';
      quitarDe(forma.getAttribute('data-silenciar'));
    }
    orden.value = '';
    boton.textContent = boton.getAttribute(M.uno('input[name="quitar"]', forma) ? 'data-no' : 'data-si');
  }
  document.addEventListener('orden:aceptada', function (e) {
    var forma = e.detail.forma;
    if (forma.getAttribute('data-senalar') !== null) { senalado(forma); }
    if (forma.getAttribute('data-silenciar') !== null) { silenciado(forma); }
  });
}());
