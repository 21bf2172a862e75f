"""Las cuentas que se piden desde la repetición: lo que vale una simulación y si se podía saber (D518, D520).

Se piden y se preguntan con la misma orden: mientras no está, contesta `pendiente`.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from enlinea.academia.consultas.analisis import analisis_de
from enlinea.academia.consultas.fuente import Fuente
from enlinea.academia.consultas.sabido import visto
from enlinea.academia.servicios.calculos import sabido_pedir, variante_pedir
from enlinea.academia.textos_analisis import lado_visto
from enlinea.academia.textos_sabido import de_cada, en_promedio, junto_al_costo, se_podia_saber, veces
from enlinea.academia.views.repetir import entero, fuente_o_404, leer_jugadas
from enlinea.acceso.views.comun import de_suscriptores
from enlinea.errores import ErrorDeServicio
from enlinea.textos.errores import texto_de
from reglas.reglamento import AMIGOS


@de_suscriptores
@require_POST
def variante(peticion: HttpRequest, tipo: str, fuente_id: int, mano: int) -> HttpResponse:
    """Lo que vale cada jugada de la simulación (`desde`, `jugadas`), sus errores y cómo sigue lo mejor."""
    fuente = fuente_o_404(peticion, tipo, fuente_id)
    try:
        hecho = variante_pedir(
            fuente=fuente,
            mano=mano - 1,
            desde=entero(peticion.POST.get("desde", "")),
            jugadas=leer_jugadas(peticion.POST.get("jugadas", "")),
            ahora=timezone.now(),
        )
    except IndexError:
        raise Http404 from None
    except (ErrorDeServicio, ValueError) as error:
        return _negar(error)
    return JsonResponse({"estado": hecho.estado, **(hecho.resultado or {})})


@de_suscriptores
@require_POST
def sabido(peticion: HttpRequest, tipo: str, fuente_id: int, mano: int) -> HttpResponse:
    """Si esa jugada se podía saber (`jugada`, desde 0), con lo que veía quien la tiró."""
    fuente = fuente_o_404(peticion, tipo, fuente_id)
    jugada = entero(peticion.POST.get("jugada", ""))
    try:
        hecho = sabido_pedir(fuente=fuente, mano=mano - 1, jugada=jugada, ahora=timezone.now())
    except IndexError:
        raise Http404 from None
    except ErrorDeServicio as error:
        return _negar(error)
    if hecho.resultado is None:
        return JsonResponse({"estado": hecho.estado})
    return JsonResponse({"estado": hecho.estado, **_dicho(fuente, mano - 1, jugada, hecho.resultado)})


def _dicho(fuente: Fuente, mano: int, jugada: int, resultado: dict[str, Any]) -> dict[str, Any]:
    datos, lado = analisis_de(fuente).datos, lado_visto(fuente.asiento)
    errores = datos["manos"][mano]["errores"] if datos else []
    error = next((uno for uno in errores if uno["jugada"] == jugada), None)
    suyo, turno = visto(resultado), fuente.manos[mano].estados[jugada].turno
    tira_yo, mia = turno == fuente.asiento, AMIGOS.bando_de[turno] == AMIGOS.bando_de[fuente.asiento]
    nombre, de = fuente.nombres[turno], de_cada(suyo)
    datos_del_error: dict[str, Any] = {"frases": [], "podia": None}
    if error is not None:
        elegida, mejor = tuple(error["elegida"][:2]), tuple(error["mejor"][:2])
        datos_del_error = {
            "frases": se_podia_saber(suyo, elegida, mejor, "" if tira_yo else nombre, lado),
            "podia": junto_al_costo(suyo, elegida, mejor, tira_yo, nombre),
        }
    return {
        **datos_del_error,
        "jugadas": [
            {
                "opcion": una.opcion,
                "cuanto": veces(una.milesimas, de),
                "media": en_promedio(una, fuente.meta, mia),
                "buena": una.buena,
            }
            for una in suyo.opiniones
        ],
    }


def _negar(error: ErrorDeServicio | ValueError) -> HttpResponse:
    falla = error if isinstance(error, ErrorDeServicio) else ErrorDeServicio("rama_imposible", texto="")
    return JsonResponse({"ok": False, "codigo": falla.codigo, "texto": texto_de(falla)}, status=409)
