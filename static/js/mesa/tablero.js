/* El tablero: pinta la cadena en un <svg> y anima lo que cambia. Necesita mesa/cadena.js y mesa/ficha.js. ES5 (PL1).
   var t = AmigosTablero.crear(svg, {yo, nombres, textos, menosMovimiento})
     yo: asiento del que mira (0..3); nombres: los cuatro, por asiento (o una función que los da)
     lado: función que da el lado en que se ve sentado cada asiento (0 abajo, 1 derecha, 2 arriba, 3 izquierda); sin ella, son cuatro
     menosMovimiento: cierto, o función; además se respeta el ajuste del sistema
     textos: palos, mulas, mixta (mesa/ficha.js); cadena '… {n} … {a} … {b}'; vacia; tirada '{ficha}, {quien}'
   t.pintar({cadena, salidor, volteada}, {animar, desde})   desde: asiento de quien jugó la última (si no, el que trae)
   t.resaltar(ficha | null)        la señala
   t.terminales()                  {A, B, arriba, seVe}: A y B como las da AmigosCadena; arriba: el extremo (1 o 2) de arriba o izquierda;
                                   seVe: '_alto' si está arriba del otro, '_ancho' si a su izquierda, '' si ni uno ni otro
   t.huecos(opciones | null, alElegir)   enseña dónde caería cada [ficha, extremo] y deja tocarlo
   t.huecoEn(x, y)                 el hueco más cerca de ese punto de la ventana, {ficha, extremo, claro}; claro: no hay otro casi igual de
                                   cerca; null si el punto queda fuera del tablero
   t.saleDe(x, y)                  la próxima ficha propia vuela desde ese punto de la ventana
   t.describir(texto)              descripción para lectores de pantalla; sin llamarla, se arma de `textos`
   t.acomodar()                    vuelve a medir (al cambiar de tamaño se llama sola)
   t.quieto(si)                    aunque el paño ceda, la cadena se queda como está hasta soltarla (D863) */
var AmigosTablero = (function () {
  'use strict';

  var VUELO = 460, ACOMODO = 320, MARCA = 2600, OTRO_PANO = 0.15;
  var nodo = AmigosFicha.nodo, decir = AmigosFicha.decir;

  function quitar(n) { if (n && n.parentNode) { n.parentNode.removeChild(n); } }
  function vaciar(n) { while (n.firstChild) { n.removeChild(n.firstChild); } }
  function suave(t) { return 1 - Math.pow(1 - t, 3); }
  function entre(a, b, t) { return a + (b - a) * t; }
  function vueltaCorta(de, a) { return de + ((a - de) % 360 + 540) % 360 - 180; }
  function sistemaPideMenos() {
    return !!(window.matchMedia && window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  }

  function crear(svg, opciones) {
    var o = opciones || {}, textos = o.textos || {};
    var capas = {}, piezas = {}, estado = { cadena: [], salidor: 0, volteada: false }, trazo = null, tope = null, medida = { ancho: 0, alto: 0 };
    var enCurso = null, relojMarca = null, nombre = null, salida = null, resaltada = null, pedidos = null, alElegir = null, descrito = false, fijo = false;

    svg.setAttribute('role', 'img');
    svg.setAttribute('class', ((svg.getAttribute('class') || '') + ' tablero').replace(/^\s+/, ''));
    ['sombras', 'fichas', 'marcas', 'huecos', 'nombre'].forEach(function (c) { capas[c] = nodo('g', { 'class': 'tablero__' + c }, svg); });

    function quieto() { return document.hidden || sistemaPideMenos() || (typeof o.menosMovimiento === 'function' ? o.menosMovimiento() : o.menosMovimiento); }
    function yo() { return estado.yo === undefined ? o.yo || 0 : estado.yo; }
    function nombreDe(asiento) {
      var todos = typeof o.nombres === 'function' ? o.nombres() : o.nombres;
      return (todos && todos[asiento]) || '';
    }

    /* ---------- piezas ---------- */
    function mover(p, e) {
      p.en = e;
      p.cara.setAttribute('transform', 'translate(' + e.x + ' ' + e.y + ') rotate(' + e.giro + ') scale(' + e.escala + ')');
      p.sombra.setAttribute('transform', 'translate(' + e.x + ' ' + (e.y + (e.alza || 0)) + ') scale(' + e.escala + ')');
      p.bulto.setAttribute('transform', 'translate(2 8) rotate(' + e.giro + ')');
      p.canto.setAttribute('transform', 'translate(0 4) rotate(' + e.giro + ')');
    }
    function nuevaPieza(f) {
      var p = { ficha: f.ficha }, titulo, quien = nombreDe(f.asiento), dicha;
      p.sombra = nodo('g', {}, capas.sombras);
      p.bulto = nodo('g', {}, p.sombra);
      nodo('rect', { 'class': 'tablero__sombra', x: -28, y: -56, width: 56, height: 112, rx: 9 }, p.bulto);
      p.canto = nodo('g', {}, p.sombra);
      nodo('rect', { 'class': 'ficha__canto', x: -27, y: -55, width: 54, height: 110, rx: 8 }, p.canto);
      p.cara = nodo('g', { 'data-ficha': f.ficha }, capas.fichas);
      titulo = nodo('title', {}, p.cara);
      dicha = textos.palos ? AmigosFicha.nombre(f.ficha, textos) : '';
      titulo.textContent = quien && textos.tirada ? decir(textos, 'tirada', { ficha: dicha, quien: quien }) : dicha;
      AmigosFicha.caras(f.ficha, p.cara);
      return p;
    }
    function destino(f) { return { x: f.x, y: f.y, giro: f.giro, escala: trazo.escala }; }
    /* de dónde viene: del lado de la mesa en que se ve sentado quien la jugó */
    function origen(asiento, f) {
      var lado = o.lado ? o.lado(asiento) : ((asiento - yo()) % 4 + 4) % 4, largo = trazo.escala * 112, caja;
      var e = { x: medida.ancho / 2, y: medida.alto / 2, giro: f.giro - 50, escala: trazo.escala * 1.35 };
      if (lado === 0 && salida) {
        caja = svg.getBoundingClientRect();
        e.x = salida.x - caja.left;
        e.y = salida.y - caja.top;
        e.giro = f.giro;
        return e;
      }
      if (lado === 0) { e.y = medida.alto + largo; }
      if (lado === 1) { e.x = medida.ancho + largo; }
      if (lado === 2) { e.y = -largo; }
      if (lado === 3) { e.x = -largo; }
      return e;
    }

    /* ---------- movimiento ---------- */
    function terminarYa() {
      if (!enCurso) { return; }
      window.cancelAnimationFrame(enCurso.cuadro);
      var fin = enCurso.fin;
      enCurso = null;
      fin();
    }
    /* acabar una cosa puede empezar otra (acomodar y luego volar) */
    function terminarTodo() { while (enCurso) { terminarYa(); } }
    function animar(duracion, paso, fin) {
      var inicio = null;
      enCurso = { fin: fin };
      function cuadro(ahora) {
        if (!enCurso) { return; }
        if (inicio === null) { inicio = ahora; }
        var t = Math.min(1, (ahora - inicio) / duracion);
        if (t >= 1) { terminarYa(); return; }
        paso(suave(t));
        enCurso.cuadro = window.requestAnimationFrame(cuadro);
      }
      enCurso.cuadro = window.requestAnimationFrame(cuadro);
    }
    function mezcla(de, a, t) {
      return { x: entre(de.x, a.x, t), y: entre(de.y, a.y, t), giro: entre(de.giro, vueltaCorta(de.giro, a.giro), t), escala: entre(de.escala, a.escala, t) };
    }
    function asentar() { trazo.fichas.forEach(function (f) { mover(piezas[f.ficha], destino(f)); }); }

    function acomodarPuestas(luego) {
      var antes = {}, hay = false;
      trazo.fichas.forEach(function (f) {
        var p = piezas[f.ficha], d = destino(f);
        if (!p || !p.en) { return; }
        antes[f.ficha] = p.en;
        hay = hay || Math.abs(p.en.x - d.x) + Math.abs(p.en.y - d.y) > 0.5 || p.en.escala !== d.escala;
      });
      if (!hay) { luego(); return; }
      animar(ACOMODO, function (t) {
        trazo.fichas.forEach(function (f) { if (antes[f.ficha]) { mover(piezas[f.ficha], mezcla(antes[f.ficha], destino(f), t)); } });
      }, function () {
        trazo.fichas.forEach(function (f) { if (antes[f.ficha]) { mover(piezas[f.ficha], destino(f)); } });
        luego();
      });
    }
    function volar(f, asiento) {
      var p = nuevaPieza(f), de = origen(asiento, f), a = destino(f);
      piezas[f.ficha] = p;
      salida = null;
      mover(p, de);
      animar(VUELO, function (t) {
        var e = mezcla(de, a, t);
        e.alza = (1 - t) * 14;
        mover(p, e);
      }, function () { mover(p, a); marcar(f, true); });
    }

    /* ---------- marcas ---------- */
    function cerco(f, clase) {
      var e = trazo.escala;
      nodo('rect', {
        'class': clase, x: f.caja.x - 1, y: f.caja.y - 1, width: f.caja.ancho + 2, height: f.caja.alto + 2, rx: 10 * e, 'stroke-width': Math.max(3, 5 * e)
      }, capas.marcas);
    }
    function repasarMarcas() {
      vaciar(capas.marcas);
      if (!trazo || !trazo.fichas.length) { return; }
      cerco(trazo.fichas[trazo.fichas.length - 1], 'tablero__ultima');
      trazo.fichas.forEach(function (f) { if (f.ficha === resaltada) { cerco(f, 'tablero__resaltada'); } });
    }
    function marcar(f, conNombre) {
      repasarMarcas();
      quitarNombre();
      if (conNombre && nombreDe(f.asiento)) { ponerNombre(f, nombreDe(f.asiento)); }
    }
    function quitarNombre() {
      window.clearTimeout(relojMarca);
      vaciar(capas.nombre);
      nombre = null;
    }
    function encima(a, b) {
      var dx = Math.min(a.x + a.ancho, b.x + b.ancho) - Math.max(a.x, b.x), dy = Math.min(a.y + a.alto, b.y + b.alto) - Math.max(a.y, b.y);
      return Math.max(0, dx) * Math.max(0, dy);
    }
    /* la ficha que se está por tirar debe verse dónde cae */
    function estorba(caja) { return (pedidos || []).some(function (h) { return encima(caja, h.caja) > 0; }); }
    /* lo que tapa del letrero que va sobre el paño («Saliste tú»), que no se mueve (D768) */
    function dichoEn(caja) {
      var n = o.letrero && o.letrero(), r, s;
      if (!n || !n.textContent) { return 0; }
      r = n.getBoundingClientRect();
      s = svg.getBoundingClientRect();
      return encima(caja, { x: r.left - s.left, y: r.top - s.top, ancho: r.width, alto: r.height });
    }
    function tapa(caja) {
      if (caja.x < 2 || caja.y < 2 || caja.x + caja.ancho > medida.ancho - 2 || caja.y + caja.alto > medida.alto - 2) { return Infinity; }
      return trazo.fichas.reduce(function (suma, f) { return suma + encima(caja, f.caja); }, dichoEn(caja));
    }
    /* un nombre largo cruzaría la cadena: el primero, con puntos si caben, y si no lo que quepa */
    function recortar(letra, quien) {
      var cabe = Math.max(70, medida.ancho * 0.34), primero = quien.split(' ')[0], n;
      if (letra.getComputedTextLength() > cabe && primero !== quien) { letra.textContent = primero + '…'; }
      if (letra.getComputedTextLength() > cabe) { letra.textContent = primero; }
      for (n = letra.textContent.length - 1; n > 3 && letra.getComputedTextLength() > cabe; n--) {
        letra.textContent = primero.slice(0, n) + '…';
      }
    }
    function dentro(v, largo, total) { return Math.max(2, Math.min(total - largo - 2, v)); }
    /* la etiqueta busca un lado libre junto a la ficha; si no lo hay, tapa lo menos de la cadena, nunca la ficha nueva ni un
       hueco: si no cabe sin taparlo, no se pone */
    function ponerNombre(f, quien) {
      var g = nodo('g', { 'class': 'tablero__quien' }, capas.nombre), fondo = nodo('rect', {}, g), letra = nodo('text', {}, g);
      var c = f.caja, alto, ancho, lugares, l;
      letra.textContent = quien;
      recortar(letra, quien);
      alto = (parseFloat(window.getComputedStyle(letra).fontSize) || 16) * 1.55;
      ancho = letra.getComputedTextLength() + alto * 0.8;
      lugares = [
        { x: dentro(f.x - ancho / 2, ancho, medida.ancho), y: c.y - alto - 5 }, { x: dentro(f.x - ancho / 2, ancho, medida.ancho), y: c.y + c.alto + 6 },
        { x: c.x + c.ancho + 6, y: f.y - alto / 2 }, { x: c.x - ancho - 6, y: f.y - alto / 2 }
      ];
      /* y en las esquinas, antes que tapar la cadena */
      [c.x - ancho - 4, c.x + c.ancho + 4].forEach(function (x) { [c.y - alto - 4, c.y + c.alto + 4].forEach(function (y) { lugares.push({ x: x, y: y }); }); });
      lugares.forEach(function (x) {
        x.ancho = ancho;
        x.alto = alto;
        x.tapa = estorba(x) ? Infinity : tapa(x);
      });
      l = lugares.reduce(function (mejor, x) { return x.tapa < mejor.tapa ? x : mejor; });
      if (estorba(l)) { quitarNombre(); return; }
      nombre = { f: f, quien: quien, caja: l };
      nodo('title', {}, g).textContent = quien;
      [['x', l.x], ['y', l.y], ['width', ancho], ['height', alto], ['rx', alto / 2]].forEach(function (a) { fondo.setAttribute(a[0], String(a[1])); });
      letra.setAttribute('x', String(l.x + ancho / 2));
      letra.setAttribute('y', String(l.y + alto * 0.68));
      relojMarca = window.setTimeout(quitarNombre, o.marca || MARCA);
    }

    function moverNombre() {
      var era = nombre;
      quitarNombre();
      ponerNombre(era.f, era.quien);
    }

    /* ---------- pintar ---------- */
    function medir() {
      if (fijo && trazo) { return true; }
      var caja = svg.getBoundingClientRect();
      if (!caja.width || !caja.height) { return false; }
      medida = { ancho: caja.width, alto: caja.height };
      svg.setAttribute('viewBox', '0 0 ' + medida.ancho + ' ' + medida.alto);
      return true;
    }
    /* con el tablero escondido se traza en uno cualquiera: las terminales son las mismas */
    function terminales() {
      var hecho = trazo || AmigosCadena.trazar(estado.cadena, { ancho: 600, alto: 600, salidor: estado.salidor, volteada: estado.volteada }), t = hecho.terminales;
      return { A: t.A, B: t.B, arriba: arriba(), seVe: t.A && t.B ? seVe(t.A, t.B, hecho.escala) : '' };
    }
    /* con vueltas, la cadena de arriba puede acabar abajo: de sus dos nombres («arriba o izquierda») vale el que se ve */
    function seVe(a, b, escala) {
      var una = arriba() === 1 ? a : b, otra = una === a ? b : a, sube = otra.y - una.y, entra = otra.x - una.x;
      /* no se llama «Abajo» a la punta cuya ficha sube, si con «Derecha» no se contradice (D863) */
      var malAlto = una.rumbo.y > 0 || otra.rumbo.y < 0, malAncho = una.rumbo.x > 0 || otra.rumbo.x < 0;
      var alAncho = entra > escala * AmigosCadena.GRUESO && (malAlto === malAncho ? entra > sube : malAlto);
      if (sube > 0 && !alAncho) { return '_alto'; }
      return entra > 0 ? '_ancho' : '';
    }
    function aqui() { return { ancho: medida.ancho, alto: medida.alto, salidor: estado.salidor, volteada: estado.volteada, tope: tope && tope.grueso }; }
    function trazar(cadena) { return AmigosCadena.trazar(cadena, aqui()); }
    /* en una mano las fichas sólo achican: un renglón más o menos junto al paño no las hace crecer y encoger de un turno a
       otro (D769). Otra mano, o un paño de veras distinto, empieza de nuevo */
    function repasarTope(antes) {
      var misma = antes.length && (antes.length === estado.cadena.length || sigueDe(antes, estado.cadena)) && antes[0][0] === estado.cadena[0][0];
      if (!misma || !tope || tope.ancho !== medida.ancho || Math.abs(medida.alto - tope.alto) > tope.alto * OTRO_PANO) { tope = null; }
    }
    function recordarTope() {
      if (!estado.cadena.length) { tope = null; return; }
      tope = { grueso: trazo.escala * AmigosCadena.GRUESO, ancho: medida.ancho, alto: tope ? tope.alto : medida.alto };
    }
    function sigueDe(antes, ahora) {
      return ahora.length > antes.length && antes.every(function (j, i) { return j[0] === ahora[i][0] && j[1] === ahora[i][1]; });
    }
    function arriba() { return estado.volteada ? 2 : 1; }
    function describirSola() {
      var t = terminales(), una = t.arriba === 1 ? t.A : t.B, otra = t.arriba === 1 ? t.B : t.A;
      if (descrito || !textos.palos) { return; }
      svg.setAttribute('aria-label', !una ? textos.vacia || '' :
        decir(textos, 'cadena', { n: estado.cadena.length, a: textos.palos[una.palo], b: textos.palos[otra.palo] }));
    }
    function soltarSobrantes() {
      var quedan = {}, k;
      trazo.fichas.forEach(function (f) { quedan[f.ficha] = true; });
      for (k in piezas) {
        if (piezas.hasOwnProperty(k) && !quedan[k]) { quitar(piezas[k].cara); quitar(piezas[k].sombra); delete piezas[k]; }
      }
    }
    function pintar(nuevo, como) {
      var c = como || {}, antes = estado.cadena, vuela, ultima, asiento;
      terminarTodo();
      estado = { cadena: nuevo.cadena, salidor: nuevo.salidor, volteada: !!nuevo.volteada, yo: nuevo.yo };
      quitarHuecos();
      if (!medir()) { trazo = null; describirSola(); return; }
      repasarTope(antes);
      trazo = trazar(estado.cadena);
      recordarTope();
      describirSola();
      soltarSobrantes();
      vuela = c.animar && sigueDe(antes, estado.cadena);
      ultima = trazo.fichas[trazo.fichas.length - 1];
      trazo.fichas.forEach(function (f) {
        if (!piezas[f.ficha] && !(vuela && f === ultima)) { piezas[f.ficha] = nuevaPieza(f); mover(piezas[f.ficha], destino(f)); }
      });
      vaciar(capas.marcas);
      quitarNombre();
      if (!vuela || quieto()) {
        salida = null;
        if (vuela) { piezas[ultima.ficha] = nuevaPieza(ultima); }
        asentar();
        if (ultima) { marcar(ultima, vuela); }
        return;
      }
      asiento = c.desde === undefined || c.desde === null ? ultima.asiento : c.desde;
      acomodarPuestas(function () { volar(ultima, asiento); });
    }
    function acomodar() {
      var antes = medida;
      if (!medir() || (medida.ancho === antes.ancho && medida.alto === antes.alto && trazo)) { return; }
      var eran = pedidos, elige = alElegir, conNombre = !!(enCurso || capas.nombre.firstChild);
      pintar({ cadena: estado.cadena, salidor: estado.salidor, volteada: estado.volteada, yo: estado.yo }, {});
      if (conNombre && trazo.fichas.length) { marcar(trazo.fichas[trazo.fichas.length - 1], true); }
      if (eran) { huecos(eran, elige); }
    }

    /* ---------- huecos: dónde puede caer la ficha ---------- */
    function quitarHuecos() {
      vaciar(capas.huecos);
      pedidos = null;
      alElegir = null;
    }
    /* si la ficha obliga a acomodar todo, se señala la terminal a la que se pega */
    function lugarDe(opcion) {
      var o2 = aqui();
      var f = AmigosCadena.hueco(estado.cadena, [opcion[0], opcion[1], yo()], o2), pega;
      if (f) { return { f: f, fantasma: true }; }
      pega = trazo.terminales[opcion[1] === 2 ? 'B' : 'A'].ficha;
      return { f: trazo.fichas.filter(function (x) { return x.ficha === pega; })[0], fantasma: false };
    }
    function huecos(lista, elegir) {
      quitarHuecos();
      if (!lista || !trazo) { return; }
      alElegir = elegir || null;
      pedidos = lista.map(function (op) {
        var lugar = lugarDe(op), l = lugar.f, g = nodo('g', { 'class': 'tablero__hueco' }, capas.huecos), f, e = trazo.escala;
        nodo('circle', { 'class': 'tablero__blanco', cx: l.x, cy: l.y, r: Math.max(26, e * 60) }, g);
        f = nodo('g', { transform: 'translate(' + l.x + ' ' + l.y + ') rotate(' + l.giro + ') scale(' + e + ')' }, g);
        if (lugar.fantasma) { AmigosFicha.caras(op[0], nodo('g', { 'class': 'tablero__fantasma' }, f)); }
        nodo('rect', { 'class': 'tablero__borde', x: -29, y: -57, width: 58, height: 114, rx: 10, 'stroke-width': Math.max(5, 3 / e) }, f);
        g.addEventListener('click', function () { if (alElegir) { alElegir(op[0], op[1]); } });
        return { 0: op[0], 1: op[1], x: l.x, y: l.y, g: g, caja: l.caja };
      });
      if (nombre && estorba(nombre.caja)) { moverNombre(); }
    }
    function huecoEn(x, y) {
      var caja = svg.getBoundingClientRect(), px = x - caja.left, py = y - caja.top, mejor = null, menor = Infinity, otra = Infinity;
      var fuera = px < 0 || py < 0 || px > caja.width || py > caja.height;
      (pedidos || []).forEach(function (h) {
        var d = (h.x - px) * (h.x - px) + (h.y - py) * (h.y - py);
        if (d < menor) { otra = menor; menor = d; mejor = fuera ? null : h; } else { otra = Math.min(otra, d); }
      });
      (pedidos || []).forEach(function (h) { h.g.setAttribute('class', 'tablero__hueco' + (h === mejor ? ' tablero__hueco--cerca' : '')); });
      return mejor ? { ficha: mejor[0], extremo: mejor[1], claro: menor < otra * 0.5 } : null;
    }

    window.addEventListener('resize', acomodar);
    if (window.ResizeObserver) { new window.ResizeObserver(acomodar).observe(svg); } /* compat: se pregunta antes; sin él basta resize */
    medir();

    return {
      pintar: pintar, acomodar: acomodar, huecos: huecos, huecoEn: huecoEn,
      resaltar: function (ficha) { resaltada = ficha; if (!enCurso) { repasarMarcas(); } },
      terminales: terminales,
      quieto: function (si) { fijo = si; acomodar(); },
      saleDe: function (x, y) { salida = { x: x, y: y }; },
      describir: function (texto) { descrito = texto !== null; if (descrito) { svg.setAttribute('aria-label', texto); } else { describirSola(); } }
    };
  }

  return { crear: crear };
}());
