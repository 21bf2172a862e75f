/* La cola del aparato: lo anotado se guarda primero aquí y luego se manda en orden, una sola vez (RE7, decisión 018).
   Sobrevive a cerrar la página, a una sesión vencida, a una protección vieja y a un servidor que se cae a media respuesta.
   ES5, sin dependencias (PL1).
     Cola.guardar(renglon, hecho)          hecho(renglon como quedó)
     Cola.pendientes(hecho)                las de esta persona que no han salido, en orden
     Cola.cambiar(id_orden, renglon, hecho)
     Cola.quitar(id_orden, hecho)          hecho(false) si ya pudo haber salido
     Cola.deshacer(id_orden, hecho)        hecho('quitada'), hecho('se-borra') o hecho('') si ya llegó
     Cola.reintentar(id_orden), Cola.mandar()
     Cola.hacerMias(ids), Cola.tirarAjenas(ids)   las que dejó aquí otra credencial (cola_ajenas.js)
   renglon: {id_orden, url, campos, dicho, partida, mesa, mano, cuando}. La cola le agrega: quien, lugar, anoto, turno, estado
   («pendiente», «negada» o «enviada»), intentos, respuesta y sobre (la que corrige, si aún no se sabe si salió). El que
   `borra` no es una mano: quita la de `sobre`, que pudo haber salido antes de deshacerla (D372).
   Avisa en `document`: cola:guardada, cola:enviada, cola:negada y cola:cambio (static/js/recreo/cola_forma.js la une a
   los formularios). */
var Cola = (function () {
  'use strict';

  var ESPERA = 8000, PAUSAS = [1000, 2000, 3000, 5000, 8000], SIN_SESION = 15000, TURNO = 'recreo-cola-turno', AVISO = 'recreo-cola-cambio';
  var cuerpo = document.body, mandando = false, otraVez = false, reloj = null, vuelta = 0, espera = '';

  function quien() { return cuerpo.getAttribute('data-quien') || ''; }
  /* qué lugar ocupa en este Recreo, y su nombre: la credencial cambia con el teléfono o la sesión; el lugar no (D750) */
  function deAqui(cual) { var caja = document.querySelector('[data-lugar]'); return (caja && caja.getAttribute(cual)) || ''; }
  function avisar(nombre, detalle) {
    var e = document.createEvent('CustomEvent');
    e.initCustomEvent('cola:' + nombre, true, false, detalle);
    document.dispatchEvent(e);
  }
  function codigoDe(url) { var m = /\/recreo\/([^\/]+)\//.exec(url); return m ? m[1].toUpperCase() : ''; }
  function deLaMisma(a, b) {
    return a.quien === b.quien && codigoDe(a.url) === codigoDe(b.url) && Number(a.partida) === Number(b.partida) && Number(a.mesa) === Number(b.mesa);
  }
  function mia(r) { return r.quien === quien() && r.estado !== 'enviada'; }
  function ajena(r) { return r.quien !== quien() && r.estado !== 'enviada'; }
  /* se corrige en la cola lo que no ha salido; lo que pudo haber salido se corrige después de que salga */
  function quieta(r) { return r.intentos === 0 || r.estado === 'negada'; }
  function buscar(todos, id) {
    var i;
    for (i = 0; i < todos.length; i++) { if (todos[i].id_orden === id) { return todos[i]; } }
    return null;
  }
  function ultimaDe(todos, r) {
    var i;
    for (i = todos.length - 1; i >= 0; i--) {
      if (todos[i].estado !== 'enviada' && !todos[i].borra && deLaMisma(todos[i], r) && Number(todos[i].mano) === Number(r.mano)) { return todos[i]; }
    }
    return null;
  }
  function cambio(todos) {
    avisar('cambio', { pendientes: todos.filter(mia), todas: todos.filter(function (r) { return r.quien === quien(); }), ajenas: todos.filter(ajena) });
  }
  function cambiar(decidir, hecho) {
    ColaAlmacen.cambiar(decidir, function (todos) {
      Amigos.recordar(AVISO, Amigos.uuid());
      cambio(todos);
      if (hecho) { hecho(todos); }
    });
  }
  function leer(hecho) { ColaAlmacen.cambiar(function () { return {}; }, hecho); }

  /* ---------- apuntar, corregir y quitar ---------- */
  function preparar(r, todos) {
    r.quien = quien();
    r.lugar = deAqui('data-lugar');
    r.anoto = deAqui('data-nombre');
    r.cuando = r.cuando || new Date().getTime();
    r.turno = Math.max(new Date().getTime(), todos.length ? todos[todos.length - 1].turno + 1 : 0);
    r.estado = 'pendiente';
    r.intentos = 0;
    r.respuesta = null;
    r.sobre = '';
    return r;
  }
  function enLugarDe(vieja, r) {
    r.turno = vieja.turno;
    /* sin salir, sigue siendo la misma mano vista igual; negada, se vio otra cosa y manda lo nuevo */
    if (vieja.estado !== 'negada') { r.campos.revision = vieja.campos.revision; r.sobre = vieja.sobre; }
    return { pon: [r], quita: vieja.id_orden === r.id_orden ? [] : [vieja.id_orden] };
  }
  function apuntar(r, vieja) {
    if (!vieja) { return { pon: [r] }; }
    if (quieta(vieja)) { return enLugarDe(vieja, r); }
    r.sobre = vieja.id_orden;
    return { pon: [r] };
  }
  function guardar(r, hecho) {
    cambiar(function (todos) {
      if (buscar(todos, r.id_orden) && !quieta(buscar(todos, r.id_orden))) { return {}; }
      preparar(r, todos);
      return apuntar(r, ultimaDe(todos, r));
    }, function () {
      avisar('guardada', { renglon: r });
      if (hecho) { hecho(r); }
      mandar();
    });
  }
  function cambiarUna(id, r, hecho) {
    cambiar(function (todos) {
      preparar(r, todos);
      return apuntar(r, buscar(todos, id));
    }, function () { if (hecho) { hecho(r); } mandar(); });
  }
  function seRecorre(r) { return function (x) { return deLaMisma(x, r) && quieta(x); }; }
  /* la que estaba de más: las nuevas que la siguen se recorren (D847) */
  function quitar(id, hecho) {
    var pudo = true;
    cambiar(function (todos) {
      var r = buscar(todos, id);
      if (!r) { return {}; }
      if (!quieta(r)) { pudo = false; return {}; }
      return { pon: ColaRecorre.alQuitar(todos, r, seRecorre(r)), quita: [id] };
    }, function () { if (hecho) { hecho(pudo); } mandar(); });
  }
  function deshecha(todos, r) { return todos.some(function (x) { return x.borra && x.sobre === r.id_orden; }); }
  /* sin salir, se quita; si pudo salir, va detrás su borrado. Una corrección que pudo salir se corrige otra vez */
  function deshacer(id, hecho) {
    var como = '';
    cambiar(function (todos) {
      var r = buscar(todos, id), c, b;
      if (!r || r.estado === 'enviada') { return {}; }
      if (quieta(r)) { como = 'quitada'; return {}; }
      if (Number(r.campos.revision) || r.sobre || deshecha(todos, r)) { return {}; }
      como = 'se-borra';
      c = r.campos;
      b = { id_orden: Amigos.uuid(), url: r.url.replace(/(\/recreo\/[^\/]+\/).*$/, '$1orden/mano_borrar/'), borra: true, dicho: r.dicho, partida: r.partida, mesa: r.mesa, mano: r.mano, numero: r.numero };
      b.campos = { id_orden: b.id_orden, partida: c.partida, mesa: c.mesa, mano: c.mano, revision: '' };
      preparar(b, todos);
      b.sobre = id;
      return { pon: [b] };
    }, function () {
      if (como === 'quitada') { quitar(id, function (pudo) { if (pudo) { hecho(como); } else { deshacer(id, hecho); } }); return; }
      hecho(como);
      mandar();
    });
  }
  function reintentar(id) {
    cambiar(function (todos) {
      var r = buscar(todos, id);
      if (!r || r.estado !== 'negada') { return {}; }
      /* la que se saltó un número vuelve a preguntar cuál sigue, y con ése sale */
      r.recorre = ColaRecorre.nueva(r) && ColaRecorre.sobran(r.respuesta) > 0;
      r.estado = 'pendiente';
      r.respuesta = null;
      return { pon: [r] };
    }, mandar);
  }

  /* ---------- las que otra credencial dejó en este teléfono (D750) ---------- */
  function hacerMia(r) {
    r.quien = quien();
    r.lugar = deAqui('data-lugar');
    r.heredada = true;
    if (r.estado === 'negada') { r.estado = 'pendiente'; r.respuesta = null; }
    return r;
  }
  function tomar(cuales) {
    cambiar(function (todos) { return { pon: todos.filter(function (r) { return ajena(r) && cuales(r); }).map(hacerMia) }; }, mandar);
  }
  function tirarAjenas(ids) {
    cambiar(function (todos) {
      return { quita: todos.filter(function (r) { return ajena(r) && ids.indexOf(r.id_orden) >= 0; }).map(function (r) { return r.id_orden; }) };
    });
  }
  function delMismoLugar(r) { return Boolean(r.lugar) && r.lugar === deAqui('data-lugar'); }
  /* una página guardada puede ser de antes: sólo la del servidor dice quién es ahora */
  function recogerLasMias() {
    if (!quien() || !deAqui('data-lugar') || cuerpo.getAttribute('data-guardada') !== null) { leer(cambio); mandar(); return; }
    leer(function (todos) {
      if (todos.filter(ajena).some(delMismoLugar)) { tomar(delMismoLugar); return; }
      cambio(todos);
      mandar();
    });
  }

  /* ---------- mandar ---------- */
  /* la primera que puede salir: tras una negada, las que la siguen en su mesa esperan (D284) */
  function laQueSigue(todos) {
    var i, r, detenidas = [];
    function espera_(x) {
      return detenidas.some(function (n) { return deLaMisma(n, x) && (Number(x.mano) > Number(n.mano) || x.sobre === n.id_orden); });
    }
    for (i = 0; i < todos.length; i++) {
      r = todos[i];
      if (!mia(r)) { continue; }
      if (r.estado === 'negada') { if (!r.borra) { detenidas.push(r); } continue; }
      if (r.borra && r.sobre) { continue; }
      if (!espera_(r)) { return r; }
    }
    return null;
  }
  function mandar() {
    if (mandando) { otraVez = true; return; }
    window.clearTimeout(reloj);
    reloj = null;
    mandando = true;
    leer(function (todos) {
      var r = laQueSigue(todos);
      if (!r) { acabar(); return; }
      if (navigator.onLine === false) { esperarRed(r); return; }
      conTurno(function (soltar) { unaPorUna(soltar); }, function () { programar(); acabar(); });
    });
  }
  function acabar() {
    mandando = false;
    if (otraVez) { otraVez = false; window.setTimeout(mandar, 0); }
  }
  function esperarRed(r) { avisar('pendiente', { renglon: r }); programar(); acabar(); }
  function programar() {
    window.clearTimeout(reloj);
    reloj = window.setTimeout(mandar, PAUSAS[Math.min(vuelta, PAUSAS.length - 1)] * (0.8 + 0.4 * Math.random()));
    vuelta += 1;
  }
  function unaPorUna(soltar) {
    /* que salió se apunta antes de que salga: desde aquí ya no se cambia, se corrige */
    var cual = null;
    cambiar(function (todos) {
      cual = laQueSigue(todos);
      if (!cual) { return {}; }
      cual.intentos += 1;
      return { pon: [cual] };
    }, function () {
      if (!cual) { soltar(); acabar(); return; }
      pedir(cual, '', function (que, respuesta) {
        if (que === 'red') { soltar(); esperarRed(cual); return; }
        vuelta = 0;
        if (que === 'entrar') { soltar(); espera = 'entrar'; avisar('espera', { renglon: cual }); leer(cambio); reloj = window.setTimeout(mandar, SIN_SESION); acabar(); return; }
        espera = '';
        asentar(cual, respuesta, function () { unaPorUna(soltar); });
      });
    });
  }
  function pedir(r, llave, hecho) {
    var x = new XMLHttpRequest(), partes = [], k, campos = r.campos;
    for (k in campos) {
      if (campos.hasOwnProperty(k) && k !== 'csrfmiddlewaretoken' && k !== 'quien') { partes.push(encodeURIComponent(k) + '=' + encodeURIComponent(campos[k])); }
    }
    partes.push('quien=' + r.quien, 'csrfmiddlewaretoken=' + encodeURIComponent(llave || Amigos.llave() || cuerpo.getAttribute('data-csrf') || ''));
    x.open('POST', r.url);
    x.timeout = ESPERA;
    x.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
    x.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
    x.onerror = x.ontimeout = function () { hecho('red'); };
    x.onload = function () {
      var respuesta = comoJson(x.responseText);
      if (x.status >= 500 || x.status === 429 || x.status === 0) { hecho('red'); return; }
      if (respuesta && typeof respuesta.ok === 'boolean' && respuesta.codigo !== 'sin_sesion' && respuesta.codigo !== 'no_eres_tu') { hecho('contesto', respuesta); return; }
      if (llave) { hecho(respuesta ? 'entrar' : 'red'); return; }
      /* ni sí ni no: la protección venció, la sesión se cerró o contestó otro (el portal de una red ajena) */
      preguntar(function (de) {
        if (!de) { hecho('red'); return; }
        if (de.quien !== r.quien) { hecho('entrar'); return; }
        pedir(r, de.csrf, hecho);
      });
    };
    x.send(partes.join('&'));
  }
  function comoJson(texto) {
    try { return JSON.parse(texto); } catch (e) { return null; }
  }
  function preguntar(hecho) {
    var x = new XMLHttpRequest();
    x.open('GET', cuerpo.getAttribute('data-quien-va') || '/recreo/quien/');
    x.timeout = ESPERA;
    x.onerror = x.ontimeout = function () { hecho(null); };
    x.onload = function () { var de = x.status === 200 ? comoJson(x.responseText) : null; hecho(de && de.csrf ? de : null); };
    x.send();
  }
  function igual(campos, datos) {
    function texto(v) { return v === null || v === undefined ? '' : String(v); }
    return texto(campos.desenlace) === texto(datos.desenlace) && texto(campos.pareja) === texto(datos.pareja) && Number(campos.tantos || 0) === Number(datos.tantos || 0);
  }
  function asentar(r, respuesta, hecho) {
    var datos = respuesta.datos || {}, mismo = respuesta.codigo === 'mano_ya_anotada' && igual(r.campos, datos), callada = false;
    /* la misma orden ya entró, con la credencial de antes */
    var deAntes = Boolean(r.heredada) && respuesta.codigo === 'orden_ajena', bien = respuesta.ok || mismo || deAntes;
    /* la que se iba a borrar ya la había borrado alguien */
    if (r.borra && respuesta.codigo === 'mano_borrada') { bien = true; }
    cambiar(function (todos) {
      var esta = buscar(todos, r.id_orden), pon = [], quita = [], i;
      if (!esta) { return {}; }
      /* deshecha y no entró, o la anotó también otra persona: no hay nada que borrar */
      if (!respuesta.ok && !deAntes && deshecha(todos, r)) {
        callada = true;
        for (i = 0; i < todos.length; i++) { if (todos[i].sobre === r.id_orden || todos[i] === esta) { quita.push(todos[i].id_orden); } }
        return { quita: quita };
      }
      if (esta.recorre && ColaRecorre.sobran(respuesta)) {
        callada = esta.recorrida = true;
        esta.recorre = false;
        esta.intentos = 0;
        return { pon: ColaRecorre.alReintentar(todos, esta, respuesta, seRecorre(esta)) };
      }
      esta.estado = bien ? 'enviada' : 'negada';
      esta.respuesta = respuesta;
      pon.push(esta);
      for (i = 0; bien && i < todos.length; i++) {
        if (todos[i].sobre === r.id_orden) { todos[i].campos.revision = deAntes ? Number(r.campos.revision) + 1 : datos.revision; todos[i].sobre = ''; pon.push(todos[i]); }
      }
      return { pon: pon };
    }, function () {
      if (!callada) { avisar(bien ? 'enviada' : 'negada', { renglon: r, respuesta: respuesta }); }
      hecho();
    });
  }

  /* ---------- una pestaña a la vez; y si fueran dos, el id_orden cuenta una sola ---------- */
  function conTurno(tengo, ocupado) {
    var cerrojos = navigator.locks, ahora = new Date().getTime(), de = parseInt(Amigos.recuerdo(TURNO), 10) || 0;
    if (cerrojos) {
      cerrojos.request('recreo-cola', { ifAvailable: true }, function (cerrojo) {
        if (!cerrojo) { ocupado(); return null; }
        return new Promise(function (soltar) { tengo(soltar); }); /* compat: quien tiene cerrojos tiene promesas */
      });
      return;
    }
    if (de > ahora && de < ahora + 2 * ESPERA) { ocupado(); return; }
    Amigos.recordar(TURNO, String(ahora + ESPERA));
    tengo(function () { Amigos.recordar(TURNO, '0'); });
  }

  /* ---------- lo enviado se recuerda hasta que una página del servidor lo trae ---------- */
  function olvidarEnviadas() {
    leer(function (todos) {
      var ids = todos.filter(function (r) { return r.estado === 'enviada'; }).map(function (r) { return r.id_orden; });
      if (ids.length) { cambiar(function () { return { quita: ids }; }); }
    });
  }
  function despertar() {
    vuelta = 0;
    if (!mandando) { mandar(); } else { otraVez = true; }
  }

  window.addEventListener('online', despertar);
  window.addEventListener('pageshow', despertar);
  /* otra pestaña cambió la cola, o en ella se volvió a entrar (comun/base.js) */
  window.addEventListener('storage', function (e) {
    if (e.key === AVISO) { leer(cambio); }
    if (e.key === 'recreo-quien' && e.newValue === quien()) { despertar(); }
  });
  document.addEventListener('visibilitychange', function () { if (!document.hidden) { despertar(); } });
  document.addEventListener('vivo:abierto', despertar);
  document.addEventListener('vivo:mensaje', function () { if (reloj !== null) { mandar(); } });
  document.addEventListener('vivo:zonas', olvidarEnviadas);
  window.addEventListener('beforeunload', function (e) {
    if (ColaAlmacen.aSalvo() || !Cola.cuantas) { return; }
    e.preventDefault();
    e.returnValue = '';
  });
  document.addEventListener('cola:cambio', function (e) { Cola.cuantas = e.detail.pendientes.length; });
  if (cuerpo.getAttribute('data-guardada') === null) { olvidarEnviadas(); }
  window.setTimeout(recogerLasMias, 0);

  return {
    guardar: guardar,
    cambiar: cambiarUna,
    quitar: quitar,
    deshacer: deshacer,
    deshecha: deshecha,
    reintentar: reintentar,
    hacerMias: function (ids) { tomar(function (r) { return ids.indexOf(r.id_orden) >= 0; }); },
    tirarAjenas: tirarAjenas,
    mandar: despertar,
    pendientes: function (hecho) { leer(function (todos) { hecho(todos.filter(mia)); }); },
    todas: function (hecho) { leer(function (todos) { hecho(todos.filter(function (r) { return r.quien === quien(); })); }); },
    espera: function () { return espera; },
    cuantas: 0
  };
}());
