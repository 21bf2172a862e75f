/* La mano de prueba: hace de conexión para mesa/pagina.js, pero pide por HTTP y no tiene cuenta (D483). ES5 (PL1).
   Con visita/pasar.js es la partida de varios en un aparato: su clave viene en el ancla y quién juega, al pedirla (D608).
   El servidor contesta de una vez todo lo que pasó hasta que le toca a la persona; aquí se enseña a su paso, como si los
   automáticos pensaran. Con la clave de la mano, guardada en esta pestaña, se sigue donde iba al recargar. */
var AmigosMesaConexion = (function () {
  'use strict';

  var CLAVE = 'visita-mano', JUEGO = document.body.getAttribute('data-visita-juego') || '', HOLGURA = 200, LLAVES = ['mesa-sorteo-visita', 'mesa-vista'], ESPERA = 15000, PAUSAS = [600, 1500, 3000, 5000], ORDENES = ['tirar', 'robar', 'destapar', 'continuar'];
  var cuerpo = document.body, pasar = window.AmigosPasar;

  /* la mano que se dejó en otro juego no sigue en éste */
  function recordada() {
    var dicho;
    if (pasar) { return pasar.clave(); }
    try { dicho = (window.sessionStorage.getItem(CLAVE) || '').split('/'); } catch (e) { return ''; }
    return dicho[0] === JUEGO && dicho[1] ? dicho[1] : '';
  }
  function recordar(clave) {
    if (pasar) { return; }
    try {
      if (clave) { window.sessionStorage.setItem(CLAVE, JUEGO + '/' + clave); return; }
      window.sessionStorage.removeItem(CLAVE);
      LLAVES.forEach(function (llave) { window.sessionStorage.removeItem(llave); });
    } catch (e) { /* sin almacén: la mano dura lo que la página */ }
  }
  /* el sorteo de la mano anterior no es el de ésta; va antes de que mesa/azar.js lo lea */
  if (!recordada()) { recordar(''); }

  function crear(o) {
    var estado = '', clave = recordada(), pendiente = null, cola = [], reloj = null, plazo = null, terminado = false, version = 0, fallas = 0;

    function poner(cual) { if (cual !== estado) { estado = cual; o.alEstado(cual); } }

    /* ---------- pedir ---------- */
    function pedir(datos, luego) {
      datos.clave = clave;
      Amigos.publicar(cuerpo.getAttribute('data-visita-url'), datos, function (x) {
        var r = null;
        if (terminado) { return; }
        try { r = JSON.parse(x.responseText); } catch (e) { r = null; }
        /* sin cookies no hay con qué pedir nada: insistir no acaba nunca */
        if (!r && x.status === 403) { despedir('sin_cookies'); return; }
        if (!r || (!r.ok && r.codigo === 'reintenta')) { otraVez(datos, luego); return; }
        fallas = 0;
        poner('en_vivo');
        if (r.ok) { luego(r); } else { negada(r); }
      }, ESPERA);
    }
    /* repetir no tira dos veces: el servidor mira la versión que se vio */
    function otraVez(datos, luego) {
      poner(navigator.onLine === false ? 'sin_senal' : (version ? 'reconectando' : 'conectando'));
      window.setTimeout(function () { pedir(datos, luego); }, PAUSAS[Math.min(fallas, PAUSAS.length - 1)]);
      fallas += 1;
    }
    function negada(r) {
      var p = pendiente;
      pendiente = null;
      if (r.codigo === 'visita_olvidada' && !version && !pasar) { empezar(); return; }
      if (r.codigo === 'llena' && version) { pendiente = p; o.alRechazo(p, 'despacio', { espera: r.espera }); window.setTimeout(function () { mandar(); }, 5000); return; }
      if (r.codigo === 'llena' || r.codigo === 'visita_olvidada' || !p) { despedir(r.codigo === 'visita_olvidada' ? 'olvidada' : 'llena'); return; }
      o.alRechazo(p, r.codigo, {});
    }
    function despedir(codigo) {
      terminado = true;
      if (pasar && codigo === 'olvidada') { pasar.olvidar(); }
      recordar('');
      o.alRecibir({ tipo: 'fuera', datos: { codigo: codigo } });
    }

    /* ---------- enseñar ---------- */
    /* la mano siguiente espera a que se pida; al acabar la partida se ofrece otra (D735) */
    function deUno(v) {
      if (v.datos.fase !== AmigosMesa.FASE.JUGANDO) { v.datos.resta = null; }
      AmigosMesa.mesa.despues = v.datos.fase === AmigosMesa.FASE.FIN_DE_PARTIDA ? AmigosMesa.mesa.al_acabar : null;
    }
    function entregar(v) {
      version = v.version;
      if (pasar) { pasar.vestir(v, cola.length); } else { deUno(v); }
      window.clearTimeout(plazo);
      if (v.yo.resta !== undefined && v.yo.resta !== null) { plazo = window.setTimeout(vencer, v.yo.resta + HOLGURA, v.version); }
      o.alRecibir(v);
    }
    /* con una sola jugada hay tres segundos, y luego tira el sistema (VA5): cuándo, lo decide el servidor */
    function vencer(cual) {
      if (pendiente || terminado || cual !== version) { return; }
      pedir({ que: 'vencer', version: cual }, function (r) { if (!pendiente && cual === version) { ensenar(r.vistas); } });
    }
    function seguir(antes) {
      var v;
      window.clearTimeout(reloj);
      v = cola.shift();
      if (!v) { return; }
      reloj = window.setTimeout(function () { entregar(v); seguir(v); }, AmigosRitmo.pausa(antes, v));
    }
    function ensenar(vistas, acusar) {
      var primera = vistas[0];
      cola = vistas.slice(1);
      if (acusar) { o.alAcuse(acusar, primera); }
      entregar(primera);
      seguir(primera);
    }

    /* ---------- órdenes ---------- */
    function mandar() {
      var p = pendiente, d;
      if (!p) { return; }
      window.clearTimeout(plazo);
      d = p.tipo === 'continuar' ? { que: 'repartir', nonce: suNumero(), version: p.version } : { que: p.tipo, version: p.version };
      if (p.tipo === 'tirar') { d.ficha = p.datos.ficha; d.extremo = p.datos.extremo; }
      pedir(d, function (r) {
        pendiente = null;
        ensenar(r.vistas, p);
      });
    }
    function ordenar(tipo, datos, cual) {
      var orden = { tipo: tipo, id_orden: Amigos.uuid(), version: cual === undefined ? version : cual, datos: datos || {} };
      if (tipo === 'salir') {
        pedir({ que: 'dejar' }, function () { /* ya no está */ });
        recordar('');
        if (pasar) { pasar.olvidar(); }
        o.alAcuse(orden, { tipo: 'vista', datos: { fase: AmigosMesa.FASE.CERRADA } });
      } else if (!pendiente && ORDENES.indexOf(tipo) >= 0) {
        pendiente = orden;
        mandar();
      }
      return orden.id_orden;
    }

    /* ---------- empezar ---------- */
    function suNumero(v) {
      var dado = AmigosAzar.nonce(v) || '';
      if (dado) { AmigosAzar.ofrecido(v); }
      return dado;
    }
    /* la huella del reparto llega antes de dar el número de este navegador: así se puede comprobar (RG1) */
    function repartir(v) {
      if (pasar) { pasar.vestir(v); }
      AmigosAzar.mirar(v);
      pedir({ que: 'repartir', nonce: v.yo.falta_nonce ? suNumero(v) : '', version: v.version }, function (r) { ensenar(r.vistas); });
    }
    function empezar() {
      recordar('');
      clave = '';
      pedir({ que: 'abrir', juego: JUEGO }, function (r) {
        clave = r.clave;
        recordar(clave);
        repartir(r.vistas[0]);
      });
    }
    /* quien vuelve por la portada con la mano acabada quiere jugar: la que sigue, o partida nueva; al recargar, se ve igual (D735) */
    function retomar(vistas) {
      var v = vistas[0], fase = v.datos.fase, F = AmigosMesa.FASE, llega = !window.performance || !performance.navigation || performance.navigation.type === 0;
      if (!pasar && llega && fase === F.FIN_DE_PARTIDA) { empezar(); return; }
      if (fase === F.ESPERA || (!pasar && llega && fase === F.FIN_DE_MANO)) { repartir(v); } else { ensenar(vistas); }
    }
    function laDeSiempre(cuentas) {
      var mesa = JSON.parse(document.getElementById('visita-mesa').textContent);
      mesa.cuentas = cuentas;
      return mesa;
    }
    function presentar(datos) { o.alRecibir({ tipo: 'mesa', version: 0, datos: datos }); }

    document.addEventListener('click', function (e) {
      if (Amigos.subir(e.target, 'data-otra-mano')) { recordar(''); }
    });
    window.setTimeout(function () {
      poner('conectando');
      if (!pasar) { presentar(laDeSiempre([])); }
      if (!clave && pasar) { despedir('olvidada'); return; }
      if (!clave) { empezar(); return; }
      pedir({ que: 'ver' }, function (r) {
        if (r.mesa) { presentar(r.mesa); } else { presentar(laDeSiempre(r.cuentas)); }
        retomar(r.vistas);
      });
    }, 0);

    return {
      ordenar: ordenar,
      /* el número para la mano que sigue va al pedirla */
      pendientes: function (tipo) { return tipo === 'nonce' ? [{}] : (pendiente && (!tipo || tipo === pendiente.tipo) ? [pendiente] : []); },
      estado: function () { return estado; },
      cerrar: function () { terminado = true; window.clearTimeout(reloj); window.clearTimeout(plazo); }
    };
  }

  return { crear: crear };
}());
/* sin plática: nadie más lee */
var AmigosCharla = { crear: function () {}, recibir: function () {}, acusada: function () {}, rechazada: function () {}, abierta: function () {}, enfocar: function () {} };
