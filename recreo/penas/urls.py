"""Rutas de las peñas, dentro de las del Recreo."""

from django.urls import URLPattern, path

from recreo.penas.views import cambios, ordenes, paginas

rutas: list[URLPattern] = [
    path("penas/", paginas.lista, name="penas"),
    path("penas/nueva/", cambios.nueva, name="pena_nueva"),
    path("penas/invitacion/<str:clave>/", cambios.entrar, name="pena_entrar"),
    path("penas/<int:pena>/", paginas.inicio, name="pena"),
    path("penas/<int:pena>/editar/", cambios.editar, name="pena_editar"),
    path("penas/<int:pena>/gente/", cambios.gente, name="pena_gente"),
    path("penas/<int:pena>/gente/<int:miembro>/", cambios.persona, name="pena_persona"),
    path("penas/<int:pena>/jugar/", cambios.jugar, name="pena_jugar"),
    path("penas/<int:pena>/fecha/", cambios.fecha, name="pena_fecha"),
    path("penas/<int:pena>/fecha.ics", paginas.fecha_ics, name="pena_ics"),
    path("penas/<int:pena>/tabla/", paginas.tabla, name="pena_tabla"),
    path("penas/<int:pena>/temporada/", cambios.temporada, name="pena_temporada"),
    path("penas/<int:pena>/duelos/", paginas.duelos, name="pena_duelos"),
    path("penas/<int:pena>/recreos/", paginas.recreos, name="pena_recreos"),
    path("penas/<int:pena>/dinero/", cambios.dinero, name="pena_dinero"),
    path("penas/<int:pena>/cuotas/", cambios.cuotas, name="pena_cuotas"),
    path("penas/<int:pena>/llevarse/", paginas.llevarse, name="pena_llevarse"),
    path("penas/<int:pena>/llevarse/todo.json", paginas.todo, name="pena_todo"),
    path("penas/<int:pena>/llevarse/<str:cual>.csv", paginas.hoja, name="pena_hoja"),
    path("penas/<int:pena>/salir/", cambios.salir, name="pena_salir"),
    path("penas/<int:pena>/borrar/", cambios.borrar, name="pena_borrar"),
    path("penas/<int:pena>/orden/<str:accion>/", ordenes.orden, name="pena_orden"),
]
