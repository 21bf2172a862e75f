"""Rutas de los torneos."""

from django.urls import path

from torneos.views import comun, control, distancia, hoja, mesa, multiplicado, papel, publicas, puestos, traer

TORNEO = "<str:codigo>/"

app_name = "torneos"
urlpatterns = [
    path("", publicas.lista, name="lista"),
    path("nuevo/", control.nuevo, name="nuevo"),
    path("traer/", traer.traer, name="traer"),
    # la mesa, con la clave de su hoja
    path("m/<str:clave>/", mesa.mesa, name="mesa"),
    path("m/<str:clave>/anotar/", mesa.anotar, name="anotar"),
    path("m/<str:clave>/orden/<str:accion>/", mesa.orden, name="orden_de_mesa"),
    # lo público
    path(TORNEO, publicas.publica, name="publica"),
    path(f"{TORNEO}donde/", publicas.buscar, name="buscar"),
    path(f"{TORNEO}donde/<int:numero>/", publicas.donde, name="donde"),
    path(f"{TORNEO}tabla/", publicas.tabla, name="tabla"),
    path(f"{TORNEO}tabla/a-distancia/", distancia.tabla, name="a_distancia"),
    path(f"{TORNEO}tabla.csv", publicas.tabla_csv, name="tabla_csv"),
    path(f"{TORNEO}partida/<int:numero>/", hoja.partida, name="partida"),
    path(f"{TORNEO}partida/<int:numero>/mesas.csv", publicas.mesas_csv, name="mesas_csv"),
    path(f"{TORNEO}partida/<int:numero>/lista/", papel.alfabetico, name="alfabetico"),
    path(f"{TORNEO}partida/<int:numero>/repartos.json", multiplicado.repartos, name="repartos"),
    path(f"{TORNEO}partida/<int:numero>/fichas/<int:persona>/", multiplicado.fichas, name="fichas"),
    path(f"{TORNEO}tele/", publicas.tele, name="tele"),
    path(f"{TORNEO}acta.json", publicas.acta, name="acta"),
    # en pantallas
    path(f"{TORNEO}puesto/", puestos.puesto, name="puesto"),
    path(f"{TORNEO}puesto/mesa/", puestos.mesa, name="puesto_mesa"),
    path(f"{TORNEO}puesto/llamar/", puestos.llamar, name="puesto_llamar"),
    path(f"{TORNEO}puestos/", puestos.lista, name="puestos"),
    path(f"{TORNEO}vivo/", comun.vivo, name="vivo"),
    # la mesa de control
    path(f"{TORNEO}control/", control.control, name="control"),
    path(f"{TORNEO}registro/", control.registro, name="registro"),
    path(f"{TORNEO}registro/convocar/", control.convocar, name="convocar"),
    path(f"{TORNEO}registro/a-distancia/", distancia.declarar, name="declarar"),
    path(f"{TORNEO}registro/<int:numero>/", control.persona, name="persona"),
    path(f"{TORNEO}emparejar/", control.emparejar, name="emparejar"),
    path(f"{TORNEO}captura/", control.captura, name="captura"),
    path(f"{TORNEO}partida/<int:partida>/mesa/<int:mesa>/", control.mesa, name="mesa_de_control"),
    path(f"{TORNEO}partida/<int:numero>/hojas/", papel.hojas, name="hojas"),
    path(f"{TORNEO}caja/", control.caja, name="caja"),
    path(f"{TORNEO}auxiliares/", control.auxiliares, name="auxiliares"),
    path(f"{TORNEO}rastro/", control.rastro, name="rastro"),
    path(f"{TORNEO}acta/", control.acta_final, name="acta_final"),
    path(f"{TORNEO}orden/<str:accion>/", comun.orden, name="orden"),
]
