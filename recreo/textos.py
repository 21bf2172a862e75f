"""Los códigos de error de los servicios, dichos a la persona: qué pasó y qué hacer. Texto plano, sin escapar."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from recreo.errores import ErrorDeServicio
from recreo.hoja import textos
from recreo.hoja.textos import Datos, en_lista, mano_en_palabras
from reglas.textos import redactar

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

__all__ = ["ARMADOS", "TEXTOS", "en_lista", "mano_en_palabras", "texto_de"]

PREFIJO_DE_REGLA = "regla_"

# Lo que basta decir con sus datos; lo que depende de ellos se arma abajo, en ARMADOS.
TEXTOS: Mapping[str, "_StrPromise"] = {
    **textos.TEXTOS,
    # Quién puede
    "no_participas": gettext_lazy("No tienes lugar en este Recreo. Pídele al organizador el enlace o el código QR."),
    "solo_organizador": gettext_lazy("Eso sólo lo hace el organizador. Llámalo desde tu mesa y él lo resuelve."),
    "solo_titular": gettext_lazy("Sólo quien creó el Recreo nombra a quien le ayuda a organizar. Pídeselo."),
    "sin_permiso": gettext_lazy("Tu cuenta no tiene permiso para eso. Pídelo a la administración."),
    "sin_cuenta": gettext_lazy("Para organizar un Recreo hace falta una cuenta. Entra con tu correo o crea la tuya."),
    # El Recreo y su estado
    "recreo_inexistente": gettext_lazy("No encontramos ese Recreo. Revisa el código o el enlace."),
    "estado_preparacion": gettext_lazy("Este Recreo todavía no empieza. En cuanto empiece podrás hacerlo."),
    "estado_en_juego": gettext_lazy("Este Recreo ya empezó y eso sólo se cambia antes de empezar."),
    "estado_terminado": gettext_lazy("Este Recreo ya terminó y no cambia más. Mira la clasificación final."),
    "estado_cancelado": gettext_lazy("Este Recreo se canceló y no cambia más. Si quieren jugar, armen otro."),
    "con_actividad": gettext_lazy("Este Recreo tuvo movimiento hace poco y no se canceló."),
    "fechas_en_desorden": gettext_lazy("Las fechas de la partida %(partida)s van en desorden. Corrige el orden."),
    # Alta
    "tamano_invalido": gettext_lazy("Un Recreo es de 4 a 16 jugadores. Elige un número de ésos."),
    "importe_invalido": gettext_lazy(
        "Ese importe no vale. Escribe una cantidad de 0 a 99,999.99, con dos decimales a lo más."
    ),
    "apuesta_solo_en_ronda": gettext_lazy("La apuesta es sólo de la Ronda, de 4 a 7 jugadores. Quítala para seguir."),
    "falta_nombre": gettext_lazy("Falta el nombre del Recreo. Escríbelo: así lo encontrarán tus amigos."),
    "nombre_repetido": gettext_lazy(
        "El %(otro)s y el %(numero)s se llaman igual: %(nombre)s. Agrega un apellido o un apodo para distinguirlos."
    ),
    "correo_repetido": gettext_lazy(
        "El %(otro)s y el %(numero)s tienen el mismo correo: %(correo)s. Cada quien lleva el suyo."
    ),
    "numero_inexistente": gettext_lazy("El número %(numero)s no está en este Recreo. Elige a alguien de la lista."),
    # Lugares
    "lugar_ocupado": gettext_lazy("%(nombre)s ya entró con otro teléfono. Si no fue, el organizador puede liberarlo."),
    "lugar_con_correo": gettext_lazy("El lugar de %(nombre)s es de quien tiene su correo. Entra con ese correo."),
    "ya_tienes_lugar": gettext_lazy("Ya tienes lugar: eres %(nombre)s, el %(numero)s. Si no eres tú, déjalo primero."),
    "organizador_no_sale": gettext_lazy("El organizador no deja su lugar. Para terminar aquí, cancela el Recreo."),
    "sin_acceso": gettext_lazy("%(nombre)s todavía no entra con su teléfono. Comparte el enlace o elige a otra."),
    "ya_en_otro_recreo": gettext_lazy(
        "Ya estás en otro Recreo sin terminar y sólo se puede estar en uno. Termina o deja ése primero."
    ),
    "esta_en_otro": gettext_lazy("%(nombre)s no puede tomar ese lugar por ahora. Pídele que lo intente otra vez."),
    "invitacion_vieja": gettext_lazy("Ese enlace ya no vale. Pídele a quien organiza el de ahora."),
    "nombre_no_esta": gettext_lazy(
        "No hay un lugar libre con ese nombre. Escríbelo como te apuntó quien organiza, o toca "
        "«Ya estaba dentro, volver a entrar»."
    ),
    "solicitud_inexistente": gettext_lazy("Eso ya se contestó. Mira la lista de quién está dentro."),
    "pase_con_aprobacion": gettext_lazy(
        "Aquí quien organiza deja entrar a cada quien. Pide entrar con el enlace o el código, y después escanea "
        "otra vez este QR."
    ),
    "muchas_solicitudes": gettext_lazy(
        "Ya hay muchas personas esperando que las dejen entrar. Dile a quien organiza que les conteste, y prueba "
        "otra vez."
    ),
    "elige_nombre": gettext_lazy("Falta decir quién eres. Elige tu nombre entre los de la mesa."),
    "discapacidad_ajena": gettext_lazy("Eso lo marca cada quien. Si te lo piden, díselo a quien organiza."),
    # Invitaciones
    "nadie_por_invitar": gettext_lazy("Nadie está en espera de invitación: todos los correos ya la tienen."),
    "sin_correo": gettext_lazy("El %(numero)s no tiene correo. Escríbeselo, o comparte el enlace."),
    "ya_entro": gettext_lazy("%(nombre)s ya entró con su teléfono y no necesita otra invitación."),
    # Mesa
    "mesa_inexistente": gettext_lazy(
        "La mesa %(mesa)s de la partida %(partida)s no está abierta. Mira la partida actual."
    ),
    "llamada_cambio": gettext_lazy("La llamada de la mesa %(mesa)s cambió mientras la veías. Mira otra vez en qué va."),
    # Manos
    # La hoja, revisada por la otra pareja
    "revisa_la_otra_pareja": gettext_lazy(
        "La hoja de la mesa %(mesa)s la revisa la otra pareja: la tuya es la que anota. Si algo está mal, corrígelo."
    ),
    "hoja_vacia": gettext_lazy("En la mesa %(mesa)s todavía no hay manos que revisar."),
    "falta_objecion": gettext_lazy("Falta decir qué está mal. Escríbelo en pocas palabras: lo lee quien organiza."),
    # Cierre
    "no_hay_mas_partidas": gettext_lazy("Ya se jugaron todas las partidas de este Recreo. Mira la clasificación."),
    "partida_ya_iniciada": gettext_lazy("La partida %(partida)s ya empezó. Busca tu mesa en ella."),
    "castigo_en_juegos_ganados": gettext_lazy("A juegos ganados no hay castigos en tantos: no se cuentan."),
    "castigo_anulado": gettext_lazy("Ese castigo ya se quitó. Mira cómo quedó la clasificación."),
    "castigo_invalido": gettext_lazy("Un castigo es de 1 a %(maximo)s tantos. Corrige la cantidad."),
    "no_eres_tu": gettext_lazy("Esto se anotó en este teléfono con otra cuenta. Entra con ella y se envía solo."),
    # Avisos y relevo
    "anotador_sigue": gettext_lazy(
        "%(anotador)s sigue anotando la mesa %(mesa)s. Si ya no está, dilo antes con «Quien anota ya no está»."
    ),
    "ya_no_vuelves": gettext_lazy(
        "La mesa %(mesa)s ya la anota %(anotador)s. Si quieres anotarla, que te la pase, o pídelo a quien organiza."
    ),
    "push_apagado": gettext_lazy("Aquí no se mandan avisos con la pantalla apagada. La barra y el sonido sí sirven."),
    "push_desconocido": gettext_lazy("Este navegador no puede recibir esos avisos. La barra y el sonido sí funcionan."),
    # La fiesta
    "no_ha_terminado": gettext_lazy("Este Recreo todavía no termina. Cuando acabe podrás armar otro con los mismos."),
    "minutos_invalidos": gettext_lazy("Elige cada cuántos minutos avisarte, de la lista."),
    # Caminos de regreso
    "falta_motivo": gettext_lazy("Falta decir por qué. Escríbelo en pocas palabras: queda en «Lo que ha pasado»."),
    "faltan_partidas": gettext_lazy("Todavía faltan partidas. Juéguenlas, o usa «Terminar aquí» para no jugarlas."),
    "mesa_reabierta": gettext_lazy(
        "La mesa %(mesa)s de la partida %(partida)s se está corrigiendo. Ciérrala otra vez y sigue."
    ),
    "nada_que_clasificar": gettext_lazy(
        "Ninguna partida se ha cerrado y no hay qué clasificar. Si ya no van a jugar, cancela el Recreo."
    ),
    "ya_no_se_reabre": gettext_lazy("Pasaron más de %(horas)s horas desde el final y este Recreo ya no se reabre."),
    "mesa_no_cerrada": gettext_lazy("La mesa %(mesa)s está abierta: ya se puede corregir."),
    "no_es_la_ultima": gettext_lazy("Sólo se deshace el inicio de la última partida. Mira en cuál van."),
    "ya_anotaron": gettext_lazy(
        "En la mesa %(mesa)s ya anotaron la partida %(partida)s y no se deshace. Corrige lo que haga falta."
    ),
    "hay_castigos": gettext_lazy("En la partida %(partida)s ya hay castigos. Quítalos y después deshaz el inicio."),
    "recreo_en_pausa": gettext_lazy("El Recreo está en pausa. Retómalo en el tablero y sigue."),
    "no_esta_en_pausa": gettext_lazy("El Recreo ya está en marcha. Mira cómo va."),
    "te_relevaron": gettext_lazy("Otra persona juega en tu lugar. Si vas a volver, dilo a quien organiza."),
    "partida_pasada": gettext_lazy("Ya van en la partida %(actual)s. Elige ésa o una de las que faltan."),
    "hasta_antes": gettext_lazy("No puede ser hasta la %(hasta)s si es desde la %(desde)s. Cambia una de las dos."),
    "no_ocupa_lugar": gettext_lazy("%(nombre)s no tiene lugar en la partida %(partida)s. Mira quién juega en ella."),
    "ya_se_juega": gettext_lazy(
        "La mesa %(mesa)s de %(nombre)s ya se juega: lo jugado es suyo. Hazlo desde la partida que sigue."
    ),
    "no_es_suplente": gettext_lazy("%(nombre)s tiene su propio lugar. Escribe el nombre de quien entra."),
    "ya_ocupa_su_lugar": gettext_lazy("%(nombre)s ya tiene su lugar en esa partida."),
    "falta_foto": gettext_lazy("Falta la foto. Tómala o escógela, y vuelve a guardar."),
    "foto_grande": gettext_lazy("Esa foto pesa demasiado: hasta %(maximo)s MB. Tómala con menos calidad, o recórtala."),
    "foto_ilegible": gettext_lazy("Ese archivo no es una foto que se pueda abrir. Súbela en JPG, PNG o WebP."),
    "foto_inexistente": gettext_lazy("Esa foto ya se quitó. Mira cuáles quedan."),
    "foto_ajena": gettext_lazy("Esa foto la subió %(quien)s. Pídele que la quite, o dilo a quien organiza."),
    "muchas_fotos": gettext_lazy("La mesa %(mesa)s ya tiene %(maximo)s fotos. Quita una para subir otra."),
    "relevo_inexistente": gettext_lazy("Ese cambio ya se deshizo. Mira quién juega en cada partida."),
    "no_faltaba": gettext_lazy("%(nombre)s no estaba apuntado como ausente. Mira quién está en su mesa."),
    "falta_nombre_de_persona": gettext_lazy("Falta el nombre. Escríbelo como lo conocen en la mesa."),
    "correo_de_su_cuenta": gettext_lazy(
        "%(nombre)s entró con su cuenta y ése es su correo. Si no es esa persona, quítala y cámbialo."
    ),
    "nada_cambia": gettext_lazy("Nada cambió: el nombre y el correo son los mismos."),
    "tamano_igual": gettext_lazy("El Recreo ya es de %(tamano)s. Elige otro número."),
}


def texto_de(error: ErrorDeServicio) -> str:
    """La frase en español de un error: qué pasó y qué hacer."""
    codigo, datos = error.codigo, error.datos
    if codigo.startswith(PREFIJO_DE_REGLA):
        return redactar(codigo.removeprefix(PREFIJO_DE_REGLA), datos, _)
    if codigo in ARMADOS:
        return ARMADOS[codigo](datos)
    if codigo in TEXTOS:
        return str(TEXTOS[codigo]) % datos
    return _("No se pudo (%(codigo)s) y no cambió nada. Inténtalo otra vez o avisa al organizador.") % {
        "codigo": codigo
    }


def _ya_anota_otro(d: Datos) -> str:
    if d.get("anotador"):
        return _("%(anotador)s ya anota la mesa %(mesa)s.") % d
    return _("La mesa %(mesa)s ya no la anota nadie. Mira otra vez quién puede.") % d


def _falta_conformidad(d: Datos) -> str:
    if d.get("objetada"):
        return _("La hoja de la mesa %(mesa)s está objetada. Aclárenlo, o escribe por qué la cierras así.") % d
    return _("La otra pareja no confirma la hoja de la mesa %(mesa)s. Pídeselo, o escribe por qué la cierras así.") % d


def _muchos_intentos(d: Datos) -> str:
    if d["segundos"] < 60:
        cuanto = ngettext("%(n)d segundo", "%(n)d segundos", d["segundos"]) % {"n": d["segundos"]}
    else:
        minutos = -(-d["segundos"] // 60)
        cuanto = ngettext("%(n)d minuto", "%(n)d minutos", minutos) % {"n": minutos}
    return _("Van muchos intentos desde tu red. Espera %(cuanto)s, o entra con el enlace o el QR: ésos no esperan.") % {
        "cuanto": cuanto
    }


def _insistes_pronto(d: Datos) -> str:
    espera = ngettext("%(n)d segundo", "%(n)d segundos", d["segundos"]) % {"n": d["segundos"]}
    return _("Acaba de sonarle. Puedes insistir en %(espera)s.") % {"espera": espera}


def _faltan_mesas(d: Datos) -> str:
    mesas = d["mesas"]
    if not mesas:
        return _("Esa partida todavía no toca. Inicia primero la que sigue.")
    return ngettext(
        "Falta cerrar la mesa %(mesas)s. Ciérrala y empieza la siguiente partida.",
        "Faltan por cerrar las mesas %(mesas)s. Ciérralas y empieza la siguiente partida.",
        len(mesas),
    ) % {"mesas": en_lista(mesas)}


def _faltan_nombres(d: Datos) -> str:
    numeros = d["numeros"]
    return ngettext(
        "Falta el nombre del %(numeros)s. Escríbelo para empezar.",
        "Faltan los nombres de %(numeros)s. Escríbelos para empezar.",
        len(numeros),
    ) % {"numeros": en_lista(numeros)}


def _invitacion_reciente(d: Datos) -> str:
    hora = date_format(timezone.localtime(d["instante"]), "g:i a")
    return _(
        "Ya salió la invitación de %(nombre)s (%(hora)s). Que busque en su correo; si no llega, repítela luego."
    ) % {
        "nombre": d["nombre"],
        "hora": hora,
    }


def _suspendido(d: Datos) -> str:
    if d.get("organizador"):
        return _("%(organizador)s organiza y su cuenta está suspendida. Mientras, este Recreo no puede empezar.") % d
    if d.get("hasta"):
        return _("Tu cuenta está suspendida hasta el %(dia)s y mientras no puedes organizar un Recreo.") % {
            "dia": _dia(d["hasta"])
        }
    return _("Tu cuenta está bloqueada y no puedes organizar un Recreo. Escríbenos para revisarlo.")


def _vencida(d: Datos) -> str:
    if d.get("organizador"):
        return _("%(organizador)s organiza y su suscripción venció. En cuanto la renueve podrán empezar.") % d
    return _("Tu suscripción venció. Renuévala para organizar; para participar no la necesitas.")


def _sin_suscripcion(d: Datos) -> str:
    if d.get("organizador"):
        return _("%(organizador)s organiza y no tiene suscripción. En cuanto la contrate podrán empezar.") % d
    return _("Para organizar un Recreo hace falta una suscripción. Elige un plan; para participar no la necesitas.")


def _falta_consentimiento(d: Datos) -> str:
    if d.get("nombre"):
        return _("Falta marcar que %(nombre)s te lo pidió y que acepta. Sin eso no se guarda.") % d
    return _("Falta marcar que aceptas. Sin eso no se guarda nada.")


def _dia(instante: datetime) -> str:
    return date_format(timezone.localtime(instante), "j \\d\\e F")


def _sobran_personas(d: Datos) -> str:
    if not d["nombres"]:
        return _("Con %(tamano)s caben todos. Vuelve a tocar el botón.") % d
    return _("Con %(tamano)s se quedan fuera %(nombres)s. Revísalo y vuelve a tocar el botón.") % {
        "tamano": d["tamano"],
        "nombres": en_lista(d["nombres"]),
    }


ARMADOS: Mapping[str, Callable[[Datos], str]] = {
    **textos.ARMADOS,
    "falta_conformidad": _falta_conformidad,
    "falta_consentimiento": _falta_consentimiento,
    "faltan_mesas": _faltan_mesas,
    "faltan_nombres": _faltan_nombres,
    "insistes_pronto": _insistes_pronto,
    "invitacion_reciente": _invitacion_reciente,
    "muchos_intentos": _muchos_intentos,
    "sobran_personas": _sobran_personas,
    "suscripcion_ninguna": _sin_suscripcion,
    "suscripcion_vencida": _vencida,
    "suspendido": _suspendido,
    "ya_anota_otro": _ya_anota_otro,
}
