"""Páginas públicas (PL3), en el espacio de nombres `publico`."""

from django.urls import include, path

from config.portada.vistas import ConPlanes, Inicio, Pagina, Privacidad, Roles, codigo, robots

paginas = [
    path("", Inicio.as_view(), name="inicio"),
    path("codigo/", codigo, name="codigo"),
    path("quienes-somos/", Pagina.as_view(template_name="publico/quienes_somos.html"), name="quienes_somos"),
    path("reglamento/", Pagina.as_view(template_name="publico/reglamento.html"), name="reglamento"),
    path("ayuda/recreo/", Pagina.as_view(template_name="publico/ayuda_recreo.html"), name="ayuda_recreo"),
    path("ayuda/recreo/roles/", Roles.as_view(), name="roles"),
    path("ayuda/en-linea/", Pagina.as_view(template_name="publico/ayuda_enlinea.html"), name="ayuda_enlinea"),
    path("planes/", ConPlanes.as_view(template_name="publico/planes.html"), name="planes"),
    path("privacidad/", Privacidad.as_view(), name="privacidad"),
    path("robots.txt", robots, name="robots"),
]
urlpatterns = [path("", include((paginas, "publico")))]
