"""Lo que se mira: mis peñas, la peña, su tabla, los duelos, sus Recreos y lo que se lleva uno."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.comun.hoja_de_calculo import descarga_csv
from recreo.errores import ErrorDeServicio
from recreo.penas import calendario, consultas, exportar
from recreo.penas.views.comun import Aqui, con_cuenta, de_la_pena
from recreo.views.comun import completo
from suscripciones import consultas as suscripciones


@con_cuenta
@require_safe
def lista(peticion: HttpRequest) -> HttpResponse:
    """Mis peñas, y abrir otra."""
    ahora = timezone.now()
    datos = {
        "penas": consultas.penas_de(peticion.user.pk or 0, ahora),
        "permiso": suscripciones.puede_organizar(peticion.user.pk, ahora),
    }
    return render(peticion, "recreo/penas/lista.html", datos)


@de_la_pena
@require_safe
def inicio(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """La peña de un vistazo: la fecha que sigue, cómo va la temporada y los últimos Recreos."""
    ahora, gente = timezone.now(), consultas.gente_de(aqui.pena.pk)
    temporada = consultas.temporada_de(aqui.pena.pk)
    juegos, hay_mas = consultas.recreos_de(aqui.pena.pk, peticion.user.pk, cuantos=5)
    datos = {
        "aqui": aqui,
        "cita": consultas.cita_de(aqui.pena.pk, gente, aqui.yo, ahora),
        "temporada": temporada,
        "filas": consultas.tabla_de(temporada, gente)[:5],
        "juegos": juegos,
        "hay_mas": hay_mas,
        "por_sumar": consultas.por_sumar(aqui.pena, juegos),
        "solo": sum(m.salio is None for m in gente.values()) == 1,
    }
    return render(peticion, "recreo/penas/pena.html", datos)


@de_la_pena
@require_safe
def tabla(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """La tabla de una temporada, con sus reglas dichas."""
    pedida = peticion.GET.get("temporada", "")
    elegida = int(pedida) if pedida.isdecimal() and len(pedida) < 16 else 0
    try:
        temporada = consultas.temporada_de(aqui.pena.pk, elegida)
    except ErrorDeServicio:
        raise Http404 from None
    datos = {
        "aqui": aqui,
        "temporada": temporada,
        "temporadas": consultas.temporadas_de(aqui.pena.pk),
        "filas": consultas.tabla_de(temporada, consultas.gente_de(aqui.pena.pk)),
    }
    return render(peticion, "recreo/penas/tabla.html", datos)


@de_la_pena
@require_safe
def duelos(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Cara a cara de alguien con cada quien, de siempre o de la temporada."""
    gente = consultas.gente_de(aqui.pena.pk)
    pedido = peticion.GET.get("quien", "")
    quien = gente.get(int(pedido) if pedido.isdecimal() and len(pedido) < 16 else aqui.yo.pk)
    if quien is None:
        raise Http404
    de_temporada = "temporada" in peticion.GET
    resumen = consultas.temporada_de(aqui.pena.pk).resumen if de_temporada else aqui.pena.resumen
    con, mejor = consultas.tratos(resumen, gente, quien.pk)
    datos = {"aqui": aqui, "quien": quien, "gente": gente.values(), "con": con, "mejor": mejor}
    return render(peticion, "recreo/penas/duelos.html", {**datos, "de_temporada": de_temporada})


@de_la_pena
@require_safe
def recreos(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """La historia de la peña, de veinte en veinte."""
    pedida = peticion.GET.get("pagina", "1")
    pagina = max(1, int(pedida)) if pedida.isdecimal() and len(pedida) < 5 else 1
    juegos, hay_mas = consultas.recreos_de(aqui.pena.pk, peticion.user.pk, pagina)
    datos = {"aqui": aqui, "juegos": juegos, "hay_mas": hay_mas, "pagina": pagina}
    return render(peticion, "recreo/penas/recreos.html", datos)


@de_la_pena
@require_safe
def llevarse(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Qué se puede descargar."""
    return render(peticion, "recreo/penas/llevarse.html", {"aqui": aqui})


@de_la_pena
@require_safe
def hoja(peticion: HttpRequest, aqui: Aqui, cual: str) -> HttpResponse:
    """Una tabla, como CSV."""
    if cual not in exportar.TABLAS:
        raise Http404
    return descarga_csv(f"{cual}-pena-{aqui.pena.pk}", exportar.hoja_de_calculo(cual, aqui.pena, aqui.yo))


@de_la_pena
@require_safe
def todo(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """Todo, en JSON."""
    respuesta = JsonResponse(exportar.datos(aqui.pena, aqui.yo), json_dumps_params={"ensure_ascii": False, "indent": 1})
    respuesta["Content-Disposition"] = f'attachment; filename="pena-{aqui.pena.pk}.json"'
    return respuesta


@de_la_pena
@require_safe
def fecha_ics(peticion: HttpRequest, aqui: Aqui) -> HttpResponse:
    """La próxima fecha para el calendario; si se canceló, el archivo la quita."""
    cita = consultas.ultima_cita(aqui.pena.pk)
    if cita is None:
        raise Http404
    enlace = completo(peticion, reverse("recreo:pena", args=[aqui.pena.pk]))
    respuesta = HttpResponse(calendario.archivo(aqui.pena, cita, enlace), content_type="text/calendar; charset=utf-8")
    respuesta["Content-Disposition"] = 'attachment; filename="proxima-fecha.ics"'
    return respuesta
