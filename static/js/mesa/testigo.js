/* Lo que este aparato vio de cada reparto antes de que se revelara, para compararlo después, también en otra pestaña o
   días más tarde (RG1, D560). Se guarda por huella y por quién la vio; lo más viejo se olvida. ES5 (PL1).
     AmigosTestigo.ver(huella, antes)      la vio; `antes`: cuando aún no daba su número. Devuelve lo apuntado
     AmigosTestigo.apuntar(huella, cosas)  {para, nonce, ofrecido, dado, asiento}: lo que se vaya sabiendo
     AmigosTestigo.de(huella)              lo apuntado por quien está en la página, o null
     AmigosTestigo.de(huella, true)        lo de cualquiera que haya entrado en este aparato
     AmigosTestigo.delNumero(nonces)       la huella con que se dio alguno de esos números, o null
     AmigosTestigo.para(mano)              la que se publicó para esa mano («mesa/partida/mano»), o null
     AmigosTestigo.corta(huella)           «8f3a 91c2 07de b455»: lo que se puede apuntar a mano
     AmigosTestigo.entera(huella)          los dieciséis grupos */
var AmigosTestigo = (function () {
  'use strict';

  var LLAVE = 'amigos-testigo', CABEN = 400, GRUPOS = 4, LARGO = 4;
  var quien = document.body.getAttribute('data-quien') || '';

  function leer() {
    var t;
    try { t = JSON.parse(Amigos.recuerdo(LLAVE)); } catch (e) { t = null; }
    return Object.prototype.toString.call(t) === '[object Array]' ? t : [];
  }
  function guardar(todos) { Amigos.recordar(LLAVE, JSON.stringify(todos.slice(-CABEN))); }
  function lugar(todos, campo, valor, cualquiera) {
    var i;
    for (i = todos.length - 1; i >= 0; i--) {
      if (todos[i] && todos[i][campo] === valor && (cualquiera || todos[i].quien === quien)) { return i; }
    }
    return -1;
  }
  function de(huella, cualquiera) {
    var todos = leer(), i = lugar(todos, 'huella', huella, cualquiera);
    return i < 0 ? null : todos[i];
  }
  /* el número propio no se repite: si aparece con otra huella, la cambiaron */
  function delNumero(nonces) {
    var todos = leer().filter(function (v) { return v && v.nonce && v.dado && nonces.indexOf(v.nonce) >= 0; });
    return todos.length ? todos[todos.length - 1] : null;
  }
  function para(mano) {
    var todos = leer(), i = lugar(todos, 'para', mano, false);
    return i < 0 ? null : todos[i];
  }
  /* el almacén se lee cada vez: otra pestaña pudo apuntar algo */
  function ver(huella, antes) {
    var todos = leer(), i = lugar(todos, 'huella', huella, false);
    if (i < 0) {
      i = todos.push({ huella: huella, quien: quien, antes: !!antes, para: '', nonce: null, ofrecido: false, dado: false, asiento: -1 }) - 1;
      guardar(todos);
    }
    return todos[i];
  }
  function apuntar(huella, cosas) {
    var todos = leer(), i = lugar(todos, 'huella', huella, false), k;
    if (i < 0) { return; }
    for (k in cosas) { if (cosas.hasOwnProperty(k)) { todos[i][k] = cosas[k]; } }
    guardar(todos);
  }
  function engrupos(huella, cuantos) {
    return (String(huella).match(/.{1,4}/g) || []).slice(0, cuantos).join(' ');
  }

  return {
    ver: ver, apuntar: apuntar, de: de, delNumero: delNumero, para: para,
    corta: function (huella) { return engrupos(huella, GRUPOS); },
    entera: function (huella) { return engrupos(huella, huella.length / LARGO); }
  };
}());
