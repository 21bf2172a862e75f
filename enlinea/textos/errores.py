"""Los códigos de error y los motivos, dichos a la persona: qué pasó y qué hacer. Texto plano, sin escapar."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from enlinea.errores import ErrorDeServicio

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


TEXTOS: Mapping[str, "_StrPromise"] = {
    "forma_invalida": gettext_lazy("Eso no llegó completo. Recarga la página e inténtalo otra vez."),
    # quién puede (SU3)
    "sin_cuenta": gettext_lazy("Entra con tu correo para jugar en línea."),
    "suspendido": gettext_lazy("Tu cuenta está suspendida y por ahora no puedes jugar en línea."),
    "suscripcion_vencida": gettext_lazy("Tu suscripción ya venció. Renuévala para jugar en línea."),
    "suscripcion_ninguna": gettext_lazy("Para jugar en línea necesitas suscripción. Mira los planes."),
    # avisos al teléfono
    "push_apagado": gettext_lazy("Aquí no se mandan avisos al teléfono."),
    "push_desconocido": gettext_lazy("Este navegador manda sus avisos por un servicio que no conocemos."),
    # armado (EL2)
    "nombre_vacio": gettext_lazy("Ponle nombre a la mesa."),
    "meta_invalida": gettext_lazy("Elige a qué se juega, de lo que ese juego ofrece."),
    "modo_invalido": gettext_lazy("Elige cómo se juega: normal o sin prisa."),
    "nivel_invalido": gettext_lazy("Elige cuánto juegan los automáticos: sencillo, medio o fuerte."),
    "falta_lugar": gettext_lazy("Faltan lugares. Elige quién va en cada uno."),
    "sobra_lugar": gettext_lazy("A ese juego van menos personas: deja vacío el lugar que no se usa."),
    "repetido": gettext_lazy("%(nombre)s está en dos lugares. Cada quien va en uno."),
    "eres_tu": gettext_lazy("Tú ya vas abajo. Elige a otra persona para ese lugar."),
    "no_esta_en_la_sala": gettext_lazy("%(nombre)s ya no está en la Sala. Elige a otra persona."),
    "no_estas_en_la_sala": gettext_lazy(
        "Tu página perdió la conexión con la Sala. Espera a que diga «En vivo» y repite."
    ),
    "ya_invitado": gettext_lazy("%(nombre)s ya fue invitado a otra mesa. Elige a otra persona o espera un momento."),
    "ya_espera": gettext_lazy("%(nombre)s ya está en una mesa que junta gente. Elige a otra persona."),
    "mesa_llena": gettext_lazy("Esa mesa ya se llenó. Elige otra, o toca «Juega ya» y te buscamos lugar."),
    "mesa_ya_no_esta": gettext_lazy("Esa mesa ya se deshizo. Elige otra, o toca «Juega ya» y te buscamos lugar."),
    "enlace_no_vale": gettext_lazy(
        "Ese enlace ya no vale: lo anularon o la mesa se deshizo. Pídele otro a quien te lo mandó."
    ),
    "ya_juega": gettext_lazy("%(nombre)s ya está jugando en otra mesa. Elige a otra persona."),
    "ya_tienes_mesa": gettext_lazy("Ya estás en la mesa «%(mesa)s». Vuelve a ella o espera a que termine."),
    "muchas_mesas": gettext_lazy(
        "Creaste varias mesas seguidas. Espera %(segundos)d\u00a0s y toca otra vez «Crear mesa»."
    ),
    "no_acepto": gettext_lazy(
        "%(nombre)s no aceptó hace poco. Elige a otra persona, o vuelve a invitarle dentro de %(minutos)d min."
    ),
    # también si quien organiza las retiró: ahí nadie dijo que no
    "varias_veces": gettext_lazy(
        "Ya invitaste varias veces a %(nombre)s. Elige a otra persona, o vuelve a invitarle dentro de %(minutos)d min."
    ),
    "orden_ajena": gettext_lazy("Eso ya se envió de otra forma y no se repitió. Recarga la página e inténtalo."),
    "orden_distinta": gettext_lazy("Eso ya se envió, con otros datos. Mira cómo quedó y, si falta, hazlo otra vez."),
    "mesa_inexistente": gettext_lazy("Esa mesa ya no existe."),
    "no_es_tu_mesa": gettext_lazy("Esa mesa no es tuya."),
    "no_es_organizador": gettext_lazy("Eso sólo lo hace quien organiza la mesa."),
    "invitacion_terminada": gettext_lazy("Esa invitación ya no vale: la mesa no se armó."),
    "invitacion_vencida": gettext_lazy("Se acabó el tiempo de la invitación y la mesa no se armó."),
    "mesa_ya_lista": gettext_lazy("Ya aceptaron todos: la mesa está lista."),
    "nadie_mas_espera": gettext_lazy("Ya no espera nadie más contigo. A solas, toca «Jugar con automáticos»."),
    "sin_propuesta": gettext_lazy("Quien organiza prefirió esperar a que llegue alguien más. No cambió nada."),
    # chat y mensajes
    "texto_vacio": gettext_lazy("Escribe algo antes de enviar."),
    "texto_largo": gettext_lazy("Ese mensaje es muy largo: caben 300 letras."),
    "despacio": gettext_lazy(
        "Vas muy rápido. Espera %(segundos)d\u00a0s y vuelve a enviarlo: lo que escribiste sigue ahí."
    ),
    "mensaje_inexistente": gettext_lazy("Ese mensaje ya no existe."),
    # sanciones (SA)
    "motivo_vacio": gettext_lazy("Escribe el motivo: la persona lo va a leer."),
    "motivo_largo": gettext_lazy("Ese motivo es muy largo: caben 200 letras."),
    "fechas_al_reves": gettext_lazy("La suspensión debe terminar después de empezar."),
    "cuenta_inexistente": gettext_lazy("Esa cuenta no existe."),
    "cuenta_desconocida": gettext_lazy("Esa cuenta no existe."),
    "tarjeta_inexistente": gettext_lazy("Esa tarjeta no existe."),
    "suspension_desconocida": gettext_lazy("Esa suspensión no existe."),
    "mensaje_largo": gettext_lazy("Ese mensaje es muy largo: caben 1000 letras."),
    "nadie_cumple": gettext_lazy("Nadie cumple eso ahora: no se mandó a nadie. Cambia el filtro."),
    # convivencia (SA3)
    "no_a_ti_mismo": gettext_lazy("Eres tú: elige a otra persona."),
    "persona_inexistente": gettext_lazy("Esa persona ya no tiene cuenta."),
    "demasiados_silencios": gettext_lazy(
        "Ya silenciaste a 300 personas. Quita a alguna de la lista para agregar otra."
    ),
    # la gente (decisión 048)
    "cara_invalida": gettext_lazy("Elige un color y una figura de los que se ofrecen."),
    "la_silenciaste": gettext_lazy(
        "La tienes silenciada. Si quieres pedirle amistad, primero vuelve a leerla en Convivencia."
    ),
    "muchos_amigos": gettext_lazy("Ya tienes %(maximo)d amigos. Quita a alguno de la lista para agregar otro."),
    "amigos_llenos": gettext_lazy("Esa persona ya no puede agregar más amigos."),
    "muchas_amistades": gettext_lazy("Ya pediste varias amistades hoy. Espera a mañana para pedir otra."),
    "amistad_inexistente": gettext_lazy(
        "Esa petición ya se contestó o se retiró. Si quieres ser su amigo, pídesela tú desde su página."
    ),
    "espera_invalida": gettext_lazy("Elige por cuánto tiempo: una, tres o doce horas."),
    "cita_inexistente": gettext_lazy("Esa mesa con hora ya no existe."),
    "cita_en_el_pasado": gettext_lazy("Esa hora ya pasó. Elige una que falte."),
    "cita_muy_lejos": gettext_lazy("Falta mucho para ese día. Elige uno de los próximos 60 días."),
    "muchas_citas": gettext_lazy("Ya tienes %(maximo)d mesas con hora. Cancela alguna para poner otra."),
    "cita_llena": gettext_lazy("Ya van cuatro. Puedes decir que quizá, por si alguien no puede."),
    "cita_con_muchos": gettext_lazy("Ya hay %(maximo)d apuntados y no caben más. Puedes poner otra mesa con hora."),
    "cita_cancelada": gettext_lazy(
        "%(quien)s canceló esta mesa (era %(cuando)s). Mira las que siguen en «Amigos», o pon otra tú."
    ),
    "cita_abierta": gettext_lazy("Esa mesa ya se abrió. Ábrela en «Amigos» para tomar tu lugar, si queda."),
    "cita_ya_cambio": gettext_lazy("Ya se había cambiado en otra pestaña o aparato. Está guardado: %(guardado)s."),
    "cita_movida": gettext_lazy("La mesa cambió mientras contestabas. Ahora es %(guardado)s. Contesta otra vez."),
    "no_la_organizas": gettext_lazy("Eso sólo lo hace quien puso la mesa."),
    "comentario_vacio": gettext_lazy("Cuéntanos qué pasó: el comentario es lo que lee la administración."),
    "comentario_largo": gettext_lazy("El comentario es muy largo: caben 1000 letras. Deja lo más importante."),
    "no_compartieron": gettext_lazy("Sólo puedes señalar a quien jugó contigo o a quien leíste en la Sala."),
    "ya_senalado": gettext_lazy(
        "Ya señalaste a %(nombre)s por esto. La administración lo está viendo; no hace falta repetir."
    ),
    "limite_de_reportes": gettext_lazy(
        "Llegaste al tope de reportes. Podrás señalar otra vez %(cuando)s. Si es urgente, escríbenos."
    ),
    "reporte_inexistente": gettext_lazy("Ese reporte no existe."),
    "sin_decidir": gettext_lazy("Ese reporte todavía no se decide: decídelo primero."),
    "no_se_escala": gettext_lazy(
        "Lo decidido (%(decision)s) no se puede subir a eso. Una sanción se levanta o se anula en su página."
    ),
    "ya_decidido": gettext_lazy("Ya lo decidió %(quien)s: %(decision)s. No cambió nada."),
    "eres_parte": gettext_lazy("Eres parte de este reporte: que lo decida otra persona de la administración."),
    "decision_invalida": gettext_lazy("Elige qué hacer: ignorar, advertir, bloquear o tarjeta roja."),
    "hecho_ya_sancionado": gettext_lazy(
        "Por esta partida ya se le dio %(decision)s en el reporte %(numero)d. Nadie se sanciona dos veces por lo "
        "mismo: aquí sólo cabe ignorar o advertir."
    ),
    "sancionado_a_mano": gettext_lazy(
        "Después de este reporte ya se le dio una tarjeta roja o un bloqueo a mano, y sigue valiendo. Nadie se "
        "sanciona dos veces por lo mismo: aquí sólo cabe ignorar o advertir; si fue por otra cosa, primero anúlalo o "
        "levántalo."
    ),
    "reporte_sin_decidir": gettext_lazy(
        "Hay un reporte sin decidir de esta persona (el %(numero)d): da la tarjeta roja desde ahí, para que nadie se "
        "sancione dos veces por lo mismo."
    ),
    "sancion_que_corre": gettext_lazy(
        "No se dio: a esta persona ya le corre una tarjeta roja o lo que puso la administración, y desde entonces está "
        "fuera. Nadie se sanciona dos veces por lo mismo. Si fue por otra cosa, anula o levanta antes lo que corre, o "
        "decide su reporte."
    ),
    "sin_permiso": gettext_lazy("Tu cuenta no tiene permiso para eso."),
    # calidad del juego
    "nota_vacia": gettext_lazy("Escribe qué revisaste y qué concluiste."),
    "nota_larga": gettext_lazy("Esa nota es muy larga: caben %(maximo)s letras."),
    "renglon_inexistente": gettext_lazy("Ese renglón no existe."),
    # academia
    "no_se_comparte": gettext_lazy("Sólo se comparte una partida que jugaste y que llegó a la meta."),
    "titulo_largo": gettext_lazy("Ese título es muy largo: caben %(maximo)d letras."),
    "comentario_de_estudio_largo": gettext_lazy(
        "Ese comentario es muy largo: caben %(maximo)d letras. Deja lo más importante."
    ),
    "comentario_ya_cambio": gettext_lazy("Ya habías guardado otro en otra pestaña o aparato: «%(vista)s»."),
    "comentario_quitado": gettext_lazy("En otra pestaña o aparato ya habías quitado este comentario."),
    "muchos_comentarios": gettext_lazy(
        "Este estudio ya tiene %(maximo)d comentarios. Quita alguno para escribir otro."
    ),
    "acta_vacia": gettext_lazy("Elige un archivo o pega el texto del acta."),
    "acta_larga": gettext_lazy(
        "Esa acta pasa de %(maximo)s KB y no se leyó. Revisa que sea el archivo de una partida."
    ),
    "acta_ilegible": gettext_lazy("Eso no es un acta: el texto no es JSON. Revisa que el archivo esté completo."),
    "acta_con_muchas_manos": gettext_lazy("El acta trae más de %(maximo)s manos y no se leyó."),
    "juego_invalido": gettext_lazy("Ese juego no está en la lista. Elige uno de los que se ofrecen."),
    "acta_de_otro_juego": gettext_lazy(
        "Es el acta de otro juego y la Academia sólo repite el de siempre. Elige una de aquéllas."
    ),
    "acta_sin_manos": gettext_lazy("El acta no trae ninguna mano que repetir."),
    "acta_invalida": gettext_lazy("El acta no vale. %(texto)s"),
    "acta_invalida_en_mano": gettext_lazy("El acta no vale en la mano %(mano)s. %(texto)s"),
    "acta_invalida_en_jugada": gettext_lazy("El acta no vale en la mano %(mano)s, jugada %(jugada)s. %(texto)s"),
    "acta_inexistente": gettext_lazy("Esa acta ya no está entre las tuyas."),
    "muchas_actas": gettext_lazy("Ya tienes %(maximo)s actas importadas. Borra alguna que no uses y súbela otra vez."),
    "analisis_agotado": gettext_lazy(
        "Ya se intentó varias veces y no se pudo. Escríbenos y lo revisamos; la repetición y las ramas sirven igual."
    ),
    "analisis_espera": gettext_lazy("Acaba de intentarse y no se pudo. Pídelo otra vez dentro de %(minutos)d min."),
    "muchos_calculos": gettext_lazy(
        "Ya hay varias cuentas de esta partida en camino. Espera a que acaben y vuelve a pedirla."
    ),
    "calculos_seguidos": gettext_lazy("Pediste muchas cuentas seguidas. Espera unos minutos y vuelve a pedirla."),
    "ejercicio_inexistente": gettext_lazy("Ese ejercicio ya no existe. Elige otro."),
    "jugada_ajena": gettext_lazy("Esa ficha no se podía tirar ahí. Elige una de las marcadas."),
    "rama_vacia": gettext_lazy("Esa rama no cambia nada. Elige al menos una ficha antes de guardarla."),
    "rama_imposible": gettext_lazy("Eso no se puede jugar ahí. %(texto)s"),
    "rama_inexistente": gettext_lazy("Esa rama ya no existe."),
    "muchas_ramas": gettext_lazy("Ya tienes %(maximo)s ramas de esta partida. Borra alguna y guárdala otra vez."),
}


def texto_de(error: ErrorDeServicio) -> str:
    """El texto de un error; uno desconocido lleva su código."""
    texto = TEXTOS.get(error.codigo)
    if texto is None:
        return _("No se pudo (%(codigo)s). No cambió nada; vuelve a intentarlo.") % {"codigo": error.codigo}
    return str(texto) % error.datos if error.datos else str(texto)
