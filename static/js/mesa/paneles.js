/* Lo que se abre abajo, o a un lado: uno a la vez. «Atrás» cierra el que está abierto en vez de salir de la mesa (D809). ES5 (PL1).
   AmigosPaneles.alCambiar(hacer)    hacer(cuál, o '');  .ensenar(cual)  lo abre si no lo está;
   .acomodar()    la mano cambió de alto;  .cerrarEn(nodo)    cierra el panel en que está ese nodo y regresa a su botón; cierto si había */
var AmigosPaneles = (function () {
  'use strict';

  var M = AmigosMesa, cuerpo = document.body, hacer = function () {}, historia = window.history, ALTOS = /^(mas|manos|figuras)$/;
  /* al recargar con uno abierto, su renglón de la historia sigue ahí */
  var apilado = !!(historia.state && historia.state.panel), regresa = false;

  function cual() { return cuerpo.getAttribute('data-abierto') || ''; }
  function poner(abierto) {
    M.todos('[data-panel]').forEach(function (p) {
      var si = p.getAttribute('data-panel') === abierto;
      M.clase(p, 'panel--abierto', si);
      M.uno('[data-abre="' + p.getAttribute('data-panel') + '"]').setAttribute('aria-expanded', si ? 'true' : 'false');
    });
    cuerpo.setAttribute('data-abierto', abierto);
    cuerpo.setAttribute('data-alto', ALTOS.test(abierto) ? '1' : '');
    hacer(abierto);
    acomodar();
  }
  /* acostado, lo abierto llega hasta el renglón del turno: ni él ni la mano quedan debajo (D829) */
  function acomodar() {
    var p = M.uno('.panel--abierto'), turno = M.uno('[data-turno]');
    if (!p) { return; }
    p.style.bottom = turno.offsetHeight && window.getComputedStyle(p).position === 'absolute' ?
      M.uno('.juego__lado').getBoundingClientRect().bottom - turno.getBoundingClientRect().top + 'px' : '';
  }
  window.addEventListener('resize', acomodar);
  function abrir(otro) {
    var abierto = cual() === otro ? '' : otro;
    poner(abierto);
    if (abierto && !apilado) {
      historia.pushState({ panel: true }, '');
      apilado = true;
    } else if (!abierto && apilado) {
      apilado = false;
      regresa = true;
      historia.back();
    }
  }
  function cerrarEn(n) {
    var panel = M.uno('.panel--abierto'), suyo;
    if (!panel || !panel.contains(n)) { return false; }
    suyo = panel.getAttribute('data-panel');
    abrir(suyo);
    M.uno('[data-abre="' + suyo + '"]').focus();
    return true;
  }
  window.addEventListener('popstate', function () {
    var suyo = cual();
    /* el regreso que pidió cerrarlo a mano, y lo que se abrió mientras llegaba */
    if (regresa) {
      regresa = false;
      if (suyo) { historia.pushState({ panel: true }, ''); apilado = true; }
      return;
    }
    apilado = !!(historia.state && historia.state.panel);
    if (suyo && !apilado) {
      poner('');
      M.uno('[data-abre="' + suyo + '"]').focus();
    }
  });
  M.alTocar('data-abre', function (_boton, suyo) { abrir(suyo); });

  return { alCambiar: function (f) { hacer = f; }, ensenar: function (suyo) { if (cual() !== suyo) { abrir(suyo); } }, cerrarEn: cerrarEn, acomodar: acomodar };
}());
