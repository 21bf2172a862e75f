/* En la mesa de un torneo no se platica (TO26): lo que la página espera de la plática, sin hacer nada. ES5 (PL1). */
var AmigosCharla = { crear: function () {}, recibir: function () {}, acusada: function () {}, rechazada: function () {}, abierta: function () {}, enfocar: function () {} };
