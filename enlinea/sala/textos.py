"""Qué le pasó a una mesa que se armaba o que se cerró, dicho a cada quien. Texto plano, sin escapar."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from enlinea.textos.frases import y_lista

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    from enlinea.sala.consultas.estado import MesaVista


# por qué se cerró una mesa ya sentada (reglas.mesa.tipos.Motivo); lo demás sólo terminó
CIERRES: Mapping[str, "_StrPromise"] = {
    "": gettext_lazy("La mesa «%(mesa)s» terminó."),
    "abandono": gettext_lazy(
        "%(quien)s no volvió a tiempo y se le dio una tarjeta azul. La mesa «%(mesa)s» se cerró y la partida no "
        "cuenta. Ya puedes armar otra mesa."
    ),
    "abandono_yo": gettext_lazy(
        "No volviste a tiempo: se te dio una tarjeta azul. La mesa «%(mesa)s» se cerró y la partida no cuenta."
    ),
    # sin prisa, o a otro juego, nadie lleva tarjeta
    "abandono_sin": gettext_lazy(
        "%(quien)s no volvió a tiempo. La mesa «%(mesa)s» se cerró, sin tarjetas. Ya puedes armar otra mesa."
    ),
    "abandono_sin_yo": gettext_lazy("No volviste a tiempo. La mesa «%(mesa)s» se cerró, sin tarjetas."),
    "tarjetas": gettext_lazy(
        "%(quien)s juntó 28 tarjetas amarillas y su cuenta queda suspendida una semana. La mesa «%(mesa)s» se cerró "
        "y la partida no cuenta. Ya puedes armar otra mesa."
    ),
    "tarjetas_yo": gettext_lazy(
        "Juntaste 28 tarjetas amarillas: tu cuenta queda suspendida una semana. La mesa «%(mesa)s» se cerró y la "
        "partida no cuenta."
    ),
    "sancion": gettext_lazy(
        "La mesa «%(mesa)s» se cerró y la partida no cuenta: %(quien)s no puede seguir, la administración suspendió "
        "su cuenta. Ya puedes armar otra mesa."
    ),
    "sancion_yo": gettext_lazy(
        "La administración suspendió tu cuenta. La mesa «%(mesa)s» se cerró y la partida no cuenta."
    ),
    "caida": gettext_lazy("La mesa «%(mesa)s» se cerró por una falla nuestra. No cuenta y nadie lleva tarjeta."),
    # antes de comenzar: con la partida en curso, irse es «abandono» (D17, D178)
    "salida": gettext_lazy(
        "%(quien)s salió o perdió la señal y la mesa «%(mesa)s» se deshizo antes de comenzar. Nadie lleva tarjeta. Ya "
        "puedes armar otra mesa."
    ),
    "salida_yo": gettext_lazy(
        "Saliste o perdiste la señal y la mesa «%(mesa)s» se deshizo antes de comenzar. No llevas tarjeta. Ya puedes "
        "armar otra mesa."
    ),
    # la completada con automáticos termina para todos en cuanto uno se va, haya comenzado o no (D764)
    "salida_completada": gettext_lazy(
        "%(quien)s salió y la mesa «%(mesa)s» terminó. Jugaban con automáticos: no contaba y nadie lleva tarjeta. Ya "
        "puedes armar otra mesa."
    ),
    "salida_completada_yo": gettext_lazy(
        "Saliste y la mesa «%(mesa)s» terminó. Jugaban con automáticos: no contaba y no llevas tarjeta."
    ),
    "sin_comenzar": gettext_lazy("La mesa «%(mesa)s» se deshizo: no comenzó a tiempo."),
    "suscripcion": gettext_lazy(
        "La mesa «%(mesa)s» se deshizo antes de comenzar: la suscripción de %(quien)s ya no está vigente. Ya puedes "
        "armar otra mesa."
    ),
    "suscripcion_yo": gettext_lazy(
        "Tu suscripción venció antes de comenzar y la mesa «%(mesa)s» se deshizo. Renuévala para volver a jugar."
    ),
}


def mesa_de(nombre: str) -> str:
    """Cómo se llama la de quien no le puso nombre, o a quien no se le lee."""
    return _("La mesa de %(nombre)s") % {"nombre": nombre}


def aviso_de_mesa(mesa: "MesaVista", cuenta: int) -> str:
    """Por qué no se armó la mesa, o que ya terminó, dicho a una de ellas; vacío si no hay nada que decirle."""
    suyo = mesa.lugar_de(cuenta)
    if mesa.estado == "cerrada":
        return _por_que_se_cerro(mesa, cuenta)
    la_cancelo = mesa.motivo == "retirada" and cuenta == mesa.organizador
    if suyo is None or la_cancelo or suyo.respuesta in ("rechazo", "otra_mesa"):
        return ""
    if suyo.respuesta == "se_fue":
        # al volver no sabe qué pasó
        return _("Saliste de la Sala o perdiste la señal, y «%(mesa)s» no se armó.") % {"mesa": mesa.nombre}
    if suyo.respuesta == "vencio":
        return _("Se acabó el tiempo para contestar la invitación de %(organiza)s.") % {"organiza": mesa.organiza}
    return f"{_que_paso(mesa)} {_('«%(mesa)s» no se armó.') % {'mesa': mesa.nombre}}"


def _por_que_se_cerro(mesa: "MesaVista", cuenta: int) -> str:
    """002 §3.2.4: a los que esperaban, quién no volvió y qué se le dio; a ése, lo suyo."""
    sin_tarjetas = mesa.motivo == "abandono" and not (mesa.modo == "normal" and mesa.juego.oficial)
    clave = "abandono_sin" if sin_tarjetas else mesa.motivo
    # de la práctica se sale a media partida y no deja a nadie
    if mesa.modo == "practica" and mesa.motivo == "salida":
        clave = ""
    if mesa.modo == "completada" and mesa.motivo == "salida":
        clave = "salida_completada"
    culpable = mesa.lugar_culpable
    if culpable is not None and culpable.cuenta == cuenta and f"{clave}_yo" in CIERRES:
        clave += "_yo"
    quien = culpable.nombre if culpable is not None else _("Alguien")
    return str(CIERRES.get(clave, CIERRES[""])) % {"mesa": mesa.nombre, "quien": quien}


def _que_paso(mesa: "MesaVista") -> str:
    quienes = mesa.nombres(mesa.motivo)
    datos = {"quien": y_lista(quienes), "organiza": mesa.organiza}
    match mesa.motivo:
        case "vencio":
            return (
                ngettext("%(quien)s no contestó a tiempo.", "%(quien)s no contestaron a tiempo.", len(quienes)) % datos
            )
        case "otra_mesa":
            return _("%(quien)s se sentó en otra mesa.") % datos
        case "se_fue":
            return (
                ngettext(
                    "%(quien)s se fue de la Sala o perdió la señal.",
                    "%(quien)s se fueron de la Sala o perdieron la señal.",
                    len(quienes),
                )
                % datos
            )
        case "retirada":
            return _("%(organiza)s la canceló.") % datos
        case _otro:
            return _("%(quien)s no quiso ahora.") % datos
