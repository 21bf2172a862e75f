/* La página de la mesa: recibe vistas, reparte el trabajo entre las piezas y manda lo que la persona decide. ES5 (PL1). */
(function () {
  'use strict';

  var M = AmigosMesa, T = M.T, F = M.FASE, cuerpo = document.body;
  var VER_FINAL = 2200, SE_VAN = 6000, CONEXION = { en_vivo: 'senal', enviando: 'subir', conectando: 'sinsenal', llegando: 'senal', reconectando: 'sinsenal', sin_senal: 'sinsenal', fuera: 'sinsenal' };
  var conexion, tablero, mano, ver, enviando = null, mandada = -1, vaEn = 0, relojSala = null, finDesde = 0, relojFin = null, fuera = false, despedido = false;

  /* ---------- piezas ---------- */
  tablero = AmigosTablero.crear(M.uno('[data-tablero]'), {
    nombres: function () { return M.vista ? M.nombres() : []; }, textos: M.textos, lado: M.ladoDe,
    menosMovimiento: function () { return AmigosAjustes.es('quieto'); }, letrero: function () { return M.uno('[data-salio]'); }
  });
  M.seVe = function () { return tablero.terminales().seVe; };
  mano = AmigosMano.crear(M.uno('[data-mano]'), {
    textos: M.textos, tablero: tablero, alTirar: tirar, alAvisar: noSePuede,
    confirmar: function () { return AmigosAjustes.es('confirmar'); }, marcar: function () { return AmigosAjustes.es('marcar'); },
    apartada: AmigosApartar.cual, dicho: M.uno('[data-turno-sub]')
  });
  AmigosApartar.crear({ tirar: function (f, extremo) { if (!enviando) { tirar(f, extremo); } }, repasar: mano.repasar, avisar: AmigosJugadores.avisar });
  AmigosAjustes.alCambiar(tablero.acomodar);

  /* ---------- órdenes ---------- */
  function tirar(ficha, extremo) {
    var datos = { ficha: ficha, extremo: extremo || 0 };
    if (M.vista.yo.falta_nonce && AmigosAzar.nonce()) {
      datos.nonce = AmigosAzar.nonce();
      AmigosAzar.ofrecido();
    }
    AmigosApartar.quitar();
    enviando = { cadena: M.vista.datos.cadena.length };
    mandada = enviando.cadena;
    conexion.ordenar('tirar', datos, M.vista.version);
    AmigosReloj.quitar();
    pintarConexion();
    AmigosJugadores.pintar(M.vista, true);
  }
  function ordenar(tipo, datos) { return conexion.ordenar(tipo, datos, M.vista ? M.vista.version : 0); }
  function darNonce() {
    var d = M.vista.datos, toca = d.fase === F.ESPERA || d.fase === F.REPARTIENDO || d.fase === F.FIN_DE_MANO || d.fase === F.FIN_DE_PARTIDA;
    if (toca && M.vista.yo.falta_nonce && d.siguiente && AmigosAzar.nonce() && !conexion.pendientes('nonce').length) {
      AmigosAzar.ofrecido();
      ordenar('nonce', { nonce: AmigosAzar.nonce() });
    }
  }
  function noSePuede(codigo, ficha) {
    var t = M.vista && M.terminales(M.vista.datos), dicho = T('r_' + codigo);
    if (codigo === 'no_es_tu_turno' && ficha !== undefined && AmigosAjustes.es('apartar') && esperandoMiTurno()) { AmigosApartar.elegir(ficha); return; }
    if (codigo === 'no_tiene_cabida') {
      dicho = t ? T('r_no_tiene_cabida', { a: M.textos.palos[t[0]], b: M.textos.palos[t[1]] }) : T('r_no_tiene_cabida_corta');
    }
    AmigosJugadores.avisar(dicho, 'mal');
    AmigosVoz.decir(dicho, true);
  }
  function alAcuse(orden, m) {
    if (orden.tipo === 'charla') { AmigosCharla.acusada(orden.id_orden); }
    if (orden.tipo === 'salir') { salirYa(m.tipo === 'vista' && m.datos.fase === F.CERRADA); }
    /* ya estaba en la mesa desde antes de recargar */
    if (orden.tipo === 'tirar' && enviando && enviando.deAntes) {
      enviando = null;
      if (M.vista) { pintarMesa(); mostrarTurno(); }
    }
    pintarConexion();
  }
  function alRechazo(orden, codigo, datos) {
    var tipo = orden ? orden.tipo : '';
    if (codigo === 'reintenta' && tipo !== 'tirar') { return; }
    if (codigo === 'despacio' || codigo === 'reintenta') { AmigosJugadores.avisar(T('r_' + codigo, { n: datos.espera || 3 }), 'ojo'); return; }
    if (tipo === 'salir') { salirYa(codigo === 'mesa_cerrada'); return; }
    /* lo que ya estaba hecho es lo que se quería */
    if (codigo === 'ya_estaba' && tipo !== 'tirar') { return; }
    if (tipo === 'nonce' && codigo !== 'nonce_invalido') { return; }
    if (tipo === 'charla') { AmigosCharla.rechazada(orden); }
    if (tipo === 'elegir') { AmigosVotos.rechazado(); }
    if (tipo === 'tirar' || tipo === 'robar') { enviando = null; mandada = -1; }
    if (!M.hay('r_' + codigo)) { codigo = 'mensaje_desconocido'; }
    if (tipo === 'comenzar') {
      AmigosFin.sinComenzar(codigo, datos.faltan, datos.juntos);
      return;
    }
    noSePuede(codigo);
    pintarConexion();
    if (M.vista) { pintarMesa(); AmigosReloj.poner(M.vista); }
  }

  if (window.AmigosCaras) {
    AmigosCaras.alCambiar(function () {
      if (!M.vista) { return; }
      mano.pintar({ fichas: [], opciones: null, enTurno: false });
      tablero.pintar({ cadena: [], salidor: 0 }, {});
      pintarMesa();
    });
  }
  if (window.AmigosPozo) {
    AmigosPozo.alRobar(function () {
      enviando = { cadena: M.vista.datos.cadena.length, robos: M.vista.datos.robos.length };
      conexion.ordenar('robar', {}, M.vista.version);
      AmigosJugadores.pintar(M.vista, true);
    });
  }

  /* ---------- conexión a la vista ---------- */
  function pintarConexion(estado) {
    var cual = estado || (conexion ? conexion.estado() : 'conectando'), icono, aviso = M.uno('[data-sin-conexion]');
    if (despedido) { cual = 'fuera'; }
    if (cual === 'en_vivo' && conexion && conexion.pendientes('tirar').length) { cual = 'enviando'; }
    icono = M.uno('[data-conexion-icono] use');
    icono.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', '#i-' + CONEXION[cual]);
    M.escribir(M.uno('[data-conexion-texto]'), T('c_' + cual));
    cuerpo.setAttribute('data-conexion-estado', cual);
    M.clase(M.uno('[data-conexion]'), 'pastilla--ojo', cual !== 'en_vivo' && cual !== 'enviando');
    M.mostrar(aviso, cual === 'reconectando' || cual === 'sin_senal' || cual === 'llegando');
    M.escribir(M.uno('[data-sin-conexion-texto]'), T(cual === 'llegando' ? 'c_aviso_llegando' : conexion && conexion.pendientes('tirar').length ? 'c_aviso_tirada' : 'c_aviso'));
    if (tablero) { tablero.acomodar(); }
  }

  /* ---------- vistas ---------- */
  function cadenaDe(n) {
    var d = M.vista.datos, todas = M.ternas(d.cadena);
    return { cadena: n === undefined ? todas : todas.slice(0, n), salidor: d.salidor === undefined ? 0 : d.salidor, volteada: M.volteada(), yo: M.yo() };
  }
  function corre() { var d = M.vista.datos; return d.fase === F.JUGANDO && !AmigosRepeticion.corre() && !d.ausentes; }
  function esperandoMiTurno() { return corre() && M.vista.datos.turno !== M.yo(); }
  function puedeTirar() {
    var yo = M.vista.yo;
    return corre() && M.vista.datos.turno === yo.asiento && !!yo.opciones && yo.opciones.length > 0 && !enviando;
  }
  function pintarMano() {
    var d = M.vista.datos, yo = M.vista.yo, t = d.terminales, puede = puedeTirar();
    mano.pintar({ crece: !!d.robos && d.robos.length > 0, fichas: yo.mano || [], opciones: puede ? yo.opciones : null, enTurno: puede, terminales: t ? { A: t[0], B: t[1] } : { A: null, B: null } });
    // por los lugares y no por las fichas: los de las tiradas se quedan
    M.clase(M.uno('[data-juego]'), 'juego__tablero--muchas', M.uno('.mano--muchas') !== null);
    AmigosPaneles.acomodar();
  }
  function pintarMesa(animar) {
    AmigosJugadores.pintar(M.vista, !!enviando);
    if (!AmigosRepeticion.corre()) { tablero.pintar(cadenaDe(), { animar: animar }); }
    pintarMano();
    M.mostrar(M.uno('[data-repartiendo]'), M.vista.datos.fase === F.REPARTIENDO);
  }
  function pintarManos() {
    var caja = M.vaciar(M.uno('[data-manos]'));
    caja.appendChild(AmigosPlantilla.crear(M.cuentas, { alReves: true }));
  }
  /* ganar la partida, la mano, o perderla: no suenan igual; la que no es de nadie, como un pase */
  function comoSuena(d) {
    var final = d.fase === F.FIN_DE_PARTIDA, ultima = d.cuentas[d.cuentas.length - 1], g = final ? d.ganadora : (ultima ? ultima[2] : -1);
    if (g === null || g < 0) { return 'pase'; }
    return M.esNuestra(g) ? (final ? 'triunfo' : 'gana') : 'pierde';
  }
  function soniditos(antes, d) {
    var mio = d.fase === F.JUGANDO && d.turno === M.yo(), era = antes && antes.datos.fase === F.JUGANDO && antes.datos.turno === M.yo();
    if (!antes) { return; }
    if (d.cadena && antes.datos.cadena && d.cadena.length > antes.datos.cadena.length) { AmigosAjustes.sonar('ficha'); }
    if (d.fase === F.JUGANDO && M.pasaron(d).length > M.pasaron(antes.datos).length) { AmigosAjustes.sonar('pase'); }
    if (mio && !era && M.vista.yo.opciones && M.vista.yo.opciones.length) { AmigosAjustes.sonar('turno'); AmigosAjustes.vibrar(); }
    if (d.fase !== antes.datos.fase && d.fase >= F.FIN_DE_MANO && d.fase < F.CERRADA) { AmigosAjustes.sonar(comoSuena(d)); }
  }
  function guardarCuentas(antes, d) {
    if (d.cuentas) { M.cuentas = d.cuentas; } else if (antes && antes.datos.partida !== d.partida) { M.cuentas = []; } else { return; }
    pintarManos();
  }
  /* quien sólo recarga no vuelve de ninguna parte: se le repite la mano, no la partida */
  function yaLaVio() {
    var clave = 'mesa-vista', esta = cuerpo.getAttribute('data-mesa') + '.' + M.vista.datos.partida, antes = null;
    try {
      antes = window.sessionStorage.getItem(clave);
      window.sessionStorage.setItem(clave, esta);
    } catch (e) { /* sin almacén se repite entera */ }
    return antes === esta;
  }
  function olvidarVista() { try { window.sessionStorage.removeItem('mesa-vista'); } catch (e) { /* sin almacén */ } }
  /* lo que se mandó ya se ve: otra ficha en la mesa, otro turno u otra robada */
  function yaSeVe(d, yo) {
    return d.cadena === undefined || d.cadena.length !== enviando.cadena || d.turno !== yo.asiento ||
      (enviando.robos !== undefined && d.robos.length !== enviando.robos);
  }
  /* cuál de la cadena cayó en mi turno, con mi reloj cumplido y sin que yo la mandara; −1, ninguna (D808) */
  function laTiroElSistema(antes, d) {
    var van = antes && antes.datos.cadena ? antes.datos.cadena.length : -1, quedan = AmigosReloj.quedan();
    if (van < 0 || quedan === null || quedan > 1 || antes.datos.compromiso !== d.compromiso || antes.yo.asiento < 0 || antes.datos.turno !== antes.yo.asiento) { return -1; }
    return d.cadena.length > van && mandada !== van ? van / 3 : -1;
  }
  function alVer(m) {
    var antes = M.vista, d = m.datos, volvieron, dichos, caduco;
    M.vista = m;
    if (enviando && yaSeVe(d, m.yo)) { enviando = null; }
    if (!antes && d.cadena && conexion.pendientes('tirar').length) { enviando = { cadena: d.cadena.length, deAntes: true }; mandada = d.cadena.length; }
    M.sola = laTiroElSistema(antes, d);
    guardarCuentas(antes, d);
    caduco = AmigosDialogo.caducar();
    AmigosAzar.mirar(m);
    AmigosHuella.pintar(d);
    volvieron = antes && antes.datos.ausentes && !d.ausentes;
    if (AmigosRepeticion.corre() && antes && d.cadena && antes.datos.cadena && (d.cadena.length !== antes.datos.cadena.length || d.turno !== antes.datos.turno)) { AmigosRepeticion.terminar(); }
    if (!m.tapada && !d.ausentes && d.fase === F.JUGANDO && (d.cadena.length || M.cuentas.length) && (!antes || volvieron)) {
      AmigosRepeticion.empezar(m, !!antes || !yaLaVio(), function (n, otra) { tablero.pintar(otra || cadenaDe(n), { animar: !otra && n > 0 }); }, function () { pintarMesa(); mostrarTurno(); guiar(); tablero.acomodar(); });
    }
    dichos = AmigosJugadores.compararCon(antes, m);
    if (volvieron) { dichos.unshift(M.deTodos('otra_vez_aqui')); AmigosJugadores.avisar(M.deTodos('otra_vez_aqui')); }
    if (M.sola >= 0) { AmigosJugadores.avisar(T('tiro_sola', { ficha: M.ficha(d.cadena[3 * M.sola]) }), 'ojo'); }
    pintarMesa(!!antes && antes.datos.compromiso === d.compromiso);
    mostrarTurno();
    soniditos(antes, d);
    if (m.tapada) { AmigosPasar.tapar(); }
    cubrir(antes);
    if (caduco) { AmigosJugadores.avisar(T('pregunta_caduca'), 'ojo'); AmigosVoz.decir(T('pregunta_caduca'), true); }
    /* tapada lo dice su título; destapada, se cuenta como a quien llega */
    if (!m.tapada) { AmigosVoz.contar(antes && antes.tapada ? null : antes, m, dichos); }
    AmigosApartar.mirar(m, puedeTirar());
    guiar();
    darNonce();
    pintarConexion();
  }
  function guiar() {
    if (window.AmigosGuia) { window.AmigosGuia.mirar(M.vista, M.mesa, M.cuentas, tablero.acomodar, AmigosRepeticion.corre()); }
  }
  function mostrarTurno() {
    if (AmigosRepeticion.corre() || enviando) { return; }
    AmigosReloj.poner(M.vista);
  }

  /* ---------- lo que cubre la mesa ---------- */
  function cubrir(antes) {
    var d = M.vista.datos, acaba = antes && antes.datos.fase === F.JUGANDO && (d.fase === F.FIN_DE_MANO || d.fase === F.FIN_DE_PARTIDA);
    if (acaba) { finDesde = M.ahora() + VER_FINAL; }
    if (d.fase === F.JUGANDO || d.fase === F.CERRADA) { finDesde = 0; }
    if (d.fase === F.CERRADA && d.culpable === M.yo() && (d.motivo === 'comunicacion' || d.motivo === 'salida') && antes) { irSala(); return; }
    irSiFalta(d);
    window.clearTimeout(relojFin);
    if (finDesde > M.ahora()) { relojFin = window.setTimeout(pintarCubre, finDesde - M.ahora()); return; }
    pintarCubre();
  }
  function pintarCubre() {
    AmigosFin.pintar(M.vista, {
      ordenar: ordenar, irSala: irSala, irEspera: irEspera, vaEn: function () { return vaEn; }, seVan: function () { return !!vaEn; },
      alCambiar: function () { tablero.acomodar(); }
    });
  }
  /* con un ausente, los demás esperan en la Sala (EL9); quien vuelve no es un ausente */
  function irSiFalta(d) {
    var hay = !!d.ausentes && !d.ausentes[M.yo()] && d.fase !== F.CERRADA && !M.deTorneo();
    if (hay && !vaEn) {
      vaEn = M.ahora() + SE_VAN;
      relojSala = window.setTimeout(irEspera, SE_VAN);
    }
    if (!hay && vaEn) {
      vaEn = 0;
      window.clearTimeout(relojSala);
    }
  }
  function irA(direccion) { fuera = true; window.Envio.irse(direccion); }
  function irSala() { irA(cuerpo.getAttribute('data-sala-url')); }
  function irEspera() { olvidarVista(); irA(cuerpo.getAttribute('data-sala-url') + '?espera=' + cuerpo.getAttribute('data-mesa')); }

  /* ---------- salir ---------- */
  /* la Sala no abre el socket de una mesa de la que se salió a propósito: sería volver; cerrada, no hay a qué */
  function apuntarSalida() {
    try { window.sessionStorage.setItem('mesa-salida', JSON.stringify({ mesa: cuerpo.getAttribute('data-mesa'), desde: M.ahora() })); } catch (e) { /* la Sala preguntará */ }
  }
  function salirYa(cerrada) {
    if (!cerrada) { apuntarSalida(); }
    if (fuera) { return; }
    conexion.cerrar();
    irSala();
  }
  function consecuencia() {
    var d = M.vista && M.vista.datos;
    if (!d || !M.mesa) { return M.deTodos('salir_espera'); }
    if (d.fase === F.FIN_DE_PARTIDA) { return T('salir_final'); }
    if (M.mesa.modo === 'practica') { return T('salir_practica'); }
    if (d.fase <= F.ESPERA) { return M.deTodos('salir_espera'); }
    if (M.completada()) { return T('salir_completada'); }
    if (!M.cuenta()) { return T('salir_sin_prisa'); }
    /* con la segunda se suspende (SA2) */
    return T('salir_partida') + ((M.mesa.personas[M.persona(M.yo())] || {}).azules ? ' ' + T('salir_con_azul') : '');
  }
  M.alTocar('data-salir', function () {
    if (!M.vista || M.vista.datos.fase === F.CERRADA || fuera) { irSala(); return; }
    var texto = consecuencia();
    AmigosDialogo.preguntar({
      titulo: T('salir_titulo'), texto: texto, si: T('salir_si'), no: T('salir_no'), mal: true, vale: function () { return consecuencia() === texto; }
    }, function () {
      AmigosJugadores.avisar(T('saliendo'));
      AmigosVoz.decir(T('saliendo'), true);
      /* también al votar: un segundo voto se rechazaría, y quien ya votó no podría irse (EL6, D17) */
      ordenar('salir', {});
    });
  });

  /* ---------- teclas ---------- */
  AmigosPaneles.alCambiar(function (abierto) {
    if (abierto === 'charla') { AmigosCharla.abierta(); }
    tablero.acomodar();
    AmigosFin.acomodar();
  });
  document.addEventListener('keydown', function (e) {
    var tecla = (e.key || '').toLowerCase(), primera;
    if (tecla === 'escape' && AmigosPaneles.cerrarEn(e.target)) { return; }
    if (tecla === 'escape') { AmigosApartar.quitar(); }
    if (e.ctrlKey || e.altKey || e.metaKey || AmigosDialogo.abierto() || M.escribiendo(e.target)) { return; }
    if (!AmigosAjustes.es('teclas')) { return; }
    if (tecla === 'm') {
      primera = M.uno('.mano__ficha--cabe') || M.uno('[data-mano] button');
      if (primera) { primera.focus(); e.preventDefault(); }
    } else if (tecla === 'c') {
      AmigosPaneles.ensenar('charla');
      AmigosCharla.enfocar();
      e.preventDefault();
    } else if (tecla === '?') {
      AmigosPaneles.ensenar('mas');
      primera = M.uno('[data-teclas]');
      primera.parentNode.open = true;
      primera.focus();
    } else if (AmigosVoz.responder(tecla)) { e.preventDefault(); }
  });

  /* ---------- fuera ---------- */
  function porqueFuera(codigo) {
    /* no volver sólo lleva azul donde la partida cuenta (EL9) */
    if (codigo === 'saliste' && M.mesa && !M.cuenta()) { return T('f_saliste_sin'); }
    return T(M.hay('f_' + codigo) ? 'f_' + codigo : 'f_no_es_tu_mesa');
  }
  function despedir(codigo) {
    var caja = M.uno('[data-fuera]'), boton = M.uno('[data-fuera-boton]');
    /* su sesión ya no vale: la entrada dice por qué y hasta cuándo (SA1) */
    if (codigo === 'suspendido' && !fuera) { irSala(); return; }
    if (codigo === 'saliste') { apuntarSalida(); }
    fuera = despedido = true;
    AmigosDialogo.cerrar();
    AmigosReloj.quitar();
    mano.pintar({ fichas: [], opciones: null, enTurno: false });
    M.escribir(M.uno('[data-fuera-texto]'), porqueFuera(codigo));
    M.mostrar(caja, true);
    M.mostrar(M.uno('[data-cuerpo]'), false);
    pintarConexion();
    M.escribir(boton, T({ sin_sesion: 'f_entrar', otra_pestana: 'f_volver', saliste: 'f_regresar', suspendido: 'f_cuenta', sin_suscripcion: 'f_cuenta', olvidada: 'otra_mano', sin_cookies: 'f_otra_vez', llena: 'ver_analizada' }[codigo] || 'ir_a_sala'));
    boton.addEventListener('click', function () {
      if (['otra_pestana', 'saliste', 'olvidada', 'sin_cookies'].indexOf(codigo) >= 0) { window.location.reload(); return; }
      if (codigo === 'llena') { irA(cuerpo.getAttribute('data-academia-url')); return; }
      irA(codigo === 'sin_sesion' ? cuerpo.getAttribute('data-entrar-url')
        : (codigo === 'suspendido' || codigo === 'sin_suscripcion' ? cuerpo.getAttribute('data-cuenta-url') : cuerpo.getAttribute('data-sala-url')));
    });
    M.uno('h2', caja).focus();
  }

  /* ---------- quienes miran (D479) ---------- */
  function decirCuantosMiran(n) {
    M.escribir(M.uno('[data-miran-n]'), M.cuantos('miran', n));
    M.mostrar(M.uno('[data-miran]'), n > 0);
    tablero.acomodar();
  }
  document.addEventListener('orden:aceptada', function (e) {
    var forma = e.detail.forma;
    if (forma.getAttribute('data-sin-publico') === null) { return; }
    M.mostrar(M.uno('button', forma), false);
    M.mostrar(M.uno('[data-hecho]', forma), true);
  });

  /* ---------- a jugar ---------- */
  function recibir(m) {
    if (m.tipo === 'mesa') {
      M.mesa = m.datos;
      M.cuentas = m.datos.cuentas || [];
      if (M.vista) { pintarManos(); }
    }
    if (m.tipo === 'vista') { m.recibida = M.ahora(); }
    if (m.tipo === 'vista' && M.mesa) { ver(m); if (!M.uno('[data-manos]').firstChild) { pintarManos(); } }
    if (m.tipo === 'tarjetas' && M.mesa) {
      AmigosJugadores.tarjetasDe(m.datos.personas).forEach(function (dicho) { AmigosVoz.decir(dicho); });
      if (M.vista) { AmigosJugadores.pintar(M.vista, !!enviando); }
    }
    if (m.tipo === 'faltan') { AmigosFin.esperar(m.datos.asientos); }
    if (m.tipo === 'miran') { decirCuantosMiran(m.datos.cuantos); }
    if (m.tipo === 'charlas') { AmigosCharla.recibir(m.datos.lineas); }
    if (m.tipo === 'fuera') { despedir(m.datos.codigo); }
  }
  ver = window.AmigosRitmo ? AmigosRitmo.crear(alVer) : alVer;
  AmigosReloj.alAvisar(function (s, deVoz) {
    if (deVoz) { AmigosVoz.decir(s ? T('quedan_segundos', { n: s }) : M.uno('[data-reloj-nota]').textContent, true); }
    if (s) { AmigosAjustes.sonar('apura'); }
  });
  AmigosCharla.crear({
    ordenar: ordenar,
    alLlegar: function (quien, texto, seVe) {
      AmigosAjustes.sonar('charla');
      AmigosVoz.decir(T('charla_de', { quien: quien, texto: texto }));
      if (!seVe) { AmigosJugadores.avisar(quien + ': ' + (texto.length > 60 ? texto.slice(0, 60) + '…' : texto), 'charla'); }
    }
  });
  try { window.sessionStorage.removeItem('mesa-salida'); } catch (e) { /* sin almacén */ }
  conexion = AmigosMesaConexion.crear({
    direccion: cuerpo.getAttribute('data-socket'), guardar: 'mesa-ordenes-' + cuerpo.getAttribute('data-mesa'),
    alRecibir: recibir, alEstado: pintarConexion, alAcuse: alAcuse, alRechazo: alRechazo, visto: AmigosReloj.visto
  });
}());
