/* Lo que dejó la partida: puntos, quintil, la mejor jugada propia y el enlace a ésta en la Academia (D564). Se cuenta después de
   acabar: se pregunta unas veces y, si no alcanza, se dice dónde queda. ES5 (PL1).  AmigosLogro.poner(dentroDe, partida) */
var AmigosLogro = (function () {
  'use strict';

  var M = AmigosMesa, T = M.T, VECES = 8, CADA = 4000;
  var base = (document.body.getAttribute('data-historia') || '').replace(/historia\.json$/, 'final/');

  function pedir(partida, hacer) {
    var x = new window.XMLHttpRequest();
    x.open('GET', base + partida + '.json');
    x.onload = function () {
      var d = null;
      if (x.status === 200 && /json/.test(x.getResponseHeader('Content-Type') || '')) { try { d = JSON.parse(x.responseText); } catch (e) { d = null; } }
      hacer(d);
    };
    x.onerror = function () { hacer(null); };
    x.send();
  }
  function signo(n) { return n > 0 ? '+' + n : (n < 0 ? '\u2212' + -n : '0'); }
  function dePuntos(p) { return T('logro_puntos', { antes: p[0], despues: p[1], cambio: signo(p[1] - p[0]) }); }
  function deQuintil(q) { return T(q[0] === q[1] ? 'logro_quintil' : (q[1] < q[0] ? 'logro_sube' : 'logro_baja'), { antes: q[0], despues: q[1] }); }
  function deMejor(m) {
    return T(M.mesa.meta === 'juegos_ganados' ? 'logro_mejor_jg' : (m.ventaja === 1 ? 'logro_mejor_1' : 'logro_mejor_n'), { ficha: m.ficha, mano: m.mano, n: m.ventaja });
  }
  function pintar(caja, d) {
    var ul = M.nodo('ul', 'lista', null, M.vaciar(caja)), a;
    M.mostrar(caja, true);
    if (d.puntos) { M.nodo('li', 'logro__puntos n', dePuntos(d.puntos), ul); }
    if (d.quintil) { M.nodo('li', d.quintil[1] < d.quintil[0] ? 'fuerte' : '', deQuintil(d.quintil), ul); }
    if (d.mejor) { M.nodo('li', '', deMejor(d.mejor), ul); }
    if (d.falta) { M.nodo('li', 'apagada', T('logro_falta'), ul); }
    if (!ul.firstChild) { M.mostrar(caja, false); }
    a = M.uno('[data-repasarla]');
    if (a) { a.href = d.repetir; }
  }
  function poner(en, partida) {
    var caja = M.nodo('div', 'logro', null, en), dicho = '', van = 0;
    caja.setAttribute('role', 'status');
    M.mostrar(caja, false);
    if (!base || M.otroJuego()) { return; }
    function otra() {
      van += 1;
      pedir(partida, function (d) {
        /* otra partida u otra pantalla: ya no está */
        if (!document.body.contains(caja)) { return; }
        if (d && d.guardada && JSON.stringify(d) !== dicho) { dicho = JSON.stringify(d); pintar(caja, d); }
        if (van < VECES && (!d || !d.guardada || d.falta)) { window.setTimeout(otra, CADA); }
      });
    }
    otra();
  }

  return { poner: poner };
}());
