"""La clasificación de todos los inscritos (ES2): mi lugar, y la tabla por páginas."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from enlinea.acceso.views.comun import cuenta_de, de_suscriptores
from enlinea.clasificacion import consultas
from enlinea.sala.views.marco import contexto_de_sala


@de_suscriptores
@require_safe
def clasificacion(peticion: HttpRequest) -> HttpResponse:
    """Sin pedir nada, la página donde va uno; `?desde=`, el lugar en que empieza. Aquí también llegan invitaciones."""
    cuenta = cuenta_de(peticion)
    mio = consultas.mi_lugar(cuenta)
    pagina = consultas.pagina_de_clasificacion(_desde(peticion.GET.get("desde", ""), mio), mio.mojon if mio else None)
    datos = {
        **contexto_de_sala(peticion, "clasificacion"),
        "mio": mio,
        "pagina": pagina,
        "estoy": any(r.cuenta == cuenta for r in pagina.renglones),
    }
    return render(peticion, "enlinea/clasificacion/tabla.html", datos)


def _desde(pedido: str, mio: consultas.MiLugar | None) -> int:
    """El lugar pedido; si no es un número, el que me deja en medio de la página."""
    if pedido.isdecimal() and len(pedido) < 10:
        return int(pedido)
    return max(1, mio.lugar - consultas.POR_PAGINA // 2) if mio else 1
