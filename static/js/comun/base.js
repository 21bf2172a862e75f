/* Comodidades de todas las páginas; ninguna es indispensable. ES5 (PL1).
   data-copiar="texto" o "#id"      copia y lo dice
   data-compartir="texto"           comparte con el sistema; si no puede, WhatsApp
     data-compartir-url, data-compartir-titulo (opcionales)
   form data-una-vez                un envío, aunque se toque dos veces
   data-atras                       vuelve a la página anterior si fue de este sitio; si no, sigue su href
   data-imprimir                    imprime
   form (todos)                     al volver con «atrás» usa la llave de protección vigente
   .elige                           marca la opción elegida donde el estilo solo no alcanza
   AmigosHora.ahora()               la hora de la casa en milisegundos (<body data-ahora>): la del aparato puede andar mal */
var AmigosHora = (function () {
  'use strict';

  var desfase = 0;
  function poner(ms) { if (ms) { desfase = ms - new Date().getTime(); } }
  poner(parseInt(document.body.getAttribute('data-ahora'), 10));

  return { ahora: function () { return new Date().getTime() + desfase; }, poner: poner };
}());
(function () {
  'use strict';

  /* confirma en el propio botón y en voz; luego regresa su texto */
  function confirmar(boton, texto) {
    var letrero = boton.querySelector('[data-letrero]') || boton;
    if (boton.getAttribute('data-dicho') === null) {
      boton.setAttribute('data-dicho', '1');
      var antes = letrero.innerHTML;
      letrero.textContent = texto;
      window.setTimeout(function () {
        letrero.innerHTML = antes;
        boton.removeAttribute('data-dicho');
      }, 2500);
    }
    Amigos.decir(texto);
  }

  /* ---------- copiar ---------- */
  function copiarDeAntes(texto) {
    var caja = document.createElement('textarea'), hecho = false;
    caja.value = texto;
    caja.setAttribute('readonly', '');
    caja.className = 'solo-lector';
    document.body.appendChild(caja);
    caja.select();
    try { caja.setSelectionRange(0, texto.length); hecho = document.execCommand('copy'); } catch (e) { hecho = false; }
    document.body.removeChild(caja);
    return hecho;
  }

  function copiar(boton, texto) {
    function bien() { confirmar(boton, boton.getAttribute('data-copiado') || 'Copiado'); }
    function mal() {
      if (copiarDeAntes(texto)) { bien(); return; }
      confirmar(boton, boton.getAttribute('data-no-copiado') || 'No se pudo. Mantén el dedo sobre el texto');
    }
    if (navigator.clipboard && navigator.clipboard.writeText && window.isSecureContext) {
      navigator.clipboard.writeText(texto).then(bien, mal);
    } else { mal(); }
  }

  function textoPara(boton) {
    var pedido = boton.getAttribute('data-copiar'), origen;
    if (pedido.charAt(0) === '#') {
      origen = document.getElementById(pedido.slice(1));
      if (origen) { return origen.value !== undefined ? origen.value : origen.textContent; }
    }
    return pedido;
  }

  /* ---------- compartir ---------- */
  function compartir(boton) {
    var texto = boton.getAttribute('data-compartir') || '';
    var url = boton.getAttribute('data-compartir-url') || location.href;
    var todo = texto.indexOf(url) >= 0 ? texto : (texto ? texto + ' ' + url : url);
    if (navigator.share) {
      navigator.share({ title: boton.getAttribute('data-compartir-titulo') || document.title, text: texto, url: url })
        .then(null, function (e) { if (!e || e.name !== 'AbortError') { copiar(boton, todo); } });
      return;
    }
    var ventana = window.open('https://wa.me/?text=' + encodeURIComponent(todo), '_blank');
    if (!ventana) { copiar(boton, todo); } else { ventana.opener = null; }
  }

  /* ---------- volver ---------- */
  function deCasa() {
    return document.referrer && document.referrer.indexOf(location.protocol + '//' + location.host + '/') === 0;
  }

  document.addEventListener('click', function (e) {
    var boton = Amigos.subir(e.target, 'data-copiar');
    if (boton) { e.preventDefault(); copiar(boton, textoPara(boton)); return; }
    boton = Amigos.subir(e.target, 'data-compartir');
    if (boton) { e.preventDefault(); compartir(boton); return; }
    boton = Amigos.subir(e.target, 'data-imprimir');
    if (boton) { e.preventDefault(); window.print(); return; }
    boton = Amigos.subir(e.target, 'data-atras');
    if (boton && deCasa() && history.length > 1) { e.preventDefault(); history.back(); }
  });

  /* ---------- un archivo que no cabe: se dice al elegirlo, antes de mandarlo entero ---------- */
  document.addEventListener('change', function (e) {
    var cabe = e.target.getAttribute && e.target.getAttribute('data-cabe'), dice, uno;
    if (!cabe || !e.target.files) { return; }
    dice = document.getElementById(e.target.getAttribute('data-no-cabe'));
    uno = e.target.files[0];
    uno = uno && uno.size > Number(cabe);
    dice.hidden = !uno;
    e.target.setCustomValidity(uno ? dice.textContent.trim() : '');
  });

  /* ---------- un solo envío ---------- */
  function botonesDe(forma) {
    return forma.querySelectorAll('button, input[type="submit"]');
  }

  document.addEventListener('submit', function (e) {
    var forma = e.target, i, botones;
    if (!forma.getAttribute || forma.getAttribute('data-una-vez') === null || e.defaultPrevented) { return; }
    if (forma.getAttribute('data-enviado') === '1') { e.preventDefault(); return; }
    forma.setAttribute('data-enviado', '1');
    botones = botonesDe(forma);
    /* después de que el navegador tomó el botón pulsado, para que su valor también viaje */
    window.setTimeout(function () {
      for (i = 0; i < botones.length; i++) {
        if (!botones[i].disabled) { botones[i].disabled = true; botones[i].setAttribute('data-apagado', '1'); }
      }
    }, 0);
  });

  /* la sesión pudo renovarse mientras se escribía: el formulario toma la llave vigente y lo escrito no se pierde */
  function renovarLlave() {
    var llave = Amigos.llave(), campos, i;
    if (!llave) { return; }
    campos = document.querySelectorAll('input[name="csrfmiddlewaretoken"]');
    for (i = 0; i < campos.length; i++) { campos[i].value = llave; }
  }

  /* al volver con «atrás» la página sale de la memoria tal como quedó: se reactiva */
  window.addEventListener('pageshow', function () {
    renovarLlave();
    var formas = document.querySelectorAll('form[data-enviado]'), apagados, i, j;
    for (i = 0; i < formas.length; i++) {
      formas[i].removeAttribute('data-enviado');
      apagados = formas[i].querySelectorAll('[data-apagado]');
      for (j = 0; j < apagados.length; j++) {
        apagados[j].disabled = false;
        apagados[j].removeAttribute('data-apagado');
      }
    }
    pintarElegidas();
  });

  /* ---------- opción elegida ---------- */
  function pintarElegidas() {
    var rotulos = document.querySelectorAll('.elige'), control, i;
    for (i = 0; i < rotulos.length; i++) {
      control = rotulos[i].querySelector('input');
      if (!control) { continue; }
      if (control.checked) { rotulos[i].classList.add('elige--si'); } else { rotulos[i].classList.remove('elige--si'); }
    }
  }
  document.addEventListener('change', pintarElegidas);
  pintarElegidas();

  /* ---------- lo guardado en el aparato es de una persona ----------
     al salir, o si entra otra, se borra; si la que se abrió sin señal era de otra, tampoco se ve (D281) */
  function olvidar(despues) {
    var guardadas = window.caches;
    if (guardadas) { guardadas['delete']('recreo-paginas').then(despues, despues); } else { despues(); }
  }
  (function () {
    var cuerpo = document.body, ahora = cuerpo.getAttribute('data-quien'), antes = Amigos.recuerdo('recreo-quien');
    if (ahora === null || antes === ahora) { return; }
    if (cuerpo.getAttribute('data-guardada') !== null) {
      if (antes !== null) { olvidar(function () { location.reload(); }); }
      return;
    }
    Amigos.recordar('recreo-quien', ahora);
    if (antes) { olvidar(function () { /* ya está */ }); }
  }());

  /* lo que sólo tiene sentido con guiones se muestra hasta ahora */
  (function () {
    var ocultos = document.querySelectorAll('[data-con-guiones]'), i;
    for (i = 0; i < ocultos.length; i++) { ocultos[i].hidden = false; }
  }());
}());
