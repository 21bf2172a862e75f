"""Lo que dice la mesa en línea al acabar la mano y la partida, y mientras espera a quien falta."""

from typing import Any

from django.utils.translation import gettext_lazy as _

FINAL: dict[str, Any] = {
    "ganamos": _("¡Ganamos la partida!"),
    "ganaron": _("Ganaron {pareja}"),
    "manos_ganadas": _("manos ganadas"),
    "repasarla": _("Repasarla en la Academia"),
    "mis_puntos": _("Mis puntos y mi quintil"),
    "otra_hoja": _("(se abre en otra pestaña)"),
    "y_ahora": _("¿Y ahora?"),
    "hacen_falta": _(
        "Los cuatro deben elegir lo mismo. Si uno elige distinto o se acaba el tiempo, la mesa se cierra."
    ),
    # con automáticos sólo eligen las personas (D764)
    "hacen_falta_completada": _(
        "Las personas deben elegir lo mismo; los automáticos no eligen. Si alguien elige distinto o se acaba el "
        "tiempo, la mesa se cierra."
    ),
    "revancha": _("Revancha"),
    "revancha_es": _("Tu pareja: {pareja}. {a} y {b} cambian de lugar."),
    "rotar": _("Rotar"),
    "rotar_es": _("Tu pareja: {pareja}. Contra {derecha} y {izquierda}."),
    "comunicacion": _("Comunicación"),
    "comunicacion_es": _("Se deshace la mesa y los cuatro vuelven a la Sala de Reunión."),
    "quedarias": _("Quedarías con {pareja} de pareja, {derecha} a tu derecha y {izquierda} a tu izquierda."),
    "eligio_yo": _("Lo elegiste tú"),
    "eligio_1": _("Lo eligió {quienes}"),
    "eligio_n": _("Lo eligieron {quienes}"),
    "elegiste": _("Elegiste {opcion}."),
    "faltan_1": _("Falta {quienes}."),
    "faltas_tu": _("Sólo faltas tú."),
    "faltan_n": _("Faltan {quienes}."),
    "votar_en": _("{n}\u00a0s para elegir; si se acaban, todos a la Sala."),
    "va_a_deshacer_1": _(
        "{quienes} ya eligió otra cosa. Si eliges {opcion}, la mesa se deshace y todos van a la Sala."
    ),
    "va_a_deshacer_n": _(
        "{quienes} ya eligieron otra cosa. Si eliges {opcion}, la mesa se deshace y todos van a la Sala."
    ),
    "va_a_comunicacion": _("La mesa se deshace para los cuatro y vuelven a la Sala de Reunión."),
    "si_elegir": _("Sí, elegir {opcion}"),
    "no_elegir": _("No, déjame ver"),
    # mesa cerrada
    "cerrada": _("La mesa se cerró"),
    "motivo_abandono": _(
        "{quien} no volvió a tiempo. La partida queda como no finalizada y no cuenta para nadie; a {quien} "
        "le toca tarjeta azul."
    ),
    "motivo_abandono_yo": _("No volviste a tiempo. La partida queda como no finalizada y te toca tarjeta azul."),
    "motivo_abandono_sin": _("{quien} no volvió a tiempo. Esta mesa no contaba: no hay tarjetas."),
    "motivo_abandono_sin_yo": _("No volviste a tiempo. Esta mesa no contaba: no hay tarjetas."),
    "motivo_tarjetas": _(
        "{quien} juntó 28 tarjetas amarillas y su cuenta queda suspendida una semana. La partida no cuenta."
    ),
    "motivo_tarjetas_yo": _(
        "Juntaste 28 tarjetas amarillas: tu cuenta queda suspendida una semana. La partida no cuenta."
    ),
    "motivo_sancion": _("La cuenta de {quien} quedó suspendida. La partida se marca como no finalizada y no cuenta."),
    "motivo_sancion_yo": _("Tu cuenta quedó suspendida. La partida se marca como no finalizada."),
    "motivo_caida": _(
        "Falló nuestro servicio y la partida no se pudo terminar. No cuenta y nadie lleva tarjeta. "
        "Discúlpanos."
    ),
    "motivo_comunicacion": _("{quien} prefirió volver a la Sala. Gracias por jugar."),
    "motivo_comunicacion_yo": _("Elegiste volver a la Sala. Gracias por jugar."),
    "motivo_sin_acuerdo": _("No hubo acuerdo para otra partida. Todos vuelven a la Sala."),
    # nadie eligió distinto: se acabaron los 60 s
    "motivo_sin_tiempo": _(
        "Se acabó el tiempo para elegir y no hubo acuerdo para otra partida. Todos vuelven a la Sala."
    ),
    "motivo_sin_comenzar": _("La partida no comenzó a tiempo y la mesa se deshizo. Puedes armar otra."),
    "motivo_suscripcion": _(
        "La mesa se deshizo antes de comenzar: la suscripción de {quien} ya no está vigente. Puedes armar otra en "
        "la Sala."
    ),
    "motivo_suscripcion_yo": _(
        "Tu suscripción venció antes de comenzar y la mesa se deshizo. Renuévala para volver a jugar."
    ),
    # sólo se llega aquí antes de comenzar, y también por perder la señal (D17, D178)
    "motivo_salida": _(
        "{quien} salió o perdió la señal antes de comenzar, y la mesa se deshizo. Nadie lleva tarjeta. Puedes armar "
        "otra."
    ),
    "motivo_salida_yo": _(
        "Saliste o perdiste la señal antes de comenzar, y la mesa se deshizo. No llevas tarjeta. Puedes armar otra."
    ),
    # la completada con automáticos también se acaba así a media partida (D764)
    "motivo_salida_completada": _(
        "{quien} salió, y la partida terminó. Jugaban con automáticos: no contaba y nadie lleva tarjeta. Puedes armar "
        "otra."
    ),
    "motivo_salida_completada_yo": _(
        "Saliste y la partida terminó. Jugaban con automáticos: no contaba y no llevas tarjeta. Puedes armar otra."
    ),
    "motivo_otro": _("La mesa terminó. Puedes armar otra en la Sala."),
    "nadie": _("alguien"),
    "ir_a_sala": _("Ir a la Sala"),
    # salir
    "salir_titulo": _("¿Salir de la mesa?"),
    "salir_espera": _("La mesa se deshace y los cuatro vuelven a la Sala. Sin tarjetas."),
    "salir_partida": _(
        "La partida se detiene y los demás te esperan hasta 5 minutos en la Sala. Si no vuelves: tarjeta azul "
        "para ti y la partida no cuenta para nadie."
    ),
    "salir_con_azul": _("Ya llevas 1 azul: con otra, tu cuenta se suspende 2 semanas."),
    "salir_sin_prisa": _(
        "La partida se detiene y los demás te esperan hasta 5 minutos en la Sala. Si no vuelves, se da por no "
        "terminada. Sin tarjetas."
    ),
    "salir_practica": _("La práctica termina aquí. No cuenta para nada."),
    "salir_completada": _(
        "La partida termina aquí para todos y vuelven a la Sala. Juegan con automáticos: no cuenta y nadie lleva "
        "tarjeta."
    ),
    "salir_final": _("Es lo mismo que elegir Comunicación: la mesa se deshace y todos vuelven a la Sala."),
    "salir_si": _("Sí, salir"),
    "salir_no": _("Quedarme a jugar"),
    "saliendo": _("Saliendo…"),
    "pregunta_caduca": _("La mesa cambió y quitamos la pregunta: ya no era lo que decía. No se hizo nada."),
    # ausencia
    "ausente_titulo": _("Esperamos a {quienes}"),
    "ausente_que": _("Salió o perdió la señal. El reloj está detenido y nada se pierde: tiene {tiempo} para volver."),
    "ausente_que_n": _(
        "Salieron o perdieron la señal. El reloj está detenido y nada se pierde: la mano sigue cuando vuelvan todos. "
        "A {quien} se le acaba el tiempo primero: le quedan {tiempo}."
    ),
    # a quien se fue mientras se esperaba a otro le quedan sus 5 minutos (D19)
    "ausente_abandono": _("Quien lleva «(Abandono)» se fue cuando ya se esperaba a otro: también puede volver."),
    "ausente_vas": _(
        "Vas a la Sala en {n}\u00a0s. Esperar ahí no es dejar la partida: te traemos de vuelta solos. Si sales de la "
        "Sala, a ti también te esperarían a lo más 5 minutos."
    ),
    "ausente_vas_completada": _(
        "Vas a la Sala en {n}\u00a0s y te traemos de vuelta solos. Si no quieres esperar, sal de la mesa: no cuenta y "
        "nadie lleva tarjeta."
    ),
    "abandono": _("(Abandono)"),
    "ausente_ir": _("Ir ya a la Sala"),
}  # fmt: skip
