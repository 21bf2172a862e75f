/* El trabajador de servicio del Recreo: guarda las páginas de la mesa propia, el tablero y la clasificación, y las abre
   cuando no hay señal (RE7, decisión 018). Su alcance es /recreo/. No guarda ni contesta nada que no sea GET: lo anotado
   es de la cola de la página (cola.js). Delante, el servidor le escribe self.RECREO (recreo/views/sin_red.py).
     guarda      sólo la página que el servidor marca con «Recreo-Guardar», que dice de quién es; si es de otra persona,
                 antes borra todo lo guardado
     contesta    lo de la red; si no contesta en PLAZO y está guardada (o lleva a la mesa, que lo está), lo guardado, que
                 dice su hora en data-guardada
     estáticos   con la huella en su nombre, lo guardado; si no la llevan, primero la red
   ES5, aunque sólo lo lea quien entiende trabajadores (PL1). */
(function (self) {
  'use strict';

  var DATOS = self.RECREO, PLAZO = 4000, FRESCA = 300000;
  var PAGINAS = 'recreo-paginas', ESTATICOS = 'recreo-estaticos-' + DATOS.version, DE_QUIEN = '/recreo/quien-guarda';
  var GUARDABLE = /^\/recreo\/[A-Za-z0-9]+\/(mesa|mesas|tablero|clasificacion|apuesta|partida\/\d+\/mesa\/\d+(\/anotar)?)\/$/;
  var CABECERAS = ['Content-Type', 'Content-Security-Policy', 'X-Frame-Options', 'X-Content-Type-Options', 'Referrer-Policy', 'Recreo-Guardar'];
  var caches = self.caches, P = self.Promise, pedir = function (que, como) { return self.fetch(que, como); };

  function camino(url) { return String(url).replace(/^https?:\/\/[^\/]+/, '').replace(/[?#].*$/, ''); }
  function busqueda(url) { var i = url.indexOf('?'); return i < 0 ? '' : url.slice(i); }
  /* la de anotar es la misma para cualquier mano: qué mano va en la dirección */
  function seGuarda(url) { return GUARDABLE.test(camino(url)) && (busqueda(url) === '' || /\/anotar\/$/.test(camino(url))); }
  function nada() { return null; }

  /* ---------- guardar ---------- */
  function comoTexto(respuesta, texto) {
    var cabeceras = {}, i, valor;
    for (i = 0; i < CABECERAS.length; i++) {
      valor = respuesta.headers.get(CABECERAS[i]);
      if (valor) { cabeceras[CABECERAS[i]] = valor; }
    }
    cabeceras['Recreo-Cuando'] = respuesta.headers.get('Recreo-Cuando') || String(new Date().getTime());
    return new self.Response(texto, { status: 200, headers: cabeceras });
  }
  /* lo guardado es de una sola persona */
  function esDe(quien) {
    return caches.open(PAGINAS).then(function (c) {
      return c.match(DE_QUIEN).then(function (r) { return r ? r.text() : ''; }).then(function (antes) {
        if (antes === quien) { return c; }
        return caches['delete'](PAGINAS).then(function () { return caches.open(PAGINAS); }).then(function (nueva) {
          return nueva.put(DE_QUIEN, new self.Response(quien)).then(function () { return nueva; });
        });
      });
    });
  }
  function guardar(url, respuesta) {
    var quien = respuesta.headers.get('Recreo-Guardar');
    if (respuesta.status !== 200 || respuesta.redirected || !quien || !seGuarda(url)) { return P.resolve(false); }
    return respuesta.text().then(function (texto) {
      return esDe(quien)
        .then(function (c) { return c.put(camino(url), comoTexto(respuesta, texto)); })
        .then(function () { return guardarEstaticos(nombrados(texto)); })
        .then(function () { return true; });
    });
  }
  function nombrados(texto) {
    var buscar = /(?:src|href)="([^"]+\.(?:css|js|svg|png|webmanifest))"/g, hay, todos = [];
    while ((hay = buscar.exec(texto)) !== null) { if (hay[1].indexOf(DATOS.estaticos) === 0) { todos.push(hay[1]); } }
    return todos;
  }
  function guardarEstaticos(urls) {
    return caches.open(ESTATICOS).then(function (c) {
      return P.all(urls.map(function (u) {
        return c.match(u).then(function (r) {
          if (r) { return null; }
          return pedir(u).then(function (nueva) { return nueva.ok ? c.put(u, nueva) : null; }, nada);
        });
      }));
    });
  }
  function adelantar(url, siempre) {
    return caches.open(PAGINAS).then(function (c) { return c.match(camino(url)); }).then(function (hay) {
      var cuando = hay ? parseInt(hay.headers.get('Recreo-Cuando'), 10) : 0;
      if (!siempre && new Date().getTime() - cuando < FRESCA) { return true; }
      return pedir(url, { credentials: 'same-origin' }).then(function (r) { return guardar(url, r); });
    }).then(null, function () { return false; });
  }

  /* ---------- contestar ---------- */
  function guardada(url) {
    if (!GUARDABLE.test(camino(url))) { return P.resolve(null); }
    return caches.open(PAGINAS).then(function (c) { return c.match(camino(url)); }).then(function (r) {
      if (!r) { return null; }
      return r.text().then(function (texto) {
        return comoTexto(r, texto.replace(/<body\s/, '<body data-guardada="' + r.headers.get('Recreo-Cuando') + '" '));
      });
    });
  }
  /* la entrada y la de recién anotada llevan a la mesa, si es la que está guardada */
  function aLaMesa(url) {
    var de = /^\/recreo\/(?:([A-Za-z0-9]+)\/(?:partida\/\d+\/mesa\/\d+\/anotada\/)?)?$/.exec(camino(url));
    if (!de) { return P.resolve(null); }
    return caches.open(PAGINAS).then(function (c) { return c.keys(); }).then(function (hay) {
      var i, suya;
      for (i = 0; i < hay.length; i++) {
        suya = /^\/recreo\/([A-Za-z0-9]+)\/mesa\/$/.exec(camino(hay[i].url));
        if (suya && (!de[1] || de[1] === suya[1])) { return self.Response.redirect(camino(hay[i].url)); }
      }
      return null;
    });
  }
  function deLoGuardado(url) { return guardada(url).then(function (r) { return r || aLaMesa(url); }); }
  function sinRed(url) {
    return deLoGuardado(url)
      .then(function (r) { return r || caches.match(DATOS.sinSenal); })
      .then(function (r) { return r || self.Response.error(); });
  }
  function conPlazo(red) {
    return new P(function (bien, mal) {
      var reloj = self.setTimeout(mal, PLAZO);
      red.then(function (r) { self.clearTimeout(reloj); bien(r); }, function (e) { self.clearTimeout(reloj); mal(e); });
    });
  }
  function navegar(e) {
    var url = e.request.url, red = pedir(e.request).then(function (r) {
      /* el proxy contesta por un servidor que se está levantando: es como no tener red */
      if (r.status === 502 || r.status === 504) { throw new Error('caido'); }
      return r;
    });
    e.waitUntil(red.then(function (r) { return seGuarda(url) ? guardar(url, r.clone()) : null; }).then(null, nada));
    /* con algo guardado que enseñar, una red que ni contesta ni falla no detiene a nadie */
    e.respondWith(deLoGuardado(url).then(function (hay) { return hay ? conPlazo(red) : red; }).then(null, function () { return sinRed(url); }));
  }
  function estatico(pedido) {
    return caches.match(pedido.url).then(function (hay) {
      if (!hay) { return pedir(pedido); }
      return DATOS.conHuella ? hay : conPlazo(pedir(pedido)).then(null, function () { return hay; });
    });
  }

  self.addEventListener('fetch', function (e) {
    var p = e.request;
    if (p.method !== 'GET' || p.url.indexOf(self.location.origin + '/') !== 0) { return; }
    if (p.mode === 'navigate') { navegar(e); return; }
    if (camino(p.url).indexOf(DATOS.estaticos) === 0) { e.respondWith(estatico(p)); }
  });

  /* ---------- vida ---------- */
  self.addEventListener('install', function (e) {
    e.waitUntil(caches.open(ESTATICOS).then(function (c) {
      return pedir(DATOS.sinSenal, { credentials: 'omit' }).then(function (r) {
        return r.text().then(function (texto) {
          return c.put(DATOS.sinSenal, comoTexto(r, texto)).then(function () { return guardarEstaticos(nombrados(texto)); });
        });
      });
    }).then(function () { return self.skipWaiting(); }));
  });
  /* otra versión: lo guardado nombra los estáticos de la anterior, que sólo se borran cuando ya se cambió todo */
  function renovar() {
    return caches.open(PAGINAS).then(function (c) { return c.keys(); }).then(function (hay) {
      return P.all(hay.map(function (p) { return camino(p.url) === DE_QUIEN ? true : adelantar(camino(p.url), true); }));
    }).then(function (hechas) {
      if (hechas.indexOf(false) >= 0) { return null; }
      return caches.keys().then(function (nombres) {
        return P.all(nombres.map(function (n) { return n.indexOf('recreo-estaticos-') === 0 && n !== ESTATICOS ? caches['delete'](n) : null; }));
      });
    });
  }
  self.addEventListener('activate', function (e) {
    e.waitUntil(self.clients.claim());
    e.waitUntil(caches.keys().then(function (n) { return n.length > 1 ? renovar() : null; }).then(null, nada));
  });
  self.addEventListener('message', function (e) {
    var m = e.data || {}, i, todas = [];
    if (m.tipo !== 'guardar') { return; }
    for (i = 0; i < m.rutas.length; i++) { if (seGuarda(m.rutas[i])) { todas.push(adelantar(m.rutas[i], m.siempre)); } }
    e.waitUntil(P.all(todas));
  });
}(self));
