"""Rutas del Recreo: entrada, organizador y clasificación."""

from django.urls import URLPattern, path

from recreo.views import clasificacion, entrada, fiesta, fotos, jugadores, organizador, papel, tele

MESA = "<str:codigo>/partida/<int:partida>/mesa/<int:mesa>/"

rutas: list[URLPattern] = [
    path("", entrada.entrada, name="entrada"),
    path("nuevo/", organizador.nuevo, name="nuevo"),
    path("importar/", papel.importar, name="importar"),
    path("mios/", entrada.mios, name="mios"),
    path("tele/<str:clave>/", tele.tele, name="tele"),
    path("tele/<str:clave>/vivo/", tele.vivo, name="tele_vivo"),
    path("mios/reclamar/", entrada.reclamar, name="reclamar"),
    path("<str:codigo>/", entrada.ir, name="ir"),
    path("<str:codigo>/para-la-tele/", tele.enlace, name="tele_enlace"),
    path("<str:codigo>/ambito/", organizador.ambito, name="ambito"),
    path("<str:codigo>/jugadores/", jugadores.jugadores, name="jugadores"),
    path("<str:codigo>/invitar/", organizador.invitar, name="invitar"),
    path("<str:codigo>/tablero/", organizador.tablero, name="tablero"),
    path("<str:codigo>/castigo/", organizador.castigo, name="castigo"),
    path("<str:codigo>/cancelar/", organizador.cancelar, name="cancelar"),
    path(f"{MESA}cerrar/", organizador.cerrar, name="cerrar"),
    path(f"{MESA}suspender/", organizador.suspender, name="suspender"),
    path(f"{MESA}default/", organizador.default, name="default"),
    path("<str:codigo>/clasificacion/", clasificacion.clasificacion, name="clasificacion"),
    path("<str:codigo>/apuesta/", clasificacion.apuesta, name="apuesta"),
    path("<str:codigo>/podio.png", fiesta.foto, name="foto"),
    path("<str:codigo>/otra/", fiesta.otra, name="otra"),
    path("<str:codigo>/papel/", papel.papel, name="papel"),
    path("<str:codigo>/papel/hojas.pdf", papel.hojas, name="hojas"),
    path("<str:codigo>/papel/<str:cual>.pdf", papel.reporte, name="reporte"),
    path("<str:codigo>/papel/<str:cual>.csv", papel.tabla, name="tabla"),
    path(f"{MESA}fotos/", fotos.fotos, name="fotos"),
    path("<str:codigo>/hoja-<int:foto>.jpg", fotos.foto, name="foto_de_hoja"),
    path(f"{MESA}captura/", papel.capturar, name="capturar"),
    path("<str:codigo>/acta/", clasificacion.acta, name="acta"),
]
