/* Envío de órdenes: los formularios con data-orden van por XHR y se reintentan con el mismo id_orden hasta que el
   servidor conteste; así una señal mala o un doble toque cuentan una sola vez. Sin guion son formularios comunes.
   ES5 (PL1).
     data-orden         el formulario es una orden
     data-en-cola       se guarda en la cola del aparato y ella lo manda (recreo/cola.js)
     data-ir            al aceptarse, va a la dirección que contesta el servidor
     [data-error]       dentro del formulario: dónde decir el error (si no hay, arriba de la página)
   Avisa con los eventos orden:aceptada, orden:negada (respuesta null: se cerró la sesión) y orden:pendiente, cada
   vez que no hubo señal (detail: {forma, respuesta, boton}). */
(function () {
  'use strict';

  var ESPERA = 8000, PAUSAS = [1000, 2000, 3000, 5000], CORTESIA = 2000;
  var pendientes = 0, yendose = false, llevado = false;

  function campo(forma, nombre) {
    var c = forma.querySelector('input[name="' + nombre + '"]');
    if (!c) {
      c = document.createElement('input');
      c.type = 'hidden';
      c.name = nombre;
      forma.appendChild(c);
    }
    return c;
  }
  function esOrden(forma) { return forma && forma.getAttribute && forma.getAttribute('data-orden') !== null; }

  function completar(forma) {
    var id = campo(forma, 'id_orden'), llave = campo(forma, 'csrfmiddlewaretoken');
    if (!id.value) { id.value = Amigos.uuid(); }
    /* la de la galleta manda: si se volvió a entrar en otra pestaña, la de esta página ya no vale */
    llave.value = Amigos.llave() || llave.value || document.body.getAttribute('data-csrf') || '';
  }

  function sesionCerrada() {
    return document.body.getAttribute('data-sesion-vencida') || 'Tu sesión se cerró. Abre otra pestaña, entra con tu correo y vuelve a tocar el botón: lo que escribiste sigue aquí.';
  }
  function hayEscrito(forma) {
    var cajas = forma.querySelectorAll('textarea, input[type="text"], input:not([type])'), i;
    for (i = 0; i < cajas.length; i++) { if (cajas[i].value.trim()) { return true; } }
    return false;
  }
  function cadaCampo(forma, boton, hacer) {
    var i, c;
    for (i = 0; i < forma.elements.length; i++) {
      c = forma.elements[i];
      if (!c.name || c.disabled || c.type === 'submit' || c.type === 'button') { continue; }
      if ((c.type === 'checkbox' || c.type === 'radio') && !c.checked) { continue; }
      hacer(c.name, c.value);
    }
    if (boton && boton.name) { hacer(boton.name, boton.value); }
  }
  function cuerpoDe(forma, boton) {
    var partes = [];
    cadaCampo(forma, boton, function (nombre, valor) { partes.push(encodeURIComponent(nombre) + '=' + encodeURIComponent(valor)); });
    return partes.join('&');
  }
  function camposDe(forma, boton) {
    var campos = {};
    cadaCampo(forma, boton, function (nombre, valor) { campos[nombre] = valor; });
    return campos;
  }

  function ocupar(forma, si) {
    var botones = forma.querySelectorAll('button, input[type="submit"]'), i;
    for (i = 0; i < botones.length; i++) { Amigos.apagar(botones[i], si); }
    if (si) { forma.setAttribute('aria-busy', 'true'); } else { forma.removeAttribute('aria-busy'); }
  }

  function decirError(forma, texto) {
    /* con el botón pegado abajo, el error va junto a él y no al final de la forma, que no se ve */
    var caja = forma.querySelector('[data-error]') || (forma.id && document.querySelector('[data-error-de="' + forma.id + '"]')), general = document.querySelector('[data-error-general]');
    if (!caja && general) {
      caja = general.querySelector('[data-error-texto]');
      Amigos.mostrar(general, texto);
      if (texto) { general.scrollIntoView(false); }
    }
    if (caja) {
      caja.textContent = texto;
      if (texto || caja.getAttribute('data-error-de')) { Amigos.mostrar(caja, texto); }
    }
  }
  function sinSenal(si) { Amigos.mostrar(document.querySelector('[data-sin-senal]'), si); }
  function estado(cual) { if (window.Vivo) { window.Vivo.encima(cual); } }
  function avisar(nombre, forma, respuesta, boton) {
    var e = document.createEvent('CustomEvent');
    e.initCustomEvent('orden:' + nombre, true, true, { forma: forma, respuesta: respuesta, boton: boton || null });
    return (document.documentElement.contains(forma) ? forma : document).dispatchEvent(e);
  }

  function enviar(forma, boton) {
    if (window.Cola && window.Cola.deForma && forma.getAttribute('data-en-cola') !== null) { window.Cola.deForma(forma, boton); return; }
    if (llevado || forma.getAttribute('aria-busy') === 'true') { return; }
    completar(forma);
    var datos = cuerpoDe(forma, boton), vuelta = 0, reloj = null;
    ocupar(forma, true);
    decirError(forma, '');
    pendientes += 1;
    estado('enviando');
    window.addEventListener('online', yaHaySenal);
    intentar();

    function intentar() {
      var x = new XMLHttpRequest();
      reloj = null;
      x.open('POST', forma.getAttribute('action'));
      x.timeout = ESPERA;
      x.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
      x.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
      x.onload = function () { if (x.status >= 500 || x.status === 429) { otraVez(); } else { contestar(x); } };
      x.onerror = x.ontimeout = otraVez;
      x.send(datos);
    }
    function otraVez() {
      estado('pendiente');
      sinSenal(true);
      avisar('pendiente', forma, null, boton);
      reloj = window.setTimeout(intentar, PAUSAS[Math.min(vuelta, PAUSAS.length - 1)]);
      vuelta += 1;
    }
    /* volvió la red: no se espera a la siguiente pausa */
    function yaHaySenal() {
      if (reloj === null) { return; }
      window.clearTimeout(reloj);
      intentar();
    }
    function contestar(x) {
      var respuesta;
      try { respuesta = JSON.parse(x.responseText); } catch (e) { respuesta = null; }
      window.removeEventListener('online', yaHaySenal);
      pendientes -= 1;
      if (!pendientes) { sinSenal(false); }
      ocupar(forma, false);
      if (respuesta === null) {
        estado('');
        avisar('negada', forma, null, boton);
        decirError(forma, sesionCerrada());
        return;
      }
      campo(forma, 'id_orden').value = '';
      if (respuesta.ok) { aceptada(respuesta); } else { negada(respuesta); }
    }
    function aceptada(respuesta) {
      estado('guardado');
      window.setTimeout(function () { if (!pendientes) { estado(''); } }, 2500);
      if (!avisar('aceptada', forma, respuesta, boton)) { return; }
      if (forma.getAttribute('data-ir') !== null) { llevar(respuesta.ir); return; }
      if (window.Vivo) { window.Vivo.ponerseAlDia(); }
    }
    function negada(respuesta) {
      estado('');
      /* ir a entrar perdería lo escrito: se entra en otra pestaña y se vuelve a tocar */
      if (respuesta.codigo === 'sin_sesion' && hayEscrito(forma)) {
        avisar('negada', forma, null, boton);
        decirError(forma, sesionCerrada());
        return;
      }
      if (respuesta.ir) { window.location.href = respuesta.ir; return; }
      if (avisar('negada', forma, respuesta, boton)) { decirError(forma, respuesta.texto); }
      if (window.Vivo) { window.Vivo.ponerseAlDia(); }
    }
  }

  var tocado = null;
  document.addEventListener('click', function (e) {
    var n = e.target;
    while (n && n !== document && n.tagName !== 'BUTTON') { n = n.parentNode; }
    tocado = n && n.tagName === 'BUTTON' ? n : null;
  }, true);
  document.addEventListener('submit', function (e) {
    if (e.defaultPrevented) { return; }
    if (!esOrden(e.target)) {
      /* un formulario común que llegó por el socket viene sin llave ni identificador */
      if (e.target.method === 'post') { completar(e.target); }
      return;
    }
    e.preventDefault();
    enviar(e.target, tocado && tocado.form === e.target ? tocado : null);
  });
  window.addEventListener('beforeunload', function (e) {
    if (!pendientes || yendose) { return; }
    e.preventDefault();
    e.returnValue = '';
  });
  /* la casa lleva a otra página: no se pregunta nada, pero antes acaba lo que se está enviando, hasta dos segundos */
  function irse(url) {
    var desde = new Date().getTime();
    function mirar() {
      if (pendientes && new Date().getTime() - desde < CORTESIA) { window.setTimeout(mirar, 50); return; }
      yendose = true;
      window.location.href = url;
    }
    mirar();
  }
  /* a la misma página con «#enlace» el navegador sólo se desliza: sin volver a pedirla, lo guardado no se vería (D662) */
  function llevar(url) {
    /* el segundo toque de un doble toque caería en lo que haya ahí en la otra página (recreo/avisos.js, D800) */
    try { window.sessionStorage.setItem('amigos-llevado', String(new Date().getTime())); } catch (e) { /* sin memoria */ }
    llevado = true;
    window.setTimeout(function () { llevado = false; }, CORTESIA);
    var ancla = document.createElement('a');
    ancla.href = url;
    if (ancla.hash && ancla.href.split('#')[0] === window.location.href.split('#')[0]) {
      window.location.href = url;
      window.location.reload();
      return;
    }
    window.location.href = url;
  }
  window.addEventListener('pageshow', function () { llevado = false; });
  window.Envio = {
    enviar: enviar,
    irse: irse,
    llevar: llevar,
    pendientes: function () { return pendientes; },
    campos: camposDe,
    completar: completar,
    ocupar: ocupar,
    decirError: decirError,
    avisar: avisar
  };
}());
