/* «Juez», desde la mesa en pantalla: pregunta, llama sin salir de la mano y dice si ya sabe (TO16, TO26). ES5 (PL1). */
(function () {
  'use strict';

  var ESPERA = 8000, boton = document.querySelector('[data-llama-url]'), cual = '';

  function dice(que) { return boton.getAttribute('data-' + que); }
  function avisar(que, clase) { AmigosJugadores.avisar(dice(que), clase); AmigosVoz.decir(dice(que), true); }
  function llamar() {
    /* la misma mientras no se sepa: si la respuesta se perdió, repetirla no llama dos veces */
    cual = cual || Amigos.uuid();
    Amigos.apagar(boton, true);
    Amigos.publicar(dice('llama-url'), { id_orden: cual }, function (x) {
      Amigos.apagar(boton, false);
      if (x.status === 200) { cual = ''; avisar('llamado', 'bien'); } else { avisar('sin-llamar', 'mal'); }
    }, ESPERA);
  }
  boton.addEventListener('click', function () {
    if (Amigos.apagado(boton)) { return; }
    AmigosDialogo.preguntar({ titulo: dice('titulo'), texto: dice('texto'), si: dice('si'), no: dice('no') }, llamar);
  });
}());
