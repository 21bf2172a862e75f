"""Rutas de cuenta y suscripción."""

from django.urls import path

from suscripciones import views, views_datos, views_de_avisos, views_de_cobros

app_name = "suscripciones"
urlpatterns = [
    path("entrar/", views.entrar, name="entrar"),
    path("entrar/codigo/", views.codigo, name="codigo"),
    path("entrar/codigo/otro/", views.reenviar, name="reenviar"),
    path("cuenta/", views.cuenta, name="cuenta"),
    path("cuenta/sessions/<int:numero>/close/", views.sesion_cerrar, name="sesion_cerrar"),
    path("cuenta/avisos/", views_de_avisos.avisos, name="avisos"),
    path("cuenta/avisos/baja/<str:firma>/", views_de_avisos.baja, name="baja"),
    path("cuenta/datos/", views_datos.datos, name="datos"),
    path("cuenta/datos/codigo/", views_datos.datos_codigo, name="datos_codigo"),
    path("cuenta/datos/descargar/", views_datos.datos_descargar, name="datos_descargar"),
    path("cuenta/datos/correo/", views_datos.correo_nuevo, name="correo_nuevo"),
    path("cuenta/datos/borrar/", views_datos.borrar, name="borrar"),
    path("cuenta/pagos/", views_de_cobros.pagos, name="pagos"),
    path("cuenta/pagos/<uuid:folio>/", views_de_cobros.pago, name="pago"),
    path("cuenta/pagos/<uuid:folio>/revisar/", views_de_cobros.pago_revisar, name="pago_revisar"),
    path("cuenta/pagos/<uuid:folio>/demostracion/", views_de_cobros.pago_demostracion, name="pago_demostracion"),
    path("cuenta/factura/", views_de_cobros.factura, name="factura"),
    path("pagar/<slug:plan>/", views_de_cobros.pagar, name="pagar"),
    path("avisos-de-pago/<slug:pasarela>/", views_de_cobros.aviso, name="aviso_de_pago"),
    path("correo", views.correo, name="correo"),
]
