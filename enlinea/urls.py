"""Rutas del juego en línea; «/enlinea/» es la Sala."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from enlinea.academia.views import actas, analisis, calculos, coleccion, estudios, parejas, ramas, repetir
from enlinea.encuentros.views import citas, gente
from enlinea.historial.views import clasificacion, estadistica, otros_juegos, partidas
from enlinea.mesa import views
from enlinea.mesa.mirar import views as mirar
from enlinea.moderacion.views import convivencia, reportes, tarjetas
from enlinea.sala.views import enlaces, ordenes, practica, sala, telefono


class Tipo(StringConverter):
    """Lo que se repite: una partida jugada o un acta importada."""

    regex = "partida|importada"


register_converter(Tipo, "tipo")
FUENTE = "academia/<tipo:tipo>/<int:fuente_id>/"

app_name = "enlinea"
urlpatterns = [
    path("", sala.sala, name="sala"),
    path("armar/", sala.armar, name="armar"),
    path("i/<slug:enlace>/", enlaces.llegar, name="enlace"),
    path("i/<slug:enlace>/qr.svg", enlaces.qr, name="enlace_qr"),
    path("mensajes/", sala.mensajes, name="mensajes"),
    path("mensajes/leidos/", sala.mensajes_leidos, name="mensajes_leidos"),
    path("convivencia/", convivencia.convivencia, name="convivencia"),
    path("senalar/", convivencia.senalar, name="senalar"),
    path("senalar/partida/<int:partida_id>/", convivencia.senalar_en_partida, name="senalar_en_partida"),
    path("reportes/<int:reporte_id>/partida/", reportes.repetir_reporte, name="repetir_reporte"),
    path(
        "reportes/<int:reporte_id>/partida/<int:mano>.json",
        reportes.repetir_reporte_mano,
        name="repetir_reporte_mano",
    ),
    path("gente/", gente.gente, name="gente"),
    path("gente/cara/", gente.cara, name="cara"),
    path("gente/orden/<str:accion>/", gente.orden, name="orden_de_gente"),
    path("gente/citas/nueva/", citas.nueva, name="cita_nueva"),
    path("gente/citas/<int:cita_id>/", citas.cita, name="cita"),
    path("gente/citas/<int:cita_id>.ics", citas.archivo, name="cita_archivo"),
    path("gente/<int:cuenta_id>/", gente.persona, name="persona"),
    path("silenciar/", convivencia.silenciar, name="silenciar"),
    path("vivo/", sala.vivo, name="vivo"),
    path("orden/<str:accion>/", ordenes.orden, name="orden"),
    path("practica/", practica.practica, name="practica"),
    path("trabajador.js", telefono.trabajador, name="trabajador"),
    path("telefono/", telefono.pagina, name="telefono"),
    path("telefono/apuntar/", telefono.apuntar, name="telefono_apuntar"),
    path("telefono/quitar/", telefono.quitar, name="telefono_quitar"),
    path("clasificacion/", clasificacion.clasificacion, name="clasificacion"),
    path("estadistica/", estadistica.resumen, name="estadistica"),
    path("estadistica/personas/", estadistica.personas, name="personas"),
    path("estadistica/<int:partida_id>/", estadistica.partida, name="manos"),
    path("estadistica/<str:cual>.csv", estadistica.hoja, name="estadistica_csv"),
    path("estadistica/todo.json", estadistica.todo, name="estadistica_json"),
    path("partidas/", partidas.lista, name="partidas"),
    path("partidas/<int:partida_id>/acta.json", partidas.acta, name="acta"),
    path("otros/", otros_juegos.lista, name="otros_juegos"),
    path("otros/<int:partida_id>/", otros_juegos.repetir, name="otro_repetir"),
    path("otros/<int:partida_id>/acta.json", otros_juegos.acta, name="otro_acta"),
    path("tarjetas/", tarjetas.tarjetas, name="tarjetas"),
    path("mesa/<int:mesa_id>/", views.mesa, name="mesa"),
    path("mesa/<int:mesa_id>/mirar/", mirar.mirar, name="mirar"),
    path("mesa/<int:mesa_id>/historia.json", partidas.historia, name="historia"),
    path("mesa/<int:mesa_id>/final/<int:numero>.json", partidas.final, name="final"),
    path("academia/", repetir.academia, name="academia"),
    path("academia/parejas/", parejas.parejas, name="parejas"),
    path("academia/parejas/<int:companero_id>/", parejas.pareja, name="pareja"),
    path("academia/importar/", actas.importar, name="importar"),
    path("academia/importada/<int:importada_id>/acta.json", actas.acta, name="acta_importada"),
    path("academia/importada/<int:importada_id>/borrar/", actas.borrar, name="acta_borrar"),
    path(FUENTE, repetir.repetir, name="repetir"),
    path(f"{FUENTE}mano/<int:mano>.json", repetir.mano, name="repetir_mano"),
    path(f"{FUENTE}mano/<int:mano>/simular.json", repetir.simular, name="simular"),
    path(f"{FUENTE}mano/<int:mano>/analisis.json", analisis.analisis, name="analisis"),
    path(f"{FUENTE}mano/<int:mano>/variante.json", calculos.variante, name="variante"),
    path(f"{FUENTE}mano/<int:mano>/sabido.json", calculos.sabido, name="sabido"),
    path(f"{FUENTE}analisis/", analisis.reintentar, name="reintentar"),
    path("academia/ejercicios/", analisis.ejercicios, name="ejercicios"),
    path("academia/ejercicios/<int:ejercicio_id>/", analisis.ejercicio, name="ejercicio"),
    path("academia/casa/", coleccion.coleccion, name="coleccion"),
    path("academia/casa/<slug:clave>/", coleccion.de_la_casa, name="de_la_casa"),
    path("academia/partida/<int:partida_id>/estudio/", estudios.estudio, name="estudio"),
    path("academia/partida/<int:partida_id>/estudio/compartir/", estudios.compartir, name="estudio_compartir"),
    path("academia/partida/<int:partida_id>/estudio/comentar/", estudios.comentar, name="estudio_comentar"),
    path("academia/partida/<int:partida_id>/estudio/quitar/", estudios.anular, name="estudio_anular"),
    path("academia/partida/<int:partida_id>/estudio/nombre/", estudios.callar, name="estudio_callar"),
    path(f"{FUENTE}ramas/", ramas.ramas, name="ramas"),
    path(f"{FUENTE}ramas/guardar/", ramas.guardar, name="rama_guardar"),
    path(f"{FUENTE}ramas/<int:rama_id>/quitar/", ramas.quitar, name="rama_quitar"),
]
