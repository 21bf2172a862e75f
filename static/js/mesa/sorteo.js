/* El reparto verificable (RG1) en el navegador: dar el número propio y comprobar lo que se revela al terminar la mano.
   Las mismas cuentas que reglas/sorteo.py. Necesita mesa/sha256.js; ES5 (PL1) y sirve sin HTTPS.
     AmigosSorteo.nonce()                      32 hexadecimales al azar
     AmigosSorteo.comprobar(datos, textos)     lista de {paso, texto, bien}, en palabras sencillas; `bien` null: no se pudo comparar
     AmigosSorteo.juicio(pasos)                'bien', 'mal' o 'a_medias'
     AmigosSorteo.conTestigo(datos, visto)     los datos con lo que este aparato apuntó (mesa/testigo.js), si apuntó algo
       datos    {compromiso, claves, semilla, nonces, manos: [[fichas] por asiento], salidor, primera}; una ficha es
                0..27 o "a-b". El salidor sólo se mira si es la primera mano. Opcionales:
                como        de otro juego: {jugadores, por_mano, fuera: [fichas], mulas, sale: numero|ficha|mula}, y con él
                            pozo e intento
                publicado   el compromiso que este aparato guardó: debe ser el mismo; `tarde`, si ya no era antes de dar
                            su número
                propio      {asiento, nonce} que dio este aparato (nonce vacío: no lo dio)
                anotado     el principio de la huella que alguien apuntó a mano
                nombres     de los cuatro asientos, para los textos
       textos   los que sustituyan a TEXTOS (la plantilla los manda ya traducidos)
     AmigosSorteo.compromisoDe, repartir, revolver, salidorDe    las cuentas sueltas; null si un texto no tiene octetos */
(function () {
  'use strict';

  var FICHAS = [], CLAVE = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  /* el juego de siempre; los otros dicen lo suyo en `como` */
  var SIEMPRE = { jugadores: 4, por_mano: 7, fuera: [], mulas: 7, sale: 'numero' }, INTENTOS = 1000;
  var TEXTOS = {
    asiento0: 'Abajo', asiento1: 'Derecha', asiento2: 'Arriba', asiento3: 'Izquierda',
    claves_bien: 'Cada una de las 28 fichas lleva su clave y ninguna se repite.',
    claves_mal: 'Las claves no valen: deben ser 28, distintas y bien escritas.',
    compromiso_bien: 'La huella que se enseña es la de estas claves.',
    compromiso_mal: 'La huella que se enseña no es la de estas claves: algo se cambió.',
    publicado_bien: 'Es la misma huella que tu navegador guardó antes de repartir: nadie cambió las claves después.',
    publicado_mal: 'No es la huella que tu navegador guardó antes de la mano.',
    publicado_tarde: 'Es la misma huella que este aparato vio durante la mano, pero la de antes de repartir no alcanzó a guardarla.',
    publicado_falta: 'Si es la misma huella que se publicó antes de repartir: este aparato no la guardó. Quien la haya apuntado, que vea si empieza {huella}.',
    anotado_bien: 'La huella que apuntaste es la de esta mano.',
    anotado_mal: 'La huella que apuntaste no es la de esta mano.',
    numeros_ninguno: 'Ningún navegador dio su número: revolvió sólo la casa.',
    numeros_bien: 'Los cuatro navegadores dieron su número al azar para revolver las fichas.',
    numeros_faltan: 'Se revolvió con los números que llegaron a tiempo. No llegó el de: {asientos}.',
    numeros_mal: 'Los números de los navegadores no valen: deben ser cuatro.',
    propio_bien: 'Se usó tal cual el número que dio tu navegador.',
    propio_falta: 'Si se usó tu número: este aparato no guardó ninguno para esta mano.',
    propio_vacio: 'Tu navegador no dio su número en esta mano y no se usó ninguno en su lugar.',
    propio_mal: 'El número que se usó por ti no es el que dio tu navegador.',
    reparto_bien: 'Con esas claves y esos números, a cada quien le tocaban justo las fichas que tuvo.',
    reparto_mal: 'Con esas claves y esos números no tocaban las fichas que tuvo: {asientos}.',
    salidor_bien: 'La semilla y los números señalan que la primera mano la sale: {debido}. Y así fue.',
    salidor_mal: 'La semilla y los números señalan que la primera mano la sale: {debido}. Pero salió: {asientos}.',
    numeros_todos: 'Cada navegador dio su número al azar para revolver las fichas.',
    pozo_bien: 'Las fichas del pozo son las que sobraban, y en ese orden.',
    pozo_mal: 'Las fichas del pozo, o su orden, no son las que sobraban.',
    intento_bien: 'Es el primer reparto que se admite: a nadie le tocan dobles de más.',
    intento_mal: 'No es el primer reparto que se admite.',
    mayor_bien: 'La primera mano la sale quien tiene la ficha mayor: {debido}. Y así fue.',
    mayor_mal: 'La primera mano la sale quien tiene la ficha mayor: {debido}. Pero salió: {asientos}.',
    sin_datos: 'No se puede comprobar: faltan datos o vienen mal.'
  };

  (function () {
    var a, b;
    for (a = 0; a < 7; a++) { for (b = a; b < 7; b++) { FICHAS.push(a + '-' + b); } }
  })();

  /* --- las cuentas ---------------------------------------------------------------------------------------------- */
  function esLista(x, largo) {
    return Object.prototype.toString.call(x) === '[object Array]' && x.length === largo;
  }
  /* uno por uno: dos sustitutos sueltos no valen aunque pegados hagan pareja */
  function sonTextos(lista) {
    var i;
    for (i = 0; i < lista.length; i++) {
      if (typeof lista[i] !== 'string' || !window.AmigosSha256.octetos(lista[i])) { return false; }
    }
    return true;
  }
  function huella(partes) { return sonTextos(partes) ? window.AmigosSha256.hexadecimal(partes.join('')) : null; }

  function compromisoDe(claves, semilla) { return huella(claves.concat([semilla])); }

  function salidorDe(semilla, nonces) {
    var h = huella([semilla].concat(nonces));
    /* 16 es múltiplo de 4: basta la última letra */
    return h === null ? null : parseInt(h.charAt(63), 16) % 4;
  }

  /* las fichas por la huella de su clave y de lo que le sigue */
  function ordenar(claves, cola) {
    var orden = [], i, h;
    for (i = 0; i < 28; i++) {
      h = huella([claves[i]].concat(cola));
      if (h === null) { return null; }
      orden.push({ ficha: i, huella: h });
    }
    orden.sort(function (x, y) { return x.huella < y.huella ? -1 : x.huella > y.huella ? 1 : x.ficha - y.ficha; });
    for (i = 0; i < 28; i++) { orden[i] = orden[i].ficha; }
    return orden;
  }

  function mulasDe(mano) {
    var cuantas = 0, i;
    for (i = 0; i < mano.length; i++) { if (FICHAS[mano[i]].charAt(0) === FICHAS[mano[i]].charAt(2)) { cuantas++; } }
    return cuantas;
  }

  /* {manos, pozo, intento}: el primer intento en que a nadie le tocan mulas de más (VA4) */
  function revolver(claves, nonces, como) {
    var intento, orden, manos, i, vale;
    if (!esLista(claves, 28) || !esLista(nonces, como.jugadores)) { return null; }
    for (intento = 0; intento < INTENTOS; intento++) {
      orden = ordenar(claves, intento ? nonces.concat([String(intento)]) : nonces);
      if (!orden) { return null; }
      for (i = orden.length - 1; i >= 0; i--) { if (como.fuera.indexOf(orden[i]) >= 0) { orden.splice(i, 1); } }
      for (manos = [], vale = true, i = 0; i < como.jugadores; i++) {
        manos.push(orden.slice(i * como.por_mano, (i + 1) * como.por_mano));
        if (mulasDe(manos[i]) > como.mulas) { vale = false; }
      }
      if (vale) { return { manos: manos, pozo: orden.slice(como.jugadores * como.por_mano), intento: intento }; }
    }
    return null;
  }

  function repartir(claves, nonces, como) {
    var salio = revolver(claves, nonces, como || SIEMPRE);
    return salio && salio.manos;
  }

  /* lo que suma una ficha y, en empate, su lado mayor */
  function cuanto(ficha) { return 10 * (+FICHAS[ficha].charAt(0) + +FICHAS[ficha].charAt(2)) + +FICHAS[ficha].charAt(2); }

  function conLaMayor(manos, soloMulas) {
    var quien = null, mayor = -1, i, j, ficha;
    for (i = 0; i < manos.length; i++) {
      for (j = 0; j < manos[i].length; j++) {
        ficha = manos[i][j];
        if ((!soloMulas || mulasDe([ficha])) && cuanto(ficha) > mayor) { mayor = cuanto(ficha); quien = i; }
      }
    }
    return quien;
  }

  /* quién sale en la primera mano, según el juego (RG1, VA3, VA8) */
  function saleEnLaPrimera(d, como) {
    var orden, manos, i;
    if (!esLista(d.nonces, como.jugadores)) { return null; }
    if (como.sale === 'numero') { return salidorDe(d.semilla, d.nonces); }
    if (como.sale === 'mula') {
      manos = repartir(d.claves, d.nonces, como);
      if (!manos) { return null; }
      i = conLaMayor(manos, true);
      return i === null ? conLaMayor(manos, false) : i;
    }
    orden = esLista(d.claves, 28) ? ordenar(d.claves, d.nonces.concat([d.semilla])) : null;
    if (!orden) { return null; }
    for (manos = [], i = 0; manos.length < como.jugadores; i++) {
      if (como.fuera.indexOf(orden[i]) < 0) { manos.push([orden[i]]); }
    }
    return conLaMayor(manos, false);
  }

  function clavesValen(claves) {
    var vistas = {}, i;
    if (!esLista(claves, 28)) { return false; }
    for (i = 0; i < 28; i++) {
      if (typeof claves[i] !== 'string' || !CLAVE.test(claves[i]) || vistas[claves[i]]) { return false; }
      vistas[claves[i]] = true;
    }
    return true;
  }

  function mismasFichas(mano, debidas) {
    var suyas = [], i;
    if (!esLista(mano, debidas.length)) { return false; }
    for (i = 0; i < mano.length; i++) { suyas.push(typeof mano[i] === 'string' ? FICHAS.indexOf(mano[i]) : mano[i]); }
    /* tantas debidas y distintas, todas presentes entre otras tantas: son las mismas */
    for (i = 0; i < mano.length; i++) { if (suyas.indexOf(debidas[i]) < 0) { return false; } }
    return true;
  }

  /* --- lo que se enseña ------------------------------------------------------------------------------------------- */
  function Informe(datos, textos) {
    this.pasos = [];
    this.datos = datos;
    this.textos = textos || {};
  }
  Informe.prototype.dice = function (cual) { return this.textos[cual] || TEXTOS[cual]; };
  Informe.prototype.nombre = function (asiento) {
    var nombres = this.datos.nombres;
    return String(nombres && nombres[asiento] || this.dice('asiento' + asiento) || asiento);
  };
  Informe.prototype.nombresDe = function (asientos) {
    var salida = [], i;
    for (i = 0; i < asientos.length; i++) { salida.push(this.nombre(asientos[i])); }
    return salida.join(', ');
  };
  Informe.prototype.anota = function (paso, bien, cual, asientos, debido) {
    var yo = this;
    /* de una pasada: un nombre puede llevar llaves o signos de pesos */
    var texto = this.dice(cual).replace(/\{(asientos|debido|huella)\}/g, function (_todo, hueco) {
      if (hueco === 'huella') { return String(yo.datos.compromiso).slice(0, 16).replace(/(.{4})(?=.)/g, '$1 '); }
      return hueco === 'debido' ? yo.nombre(debido) : yo.nombresDe(asientos);
    });
    this.pasos.push({ paso: paso, texto: texto, bien: bien });
  };
  Informe.prototype.juzga = function (paso, bien) { this.anota(paso, bien, paso + (bien ? '_bien' : '_mal')); };

  /* sin testigo propio no se dice que nadie cambió nada: una huella y sus claves se pueden cambiar juntas (D560) */
  function comprobarPublicado(informe, d) {
    var igual = d.publicado === d.compromiso;
    if (typeof d.publicado !== 'string') { informe.anota('publicado', null, 'publicado_falta'); }
    else if (igual && d.tarde) { informe.anota('publicado', null, 'publicado_tarde'); }
    else { informe.juzga('publicado', igual); }
    if (d.anotado) { informe.juzga('anotado', String(d.compromiso).indexOf(d.anotado) === 0); }
  }

  function comprobarNumeros(informe, d, como) {
    var valen = esLista(d.nonces, como.jugadores) && sonTextos(d.nonces), callados = [], i;
    for (i = 0; valen && i < como.jugadores; i++) { if (d.nonces[i] === '') { callados.push(i); } }
    if (callados.length && callados.length === como.jugadores) { informe.anota('numeros', null, 'numeros_ninguno'); }
    else if (callados.length) { informe.anota('numeros', true, 'numeros_faltan', callados); }
    else if (valen && como.jugadores !== 4) { informe.anota('numeros', true, 'numeros_todos'); }
    else { informe.juzga('numeros', valen); }
    if (!d.propio) { informe.anota('propio', null, 'propio_falta'); } else {
      valen = valen && d.nonces[d.propio.asiento] === d.propio.nonce;
      if (valen && d.propio.nonce === '') { informe.anota('propio', true, 'propio_vacio'); }
      else { informe.juzga('propio', valen); }
    }
  }

  function comprobarReparto(informe, d, como) {
    var debido = revolver(d.claves, d.nonces, como), ajenos = [], i;
    if (!debido || !esLista(d.manos, como.jugadores)) { informe.anota('reparto', false, 'sin_datos'); return; }
    for (i = 0; i < como.jugadores; i++) { if (!mismasFichas(d.manos[i], debido.manos[i])) { ajenos.push(i); } }
    informe.anota('reparto', !ajenos.length, ajenos.length ? 'reparto_mal' : 'reparto_bien', ajenos);
    if (debido.pozo.length || d.pozo && d.pozo.length) {
      informe.juzga('pozo', !!d.pozo && d.pozo.join() === debido.pozo.join());
    }
    if (como.mulas < 7) { informe.juzga('intento', d.intento === debido.intento); }
  }

  function comprobarSalidor(informe, d, como) {
    var debido = saleEnLaPrimera(d, como), bien = debido === d.salidor, cual = como.sale === 'mula' ? 'mayor' : 'salidor';
    if (debido === null) { informe.anota('salidor', false, 'sin_datos'); return; }
    informe.anota('salidor', bien, cual + (bien ? '_bien' : '_mal'), [d.salidor], debido);
  }

  function comprobar(datos, textos) {
    var informe = new Informe(datos, textos), valen = clavesValen(datos.claves), como = datos.como || SIEMPRE;
    informe.juzga('claves', valen);
    informe.juzga('compromiso', esLista(datos.claves, 28) && typeof datos.compromiso === 'string' &&
      compromisoDe(datos.claves, datos.semilla) === datos.compromiso);
    comprobarPublicado(informe, datos);
    comprobarNumeros(informe, datos, como);
    comprobarReparto(informe, datos, como);
    if (datos.primera) { comprobarSalidor(informe, datos, como); }
    return informe.pasos;
  }

  function juicio(pasos) {
    var i, cual = 'bien';
    for (i = 0; i < pasos.length; i++) {
      if (pasos[i].bien === false) { return 'mal'; }
      if (pasos[i].bien === null) { cual = 'a_medias'; }
    }
    return cual;
  }

  function conTestigo(datos, visto) {
    var nonces = datos.nonces, suyo;
    if (!visto) { return datos; }
    datos.publicado = visto.huella;
    datos.tarde = !visto.antes;
    suyo = nonces && nonces[visto.asiento];
    /* si no llegó a tiempo se usó vacío: sólo es falla que se use otro */
    if (visto.nonce && visto.asiento >= 0) { datos.propio = { asiento: visto.asiento, nonce: visto.dado || suyo ? visto.nonce : '' }; }
    return datos;
  }

  /* --- el número propio ------------------------------------------------------------------------------------------- */
  function nonce() {
    var c = window.crypto || window.msCrypto, b = [], letras = '', i;
    if (c && c.getRandomValues) { b = c.getRandomValues(new Uint8Array(16)); }
    for (i = 0; i < 16; i++) {
      /* sin fuente criptográfica, uno corriente: peor que aquélla y mejor que ninguno */
      letras += (256 + (b.length ? b[i] : Math.floor(Math.random() * 256))).toString(16).slice(1);
    }
    return letras;
  }

  window.AmigosSorteo = {
    nonce: nonce, comprobar: comprobar, juicio: juicio, conTestigo: conTestigo, TEXTOS: TEXTOS, FICHAS: FICHAS, SIEMPRE: SIEMPRE,
    compromisoDe: compromisoDe, repartir: repartir, revolver: revolver, salidorDe: salidorDe
  };
})();
