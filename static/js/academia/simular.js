/* La simulación de la Academia: desde la jugada que se mira, otra ficha para quien esté en turno, y seguir (AC2). Qué
   se puede tirar y cómo queda lo dice el servidor en cada jugada. ES5 (PL1). */
(function () {
  'use strict';

  var M = AmigosMesa, T = M.T, A = AmigosAcademia;
  var caja = M.uno('[data-simula]'), forma = M.uno('[data-guardar-rama]'), error = M.uno('[data-simula-error]');
  var activa = false, desde = 0, jugadas = [], original = null, pidiendo = false;
  var mano = AmigosMano.crear(M.uno('[data-mano-simulada]'), {
    textos: M.textos, tablero: A.tablero, alTirar: tirar,
    alAvisar: function () { decirError(T('ac_otra_ficha')); }
  });

  function decirError(texto) {
    M.escribir(error, texto || '');
    M.mostrar(error, !!texto);
  }
  function escritas(lista) { return lista.map(function (j) { return j[0] + '.' + (j[1] || 0); }).join('-'); }
  /* lo simulado que va antes de la jugada que se mira: si se regresó, de ahí se vuelve a apartar */
  function hasta(paso) { return jugadas.slice(0, Math.max(0, paso - desde)); }

  function titulo(vista, paso) {
    var p = vista.pasos[paso], real = original.jugadas[paso], igual, dicho;
    if (p.turno < 0) { return T('ac_acabo'); }
    dicho = M.deQuien('ac_elige', p.turno);
    igual = original.jugadas.slice(0, paso).every(function (j, i) { return j[0] === vista.jugadas[i][0] && j[1] === vista.jugadas[i][1]; });
    return igual && real ? dicho + ' ' + T('ac_simula_real', { ficha: M.ficha(real[0]) }) + '.' : dicho;
  }
  function pintar(vista, paso) {
    var p;
    if (!activa) { return; }
    p = vista.pasos[paso];
    M.escribir(M.uno('[data-simula-texto]'), titulo(vista, paso));
    mano.pintar({
      fichas: p.turno < 0 ? [] : AmigosAcademiaPintar.quedan(vista, paso, p.turno), opciones: p.legales, enTurno: p.turno >= 0,
      terminales: { A: p.terminales[0], B: p.terminales[1] }
    });
    M.uno('[data-simula-deshacer]').disabled = paso <= desde;
    M.uno('[data-simula-solos]').disabled = p.turno < 0;
    M.mostrar(M.uno('[data-simula-mejor]'), p.turno >= 0 && !!sigue(vista, paso));
    M.mostrar(forma, jugadas.length > 0);
    ['mano', 'desde', 'jugadas'].forEach(function (c) { M.uno('[name="' + c + '"]', forma).value = { mano: vista.mano, desde: desde, jugadas: escritas(jugadas) }[c]; });
    M.uno('[name="id_orden"]', forma).value = '';
  }

  /* lo que falta con el mejor juego de todos, si ya se contó y se mira el final de lo simulado */
  function sigue(vista, paso) {
    var hecha = vista.desde !== null && paso === vista.jugadas.length ? AmigosCalculos.hecha(vista) : null;
    return hecha && hecha.sigue.length ? hecha.sigue : null;
  }
  function pedir(lista, solos, paso, ver) {
    var url = A.partida.simular_url.replace('/0/simular', '/' + original.mano + '/simular') + '?desde=' + desde + '&jugadas=' + escritas(lista) + (solos ? '&solos=1' : '');
    if (pidiendo) { return; }
    pidiendo = true;
    A.quieta();
    A.pedir(url, function (vista, falla) {
      pidiendo = false;
      decirError(falla);
      if (!activa) { return; }
      if (!vista) { A.ir(A.paso()); return; }
      jugadas = vista.jugadas.slice(desde).map(function (j) { return [j[0], j[1]]; });
      vista.rama = null;
      A.poner(vista, paso === undefined ? vista.jugadas.length : paso);
      /* quien pide que sigan solos los quiere ver jugar */
      if (solos || ver) { A.reproducir(); }
    });
  }
  function tirar(ficha, extremo) {
    var paso = A.paso();
    if (paso < desde) {
      desde = paso;
      jugadas = [];
    }
    pedir(hasta(paso).concat([[ficha, extremo]]), false);
  }

  function empezar() {
    var vista = A.vista();
    if (activa) { return; }
    A.quieta();
    activa = true;
    A.simular(true);
    original = vista;
    desde = vista.desde !== null && A.paso() >= vista.desde ? vista.desde : A.paso();
    jugadas = vista.desde !== null && A.paso() >= vista.desde ? vista.jugadas.slice(desde, A.paso()).map(function (j) { return [j[0], j[1]]; }) : [];
    M.mostrar(caja, true);
    M.mostrar(M.uno('[data-simular]'), false);
    M.clase(document.body, 'ac-simulando', true);
    A.ir(A.paso());
    A.tablero.acomodar();
    M.uno('[data-simula-texto]').focus();
    /* arriba el tablero, y las fichas de quien tira a la vista sobre los mandos */
    caja.parentNode.scrollIntoView(true);
  }
  function salir() {
    if (!activa) { return; }
    A.quieta();
    activa = false;
    A.simular(false);
    decirError('');
    M.mostrar(caja, false);
    M.mostrar(M.uno('[data-simular]'), true);
    M.clase(document.body, 'ac-simulando', false);
    mano.pintar({ fichas: [], opciones: null, enTurno: false });
    A.poner(original, Math.min(A.paso(), original.desde === null ? desde : original.jugadas.length));
    A.tablero.acomodar();
    M.uno('[data-simular]').focus();
  }

  M.alTocar('data-simular', empezar);
  M.alTocar('data-simula-salir', salir);
  M.alTocar('data-simula-solos', function (b) { if (!b.disabled) { pedir(hasta(A.paso()), true, A.paso()); } });
  M.alTocar('data-simula-mejor', function () {
    var faltan = sigue(A.vista(), A.paso());
    if (faltan) { pedir(hasta(A.paso()).concat(faltan), false, A.paso(), true); }
  });
  M.alTocar('data-simula-deshacer', function (b) {
    var quedan = hasta(A.paso()).slice(0, -1);
    if (!b.disabled) { pedir(quedan, false); }
  });
  /* al cambiar de mano se deja de simular la otra */
  A.alMirar(function (vista, paso) {
    if (activa && vista.mano !== original.mano) {
      original = vista;
      desde = paso;
      jugadas = [];
    }
    pintar(vista, paso);
  });
}());
