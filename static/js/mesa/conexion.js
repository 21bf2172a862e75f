/* El socket de la mesa: entra, late, vuelve a entrar y no suelta una orden hasta que el servidor la acusa o la rechaza.
   ES5, sin dependencias (PL1). El contrato está en docs/protocolo.md.
   var c = AmigosMesaConexion.crear({direccion, guardar, alRecibir, alEstado, alAcuse, alRechazo, visto})
     guardar                      llave de sessionStorage: lo no acusado sobrevive a recargar (opcional)
     alRecibir(mensaje)           todo lo que no es acuse, rechazo ni latido
     alEstado('conectando' | 'llegando' | 'en_vivo' | 'reconectando' | 'sin_senal')
     alAcuse(orden, mensaje)      el acuse, o la vista o la despedida que lo traía
     alRechazo(orden, codigo, datos)
     visto()                      ms desde que se mostró el turno propio, o −1
   c.ordenar(tipo, datos, version) → id_orden;  c.pendientes(tipo) → lista;  c.cerrar()
   AmigosMesaConexion.sumar(vista, paso) → la vista que sigue: de lo que cambió, lo demás es lo que ya se tenía */
var AmigosMesaConexion = (function () {
  'use strict';

  var LATIDO = 2000, RECIEN = 1500, SORDO = 7000, REENVIO = 3000, PAUSAS = [200, 600, 1200, 2000, 3000], ATRASO = 2;

  var SIGUEN = ['asiento', 'falta_nonce', 'mano'];

  function ahora() { return new Date().getTime(); }

  function poner(de, en) { Object.keys(de).forEach(function (c) { en[c] = de[c]; }); return en; }
  /* lo propio que no sea de su turno se queda; lo del turno sólo está en el paso de quien lo tiene */
  function sumar(vista, paso) {
    var datos = poner(paso.datos, poner(vista.datos, {})), yo = {};
    if (datos.mas) { datos.cadena = vista.datos.cadena.concat(datos.mas); delete datos.mas; }
    SIGUEN.forEach(function (c) { if (vista.yo[c] !== undefined) { yo[c] = vista.yo[c]; } });
    return { tipo: 'vista', version: paso.version, datos: datos, yo: poner(paso.yo, yo) };
  }

  function crear(o) {
    var socket = null, estado = '', intentos = 0, reintento = null, reloj = null, oido = 0, enviado = 0, version = 0, atras = 0;
    var tengo = null;
    var pendientes = [], terminado = false, abierto = false, haVivido = false;

    function ponerEstado(cual) { if (cual !== estado) { estado = cual; o.alEstado(cual); } }

    /* ---------- lo no acusado, también tras recargar ---------- */
    function guardar() {
      if (!o.guardar) { return; }
      try {
        window.sessionStorage.setItem(o.guardar, JSON.stringify(pendientes.map(function (p) { return p.orden; })));
      } catch (e) { /* sin almacén: sólo vive en esta página */ }
    }
    function recuperar() {
      if (!o.guardar) { return; }
      try {
        JSON.parse(window.sessionStorage.getItem(o.guardar) || '[]').forEach(function (orden) {
          if (orden && orden.id_orden && orden.tipo) { pendientes.push({ orden: orden, enviada: 0 }); }
        });
      } catch (e) { pendientes = []; }
    }
    function sacar(id) {
      var i, p;
      for (i = 0; i < pendientes.length; i++) {
        if (pendientes[i].orden.id_orden === id) {
          p = pendientes.splice(i, 1)[0];
          guardar();
          return p.orden;
        }
      }
      return null;
    }
    function mandar(mensaje) {
      if (!socket || socket.readyState !== 1) { return false; }
      socket.send(JSON.stringify(mensaje));
      enviado = ahora();
      return true;
    }
    function enviar(p) { if (mandar(p.orden)) { p.enviada = ahora(); } }
    function repasar() {
      pendientes.forEach(function (p) { if (abierto && ahora() - p.enviada >= (p.pausa || REENVIO)) { p.pausa = 0; enviar(p); } });
    }

    /* ---------- mensajes ---------- */
    function rechazada(m) {
      var codigo = m.datos.codigo, p = pendientes.filter(function (x) { return x.orden.id_orden === m.datos.id_orden; })[0];
      if (p && (codigo === 'reintenta' || codigo === 'despacio')) {
        p.enviada = ahora();
        p.pausa = codigo === 'despacio' ? (m.datos.espera * 1000 || REENVIO) : 800;
        o.alRechazo(p.orden, codigo, m.datos);
        return;
      }
      /* repetida porque la contestación tardó: ya se dijo con la primera */
      if (!p && m.datos.id_orden) { return; }
      o.alRechazo(sacar(m.datos.id_orden), codigo, m.datos);
    }
    function recibir(m) {
      var orden, acuse = m.acuse;
      if (m.tipo === 'paso') {
        /* el de una vista que no se tiene no se adivina: se entra de nuevo y llega completa */
        if (!tengo || tengo.version !== m.de) { caer(); return; }
        m = sumar(tengo, m);
      }
      /* el acuse viene solo o dentro de la vista que la orden produjo */
      if (m.tipo === 'acuse' || acuse) {
        orden = sacar(acuse || m.datos.id_orden);
        if (orden) { o.alAcuse(orden, m); }
        if (!acuse) { return; }
      }
      if (m.tipo === 'rechazo') { rechazada(m); return; }
      if (m.tipo === 'latido') {
        /* el servidor ya va más adelante y la vista no llegó: se entra de nuevo y llega completa */
        atras = m.version > version && !pendientes.length ? atras + 1 : 0;
        if (atras > ATRASO) { caer(); }
        return;
      }
      /* una más vieja que la que ya se pintó no se pinta: viene de un servidor que aún no se entera */
      if (m.tipo === 'vista' && m.version < version) { return; }
      if (m.tipo === 'vista') { tengo = m; version = m.version; atras = 0; }
      /* otra pestaña suya salió, o de ésta se perdió el acuse: lo que quedaba por mandar ya no viene al caso */
      if (m.tipo === 'fuera' && m.datos.codigo === 'saliste') {
        terminado = true;
        orden = pendientes.filter(esSalir)[0];
        pendientes = [];
        guardar();
        if (orden) { o.alAcuse(orden.orden, m); return; }
      }
      /* se le dijo que aquí ya no: no vuelve solo */
      if (m.tipo === 'fuera') { terminado = true; }
      o.alRecibir(m);
    }

    /* ---------- socket ---------- */
    function conectar() {
      var mio;
      window.clearTimeout(reintento);
      if (terminado || (socket && socket.readyState < 2)) { return; }
      ponerEstado(haVivido ? (navigator.onLine === false ? 'sin_senal' : 'reconectando') : 'conectando');
      try {
        mio = socket = new window.WebSocket((window.location.protocol === 'https:' ? 'wss://' : 'ws://') + window.location.host + o.direccion + '?pasos' + (haVivido ? '&reconecta' : ''));
      } catch (e) { caer(); return; }
      oido = ahora();
      abierto = false;
      mio.onopen = function () {
        if (mio !== socket) { return; }
        abierto = true;
        oido = ahora();
        pendientes.forEach(function (p) { enviar(p); });
        latir();
      };
      mio.onmessage = function (e) {
        var m = JSON.parse(e.data);
        if (mio !== socket) { return; }
        oido = ahora();
        intentos = 0;
        /* entran muchos a la vez y aún no le toca: se le oye, y no se vuelve a formar */
        if (m.tipo === 'llegando') { ponerEstado('llegando'); return; }
        haVivido = true;
        ponerEstado('en_vivo');
        recibir(m);
      };
      mio.onclose = mio.onerror = function () { if (mio === socket) { caer(); } };
    }
    function caer() {
      var viejo = socket;
      socket = null;
      abierto = false;
      atras = 0;
      if (viejo) {
        viejo.onopen = viejo.onclose = viejo.onerror = viejo.onmessage = null;
        try { viejo.close(); } catch (e) { /* ya estaba cerrado */ }
      }
      if (terminado) { return; }
      ponerEstado(navigator.onLine === false ? 'sin_senal' : (haVivido ? 'reconectando' : 'conectando'));
      window.clearTimeout(reintento);
      reintento = window.setTimeout(conectar, PAUSAS[Math.min(intentos, PAUSAS.length - 1)] * (0.8 + 0.4 * Math.random()));
      intentos += 1;
    }
    function esSalir(p) { return p.orden.tipo === 'salir'; }
    function loVisto() { return o.visto ? o.visto() : -1; }
    /* todo mensaje vale por un latido; en el turno propio late siempre, que ahí el servidor no perdona 4 s callado (D181) */
    function recien() { return loVisto() < 0 && ahora() - enviado < RECIEN; }
    function latir() {
      /* un latido de quien ya pidió salir lo regresaría */
      if (pendientes.some(esSalir)) { return; }
      var visto = loVisto();
      mandar({ tipo: 'latido', version: version, datos: visto >= 0 ? { visto: Math.round(visto) } : {} });
    }
    function pulso() {
      if (terminado) { return; }
      if (socket && ahora() - oido > SORDO) { caer(); return; }
      if (abierto) { if (!recien()) { latir(); } repasar(); }
    }
    function despertar() {
      if (terminado) { return; }
      intentos = 0;
      if (abierto && ahora() - oido < SORDO) { latir(); return; }
      if (socket) { caer(); }
      conectar();
    }

    reloj = window.setInterval(pulso, LATIDO);
    window.addEventListener('online', despertar);
    window.addEventListener('offline', function () { if (!terminado) { ponerEstado('sin_senal'); } });
    window.addEventListener('pageshow', function (e) { if (e.persisted) { despertar(); } });
    document.addEventListener('visibilitychange', function () { if (!document.hidden) { despertar(); } });
    recuperar();
    conectar();

    return {
      ordenar: function (tipo, datos, cual) {
        var p = { orden: { tipo: tipo, id_orden: Amigos.uuid(), version: cual === undefined ? version : cual, datos: datos || {} }, enviada: 0 };
        pendientes.push(p);
        guardar();
        enviar(p);
        return p.orden.id_orden;
      },
      pendientes: function (tipo) {
        return pendientes.map(function (p) { return p.orden; }).filter(function (x) { return !tipo || x.tipo === tipo; });
      },
      estado: function () { return estado; },
      cerrar: function () {
        terminado = true;
        window.clearInterval(reloj);
        caer();
      }
    };
  }

  return { crear: crear, sumar: sumar };
}());
