/* Los comentarios de un estudio: el de la jugada que se mira, y escribirlo si es propio (D635). ES5 (PL1).
   [data-comentario]    dónde se lee;  [data-comentada="2.7"]  lleva a esa mano y jugada
   [data-comenta]       el formulario de su autor: lo que va sin guardar se queda en el aparato, jugada por jugada, con lo
                        que decía al empezarlo, para no pisar lo de otra pestaña (D686)
   [data-comparte-estudio]  dar el enlace guarda antes el comentario de la jugada que se mira (D685) */
(function () {
  'use strict';

  var M = AmigosMesa, T = M.T, A = AmigosAcademia, escritos = JSON.parse(document.getElementById('es-comentarios').textContent);
  var lee = M.uno('[data-comentario]'), forma = M.uno('[data-comenta]'), caja = M.uno('#es-texto'), cual = '', enviada = '', mandado = '', comparte = M.uno('[data-comparte-estudio]');

  function guardado(clave) { return escritos[clave] || ''; }
  function llave(clave) { return 'es-' + A.partida.aqui + clave; }
  /* [lo escrito, lo que decía]; los de antes eran sólo lo escrito */
  function borrador(clave) {
    var dicho = Amigos.recuerdo(llave(clave)), leido;
    if (!dicho) { return null; }
    try { leido = JSON.parse(dicho); } catch (e) { leido = null; }
    return Array.isArray(leido) && leido.length === 2 ? leido : [dicho, guardado(clave)];
  }

  /* ---------- leer ---------- */
  function leer(clave) {
    var texto = guardado(clave);
    M.mostrar(lee, !!texto);
    M.escribir(lee, texto);
  }

  /* ---------- escribir ---------- */
  function falta() { return caja.value.replace(/\r/g, '') !== guardado(cual); }
  function pendientes() {
    var raiz = llave(''), claves = [], i, clave;
    try {
      for (i = 0; i < window.localStorage.length; i++) {
        clave = window.localStorage.key(i);
        if (clave.indexOf(raiz) === 0 && window.localStorage.getItem(clave)) { claves.push(clave.slice(raiz.length)); }
      }
    } catch (e) { /* sin memoria no hay otros */ }
    return claves.filter(function (c) { return /^\d+\.\d+$/.test(c) && c !== cual; }).sort();
  }
  function avisar() {
    var otros = M.uno('[data-otros-sin-guardar]'), lista = M.vaciar(otros.querySelector('span')), claves = pendientes();
    M.mostrar(M.uno('[data-sin-guardar]'), falta());
    M.mostrar(M.uno('[data-guarda-antes]'), falta());
    M.mostrar(otros, claves.length > 0);
    claves.forEach(function (clave, i) {
      var partes = clave.split('.'), a;
      if (i) { lista.appendChild(document.createTextNode(', ')); }
      a = M.nodo('a', '', T('ac_sin_guardar', { mano: partes[0], jugada: partes[1] }), lista);
      a.href = '?mano=' + partes[0] + '&jugada=' + partes[1];
      a.setAttribute('data-comentada', clave);
    });
  }
  function traer(clave, paso) {
    var suyo = borrador(clave);
    cual = clave;
    forma.elements.mano.value = String(A.vista().mano);
    forma.elements.jugada.value = String(paso);
    forma.elements.vista.value = suyo ? suyo[1] : guardado(clave);
    caja.value = suyo ? suyo[0] : guardado(clave);
    M.escribir(M.uno('[data-de-cual]'), '(' + (paso ? T('ac_jugada', { i: paso, n: A.vista().jugadas.length }) : T('ac_reparto')).toLowerCase() + ')');
    avisar();
  }
  function escribiendo() {
    Amigos.recordar(llave(cual), falta() ? JSON.stringify([caja.value, forma.elements.vista.value]) : '');
    avisar();
  }
  /* mientras contestan se puede cambiar de jugada: se olvida el que se mandó */
  function alMandar() {
    enviada = cual;
    mandado = caja.value;
  }
  if (forma) {
    caja.addEventListener('input', escribiendo);
    forma.addEventListener('submit', alMandar);
    forma.addEventListener('orden:aceptada', function () {
      var suyo = borrador(enviada);
      /* lo que otra pestaña lleva escrito de esa jugada no se borra */
      if (suyo && suyo[0] === mandado) { Amigos.recordar(llave(enviada), ''); }
    });
    forma.addEventListener('choque:deja', function () { Amigos.recordar(llave(cual), ''); });
  }

  /* ---------- dar el enlace con un comentario a medias: primero se guarda, y si no se pudo no se da ---------- */
  function guardarAntes(e) {
    if (!falta()) { return; }
    e.preventDefault();
    e.stopPropagation();
    /* el segundo de un doble toque */
    if (forma.getAttribute('aria-busy')) { return; }
    var texto = caja.value.replace(/\r/g, '');
    alMandar();
    function quitar() {
      forma.removeEventListener('orden:aceptada', listo);
      forma.removeEventListener('orden:negada', no);
    }
    function listo(aviso) {
      aviso.preventDefault();
      quitar();
      escritos[enviada] = texto;
      if (cual === enviada) { forma.elements.vista.value = texto; }
      avisar();
      Envio.enviar(comparte);
    }
    function no() {
      quitar();
      Envio.decirError(comparte, comparte.querySelector('[data-error]').getAttribute('data-decide'));
    }
    forma.addEventListener('orden:aceptada', listo);
    forma.addEventListener('orden:negada', no);
    Envio.decirError(comparte, '');
    Envio.enviar(forma);
  }
  if (comparte) { comparte.addEventListener('submit', guardarAntes); }

  /* ---------- con lo que se mira ---------- */
  function enlaces(paso) {
    var cola = '?mano=' + A.vista().mano + '&jugada=' + paso;
    if (comparte) { comparte.elements.donde.value = cola; }
    M.todos('[data-enlace-de-aqui]').forEach(function (b) {
      var url = b.getAttribute('data-enlace-de-aqui') + cola;
      b.setAttribute(b.getAttribute('data-copiar') === null ? 'data-compartir-url' : 'data-copiar', url);
    });
  }
  A.alMirar(function (vista, paso) {
    var clave = vista.mano + '.' + paso;
    if (vista.desde !== null) { if (lee) { M.mostrar(lee, false); } return; }
    if (lee) { leer(clave); }
    if (forma && clave !== cual) { traer(clave, paso); }
    enlaces(paso);
  });
  M.alTocar('data-comentada', function (a, clave, e) {
    var partes = clave.split('.');
    if (e.ctrlKey || e.metaKey || e.shiftKey) { return; }
    e.preventDefault();
    A.quieta();
    A.mano(parseInt(partes[0], 10), parseInt(partes[1], 10), function () { M.uno('[data-academia]').scrollIntoView(true); });
  });
}());
