/* Lo que varios guiones escribirían igual. Va antes que los demás en toda página. ES5, sin dependencias (PL1).
     Amigos.mostrar(nodo, si)      se ve o no; sin nodo, nada
     Amigos.apagar(boton, si)      apagado a la vista y a la voz; .apagado(boton) → si lo está
     Amigos.subir(nodo, atributo)  el primero, de ahí hacia arriba, que lleva ese atributo, o null
     Amigos.decir(texto)           lo oye quien usa lector de pantalla
     Amigos.recordar(clave, valor), .recuerdo(clave)    en este aparato
     Amigos.llave()                la protección vigente de los formularios, o ''
     Amigos.uuid()                 un identificador nuevo para una orden
     Amigos.publicar(url, campos, luego(x), plazo)    POST de un formulario por guion, con su protección; `luego`, una vez:
                                   sin señal o pasado el plazo (ms; sin él, el del navegador) x.status es 0 */
var Amigos = (function () {
  'use strict';

  function mostrar(nodo, si) {
    if (!nodo) { return; }
    if (si) { nodo.removeAttribute('hidden'); } else { nodo.setAttribute('hidden', ''); }
  }
  /* con `disabled` soltaría el foco, y quien va con teclado empezaría desde arriba */
  function apagar(boton, si) {
    if (si) { boton.setAttribute('aria-disabled', 'true'); } else { boton.removeAttribute('aria-disabled'); }
  }
  function apagado(boton) { return boton.getAttribute('aria-disabled') === 'true'; }
  function subir(nodo, atributo) {
    while (nodo && nodo !== document) {
      if (nodo.getAttribute && nodo.getAttribute(atributo) !== null) { return nodo; }
      nodo = nodo.parentNode;
    }
    return null;
  }
  /* la misma frase dos veces seguidas también se oye dos veces */
  function decir(texto) {
    var dicho = document.getElementById('dicho');
    if (!dicho) { return; }
    dicho.textContent = '';
    window.setTimeout(function () { dicho.textContent = texto; }, 60);
  }
  /* si la persona no deja guardar nada, se sigue sin recordar */
  function recordar(clave, valor) { try { window.localStorage.setItem(clave, valor); } catch (e) { /* sin memoria */ } }
  function recuerdo(clave) { try { return window.localStorage.getItem(clave); } catch (e) { return null; } }
  function llave() {
    var hallada = /(?:^|;\s*)(?:__(?:Host|Secure)-csrf|csrftoken)=([^;]+)/.exec(document.cookie);
    return hallada ? hallada[1] : '';
  }
  function uuid() {
    var c = window.crypto || window.msCrypto, b = new Array(16), i, t = '';
    if (c && c.getRandomValues) { b = c.getRandomValues(new Uint8Array(16)); } else { for (i = 0; i < 16; i++) { b[i] = Math.floor(Math.random() * 256); } }
    b[6] = (b[6] & 15) | 64;
    b[8] = (b[8] & 63) | 128;
    for (i = 0; i < 16; i++) { t += (b[i] + 256).toString(16).slice(1) + (i === 3 || i === 5 || i === 7 || i === 9 ? '-' : ''); }
    return t;
  }
  function publicar(url, campos, luego, plazo) {
    var x = new XMLHttpRequest(), partes = [], nombre, hecho = false;
    function acabar() {
      if (hecho || !luego) { return; }
      hecho = true;
      luego(x);
    }
    for (nombre in campos) {
      if (Object.prototype.hasOwnProperty.call(campos, nombre)) { partes.push(encodeURIComponent(nombre) + '=' + encodeURIComponent(campos[nombre])); }
    }
    x.open('POST', url);
    x.timeout = plazo || 0;
    x.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
    x.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    x.setRequestHeader('X-CSRFToken', llave() || document.body.getAttribute('data-csrf') || '');
    x.onload = x.onerror = x.ontimeout = acabar;
    x.send(partes.join('&'));
  }

  return {
    mostrar: mostrar, apagar: apagar, apagado: apagado, subir: subir, decir: decir,
    recordar: recordar, recuerdo: recuerdo, llave: llave, uuid: uuid, publicar: publicar
  };
}());
