"""Páginas públicas (PL3), en el espacio de nombres `publico`."""

from django.urls import include, path

from config.portada.vistas import (
    Comprobar,
    ConPlanes,
    Inicio,
    Pagina,
    Privacidad,
    Roles,
    Terminos,
    codigo,
    mapa,
    robots,
)

paginas = [
    path("", Inicio.as_view(), name="inicio"),
    path("codigo/", codigo, name="codigo"),
    path("quienes-somos/", Pagina.as_view(nombre="quienes_somos"), name="quienes_somos"),
    path("nuestros-juegos/", Pagina.as_view(nombre="juegos"), name="juegos"),
    path("reglamento/", Pagina.as_view(nombre="reglamento"), name="reglamento"),
    path("ayuda/recreo/", Pagina.as_view(nombre="ayuda_recreo"), name="ayuda_recreo"),
    path("ayuda/recreo/roles/", Roles.as_view(), name="roles"),
    path("ayuda/en-linea/", Pagina.as_view(nombre="ayuda_enlinea"), name="ayuda_enlinea"),
    path("ayuda/federacion/", Pagina.as_view(nombre="ayuda_federacion"), name="ayuda_federacion"),
    path("ayuda/musica/", Pagina.as_view(nombre="ayuda_musica"), name="ayuda_musica"),
    path("ayuda/navegadores/", Pagina.as_view(nombre="navegadores"), name="navegadores"),
    path("planes/", ConPlanes.as_view(nombre="planes"), name="planes"),
    path("comprobar/", Comprobar.as_view(), name="comprobar"),
    path("contacto/", Pagina.as_view(nombre="contacto"), name="contacto"),
    path("terminos/", Terminos.as_view(), name="terminos"),
    path("privacidad/", Privacidad.as_view(), name="privacidad"),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", mapa, name="mapa"),
]
urlpatterns = [path("", include((paginas, "publico")))]
