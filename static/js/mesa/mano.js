/* La mano propia: elegir y tirar con toque, ratón, teclado o arrastrando. Necesita mesa/ficha.js. ES5 (PL1).
   var m = AmigosMano.crear(elemento, {alTirar, alAvisar, tablero, confirmar, marcar, textos})
     alTirar(ficha, extremo)      extremo 0, 1 o 2; desde ahí la mano espera al siguiente `pintar`
     alAvisar(codigo, ficha)      'no_es_tu_turno' o 'no_tiene_cabida'
     tablero                      el de AmigosTablero: enseña los huecos y recibe lo arrastrado (opcional)
     confirmar                    cierto o función: también el toque y Enter piden un segundo toque o «Tirar»
     apartada                     la ficha apartada para cuando toque, o función que la dé (opcional); dicho: lo escrito que «Tirar» no tapa
     marcar                       falso o función que lo dé: no distingue las que caben
     textos: palos, mulas, mixta (mesa/ficha.js); tus_fichas, tirar, cabe_salida, cabe_arriba, cabe_abajo, cabe_ambos, no_cabe,
       elegida (todas con {ficha}); pregunta, lado_{arriba,abajo}{,_alto,_ancho}, quedan_en (con {palos}), palos_plural, cancelar
   m.pintar({fichas, opciones, enTurno, terminales})   opciones: [[ficha, extremo], …] o null; terminales {A, B}: palos, sólo sin tablero
   m.cancelar()                  cierra la pregunta y suelta lo elegido
   Un toque o Enter tira; con ratón, un clic elige y el segundo (o doble clic, o «Tirar») tira. Si cabe en los dos lados
   se pregunta, con la mano y las puntas a la vista (D825). Cada ficha conserva su lugar: la que se va deja el hueco. */
var AmigosMano = (function () {
  'use strict';

  var CORRIDO = 10, TOQUE_RECIENTE = 800, GRACIA = 350, cuantas = 0;
  var decir = AmigosFicha.decir, FLECHA = 'M12 21V4M6 10l6-6 6 6';

  function quitar(n) { if (n && n.parentNode) { n.parentNode.removeChild(n); } }
  function crearNodo(nombre, clase, dentroDe, texto) {
    var n = document.createElement(nombre);
    n.textContent = texto || '';
    if (clase) { n.className = clase; }
    if (nombre === 'button') { n.type = 'button'; }
    if (dentroDe) { dentroDe.appendChild(n); }
    return n;
  }
  function ahora() { return new Date().getTime(); }
  function valor(v, siFalta) { return typeof v === 'function' ? v() : (v === undefined ? siFalta : v); }

  function crear(elemento, o) {
    var textos = o.textos, tablero = o.tablero || null, id = 'mano-' + (++cuantas);
    var dato = { fichas: [], opciones: null, enTurno: false }, lugares = [], botones = [], elegida = null, enviada = null;
    var ultimoToque = 0, arrastre = null, comerClic = false, conTeclado = false, pregunta = null, lista, tirar;

    elemento.className = (elemento.className + ' mano').replace(/^\s+/, '');
    lista = crearNodo('ul', 'mano__fichas', elemento);
    lista.setAttribute('aria-label', textos.tus_fichas || '');
    tirar = crearNodo('button', 'boton boton--accion mano__tirar', null, textos.tirar);

    function opcionesDe(ficha) {
      return dato.enTurno && dato.opciones ? dato.opciones.filter(function (op) { return op[0] === ficha; }) : [];
    }
    function vuela() { return !!arrastre && arrastre.activo; }
    function botonDe(ficha) { return botones[lugares.indexOf(ficha)] || null; }
    function puntas() {
      var t = tablero ? tablero.terminales() : null;
      if (t && t.A) { return { A: t.A.palo, B: t.B.palo, arriba: t.arriba, seVe: t.seVe }; }
      return { A: dato.terminales ? dato.terminales.A : null, B: dato.terminales ? dato.terminales.B : null, arriba: t ? t.arriba : 1, seVe: '' };
    }
    function ensenar(ficha) {
      if (tablero) { tablero.huecos(ficha === null ? null : opcionesDe(ficha), ficha === null ? null : function (f, extremo) { mandar(f, extremo); }); }
    }

    /* ---------- pintar ---------- */
    function rotulo(ficha) {
      var ops = opcionesDe(ficha), clave = 'no_cabe', nombre = AmigosFicha.nombre(ficha, textos), t;
      if (!dato.enTurno) { return valor(o.apartada, null) === ficha ? decir(textos, 'esta_apartada', { ficha: nombre }) : nombre; }
      if (ops.length > 1) { clave = 'cabe_ambos'; }
      if (ops.length === 1) { t = puntas(); clave = ops[0][1] === 0 ? 'cabe_salida' : (ops[0][1] === t.arriba ? 'cabe_arriba' : 'cabe_abajo') + t.seVe; }
      nombre = decir(textos, clave, { ficha: nombre }) || nombre;
      return elegida === ficha ? decir(textos, 'elegida', { ficha: nombre }) || nombre : nombre;
    }
    function clase(ficha) {
      var c = 'mano__ficha';
      if (dato.enTurno && valor(o.marcar, true)) { c += opcionesDe(ficha).length ? ' mano__ficha--cabe' : ' mano__ficha--nocabe'; }
      if (elegida === ficha || (pregunta && pregunta.ficha === ficha)) { c += ' mano__ficha--elegida'; }
      if (valor(o.apartada, null) === ficha) { c += ' mano__ficha--apartada'; }
      if (enviada === ficha || (vuela() && arrastre.ficha === ficha)) { c += ' mano__ficha--enviada'; }
      return c;
    }
    function repasar() {
      lugares.forEach(function (ficha, i) {
        if (ficha === null) { return; }
        botones[i].className = clase(ficha);
        botones[i].setAttribute('aria-label', rotulo(ficha));
      });
      elemento.className = elemento.className.replace(/ mano--(turno|muchas|cinco|tres)/g, '') + (dato.enTurno ? ' mano--turno' : '') + (lugares.length > 7 ? ' mano--muchas' : '') + (lugares.length > 7 && lugares.length < 11 ? ' mano--cinco' : '') + (lugares.length > 14 ? ' mano--tres' : '');
    }
    function repartir() {
      while (lista.firstChild) { lista.removeChild(lista.firstChild); }
      lista.style.minHeight = '';
      botones = lugares.map(function (ficha) {
        var b = crearNodo('button', 'mano__ficha', crearNodo('li', 'mano__lugar', lista));
        b.appendChild(AmigosFicha.svg(ficha));
        b.setAttribute('data-ficha', String(ficha));
        return b;
      });
    }
    function vaciarLugar(i) {
      if (lugares[i] === null) { return; }
      var b = botones[i], teniaFoco = document.activeElement === b || (tirar.parentNode === b.parentNode && document.activeElement === tirar), k, otro = null;
      lugares[i] = null;
      botones[i] = null;
      if (teniaFoco) {
        for (k = 1; k < botones.length && !otro; k++) { otro = botones[i + k] || botones[i - k]; }
      }
      if (tirar.parentNode === b.parentNode) { quitar(tirar); }
      b.parentNode.setAttribute('aria-hidden', 'true');
      quitar(b);
      if (otro) { otro.focus(); }
    }
    /* lo robado va al final y lo demás no se mueve (VA9) */
    function conLoRobado(fichas) {
      var quedan = lugares.filter(function (f) { return fichas.indexOf(f) >= 0; });
      return quedan.concat(fichas.filter(function (f) { return quedan.indexOf(f) < 0; }));
    }
    function pintar(nuevo) {
      var nuevas = nuevo.fichas.some(function (f) { return lugares.indexOf(f) < 0; });
      dato = { fichas: nuevo.fichas, opciones: nuevo.opciones || null, enTurno: !!nuevo.enTurno, terminales: nuevo.terminales };
      enviada = null;
      if (nuevas) {
        soltar();
        lugares = nuevo.crece ? conLoRobado(nuevo.fichas) : nuevo.fichas.slice();
        repartir();
      } else {
        /* sin ninguna (se dominó, o se va a pasar el aparato) queda su espacio: el paño no crece ni salta (D828) */
        if (!nuevo.fichas.length) { lista.style.minHeight = lista.getBoundingClientRect().height + 'px'; }
        lugares.forEach(function (f, i) { if (nuevo.fichas.indexOf(f) < 0) { vaciarLugar(i); } });
      }
      if (elegida !== null && !opcionesDe(elegida).length) { soltar(); }
      if (pregunta && opcionesDe(pregunta.ficha).length < 2) { cerrarPregunta(true); }
      if (vuela() && !opcionesDe(arrastre.ficha).length) { acabarArrastre(); }
      /* una vista que llega a medio arrastre (la amarilla) repinta el tablero: sin sus huecos, soltarla no haría nada */
      if (pregunta || elegida !== null) { ensenar(pregunta ? pregunta.ficha : elegida); } else if (vuela()) { ensenar(arrastre.ficha); } else { asomar(); }
      repasar();
    }

    /* ---------- elegir y tirar ---------- */
    function mandar(ficha, extremo, desdeDonde) {
      var caja, boton = botonDe(ficha);
      if (enviada !== null) { return; }
      if (tablero && boton) {
        caja = boton.getBoundingClientRect();
        tablero.saleDe(desdeDonde ? desdeDonde.x : caja.left + caja.width / 2, desdeDonde ? desdeDonde.y : caja.top + caja.height / 2);
      }
      cerrarPregunta(true);
      soltar();
      enviada = ficha;
      repasar();
      o.alTirar(ficha, extremo);
    }
    function soltar() {
      var antes = elegida;
      elegida = null;
      if (document.activeElement === tirar && antes !== null && botonDe(antes)) { botonDe(antes).focus(); }
      quitar(tirar);
      ensenar(null);
      repasar();
    }
    function elegir(ficha) {
      var caja, sobra;
      soltar();
      elegida = ficha;
      botonDe(ficha).parentNode.appendChild(tirar);
      tirar.setAttribute('aria-label', (textos.tirar || '') + ' ' + AmigosFicha.nombre(ficha, textos));
      /* el botón no se sale por los lados, tampoco hacia la plática que una tableta parada tiene junto, ni tapa las terminales (D864) */
      tirar.style.marginLeft = '0';
      caja = [tirar, elemento].concat(o.dicho || []).map(function (n) { return n.getBoundingClientRect(); });
      sobra = Math.max(0, (caja[2] && caja[2].bottom > caja[0].top ? caja[2].right : caja[1].left) + 4 - caja[0].left);
      tirar.style.marginLeft = Math.min(sobra, caja[1].right - 4 - caja[0].right) + 'px';
      ensenar(ficha);
      repasar();
    }
    function sacudir(boton) {
      boton.className = boton.className.replace(/ mano__ficha--no(?![a-z])/g, '');
      boton.getBoundingClientRect();
      boton.className += ' mano__ficha--no';
    }
    function jugar(ficha, desdeDonde) {
      var ops = opcionesDe(ficha);
      if (ops.length === 1) { mandar(ficha, ops[0][1], desdeDonde); } else { preguntar(ficha); }
    }
    function activar(ficha, conRaton) {
      if (enviada !== null || (pregunta && pregunta.ficha === ficha)) { return; }
      /* un lector de pantalla toca sin mover el puntero: no se encima otra pregunta */
      cerrarPregunta(false);
      if (!dato.enTurno) { o.alAvisar('no_es_tu_turno', ficha); return; }
      if (!opcionesDe(ficha).length) {
        soltar();
        sacudir(botonDe(ficha));
        o.alAvisar('no_tiene_cabida', ficha);
        return;
      }
      if ((conRaton || valor(o.confirmar, false)) && elegida !== ficha) { elegir(ficha); return; }
      jugar(ficha);
    }
    function fichaDe(n) {
      while (n && n !== elemento) {
        if (n.getAttribute && n.getAttribute('data-ficha') !== null && botones.indexOf(n) >= 0) { return parseInt(n.getAttribute('data-ficha'), 10); }
        n = n.parentNode;
      }
      return null;
    }

    lista.addEventListener('click', function (e) {
      var ficha = fichaDe(e.target);
      if (comerClic) { comerClic = false; e.preventDefault(); return; }
      if (e.target === tirar) { if (elegida !== null) { jugar(elegida); } return; }
      /* sin puntero (Enter, lector de pantalla) el clic llega con detail 0 */
      if (ficha !== null) { activar(ficha, e.detail !== 0 && ahora() - ultimoToque > TOQUE_RECIENTE); }
    });
    document.addEventListener('keydown', function () { conTeclado = true; }, true);
    lista.addEventListener('keydown', function (e) {
      var tecla = e.key || '', ficha = fichaDe(e.target), i, paso;
      if ((tecla === 'Escape' || tecla === 'Esc') && elegida !== null) { soltar(); return; }
      paso = tecla === 'ArrowRight' || tecla === 'Right' ? 1 : (tecla === 'ArrowLeft' || tecla === 'Left' ? -1 : 0);
      if (!paso || ficha === null) { return; }
      e.preventDefault();
      for (i = lugares.indexOf(ficha) + paso; i >= 0 && i < botones.length; i += paso) { if (botones[i]) { botones[i].focus(); return; } }
    });
    /* con el teclado, la ficha enfocada enseña dónde caería */
    function asomar() {
      var ficha = fichaDe(document.activeElement);
      if (conTeclado && ficha !== null && elegida === null && enviada === null && !pregunta && !arrastre) {
        ensenar(opcionesDe(ficha).length ? ficha : null);
      }
    }
    lista.addEventListener('focus', asomar, true);
    lista.addEventListener('blur', function () { if (elegida === null && !pregunta && !arrastre) { ensenar(null); } }, true);

    /* ---------- arrastrar al tablero ---------- */
    function empezar(x, y, destino) {
      var ficha = fichaDe(destino);
      arrastre = ficha !== null && enviada === null && !pregunta ? { ficha: ficha, x: x, y: y, activo: false, puede: !!tablero && opcionesDe(ficha).length > 0 } : null;
    }
    function llevar(x, y) {
      var caja, boton, s;
      if (!arrastre.activo) {
        if (!arrastre.puede || Math.abs(x - arrastre.x) + Math.abs(y - arrastre.y) < CORRIDO) { return; }
        soltar();
        boton = botonDe(arrastre.ficha);
        caja = boton.getBoundingClientRect();
        arrastre.activo = true;
        arrastre.vuelo = crearNodo('div', 'mano__vuelo', document.body);
        arrastre.vuelo.setAttribute('aria-hidden', 'true');
        s = AmigosFicha.svg(arrastre.ficha);
        arrastre.vuelo.appendChild(s);
        arrastre.vuelo.style.width = caja.width + 'px';
        arrastre.alto = caja.height;
        arrastre.ancho = caja.width;
        boton.className += ' mano__ficha--enviada';
        ensenar(arrastre.ficha);
      }
      /* un poco arriba del dedo, para que se vea */
      arrastre.vuelo.style.left = x - arrastre.ancho / 2 + 'px';
      arrastre.vuelo.style.top = y - arrastre.alto * (arrastre.dedo ? 0.8 : 0.5) + 'px';
      arrastre.ahi = { x: x, y: y - (arrastre.dedo ? arrastre.alto * 0.3 : 0) };
      arrastre.hueco = tablero.huecoEn(arrastre.ahi.x, arrastre.ahi.y);
    }
    function acabarArrastre() {
      var a = arrastre;
      arrastre = null;
      if (!a || !a.activo) { return null; }
      quitar(a.vuelo);
      ensenar(null);
      repasar();
      return a;
    }
    function dejar() {
      var a = acabarArrastre();
      if (!a || !a.hueco) { return; }
      if (a.hueco.claro || opcionesDe(a.ficha).length === 1) { mandar(a.ficha, a.hueco.extremo, a.ahi); } else { preguntar(a.ficha); }
    }
    lista.addEventListener('mousedown', function (e) {
      conTeclado = false;
      if (e.button !== 0 || ahora() - ultimoToque < TOQUE_RECIENTE) { return; }
      empezar(e.clientX, e.clientY, e.target);
      if (!arrastre) { return; }
      document.addEventListener('mousemove', conRaton, false);
      document.addEventListener('mouseup', sinRaton, false);
    });
    function conRaton(e) { if (arrastre) { llevar(e.clientX, e.clientY); if (arrastre.activo) { e.preventDefault(); } } }
    function sinRaton() {
      document.removeEventListener('mousemove', conRaton, false);
      document.removeEventListener('mouseup', sinRaton, false);
      if (arrastre && arrastre.activo) {
        comerClic = true;
        window.setTimeout(function () { comerClic = false; }, 60);
      }
      dejar();
    }
    lista.addEventListener('touchstart', function (e) {
      ultimoToque = ahora();
      conTeclado = false;
      if (e.touches.length > 1) { acabarArrastre(); return; }
      empezar(e.touches[0].clientX, e.touches[0].clientY, e.target);
      if (arrastre) { arrastre.dedo = true; }
    });
    /* sólo se le quita al navegador el gesto que de verdad lleva una ficha que cabe; lo demás sigue desplazando la página */
    lista.addEventListener('touchmove', function (e) {
      if (!arrastre || !arrastre.puede) { return; }
      if (e.cancelable) { e.preventDefault(); }
      llevar(e.touches[0].clientX, e.touches[0].clientY);
    }, false);
    lista.addEventListener('touchend', function (e) {
      ultimoToque = ahora();
      if (arrastre && arrastre.activo && e.cancelable) { e.preventDefault(); }
      dejar();
    }, false);
    lista.addEventListener('touchcancel', acabarArrastre);
    window.addEventListener('resize', function () {
      var era = pregunta && pregunta.ficha;
      lista.style.minHeight = '';
      if (pregunta) { cerrarPregunta(false); preguntar(era); }
    });
    lista.addEventListener('dragstart', function (e) { e.preventDefault(); });

    /* ---------- ¿de qué lado? ---------- */
    function botonDeLado(extremo, dentroDe) {
      var t = puntas(), lado = (extremo === t.arriba ? 'arriba' : 'abajo') + t.seVe, palo = extremo === 1 ? t.B : t.A;
      var b = crearNodo('button', 'boton mano__lado', dentroDe), dicho = crearNodo('span', 'mano__dicho'), s;
      s = AmigosFicha.nodo('svg', { viewBox: '0 0 24 24', 'class': 'icono mano__flecha mano__flecha--' + lado, 'aria-hidden': 'true', focusable: 'false' }, b);
      AmigosFicha.nodo('path', { d: FLECHA }, s);
      crearNodo('strong', '', dicho, textos['lado_' + lado]);
      /* lo que esa punta va a enseñar: la que cabe en las dos deja iguales las dos */
      if (palo !== null) { crearNodo('span', 'mano__queda', dicho, decir(textos, 'quedan_en', { palos: textos.palos_plural[palo].toLowerCase() })); }
      b.appendChild(dicho);
      b.setAttribute('data-extremo', String(extremo));
      return b;
    }
    function preguntar(ficha) {
      var ops = opcionesDe(ficha).slice(), arriba, caja, filas, alto;
      soltar();
      /* si el paño cede sitio, la cadena no se reacomoda: las puntas se quedan donde se estaban mirando (D863) */
      if (tablero) { tablero.quieto(true); }
      elemento.parentNode.setAttribute('data-pregunta', '');
      arriba = puntas().arriba;
      caja = crearNodo('div', 'mano__pregunta', elemento);
      [['role', 'dialog'], ['tabindex', '-1'], ['aria-modal', 'true'], ['aria-labelledby', id + '-lado']].forEach(function (a) { caja.setAttribute(a[0], a[1]); });
      alto = crearNodo('div', 'mano__alto', caja);
      crearNodo('p', 'mano__letrero', alto, textos.pregunta).id = id + '-lado';
      filas = crearNodo('div', 'mano__lados', caja);
      ops.sort(function (a, b) { return (b[1] === arriba) - (a[1] === arriba); });
      pregunta = { ficha: ficha, caja: caja, desde: ahora(), botones: ops.map(function (op) { return botonDeLado(op[1], filas); }) };
      pregunta.botones.push(crearNodo('button', 'boton boton--texto mano__cancelar', alto, textos.cancelar));
      caja.addEventListener('click', alResponder);
      caja.addEventListener('keydown', alTeclear);
      caja.addEventListener('keyup', alSoltarTecla);
      document.addEventListener('mousedown', fueraDeAqui, true);
      ensenar(ficha);
      repasar();
      pregunta.botones[0].focus();
    }
    function alResponder(e) {
      var n = e.target, ficha = pregunta.ficha;
      /* el segundo toque de un doble toque no contesta por error */
      if (e.detail !== 0 && ahora() - pregunta.desde < GRACIA) { return; }
      while (n && n !== pregunta.caja && n.tagName !== 'BUTTON') { n = n.parentNode; }
      if (!n || n === pregunta.caja) { return; }
      if (n.getAttribute('data-extremo') !== null) { mandar(ficha, parseInt(n.getAttribute('data-extremo'), 10)); } else { cerrarPregunta(true); }
    }
    function alTeclear(e) {
      var tecla = e.key || '', todos = pregunta.botones, i = todos.indexOf(document.activeElement), paso = 0;
      if (tecla === 'Escape' || tecla === 'Esc') { e.preventDefault(); cerrarPregunta(true); return; }
      /* ni el segundo Enter de dos seguidos ni el que se deja oprimido contestan lo que no se ha leído */
      pregunta.ignora = (tecla === 'Enter' || tecla === ' ' || tecla === 'Spacebar') && (!!e.repeat || ahora() - pregunta.desde < GRACIA);
      if (pregunta.ignora) { e.preventDefault(); return; }
      if (tecla === 'Tab') { paso = e.shiftKey ? -1 : 1; }
      if (/^(Arrow)?(Right|Down)$/.test(tecla)) { paso = 1; }
      if (/^(Arrow)?(Left|Up)$/.test(tecla)) { paso = -1; }
      if (!paso) { return; }
      e.preventDefault();
      /* quien se mueve entre las opciones ya las vio */
      if (!e.repeat) { pregunta.desde = 0; }
      todos[(i + paso + todos.length) % todos.length].focus();
    }
    /* el espacio oprime al soltarse */
    function alSoltarTecla(e) { if (pregunta && pregunta.ignora) { e.preventDefault(); } }
    /* en eso o en un hueco del tablero */
    function esDe(n, eso) {
      while (n && n !== document && n !== eso && !/tablero__hueco/.test((n.getAttribute && n.getAttribute('class')) || '')) { n = n.parentNode; }
      return !!n && n !== document;
    }
    /* tocar un hueco del tablero también contesta; la ficha por la que se pregunta no hace nada, y cualquier otro lado la cierra */
    function fueraDeAqui(e) {
      if (!esDe(e.target, pregunta.caja) && !esDe(e.target, botonDe(pregunta.ficha)) && ahora() - pregunta.desde > GRACIA) { cerrarPregunta(false); }
    }
    function cerrarPregunta(devolver) {
      var p = pregunta, boton;
      if (!p) { return; }
      pregunta = null;
      document.removeEventListener('mousedown', fueraDeAqui, true);
      quitar(p.caja);
      elemento.parentNode.removeAttribute('data-pregunta');
      if (tablero) { tablero.quieto(false); }
      boton = botonDe(p.ficha);
      if (devolver && boton) { boton.focus(); }
      ensenar(null);
      repasar();
    }
    document.addEventListener('mousedown', function (e) { if (elegida !== null && !esDe(e.target, elemento)) { soltar(); } });

    return { pintar: pintar, repasar: repasar, cancelar: function () { cerrarPregunta(true); acabarArrastre(); soltar(); } };
  }

  return { crear: crear };
}());
