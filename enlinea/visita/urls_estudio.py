"""Rutas de un estudio compartido, que abre cualquiera con su enlace, en el espacio de nombres `estudio`."""

from django.urls import path

from enlinea.visita import views_estudio

app_name = "estudio"
urlpatterns = [
    path("<slug:enlace>/", views_estudio.ver, name="ver"),
    path("<slug:enlace>/<int:mano>-<int:jugada>.png", views_estudio.imagen, name="imagen"),
    path("<slug:enlace>/mano/<int:mano>.json", views_estudio.mano, name="mano"),
    path("<slug:enlace>/mano/<int:mano>/analisis.json", views_estudio.analisis, name="analisis"),
    path("<slug:enlace>/mano/<int:mano>/simular.json", views_estudio.simular, name="simular"),
]
