/* En qué va el torneo que se trae aparte; al acabar, la página dice cómo (D644). Sin guion, hay un enlace. ES5 (PL1). */
(function () {
  'use strict';

  var CADA = 1000, caja = document.querySelector('[data-trayendo]');
  var van = caja.querySelector('[data-van]'), barra = caja.querySelector('progress');

  function preguntar() {
    var x = new XMLHttpRequest();
    x.open('GET', window.location.href);
    x.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    x.timeout = 8000;
    x.onload = function () {
      var dice;
      try { dice = JSON.parse(x.responseText); } catch (e) { dice = { van: null }; }
      if (dice.van === null) { window.location.reload(); return; }
      if (van.textContent !== String(dice.van)) { van.textContent = dice.van; barra.value = dice.van; }
      luego();
    };
    x.onerror = x.ontimeout = luego;
    x.send();
  }
  function luego() { window.setTimeout(preguntar, CADA); }
  luego();
}());
