/* La administración en el teléfono: cada renglón de una lista se vuelve una ficha con sus títulos, los filtros llegan
   cerrados y un formulario no sale dos veces con dos toques. Sin guion, la tabla se desliza. ES5 (PL1). */
(function () {
  'use strict';

  function todos(selector, dentro) { return Array.prototype.slice.call((dentro || document).querySelectorAll(selector)); }

  function enFichas(tabla) {
    var titulos = todos('thead th', tabla).map(function (th) {
      var texto = th.querySelector('.text') || th;
      return (texto.textContent || '').replace(/\s+/g, ' ').replace(/^ | $/g, '');
    });
    if (!titulos.length) { return; }
    todos('tbody tr', tabla).forEach(function (tr) {
      Array.prototype.slice.call(tr.cells).forEach(function (celda, i) {
        var casilla = /action-checkbox|delete|original/.test(celda.className);
        if (titulos[i] && !casilla) { celda.setAttribute('data-titulo', titulos[i]); }
        if (!celda.children.length && /^[\s-]*$/.test(celda.textContent)) { celda.className += ' vacia'; }
      });
    });
    tabla.className += ' en-fichas';
  }
  todos('#result_list, .inline-group .tabular table, table.hoja-ancha').forEach(enFichas);

  /* la casilla de cada renglón se toca con el dedo aunque sea chica: su letrero la rodea */
  todos('#result_list input[type=checkbox]').forEach(function (casilla) {
    var caja = document.createElement('label');
    caja.className = 'casilla';
    casilla.parentNode.insertBefore(caja, casilla);
    caja.appendChild(casilla);
  });

  /* la caja que busca personas no dice de qué es: toma el letrero de su campo. Django la hace en cuanto está la página,
     y lo que se pide después se hace después */
  function rotular() {
    todos('select.admin-autocomplete').forEach(function (campo) {
      var letrero = document.querySelector('label[for="' + campo.id + '"]'), caja = campo.parentNode.querySelector('.select2-selection');
      if (!letrero || !caja) { return; }
      letrero.id = letrero.id || 'letrero_' + campo.id;
      caja.setAttribute('aria-labelledby', letrero.id);
      todos('.select2-selection__rendered', caja).forEach(function (dicho) { dicho.setAttribute('aria-labelledby', letrero.id); });
    });
  }
  if (window.django && window.django.jQuery) { window.django.jQuery(rotular); }

  /* lo que en el teléfono llega plegado */
  if (window.innerWidth >= 768) { todos('details[data-abierto-en-grande]').forEach(function (d) { d.setAttribute('open', ''); }); }

  if (window.innerWidth < 768) {
    todos('#changelist-filter details').forEach(function (d) {
      if (!d.querySelector('li.selected ~ li, li.selected') || d.querySelector('li.selected:first-child')) { d.removeAttribute('open'); }
    });
    /* los filtros, todos juntos bajo su título; abiertos si alguno está puesto */
    todos('#changelist-filter').forEach(function (nav) {
      var pliegue = document.createElement('details'), titulo = document.createElement('summary');
      pliegue.className = 'filtros';
      titulo.textContent = (nav.querySelector('h2') || nav).textContent;
      pliegue.appendChild(titulo);
      nav.parentNode.insertBefore(pliegue, nav);
      pliegue.appendChild(nav);
      if (nav.querySelector('details[open]')) { pliegue.setAttribute('open', ''); }
    });
  }

  /* de «a quién va», sólo lo que toca llenar */
  function segunAQuien() {
    var elegido = document.querySelector('input[name=a]:checked');
    todos('[data-si-va]').forEach(function (fila) {
      fila.style.display = elegido && fila.getAttribute('data-si-va') === elegido.value ? '' : 'none';
    });
  }
  todos('.redactar input[name=a]').forEach(function (uno) { uno.addEventListener('change', segunAQuien); });
  if (document.querySelector('[data-si-va]')) { segunAQuien(); }

  todos('form[data-una-vez]').forEach(function (forma) {
    forma.addEventListener('submit', function (e) {
      if (forma.getAttribute('data-enviada')) { e.preventDefault(); return; }
      forma.setAttribute('data-enviada', '1');
      /* si la página se queda o se regresa a ella, se puede volver a tocar */
      window.setTimeout(function () { forma.removeAttribute('data-enviada'); }, 4000);
    });
  });
}());
