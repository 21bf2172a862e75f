/* A qué paso se ve tirar a los automáticos, en la práctica y en la mano de prueba (D734): lo escoge cada quien en «Más». ES5 (PL1).
   Sólo espacia lo que ya llegó; las mesas que cuentan no pasan por aquí.
   AmigosRitmo.pausa(antes, vista) → ms que se deja ver lo de `antes`;  .crear(entregar) → lo que recibe cada vista */
var AmigosRitmo = (function () {
  'use strict';

  var FASE = { JUGANDO: 3, CERRADA: 6 }, PASOS = { '': 1900, despacio: 3000, rapido: 1000 }, LEER = 1.6, MUCHAS = 6;

  function paso() { return PASOS[AmigosAjustes.es('ritmo')]; }
  /* lo que toca leer se deja más: quién sale y por qué, y que uno mismo pasó */
  function pausa(antes, v) {
    var d = antes && antes.datos, mio = d && d.turno === antes.yo.asiento;
    if (!d || d.fase !== FASE.JUGANDO) { return d && v.datos.fase === FASE.JUGANDO ? paso() / 2 : 0; }
    if (mio && antes.yo.opciones && antes.yo.opciones.length) { return 0; }
    return Math.round(paso() * (mio || !d.cadena.length ? LEER : 1));
  }
  /* las de la práctica llegan al paso del servidor; con «Rápido» se ven al llegar. Las de prueba ya las espació su guion, y en
     otro juego corre un reloj de segundos */
  function alLlegar(v, formadas) {
    return AmigosMesa.mesa.modo !== 'practica' || AmigosMesa.mesa.al_acabar || AmigosMesa.otroJuego() || formadas >= MUCHAS ||
      AmigosAjustes.es('ritmo') === 'rapido' || v.datos.fase === FASE.CERRADA || !!v.datos.ausentes;
  }
  function crear(entregar) {
    var cola = [], reloj = null, ultima = null, desde = 0;
    function ahora() { return new Date().getTime(); }
    function sacar() {
      ultima = cola.shift();
      desde = ahora();
      entregar(ultima);
    }
    function seguir() {
      var falta;
      reloj = null;
      while (cola.length) {
        falta = desde + pausa(ultima, cola[0]) - ahora();
        if (falta > 0) { reloj = window.setTimeout(seguir, falta); return; }
        sacar();
      }
    }
    return function (v) {
      cola.push(v);
      if (alLlegar(v, cola.length)) { while (cola.length) { sacar(); } }
      if (!reloj) { seguir(); }
    };
  }

  return { pausa: pausa, crear: crear };
}());
