/* En la Sala, mientras falta alguien de tu mesa (EL9): el socket de la mesa abierto es tu presencia; cuenta a quién se
   espera y te regresa solo cuando vuelve. Quien salió a propósito no vuelve sin pedirlo. ES5 (PL1). Necesita
   mesa/conexion.js y comun/envio.js antes.
     <div data-espera-mesa="ID" data-mesa-url="/enlinea/mesa/ID/">   aquí escribe; textos en data-esperando
     («Esperando a {quien} {tiempo}»), data-esperando-varios ({quien}, {primero}, {tiempo}), data-mientras, data-puede-volver,
     data-abandono, data-y, data-saliste, data-sigue, data-reconectando (opcionales)
   Mientras falta otro, «Volver a la mesa» (#volver-a-la-mesa) no es lo principal: la mesa lo regresaría a la Sala. */
(function () {
  'use strict';

  var caja = document.querySelector('[data-espera-mesa]');
  if (!caja) { return; }

  var id = caja.getAttribute('data-espera-mesa'), url = caja.getAttribute('data-mesa-url'), AUSENCIA = 300000, TIC = 500, CERRADA = 6;
  var T = {
    esperando: caja.getAttribute('data-esperando') || 'Esperando a {quien} {tiempo}',
    varios: caja.getAttribute('data-esperando-varios') || 'Esperando a {quien}. Tienen que volver todos; a {primero} le quedan {tiempo}.',
    mientras: caja.getAttribute('data-mientras') || '',
    puede: caja.getAttribute('data-puede-volver') || '',
    abandono: caja.getAttribute('data-abandono') || '(Abandono)',
    y: caja.getAttribute('data-y') || 'y',
    saliste: caja.getAttribute('data-saliste') || 'Saliste de la mesa y los demás te esperan. Te quedan {tiempo} para volver: después, la partida no cuenta.',
    sigue: caja.getAttribute('data-sigue') || 'Ya están todos: volviendo a la mesa…',
    cerrada: caja.getAttribute('data-cerrada') || 'La mesa se cerró.',
    reconectando: caja.getAttribute('data-reconectando') || 'Se fue la conexión. Volviendo a entrar a tu mesa…'
  };
  var personas = [], vista = null, recibida = 0, conexion = null, estado = '', propia = null, letrero = null, pie = null, dicho = '', nota = '', ido = false;

  function ahora() { return new Date().getTime(); }
  function minutos(ms) {
    var s = Math.max(0, Math.ceil(ms / 1000)), r = s % 60;
    return Math.floor(s / 60) + ':' + (r < 10 ? '0' : '') + r;
  }
  function llenar(t, d) { return t.replace(/\{(\w+)\}/g, function (todo, k) { return d[k] === undefined ? todo : d[k]; }); }
  function ir() { if (!ido) { ido = true; window.Envio.irse(url); } }
  function poner(n, texto) { if (n.textContent !== texto) { n.textContent = texto; } }
  /* a quién y cuánto, en grande; lo demás, debajo y una sola vez */
  function escribir(texto, debajo) {
    dicho = texto;
    nota = debajo || '';
    poner(letrero, texto);
    poner(pie, nota);
  }
  function juntar(lista) {
    var ultimo = lista[lista.length - 1];
    if (lista.length < 2) { return lista.join(''); }
    return lista.slice(0, -1).join(', ') + ' ' + (/^h?i(?!e)/i.test(ultimo) ? 'e' : T.y) + ' ' + ultimo;
  }
  function nombre(asiento) { return (personas[vista.datos.lugares[asiento]] || {}).nombre || ''; }
  function decirQuienFalta() {
    var lista = [], primero = -1, d = vista.datos, marcado = false;
    d.ausentes.forEach(function (ms, asiento) {
      var abandono = d.abandonos >> asiento & 1;
      if (ms > 0) {
        /* quien se fue cuando ya se esperaba a otro (002 §3.2.5) */
        lista.push(nombre(asiento) + (abandono ? ' ' + T.abandono : ''));
        if (primero < 0 || ms < d.ausentes[primero]) { primero = asiento; }
        marcado = marcado || !!abandono;
      }
    });
    escribir(llenar(lista.length > 1 ? T.varios : T.esperando, {
      quien: juntar(lista), primero: nombre(primero), tiempo: minutos(recibida + d.ausentes[primero] - ahora())
    }), T.mientras + (marcado && T.puede ? ' ' + T.puede : ''));
  }
  function acomodarBoton() {
    var b = document.getElementById('volver-a-la-mesa'), espera = !propia && (vista ? !!vista.datos.ausentes : /[?&]espera=/.test(window.location.search));
    var clase = 'boton ' + (espera ? '' : 'boton--accion ') + 'boton--ancho';
    if (b && b.className !== clase) { b.className = clase; }
  }
  function pintar() {
    acomodarBoton();
    if (propia) { escribir(llenar(T.saliste, { tiempo: minutos(propia.desde + AUSENCIA - ahora()) })); return; }
    if (estado && estado !== 'en_vivo' && estado !== 'conectando' && estado !== 'llegando') { escribir(T.reconectando); return; }
    if (vista && vista.datos.ausentes) { decirQuienFalta(); }
  }
  function recibir(m) {
    if (m.tipo === 'mesa') { personas = m.datos.personas; }
    if (m.tipo === 'fuera' && m.datos.codigo === 'saliste') { propia = apuntar(); pintar(); return; }
    if (m.tipo === 'fuera') { escribir(T.cerrada); return; }
    if (m.tipo !== 'vista') { return; }
    vista = m;
    recibida = ahora();
    /* por qué se cerró lo dice la Sala */
    if (m.datos.fase === CERRADA) { escribir(T.cerrada); return; }
    if (!m.datos.ausentes) { escribir(T.sigue); ir(); return; }
    pintar();
  }
  function armar() {
    acomodarBoton();
    caja = document.querySelector('[data-espera-mesa="' + id + '"]');
    if (!caja || (letrero && caja.contains(letrero))) { return; }
    letrero = document.createElement('p');
    letrero.className = 'fuerte n';
    letrero.setAttribute('role', 'timer');
    letrero.textContent = dicho;
    pie = document.createElement('p');
    pie.textContent = nota;
    caja.appendChild(letrero);
    caja.appendChild(pie);
  }
  function salio() {
    try {
      var s = JSON.parse(window.sessionStorage.getItem('mesa-salida') || 'null');
      return s && s.mesa === id && ahora() - s.desde < AUSENCIA ? s : null;
    } catch (e) { return null; }
  }
  /* salió en otra pestaña o aparato */
  function apuntar() {
    var s = { mesa: id, desde: ahora() };
    try { window.sessionStorage.setItem('mesa-salida', JSON.stringify(s)); } catch (e) { /* la siguiente página preguntará */ }
    return s;
  }
  function vigilar() {
    conexion = window.AmigosMesaConexion.crear({
      direccion: '/ws/mesa/' + id + '/', alRecibir: recibir, alEstado: function (cual) { estado = cual; pintar(); },
      alAcuse: function () {}, alRechazo: function () {}
    });
  }
  propia = salio();
  armar();
  /* si salió no se abre el socket: sería volver sin quererlo */
  if (propia) { pintar(); } else { vigilar(); }
  window.setInterval(pintar, TIC);
  /* la Sala repinta su zona: el letrero vuelve a su lugar */
  document.addEventListener('vivo:zonas', armar);
}());
