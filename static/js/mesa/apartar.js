/* Apartar mi ficha mientras tiran otros (D563): queda en este navegador, no se le dice a nadie, y se tira al tocarme sólo si
   la punta en que cabía sigue siendo la misma. Si no, se dice y no se tira nada. ES5 (PL1).
   Antes de tirarla pasa el rato de quien la ve y la toca: que estuviera apartada no se nota por lo que tarda, y se puede quitar.
   AmigosApartar.elegir(ficha);  .mirar(vista, puede);  .cual() → la apartada o null;  .quitar();  .crear({tirar, repasar, avisar}) */
var AmigosApartar = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, MINIMO = 1000, MAS = 900;
  var boton = M.uno('[data-apartada-quitar]'), apartada = null, reloj = null, o = null, mano = '';

  /* las puntas donde cabe ahora, con su palo: [extremo, palo]. Todo es público menos la ficha, que es mía */
  function puntas(ficha, datos) {
    var p = M.palos(ficha), t = datos.terminales, lista = [];
    if (!t || t[0] < 0) { return lista; }
    [1, 2].forEach(function (extremo) { if (p.indexOf(t[extremo - 1]) >= 0) { lista.push([extremo, t[extremo - 1]]); } });
    return lista;
  }
  /* la que sigue valiendo: misma punta y mismo palo, y el servidor la da por buena */
  function vigente(vista) {
    var opciones = vista.yo.opciones || [];
    return apartada.puntas.filter(function (p) {
      return vista.datos.terminales[p[0] - 1] === p[1] && opciones.some(function (op) { return op[0] === apartada.ficha && op[1] === p[0]; });
    });
  }
  function pintar() {
    M.mostrar(boton, apartada !== null);
    if (apartada !== null) {
      M.escribir(boton, T(reloj === null ? 'apartada' : 'apartada_va', { ficha: M.palos(apartada.ficha).join('-') }));
      boton.setAttribute('aria-label', T('apartada_quitar', { ficha: M.ficha(apartada.ficha) }));
    }
    o.repasar();
  }
  function decir(clave, ficha) {
    var dicho = T(clave, { ficha: M.ficha(ficha) });
    o.avisar(dicho);
    AmigosVoz.decir(dicho, true);
  }
  function quitar() {
    window.clearTimeout(reloj);
    reloj = null;
    apartada = null;
    pintar();
  }
  function elegir(ficha) {
    var donde = puntas(ficha, M.vista.datos), era = apartada && apartada.ficha;
    if (apartada) { quitar(); }
    if (era === ficha) { decir('apartada_no', ficha); return; }
    if (!donde.length) { decir('apartada_no_cabe', ficha); return; }
    apartada = { ficha: ficha, puntas: donde };
    mano = [M.vista.datos.partida, M.vista.datos.mano].join('/');
    pintar();
    decir('apartada_si', ficha);
  }
  function tirarla() {
    /* quien ya tocó otra ficha está decidiendo: no se le adelanta nada */
    var vale = M.uno('.mano__pregunta, .mano__ficha--elegida') ? [] : vigente(M.vista), ficha = apartada.ficha;
    quitar();
    if (vale.length === 1) { o.tirar(ficha, vale[0][0]); }
  }
  /* con cada vista: si me toca y sigue valiendo, va; si ya no, se suelta y se dice */
  function mirar(vista, puede) {
    var d = vista.datos, vale, ficha;
    if (apartada === null) { return; }
    if (d.fase !== M.FASE.JUGANDO || mano !== [d.partida, d.mano].join('/') || (vista.yo.mano || []).indexOf(apartada.ficha) < 0) { quitar(); return; }
    ficha = apartada.ficha;
    if (!puede && d.turno === vista.yo.asiento) {
      quitar();
      if (vista.yo.opciones && !vista.yo.opciones.length) { decir('apartada_cambio', ficha); }
      return;
    }
    if (!puede) { if (reloj !== null) { quitar(); } return; }
    vale = vigente(vista);
    if (vale.length !== 1) {
      quitar();
      decir(vale.length ? 'apartada_dos' : 'apartada_cambio', ficha);
      return;
    }
    if (reloj === null) { reloj = window.setTimeout(tirarla, MINIMO + Math.floor(Math.random() * MAS)); pintar(); }
  }

  boton.addEventListener('click', function () {
    var ficha = apartada && apartada.ficha;
    quitar();
    if (ficha !== null) { decir('apartada_no', ficha); }
    M.uno('[data-turno]').focus();
  });

  return {
    crear: function (opciones) { o = opciones; }, elegir: elegir, mirar: mirar, quitar: function () { if (apartada !== null) { quitar(); } },
    cual: function () { return apartada === null ? null : apartada.ficha; }
  };
}());
