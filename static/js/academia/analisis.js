/* El análisis exacto en la repetición: lo que vale cada alternativa, qué costó la jugada que se mira, si se podía saber y
   el balance de la mano (AC3). Llega del servidor ya explicado; si aún no está, se vuelve a preguntar. ES5 (PL1). */
(function () {
  'use strict';

  var M = AmigosMesa, T = M.T, A = AmigosAcademia, G = AmigosGrafica, C = AmigosCalculos, CADA = 5000, VECES = 60, ESPERA = 900;
  var sabidos = {}, pidiendo = {}, reloj = null, variante = null;
  var caja = M.uno('[data-analiza]'), salto = M.uno('[data-salto]'), fallo = M.uno('[data-fallo]'), vale = M.uno('[data-vale]'), porque = M.uno('[data-porque]');
  var razon = M.uno('[data-razon]'), leyenda = M.uno('[data-leyenda]'), mesa = M.uno('.ac-mesa'), barra = M.uno('.barra'), reservado = '', subido = '', ancho = window.innerWidth, sube = 0, PANO = 150;
  var resumen = M.uno('[data-resumen]'), reintenta = M.uno('[data-reintenta]');

  /* los valores van para la pareja 0 */
  function para(asiento, valor) { return asiento & 1 ? -valor : valor; }
  function mio(valor) { return M.miPareja() ? -valor : valor; }
  function boton(padre, letrero, alTocar) {
    var b = M.nodo('button', 'boton', T(letrero), padre);
    b.addEventListener('click', function () { alTocar(b); });
    return b;
  }
  function errorDe(datos, paso) { return datos.errores.filter(function (e) { return e.jugada + 1 === paso; })[0] || null; }

  /* ---------- lo de la jugada que se mira ---------- */
  function verLinea(vista, error, linea) {
    var jugadas = linea.map(function (p) { return p[0] + '.' + p[1]; }).join('-');
    A.quieta();
    A.pedir(A.partida.simular_url.replace('/0/simular', '/' + vista.mano + '/simular') + '?desde=' + error.jugada + '&jugadas=' + jugadas, function (datos, falla) {
      if (!datos) { M.escribir(M.uno('[data-dice]'), falla); return; }
      datos.rama = null;
      A.poner(datos, error.jugada + 1);
    });
  }
  function pintarSabido(d, datos) {
    var ul;
    M.vaciar(d);
    if (datos.estado !== 'listo') { M.nodo('p', '', datos.estado === 'pendiente' ? T('ac_podia_espera') : datos.texto, d); return; }
    datos.frases.forEach(function (frase, i) { M.nodo(i ? 'span' : 'strong', '', frase + ' ', d); });
    ul = M.nodo('ul', 'ac-vale n', null, d);
    datos.jugadas.forEach(function (j) {
      var li = opcion(ul, j.opcion[0], j.opcion[1], A.vista().pasos[A.paso() - 1].terminales);
      M.clase(li, 'ac-vale__mejor', j.buena);
      M.nodo('span', '', j.cuanto, li);
      if (j.media) { M.nodo('small', '', j.media, li); }
    });
  }
  function pintarPorque(vista, error) {
    var d = M.nodo('div', '', null, porque), botones;
    M.nodo('p', '', error.finales, d);
    botones = M.nodo('div', 'ac-botones', null, d);
    /* en la de la casa no hay a quién pedírselo */
    if (A.partida.sabido_url) { boton(botones, 'ac_an_podia', function (b) {
      var caben = d.insertBefore(M.nodo('div', 'ac-podia'), botones);
      caben.setAttribute('role', 'status');
      caben.setAttribute('tabindex', '-1');
      caben.focus();
      b.parentNode.removeChild(b);
      C.sabido(vista.mano, error.jugada, function (datos) {
        pintarSabido(caben, datos);
        if (datos.podia) { alSaberse(vista, error, datos.podia); }
      });
    }); }
    boton(botones, 'ac_an_linea', function () { verLinea(vista, error, error.linea); });
    if (error.linea_elegida) {
      boton(botones, 'ac_an_linea_elegida', function () { verLinea(vista, error, error.linea_elegida); });
    }
  }
  /* ya se contó: lo que costó no se vuelve a decir sin decir si se podía saber (D840) */
  function alSaberse(vista, error, podia) {
    var datos = sabidos[vista.mano];
    error.podia = podia;
    if (!datos || A.vista() !== vista) { return; }
    marcar(vista, datos);
    if (A.paso() === error.jugada + 1) { pintarSalto(A.paso(), datos, error); reservado = ''; reservar(vista, datos); }
    G.olvidar();
    G.pintar(vista, A.paso(), datos);
  }
  /* en qué error se está y a un toque el anterior y el siguiente: siempre en el mismo lugar */
  function pintarSalto(paso, datos, error) {
    var antes = datos.errores.filter(function (e) { return e.jugada + 1 < paso; }), luego = datos.errores.filter(function (e) { return e.jugada + 1 > paso; });
    M.mostrar(salto, datos.errores.length > 0);
    Amigos.apagar(M.uno('[data-error-antes]'), !antes.length);
    Amigos.apagar(M.uno('[data-error-luego]'), !luego.length);
    M.uno('[data-error-antes]').setAttribute('data-error-antes', antes.length ? antes[antes.length - 1].jugada + 1 : '');
    M.uno('[data-error-luego]').setAttribute('data-error-luego', luego.length ? luego[0].jugada + 1 : '');
    M.mostrar(razon, !!error);
    M.escribir(razon, error ? razonDe(error) : '');
    escribirFallo(datos, error);
  }
  function razonDe(e) { return (e.podia && !e.podia.sabia ? e.podia.frase + ' ' : '') + e.razon; }
  function escribirFallo(datos, error) {
    var clase = error ? G.clase(error) : '';
    M.vaciar(fallo).setAttribute('class', 'ac-fallo' + (error ? ' ac-' + clase : ''));
    if (!error) { M.nodo('span', '', M.cuantos('ac_an_hay', datos.errores.length), fallo); return; }
    if (G.signos[clase]) { M.nodo('span', 'ac-signo', G.signos[clase], fallo).setAttribute('aria-hidden', 'true'); }
    M.nodo('strong', '', error.costo + (error.podia ? ', ' + error.podia.junto : ''), fallo);
    if (!error.podia || error.podia.sabia) {
      M.nodo('span', 'solo-lector', '. ', fallo);
      M.nodo('small', '', T('ac_an_vista', { que: error.gravedad }), fallo);
    }
  }
  /* lo más que baja lo que va con el tablero: el letrero y la razón más largos de la mano */
  function loMasAlto(vista, datos) {
    var mayor = 0, fondo = mesa.getBoundingClientRect().bottom;
    fallo.removeAttribute('role');
    datos.errores.forEach(function (e) {
      escribirFallo(datos, e);
      M.mostrar(razon, true);
      M.escribir(razon, razonDe(e));
      mayor = Math.max(mayor, razon.getBoundingClientRect().bottom - fondo);
    });
    pintarSalto(A.paso(), datos, errorDe(datos, A.paso()));
    fallo.setAttribute('role', 'status');
    return mayor;
  }
  /* en el teléfono de pie la mesa cede eso, y así el paño no cambia de tamaño de un error a otro; si quedaba en nada, la
     cabecera cede también: al llegar a un error se sube hasta la mesa (D839) */
  function reservar(vista, datos) {
    var cual = vista.mano + '.' + window.innerWidth, mayor, cabe, alto, minimo, simula = /(^| )ac-simulando( |$)/.test(document.body.className);
    if (!A.estrecha() || window.innerWidth > window.innerHeight || vista.desde !== null || simula) { cual = ''; }
    if (cual && cual === reservado) { return; }
    reservado = cual;
    sube = 0;
    mesa.style.height = mesa.style.minHeight = '';
    mayor = reservado ? loMasAlto(vista, datos) : 0;
    M.clase(mesa, 'ac-mesa--cede', mayor > 0);
    if (mayor) {
      cabe = window.innerHeight - barra.offsetHeight - mayor - 4;
      alto = mesa.getBoundingClientRect().top + (window.pageYOffset || 0);
      minimo = mesa.offsetHeight - M.uno('.ac-tapete', mesa).offsetHeight + PANO;
      sube = cabe - alto < minimo ? alto : 0;
      mesa.style.minHeight = '0';
      mesa.style.height = Math.round(cabe - alto + sube) + 'px';
    }
    A.tablero.acomodar();
  }
  function arriba() {
    document.documentElement.scrollTop = document.body.scrollTop = sube ? mesa.getBoundingClientRect().top + (window.pageYOffset || 0) : 0;
  }
  /* al llegar a un error, que se vea con su razón */
  function subir(vista, error) {
    var cual = error ? vista.mano + '.' + error.jugada : '';
    if (cual && cual !== subido && reservado) { arriba(); }
    subido = cual;
  }
  /* la ficha y, siempre, de qué lado: flecha, palabra y el número de la punta */
  function opcion(ul, ficha, extremo, terminales) {
    var li = M.nodo('li', '', null, ul), lado, palabra = M.lado(extremo).trim(), flecha;
    li.appendChild(AmigosFicha.svg(ficha));
    M.nodo('span', 'solo-lector', M.ficha(ficha), li);
    if (extremo) {
      lado = M.nodo('small', 'ac-vale__lado', null, li);
      flecha = M.dibujo('i-lado', 'icono', lado);
      if (palabra === T('abajo').trim()) { M.clase(flecha, 'ac-vale__baja', true); }
      M.nodo('span', 'ac-vale__palabra', palabra, lado);
      if (terminales) { M.nodo('span', 'ac-vale__punta', T('ac_an_punta', { n: terminales[extremo - 1] }), lado); }
    }
    M.nodo('span', 'solo-lector', ': ', li);
    return li;
  }
  function pintarValores(vista, paso, valores, hecha) {
    var turno = vista.pasos[paso].turno, ul, tope, jugada = vista.jugadas[paso];
    if (turno < 0 || !valores || !valores.length) { return; }
    if (valores.length === 1 && !hecha) { M.nodo('p', '', T('ac_an_obligada'), vale); return; }
    M.nodo('p', 'ac-vale__de', M.deQuien(hecha ? 'ac_an_valia' : 'ac_an_vale', turno), vale);
    ul = M.nodo('ul', 'ac-vale n', null, vale);
    tope = Math.max.apply(null, valores.map(function (v) { return para(turno, v[2]); }));
    valores.slice().sort(function (a, b) { return para(turno, b[2]) - para(turno, a[2]); }).forEach(function (v) {
      var cuanto = para(turno, v[2]), li = opcion(ul, v[0], v[1], vista.pasos[paso].terminales);
      M.clase(li, 'ac-vale__mejor', cuanto === tope);
      M.nodo('span', '', A.paraQuien(mio(v[2])), li);
      if (cuanto === tope) { M.nodo('small', '', T('ac_an_mejor'), li); }
      if (jugada && jugada[0] === v[0] && (jugada[1] === v[1] || !v[1])) { M.nodo('small', 'ac-vale__hecha', T('ac_an_jugada'), li); }
    });
  }
  function pintarJugada(vista, paso, datos) {
    var error;
    M.vaciar(vale);
    M.vaciar(porque);
    M.mostrar(salto, false);
    M.mostrar(razon, false);
    M.clase(document.body, 'ac-con-valores', !!(datos && datos.valores));
    if (!datos || !datos.valores) { M.mostrar(caja, false); return; }
    if (vista.desde === null) {
      error = errorDe(datos, paso);
      pintarSalto(paso, datos, error);
      /* en un error, lo que se pudo tirar ahí; si no, lo que se puede tirar ahora */
      pintarValores(vista, error ? paso - 1 : paso, datos.valores[error ? paso - 1 : paso], !!error);
      if (error) { pintarPorque(vista, error); }
    } else if (paso <= vista.desde) {
      pintarValores(vista, paso, datos.valores[paso], false);
    } else { pintarVariante(vista, paso); }
    M.mostrar(caja, true);
    reservar(vista, datos);
    subir(vista, error);
  }

  /* ---------- dentro de una simulación ---------- */
  function pintarVariante(vista, paso) {
    var hecha = C.hecha(vista), lista;
    if (!A.partida.variante_url) { return; }
    if (!hecha) {
      M.nodo('p', 'ac-vale__de', variante && variante.clave === C.clave(vista) && variante.estado === 'fallido' ? variante.texto : T('ac_var_espera'), vale);
      window.clearTimeout(reloj);
      /* se pide cuando se deja de mover: no una por ficha que se prueba */
      if (!variante || variante.clave !== C.clave(vista)) { reloj = window.setTimeout(function () { pedirVariante(vista); }, ESPERA); }
      return;
    }
    pintarValores(vista, paso, hecha.valores[paso - vista.desde], false);
    lista = [0, 1, 2, 3].map(function (asiento) {
      var n = hecha.errores.filter(function (e) { return e[1] === asiento && e[0] >= vista.desde; }).reduce(function (s, e) { return s + e[2]; }, 0);
      return n ? M.deQuien('ac_an_costo', asiento, { n: A.cuanto(n) }) : '';
    }).filter(function (t) { return t; });
    M.nodo('p', 'ac-var', T('ac_var_juego') + ' ' + (lista.length ? lista.join(' ') : T('ac_var_limpia')), porque);
  }
  function pedirVariante(vista) {
    var cual = C.clave(vista);
    if (variante && variante.clave === cual) { return; }
    variante = { clave: cual, estado: 'pendiente' };
    C.variante(vista, function (datos) {
      variante = { clave: cual, estado: datos.estado, texto: datos.texto };
      if (datos.estado !== 'pendiente' && A.vista().desde !== null && C.clave(A.vista()) === cual) { A.remirar(); }
    });
  }

  /* ---------- lo de la mano ---------- */
  function marcar(vista, datos) {
    M.todos('.ac-jugada__costo').forEach(function (n) { n.parentNode.removeChild(n); });
    if (vista.desde !== null) { return; }
    datos.errores.forEach(function (e) {
      var b = M.uno('[data-jugadas] [data-n="' + (e.jugada + 1) + '"]'), s;
      if (!b) { return; }
      s = M.nodo('span', 'ac-jugada__costo n ac-' + G.clase(e), null, b);
      M.nodo('span', 'solo-lector', G.dicho(e), s);
      M.nodo('span', '', (G.signos[G.clase(e)] || '') + ' ' + A.cuanto(e.perdida), s).setAttribute('aria-hidden', 'true');
    });
  }
  function pintarMano(vista, datos) {
    var ul;
    M.vaciar(resumen);
    M.mostrar(reintenta, datos.estado === 'fallido');
    if (!datos.valores) { M.nodo('p', '', T(datos.estado === 'fallido' ? 'ac_an_fallido' : 'ac_an_pendiente'), resumen); return; }
    M.nodo('p', '', datos.frase, resumen);
    if (leyenda) { M.escribir(leyenda, datos.leyenda); }
    ul = M.nodo('ul', 'sep-c', null, resumen);
    datos.por_jugador.forEach(function (n, asiento) {
      if (n) { M.nodo('li', '', M.deQuien('ac_an_costo', asiento, { n: A.cuanto(n) }), ul); }
    });
    if (!ul.firstChild) { M.nodo('li', '', T('ac_an_limpia'), ul); }
    marcar(vista, datos);
  }

  /* ---------- pedirlo ---------- */
  function mirar(vista, paso) {
    var datos = sabidos[vista.mano];
    if (!datos) { M.vaciar(resumen); pintarJugada(vista, paso, null); G.pintar(vista, paso, null); pedir(vista.mano, 0); return; }
    pintarMano(vista, datos);
    pintarJugada(vista, paso, datos);
    G.pintar(vista, paso, datos.valores ? datos : null);
  }
  function pedir(mano, vez) {
    if (pidiendo[mano]) { return; }
    pidiendo[mano] = true;
    A.pedir(A.partida.analisis_url.replace('/0/analisis', '/' + mano + '/analisis'), function (datos, error) {
      pidiendo[mano] = false;
      if (!datos) {
        if (A.vista().mano === mano) { M.nodo('p', '', error, M.vaciar(resumen)); }
        return;
      }
      if (datos.estado !== 'pendiente') { sabidos[mano] = datos; }
      if (A.vista().mano !== mano) { return; }
      if (sabidos[mano]) { mirar(A.vista(), A.paso()); } else { pintarMano(A.vista(), datos); }
      if (datos.estado === 'pendiente' && vez < VECES) {
        window.setTimeout(function () { if (A.vista().mano === mano && !sabidos[mano]) { pedir(mano, vez + 1); } }, CADA);
      }
    });
  }
  function saltar(n) {
    if (!n) { return; }
    A.quieta();
    A.ir(parseInt(n, 10));
    if (A.estrecha()) { arriba(); }
  }
  window.addEventListener('resize', function () {
    /* lo que cambia de alto es la barra del navegador, al deslizar */
    if (window.innerWidth === ancho) { return; }
    ancho = window.innerWidth;
    A.remirar();
  });
  M.alTocar('data-error-antes', function (b, n) { saltar(n); });
  M.alTocar('data-error-luego', function (b, n) { saltar(n); });
  /* ya está otra vez en la fila: se vuelve a preguntar sin moverse de la jugada. En la de la casa no hay qué pedir */
  if (reintenta) { reintenta.addEventListener('orden:aceptada', function () {
    sabidos = {};
    mirar(A.vista(), A.paso());
    resumen.setAttribute('tabindex', '-1');
    resumen.focus();
  }); }
  A.alMirar(mirar);
}());
