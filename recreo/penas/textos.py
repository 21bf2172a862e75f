"""Los errores de las peñas, dichos a la persona: qué pasó y qué hacer. Los demás los dice `recreo.textos`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy

from recreo import textos
from recreo.errores import ErrorDeServicio

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

TEXTOS: Mapping[str, "_StrPromise"] = {
    # Quién puede
    "pena_inexistente": gettext_lazy("No encontramos esa peña entre las tuyas. Pide el enlace a quien la lleva."),
    "solo_encargado": gettext_lazy("Eso sólo lo hace quien lleva la peña. Pídeselo."),
    "solo_tesorero": gettext_lazy("Eso sólo lo hace quien lleva la caja. Pídeselo."),
    # Alta
    "falta_nombre_de_pena": gettext_lazy("Falta el nombre de la peña. Escríbelo como ustedes le dicen."),
    "muchas_penas": gettext_lazy("Ya llevas %(maximo)s peñas. Deja una antes de abrir otra."),
    "nombre_no_es": gettext_lazy("Para borrarla escribe su nombre tal cual: %(nombre)s."),
    # Gente
    "miembro_inexistente": gettext_lazy("Esa persona ya no está en la peña. Mira la lista otra vez."),
    "miembro_sin_nombre": gettext_lazy("Falta el nombre. Escríbelo como te dicen en la mesa."),
    "miembro_repetido": gettext_lazy("Ya hay alguien que se llama %(nombre)s. Agrega un apellido o un apodo."),
    "miembro_correo_repetido": gettext_lazy("Otra persona de la peña tiene el correo %(correo)s. Revísalo."),
    "miembro_con_dueno": gettext_lazy("El nombre de %(nombre)s ya tiene dueño. Escoge otro, o escribe el tuyo."),
    "papel_sin_cuenta": gettext_lazy(
        "%(nombre)s todavía no entra con su correo. Mándale el enlace y después nómbralo."
    ),
    "falta_encargado": gettext_lazy("La peña se quedaría sin quien la lleve. Nombra antes a otra persona."),
    "pena_llena": gettext_lazy("En una peña caben %(maximo)s personas y ya están. Abre otra."),
    # Temporadas
    "temporada_sin_nombre": gettext_lazy("Falta el nombre de la temporada. Por ejemplo: «Otoño»."),
    "temporada_encima": gettext_lazy("Ese día todavía es de la otra temporada. Elige uno después del %(hasta)s."),
    "temporada_lejos": gettext_lazy("Ese día queda a más de un año. Revisa el año."),
    "puntos_por_lugar": gettext_lazy(
        "Los puntos por lugar van de mayor a menor, hasta %(lugares)s números de 0 a %(maximo)s. Corrígelos."
    ),
    "reglas_de_temporada": gettext_lazy("Esos números van de 0 a %(maximo)s. Corrígelos."),
    "muchas_temporadas": gettext_lazy("Esta peña ya tiene %(maximo)s temporadas. Cambia la de ahora."),
    # La fecha
    "cita_en_el_pasado": gettext_lazy("Esa fecha ya pasó. Elige una de hoy en adelante."),
    "cita_muy_lejos": gettext_lazy("Esa fecha queda a más de dos años. Revisa el año."),
    "cita_vieja": gettext_lazy("La fecha cambió mientras contestabas. Mira la de ahora y contesta otra vez."),
    # Dinero
    "importe_de_caja": gettext_lazy("Escribe una cantidad de 0.01 a 999,999.99, con dos decimales a lo más."),
    "falta_concepto": gettext_lazy("Falta para qué es la cuota. Por ejemplo: «Botana de marzo»."),
    "muchas_cuotas": gettext_lazy("Ya hay %(maximo)s cuotas. Quita alguna que nadie haya pagado."),
    "cuota_inexistente": gettext_lazy("Esa cuota ya se quitó. Mira cuáles quedan."),
    "cuota_con_pagos": gettext_lazy("Alguien ya pagó esa cuota y no se quita. Márcala exenta a quien no la deba."),
    "pago_a_si_mismo": gettext_lazy("Nadie se paga a sí mismo. Elige a dos personas distintas."),
    "pago_ajeno": gettext_lazy("Que ya se pagó lo dice %(nombre)s, que cobra, o quien lleva la caja. Pídeselo."),
    "pago_inexistente": gettext_lazy("Ese pago ya no está. Mira la lista otra vez."),
    # Jugar
    "cuantos_juegan": gettext_lazy("Un Recreo es de 4 a 16 personas y van %(cuantos)s. Agrega o quita a alguien."),
}


def texto_de(error: ErrorDeServicio) -> str:
    """La frase en español de un error: qué pasó y qué hacer."""
    if error.codigo not in TEXTOS:
        return textos.texto_de(error)
    datos = dict(error.datos)
    if error.codigo == "temporada_encima":
        datos["hasta"] = date_format(datos["hasta"], "j \\d\\e F \\d\\e Y").lower()
    return str(TEXTOS[error.codigo]) % datos
