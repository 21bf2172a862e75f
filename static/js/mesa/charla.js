/* La plática de la mesa: texto plano, hasta 300 letras, con los no leídos a la vista. ES5 (PL1).
   AmigosCharla.crear({ordenar, alLlegar});  .recibir(lineas), .acusada(id_orden), .rechazada(id_orden), .abierta(si) */
var AmigosCharla = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, TOPE = 300, AVISA = 60;
  var lista = M.uno('[data-charla]'), forma = M.uno('[data-charla-forma]'), campo = M.uno('[data-charla-texto]'), faltan = M.uno('[data-charla-faltan]');
  var globo = M.uno('[data-charla-globo]'), vacia = M.uno('[data-charla-vacia]'), vistas = {}, sinLeer = 0, primera = true, enCamino = {}, o = null;

  function seVe() { return lista.offsetHeight > 0 && !document.hidden; }
  function hora(texto) {
    var d, m;
    if (!/T/.test(texto)) { return texto; }
    d = new Date(texto);
    if (isNaN(d.getTime())) { return ''; }
    m = d.getMinutes();
    return d.getHours() + ':' + (m < 10 ? '0' : '') + m;
  }
  function contar(n) {
    sinLeer = n;
    M.mostrar(globo, n > 0);
    M.vaciar(globo);
    if (n) {
      M.nodo('span', '', String(n), globo).setAttribute('aria-hidden', 'true');
      M.nodo('span', 'solo-lector', ', ' + M.cuantos('charla_sin_leer', n), globo);
    }
  }
  function renglon(quien, texto, cuando, clase) {
    var li = M.nodo('li', clase, null, null), alFinal = lista.scrollHeight - lista.scrollTop - lista.clientHeight < 40;
    M.nodo('span', 'chat__q', quien, li);
    M.nodo('span', 'chat__h n', cuando, li);
    M.nodo('span', 'chat__t', texto, li);
    lista.appendChild(li);
    M.mostrar(vacia, false);
    if (alFinal || clase) { lista.scrollTop = lista.scrollHeight; }
    return li;
  }
  function esMia(persona) { return M.vista && M.persona(M.yo()) === persona; }
  function recibir(lineas) {
    var nuevas = [], li;
    lineas.forEach(function (l) {
      if (vistas[l.id]) { return; }
      vistas[l.id] = true;
      li = renglon(esMia(l.persona) ? T('tu') : M.nombreDePersona(l.persona), l.texto, hora(l.hora), esMia(l.persona) ? 'mio' : '');
      li.setAttribute('data-de', l.persona);
      if (!esMia(l.persona)) { nuevas.push(l); }
    });
    if (!primera && nuevas.length) {
      if (!seVe()) { contar(sinLeer + nuevas.length); }
      nuevas.forEach(function (l) { o.alLlegar(M.nombreDePersona(l.persona), l.texto, seVe()); });
    }
    if (primera) { lista.scrollTop = lista.scrollHeight; }
    primera = false;
  }
  function quitar(id) {
    var li = enCamino[id];
    if (li && li.parentNode) { li.parentNode.removeChild(li); }
    delete enCamino[id];
  }
  function quedan() {
    var n = TOPE - campo.value.length;
    M.escribir(faltan, n <= AVISA ? T('charla_quedan', { n: n }) : '');
  }

  return {
    crear: function (opciones) {
      o = opciones;
      M.escribir(vacia, T('charla_nadie'));
      campo.addEventListener('input', quedan);
      /* llegaron con la pantalla apagada y el panel abierto: al volver ya se leen */
      document.addEventListener('visibilitychange', function () { if (seVe()) { contar(0); } });
      forma.addEventListener('submit', function (e) {
        var texto = campo.value.replace(/^\s+|\s+$/g, '').slice(0, TOPE);
        e.preventDefault();
        if (!texto) { campo.focus(); return; }
        campo.value = '';
        quedan();
        enCamino[o.ordenar('charla', { texto: texto })] = renglon(T('tu'), texto, T('charla_enviando'), 'mio enviando');
        campo.focus();
      });
    },
    recibir: recibir, acusada: quitar,
    rechazada: function (orden) {
      quitar(orden.id_orden);
      if (!campo.value) { campo.value = orden.datos.texto; quedan(); }
    },
    abierta: function () { contar(0); lista.scrollTop = lista.scrollHeight; },
    enfocar: function () { campo.focus(); }
  };
}());
