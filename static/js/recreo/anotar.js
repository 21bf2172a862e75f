/* Una mano en tres toques: las cifras y un botón que dice pareja, desenlace y tantos, y guarda; la siguiente queda lista
   ahí mismo. Lo escrito va en la dirección (la misma que usa la página sin guiones): recargar no lo pierde.
   Avisa con mano:guardada (detail: {frase}). Con window.Cola la mano queda en el aparato antes de salir (anotar_cola.js);
   sin ella va por el envío de siempre. `mano` es la clave: el número que se ve se cuenta (D370). ES5, sin dependencias
   (PL1). */
(function () {
  'use strict';

  var raiz = document.querySelector('[data-anotar]');
  if (!raiz) { return; }

  var META = parseInt(raiz.getAttribute('data-meta'), 10) || 0;
  var MINIMO = parseInt(raiz.getAttribute('data-minimo'), 10), MAXIMO = parseInt(raiz.getAttribute('data-maximo'), 10);
  var forma = document.getElementById('la-mano');
  var numero = document.getElementById('cuantos');
  var mano = parseInt(raiz.getAttribute('data-mano'), 10), revision = parseInt(raiz.getAttribute('data-revision'), 10);
  var corrige = raiz.getAttribute('data-corrige') !== null;
  var base = [raiz.getAttribute('data-base-0'), raiz.getAttribute('data-base-1')];
  var elegida = { desenlace: '', pareja: '' };  /* el último botón tocado */
  var deAntes = (corrige || raiz.querySelector('[data-se-borro]')) && numero && location.search.indexOf('tantos=') < 0;  /* lo escrito es lo que decía: la primera cifra lo sustituye */
  var deLaCola = false;                         /* se corrige una que espera en el aparato */
  var recienLlegada = true;                     /* todavía no se sabe qué hay en la cola */
  var espera = false;                           /* hay una por enviar a la vista */
  var mias = [];                                /* las de aquí que la hoja del servidor todavía no trae */
  var idas = [];                                /* las que de aquí se deshicieron cuando ya pudieron haber salido */

  function texto(cual, datos) {
    var t = raiz.getAttribute('data-t-' + cual) || '', k;
    for (k in datos) { if (datos.hasOwnProperty(k)) { t = t.split('{' + k + '}').join(String(datos[k])); } }
    return t;
  }
  function cada(selector, hacer) {
    var todos = document.querySelectorAll(selector), i;
    for (i = 0; i < todos.length; i++) { hacer(todos[i]); }
  }
  function poner(nodo, t) { if (nodo && nodo.textContent !== t) { nodo.textContent = t; } }
  function atributo(nodo, cual) { return parseInt(nodo.getAttribute(cual), 10) || 0; }
  function pareja(cual) { return raiz.querySelector('[data-pareja="' + cual + '"]'); }

  /* ---------- la hoja viva: lo que hay en el servidor ---------- */
  function hoja() {
    var n = document.querySelector('[data-hoja]');
    return n && {
      siguiente: atributo(n, 'data-siguiente'), numero: atributo(n, 'data-numero'), borradas: (n.getAttribute('data-borradas') || '').split(' ').map(Number), etapa: n.getAttribute('data-etapa'),
      marcador: [n.getAttribute('data-marcador-0'), n.getAttribute('data-marcador-1')],
      sale: function (k) { return n.getAttribute('data-sale-' + (k % 4)) || ''; }
    };
  }
  /* con qué número se ve esa clave: las que van antes y siguen en pie, aunque la página guardada no las conozca */
  function numeroDe(cual) {
    var h = hoja(), n = h ? h.numero : 0, k;
    function deAqui(m) { return m.mano === k; }
    if (corrige || !h || cual < h.siguiente) { return atributo(raiz, 'data-numero'); }
    /* la deshecha que sí llegó está en la hoja hasta que llegue su borrado */
    for (k = 0; k < idas.length; k++) { if (idas[k] < h.siguiente && h.borradas.indexOf(idas[k]) < 0) { n -= 1; } }
    for (k = h.siguiente; k < cual; k++) { if (mias.some(deAqui) || (h.borradas.indexOf(k) < 0 && idas.indexOf(k) < 0)) { n += 1; } }
    return n;
  }
  function quienSale() {
    var h = hoja();
    return h && mano >= h.siguiente ? h.sale(numeroDe(mano) - h.numero) : '';
  }
  /* lo que llevan antes de esta mano: lo del servidor y, encima, lo que de aquí todavía no le llega */
  function ponerseAlDia() {
    var h = hoja(), i, m;
    if (corrige || !h || h.siguiente > mano) { return; }
    base = h.marcador.slice();
    for (i = 0; i < mias.length; i++) {
      m = mias[i];
      if (META && m.lado >= 0 && m.mano >= h.siguiente && m.mano < mano) { base[m.lado] = String(parseInt(base[m.lado], 10) + m.tantos); }
    }
    if (h.siguiente === mano) { revision = 0; forma.elements.revision.value = 0; }
  }

  /* ---------- pintar ---------- */
  function escrito() { return numero ? numero.value : ''; }
  function cuantos() {
    var n = parseInt(escrito(), 10);
    return /^\d+$/.test(escrito()) && n >= MINIMO && n <= MAXIMO ? n : 0;
  }
  function pintar() {
    var n = cuantos(), mal = escrito() !== '' && !n, caja = raiz.querySelector('[data-imposible]');
    if (numero) {
      poner(caja, mal ? texto('imposible', { meta: META, minimo: MINIMO, maximo: MAXIMO }) : '');
      Amigos.mostrar(caja, mal);
      Amigos.mostrar(document.getElementById('cuantos-ayuda'), !mal && !n);
      if (mal) { numero.setAttribute('aria-invalid', 'true'); } else { numero.removeAttribute('aria-invalid'); }
      poner(raiz.querySelector('[data-pregunta-dicha]'), n ? texto('para', { n: n }) : texto('pregunta', {}));
    }
    cada('[data-lado]', function (p) { pintarPareja(p, n); });
    if (!numero && !corrige) { poner(raiz.querySelector('[data-pregunta]'), texto('quien-gano', { n: numeroDe(mano) })); }
    pintarTitulo();
  }
  function pintarPareja(p, n) {
    var lleva = base[atributo(p, 'data-lado')], queda = parseInt(lleva, 10) + n, seSabe = META && n && lleva !== '', caja = p.querySelector('[data-queda]'), botones = p.querySelectorAll('button'), i;
    poner(p.querySelector('[data-lleva]'), lleva);
    poner(caja, seSabe ? '→ ' + Math.min(META, queda) + (queda >= META ? ' ' + texto('llega', {}) : '') : '');
    Amigos.mostrar(caja, seSabe);
    for (i = 0; i < botones.length; i++) {
      botones[i].disabled = Boolean(META) && !n;
      poner(botones[i].querySelector('[data-suma]'), META && n ? '+' + n : '');
    }
  }
  function pintarTitulo() {
    var llegaron = document.querySelector('[data-ya-en-la-meta]'), quien = llegaron || deLaCola ? '' : quienSale(), fuera = document.querySelector('[data-no-se-anota]');
    if (corrige) { return; }
    poner(document.querySelector('[data-titulo-mano]'), fuera ? fuera.getAttribute('data-titulo') : llegaron ? texto('en-la-meta', {}) : texto(deLaCola ? 'corregir' : 'titulo', { n: numeroDe(mano) }));
    poner(document.querySelector('[data-sale-dicho]'), quien ? '· ' + texto('sale', { quien: quien }) : '');
  }
  /* con otra que espera en el aparato, la última es ésa y su Deshacer, el que vale */
  function pintarUltima() { Amigos.mostrar(document.querySelector('[data-ult]'), !corrige && !deLaCola && !espera); }

  /* ---------- números: teclado de la pantalla y el de verdad ---------- */
  function direccion(mas) {
    var t = '?mano=' + mano + '&revision=' + revision;
    if (elegida.desenlace) { t += '&desenlace=' + elegida.desenlace + (elegida.pareja ? '&pareja=' + elegida.pareja : ''); }
    return t + (escrito() ? '&tantos=' + encodeURIComponent(escrito()) : '') + (mas || '');
  }
  function escribir(valor) {
    deAntes = false;
    numero.value = valor.replace(/\D/g, '').replace(/^0+(\d)/, '$1').slice(0, 4);
    history.replaceState(null, '', direccion());
    pintar();
  }
  function cifra(c) { escribir((deAntes ? '' : numero.value) + c); }
  function quitar() { escribir(numero.value.slice(0, -1)); }

  raiz.addEventListener('click', function (e) {
    var b = Amigos.subir(e.target, 'data-cifra');
    if (b && numero) { cifra(b.getAttribute('data-cifra')); return; }
    b = Amigos.subir(e.target, 'data-borrar');
    if (b && numero) { quitar(); }
  });
  /* el formulario dice la mano entera, como la cola del aparato la guarda; antes de que alguien lo mande */
  raiz.addEventListener('click', function (e) {
    var b = e.target;
    while (b && b !== raiz && b.name !== 'marca') { b = b.parentNode; }
    if (b && b.name === 'marca') { marcar(b.value); }
  }, true);
  function marcar(marca) {
    var partes = marca.split('-'), sin = partes[0] === 'cierre_empatado' || !partes[1];
    elegida = { desenlace: partes[0], pareja: partes[1] || '' };
    forma.elements.desenlace.value = elegida.desenlace;
    forma.elements.pareja.value = elegida.pareja;
    forma.setAttribute('data-numero', numeroDe(mano));
    forma.setAttribute('data-dicho', sin ? texto('nadie', {}) : dicho());
    if (sin && numero) { numero.value = ''; }
  }
  function dicho() {
    var quienes = pareja(elegida.pareja).getAttribute('data-nombres');
    return META ? texto('dicho', { n: cuantos(), quienes: quienes }) : texto('gana-la-mano', { quienes: quienes });
  }
  if (numero) {
    numero.setAttribute('inputmode', 'none');
    numero.addEventListener('input', function () { escribir(numero.value); });
    numero.addEventListener('keydown', function (e) {
      if (e.keyCode === 13) { e.preventDefault(); alPrimerBoton(); }
    });
  }
  function alPrimerBoton() {
    var b = raiz.querySelector('.para__b:not([disabled])');
    if (b) { b.focus(); }
  }
  document.addEventListener('keydown', function (e) {
    var donde = e.target, tecla = e.key || '';
    if (!numero || raiz.hasAttribute('hidden') || e.ctrlKey || e.metaKey || e.altKey) { return; }
    if (donde.tagName === 'INPUT' || donde.tagName === 'TEXTAREA') { return; }
    if (/^[0-9]$/.test(tecla)) { e.preventDefault(); cifra(tecla); return; }
    if (tecla === 'Backspace') { e.preventDefault(); quitar(); return; }
    if (tecla === 'Enter' && donde.tagName !== 'BUTTON' && donde.tagName !== 'A' && donde.tagName !== 'SUMMARY') { e.preventDefault(); alPrimerBoton(); }
  });

  /* ---------- guardada: la mano siguiente queda lista ---------- */
  function deAqui(e) {
    var f = e.detail && e.detail.forma;
    return f && f === forma ? f : null;
  }
  function laMia() {
    var con = elegida.desenlace !== 'cierre_empatado' && elegida.pareja, p = con ? pareja(elegida.pareja) : null;
    return { mano: mano, numero: numeroDe(mano), lado: p ? atributo(p, 'data-lado') : -1, tantos: p ? cuantos() : 0, dicho: forma.getAttribute('data-dicho') };
  }
  function ponerMano(cual) {
    mano = cual;
    deLaCola = false;
    revision = 0;
    elegida = { desenlace: '', pareja: '' };
    forma.elements.mano.value = mano;
    forma.elements.revision.value = 0;
    forma.elements.desenlace.value = forma.elements.pareja.value = '';
    forma.elements.id_orden.value = Amigos.uuid();
    raiz.setAttribute('data-mano', mano);
    raiz.setAttribute('data-revision', 0);
  }
  /* el formulario ya es de otra mano: lo que ocupaba a la anterior no la estorba */
  function desocupar() {
    var botones = forma.querySelectorAll('button'), i;
    forma.removeAttribute('aria-busy');
    for (i = 0; i < botones.length; i++) { Amigos.apagar(botones[i], false); }
  }
  function siguiente(mia) {
    var ultima = mia.mano, i;
    mias = mias.filter(function (m) { return m.mano !== mia.mano; });
    mias.push(mia);
    /* se pudo corregir una que espera en el aparato: la que sigue va después de todas */
    for (i = 0; i < mias.length; i++) { ultima = Math.max(ultima, mias[i].mano); }
    ponerMano(ultima + 1);
    desocupar();
    if (numero) { numero.value = ''; }
    cada('.para__b--puesta', function (b) { b.classList.remove('para__b--puesta'); });
    cada('[data-se-borro]', function (n) { Amigos.mostrar(n, false); });
    cada('#empate', function (n) { n.removeAttribute('open'); });
    alDia();
    history.replaceState(null, '', direccion());
    enfocar();
  }
  function enfocar() {
    var t = raiz.querySelector('[data-pregunta]');
    if (t && !raiz.hasAttribute('hidden')) { t.focus(); }
  }
  /* lo que se oye: qué quedó, cuánto llevan y quién sale; en la meta ya no sale nadie: falta confirmar */
  function decir(mia, cual) {
    var frase = texto(cual, { n: mia.numero, dicho: mia.dicho }), quien = quienSale(), van = base.map(function (b) { return Math.min(META, parseInt(b, 10)); });
    if (META) { frase += ' ' + texto('van', { a: van[0], b: van[1] }); }
    if (META && Math.max(van[0], van[1]) === META) { frase += ' ' + texto('llegaron', { meta: META }); } else if (quien) { frase += ' ' + texto('turno', { quien: quien }); }
    Amigos.decir(frase);
    avisar('guardada', { frase: frase });
  }
  function avisar(nombre, datos) {
    var e = document.createEvent('CustomEvent');
    e.initCustomEvent('mano:' + nombre, true, false, datos);
    document.dispatchEvent(e);
  }
  function porEnviar(mia) {
    var caja = raiz.querySelector('[data-por-enviar]');
    if (mia) { poner(caja.querySelector('[data-por-enviar-dicho]'), texto('apuntada', { n: mia.numero, dicho: mia.dicho })); }
    Amigos.mostrar(caja, mia);
    espera = Boolean(mia);
    pintarUltima();
  }

  /* deshecha antes de llegar al servidor: se vuelve a escribir con lo que decía */
  function deshecha(mia, laMisma) {
    mias = mias.filter(function (m) { return m.mano !== mia.mano; });
    if (laMisma) { ponerMano(mia.mano); } else { idas.push(mia.mano); }
    if (numero) { numero.value = mia.tantos || ''; deAntes = true; }
    porEnviar(null);
    alDia();
    history.replaceState(null, '', direccion());
    Amigos.decir(texto('deshecha', { n: mia.numero }));
    enfocar();
  }

  /* con el envío de siempre: en cuanto el servidor contesta; sin señal se dice y se espera */
  document.addEventListener('orden:pendiente', function (e) { if (deAqui(e)) { porEnviar(laMia()); } });
  document.addEventListener('orden:aceptada', function (e) {
    var mia;
    if (!deAqui(e) || corrige) { return; }
    e.preventDefault();
    mia = laMia();
    porEnviar(null);
    siguiente(mia);
    decir(mia, 'guardada');
    alDiaDeNuevo();
  });
  /* si se le había despedido (sesión vencida, entró de nuevo en otra pestaña), lo vivo vuelve con página nueva */
  function alDiaDeNuevo() {
    var general = document.querySelector('[data-error-general]');
    if (general && !general.hasAttribute('hidden')) { location.reload(); return; }
    if (window.Vivo) { window.Vivo.ponerseAlDia(); }
  }
  document.addEventListener('orden:negada', function (e) {
    if (!deAqui(e)) { return; }
    porEnviar(null);
    if (e.detail.respuesta && e.detail.respuesta.codigo === 'mano_ya_anotada') {
      e.preventDefault();
      location.replace(location.pathname + direccion('&enviada=1'));
      return;
    }
    alDia();
  });

  /* ---------- mientras tanto, otra persona anotó esta mano ---------- */
  function mirarAvisos() {
    /* según la hoja más nueva esa mano no está: el aviso es de una página vieja (D848) */
    var h = hoja(), falta = h && mano >= h.siguiente;
    cada('[data-si-mano]', function (a) {
      Amigos.mostrar(a, !falta && atributo(a, 'data-si-mano') === mano && atributo(a, 'data-revision') > revision);
    });
  }
  /* la mesa se cerró, llegó a la meta o la anota otra persona: se quita lo que ya no sirve y se dice lo que se llevaba escrito */
  function mirarSiSeAnota() {
    var aviso = document.querySelector('[data-no-se-anota]'), meta = document.querySelector('[data-ya-en-la-meta]'), barra = document.querySelector('[data-zona="barra"]');
    var adentro = raiz.contains(document.activeElement), llevaba;
    Amigos.mostrar(meta, !corrige);
    Amigos.mostrar(barra, !corrige);
    Amigos.mostrar(raiz, !aviso && (corrige || !meta));
    if (aviso) {
      cada('[data-se-borro]', function (n) { Amigos.mostrar(n, false); });
      llevaba = aviso.querySelector('[data-llevabas]');
      /* si esa mano ya la anotó otra persona, lo que se llevaba no viene al caso (D752) */
      if (cuantos() && (corrige || !hoja() || mano >= hoja().siguiente)) { poner(llevaba, texto('llevabas', { n: cuantos() })); Amigos.mostrar(llevaba, true); }
      if (adentro) { aviso.querySelector('a').focus(); }
    }
  }
  function alDia() {
    ponerseAlDia();
    pintar();
    pintarUltima();
    mirarAvisos();
    mirarSiSeAnota();
  }
  document.addEventListener('vivo:zonas', alDia);

  window.Anotar = {
    forma: forma,
    corrige: corrige,
    mano: function () { return mano; },
    escrito: escrito,
    cifra: cifra,
    lado: function (cual) { return cual === '' || cual === undefined ? -1 : atributo(pareja(cual), 'data-lado'); },
    laMia: laMia,
    siguiente: siguiente,
    deshecha: deshecha,
    decir: decir,
    porEnviar: porEnviar,
    alDia: alDia,
    alDiaDeNuevo: alDiaDeNuevo,
    texto: texto,
    /* lo que la mano que se corrige decía: la primera cifra lo sustituye; lo que ya se tocó no se pisa */
    decia: function (tantos, enCola) {
      deLaCola = enCola && !corrige;
      if (numero && (!escrito() || escrito() === tantos)) { numero.value = tantos; deAntes = true; }
      pintar();
      pintarUltima();
    },
    /* lo que espera en el aparato ya cuenta: la mano que sigue es la de después */
    deshechas: function (cuales) { idas = cuales; },
    esperan: function (todas, ultima, porEnviarse) {
      var h = hoja(), sigue = Math.max(ultima + 1, h ? h.siguiente : 0);
      mias = todas;
      /* al llegar, aunque traiga cifras de la mesa: el número de la dirección pudo quedarse atrás o adelante (D847) */
      if (!deLaCola && forma.getAttribute('aria-busy') === null && (ultima >= mano ? !escrito() || recienLlegada : recienLlegada && porEnviarse && sigue < mano)) {
        ponerMano(sigue);
        history.replaceState(null, '', direccion());
      }
      alDia();
    }
  };

  /* la mesa guardada era la vieja: esa mano ya está en la hoja y sigue otra (D848) */
  function alLlegar() {
    var h = hoja(), vieja = document.body.getAttribute('data-guardada') !== null && !corrige && !deLaCola && !revision && forma.getAttribute('aria-busy') === null;
    if (recienLlegada && vieja && h && h.siguiente > mano) {
      ponerMano(h.siguiente);
      history.replaceState(null, '', direccion());
      alDia();
    }
    recienLlegada = false;
  }
  document.addEventListener('cola:cambio', function () { window.setTimeout(alLlegar, 0); });
  /* de regreso con «atrás» tras haber anotado: lo de la memoria ya es viejo */
  window.addEventListener('pageshow', function (e) { if (e.persisted) { location.reload(); } });

  /* hasta aquí nadie oía las teclas: salen cuando ya escriben */
  cada('[data-teclado]', function (n) { Amigos.mostrar(n, true); });
  alDia();
}());
