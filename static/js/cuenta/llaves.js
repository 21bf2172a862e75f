/* Llaves de acceso (WebAuthn): pide una al aparato y manda lo que conteste en un formulario. ES5, sin dependencias (PL1).
   Sin guiones, o en un navegador que no las sabe, el formulario sigue escondido y se ve [data-sin-llaves].
     [data-llave="crear"|"usar"]   el formulario; lleva data-opciones (JSON) o data-opciones-de (de dónde se piden)
     [data-boton]                  lo que se toca
     [data-falla]                  lo que se enseña si no se pudo */
(function () {
  'use strict';
  var saben = window.PublicKeyCredential && navigator.credentials && navigator.credentials.create && window.Uint8Array;

  function aBytes(texto) {
    var crudo = window.atob(texto.replace(/-/g, '+').replace(/_/g, '/')), bytes = new Uint8Array(crudo.length), i;
    for (i = 0; i < crudo.length; i += 1) { bytes[i] = crudo.charCodeAt(i); }
    return bytes.buffer;
  }
  function aTexto(bytes) {
    var vista = new Uint8Array(bytes), crudo = '', i;
    for (i = 0; i < vista.length; i += 1) { crudo += String.fromCharCode(vista[i]); }
    return window.btoa(crudo).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  }
  function lista(llaves) {
    var i;
    for (i = 0; llaves && i < llaves.length; i += 1) { llaves[i].id = aBytes(llaves[i].id); }
  }

  function crear(opciones) {
    var pide = opciones.publicKey, elige = pide.authenticatorSelection || {};
    pide.challenge = aBytes(pide.challenge);
    pide.user.id = aBytes(pide.user.id);
    lista(pide.excludeCredentials);
    /* como llave de acceso, si el aparato puede: con ella basta para entrar */
    elige.residentKey = 'preferred';
    elige.requireResidentKey = false;
    elige.userVerification = 'required';
    pide.authenticatorSelection = elige;
    return navigator.credentials.create({ publicKey: pide }).then(function (llave) {
      return base(llave, {
        attestationObject: aTexto(llave.response.attestationObject),
        transports: llave.response.getTransports ? llave.response.getTransports() : []
      });
    });
  }
  function usar(opciones) {
    var pide = opciones.publicKey;
    pide.challenge = aBytes(pide.challenge);
    lista(pide.allowCredentials);
    return navigator.credentials.get({ publicKey: pide }).then(function (llave) {
      var r = llave.response;
      return base(llave, {
        authenticatorData: aTexto(r.authenticatorData),
        signature: aTexto(r.signature),
        userHandle: r.userHandle ? aTexto(r.userHandle) : null
      });
    });
  }
  function base(llave, respuesta) {
    var extras = llave.getClientExtensionResults ? llave.getClientExtensionResults() : {};
    respuesta.clientDataJSON = aTexto(llave.response.clientDataJSON);
    return {
      type: llave.type,
      id: llave.id,
      rawId: aTexto(llave.rawId),
      authenticatorAttachment: llave.authenticatorAttachment || null,
      response: respuesta,
      clientExtensionResults: extras.credProps ? { credProps: { rk: !!extras.credProps.rk } } : {}
    };
  }

  function pedir(donde, listo, mal) {
    var x = new XMLHttpRequest();
    x.open('GET', donde);
    x.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    x.onload = function () {
      if (x.status !== 200) { mal(); return; }
      listo(JSON.parse(x.responseText).request_options);
    };
    x.onerror = mal;
    x.send();
  }

  function preparar(forma) {
    var boton = forma.querySelector('[data-boton]'), falla = forma.querySelector('[data-falla]');
    var hacer = forma.getAttribute('data-llave') === 'crear' ? crear : usar;
    function mal() {
      Amigos.apagar(boton, false);
      Amigos.mostrar(falla, true);
    }
    function con(opciones) {
      hacer(opciones).then(function (hecha) {
        forma.querySelector('[name=credential]').value = JSON.stringify(hecha);
        forma.submit();
      }, mal);
    }
    boton.addEventListener('click', function () {
      if (Amigos.apagado(boton)) { return; }
      Amigos.apagar(boton, true);
      Amigos.mostrar(falla, false);
      var de = forma.getAttribute('data-opciones-de');
      if (de) { pedir(de, con, mal); } else { con(JSON.parse(forma.getAttribute('data-opciones'))); }
    });
    Amigos.mostrar(forma, true);
  }

  function empezar() {
    var formas = document.querySelectorAll('[data-llave]'), i;
    if (!saben) { return; }
    Amigos.mostrar(document.querySelector('[data-sin-llaves]'), false);
    for (i = 0; i < formas.length; i += 1) { preparar(formas[i]); }
  }
  empezar();
}());
