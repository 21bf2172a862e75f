/* Los avisos con el teléfono dormido, dentro del trabajador de servicio del Recreo: se trae con importScripts. Lo que
   llega cifrado sólo dice qué pasa y a dónde ir. */
(function () {
  'use strict';

  function deCasa(camino) { return String(camino || '').indexOf('/recreo/') === 0 ? camino : '/recreo/'; }

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
      return self.registration.showNotification(datos.t || 'Recreo', {
        body: datos.d || '',
        tag: datos.k || 'recreo',
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
