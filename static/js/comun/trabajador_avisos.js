/* Los avisos con el teléfono dormido, dentro de un trabajador de servicio (el del Recreo o el de en línea), que lo trae con
   importScripts tras escribir self.AVISOS = { raiz, nombre }: sólo lleva a páginas de ahí. Lo que llega cifrado sólo dice
   qué pasa y a dónde ir. */
(function () {
  'use strict';

  var RAIZ = self.AVISOS.raiz, NOMBRE = self.AVISOS.nombre;

  function deCasa(camino) { return String(camino || '').indexOf(RAIZ) === 0 ? camino : RAIZ; }

  self.addEventListener('push', function (e) {
    var datos = {};
    try { datos = e.data.json(); } catch (otro) { /* sin contenido: se dice que hay algo */ }
    /* compat: un trabajador de servicio sólo corre donde lo hay */
    e.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(function (ventanas) {
      var i;
      for (i = 0; i < ventanas.length; i++) {
        /* la página que está delante ya lo dice y suena */
        if (ventanas[i].visibilityState === 'visible' && ventanas[i].focused) { return null; }
      }
      return self.registration.showNotification(datos.t || NOMBRE, {
        body: datos.d || '',
        tag: datos.k || NOMBRE,
        renotify: true,
        icon: '/static/img/icono-192.png',
        vibrate: [200, 100, 200],
        data: { camino: deCasa(datos.u) }
      });
    }));
  });

  self.addEventListener('notificationclick', function (e) {
    var camino = deCasa(e.notification.data && e.notification.data.camino);
    e.notification.close();
    /* compat: un trabajador de servicio sólo corre donde lo hay */
    e.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then(function (ventanas) {
      var i;
      for (i = 0; i < ventanas.length; i++) {
        /* compat: donde hay trabajador de servicio hay URL */
        if (new URL(ventanas[i].url).pathname === camino) { return ventanas[i].focus(); }
      }
      return self.clients.openWindow(camino);
    }));
  });
}());
