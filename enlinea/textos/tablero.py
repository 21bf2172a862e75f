"""Lo que dice la mesa en línea. El navegador arma cada frase con estos textos: `{quien}` y demás huecos los llena él.

Donde hay dos formas, `_yo` es de quien mira. `_1` es uno; `_n`, varios.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from enlinea.textos.comprobar import COMPROBAR
from enlinea.textos.gustos import GUSTOS
from reglas.metas import Meta

FICHAS: dict[str, Any] = {
    "palos": [_("blanca"), _("uno"), _("dos"), _("tres"), _("cuatro"), _("cinco"), _("seis")],
    "palos_plural": [
        _("Blancas"), _("Unos"), _("Doses"), _("Treses"), _("Cuatros"), _("Cincos"), _("Seises"),
    ],
    "mulas": [
        _("mula de blancas"), _("mula de unos"), _("mula de doses"), _("mula de treses"), _("mula de cuatros"),
        _("mula de cincos"), _("mula de seises"),
    ],
    "mixta": _("{a}-{b}"),
    "vacia": _("Todavía no hay fichas en la mesa"),
    "cadena": _("Cadena de {n} fichas. Terminales: {a} y {b}"),
    "tirada": _("{ficha}, la tiró {quien}"),
    "tus_fichas": _("Tus fichas"),
    "tirar": _("Tirar"),
    "cabe_salida": _("{ficha}, puedes salir con ella"),
    "cabe_arriba": _("{ficha}, cabe arriba o izquierda"),
    "cabe_abajo": _("{ficha}, cabe abajo o derecha"),
    "cabe_ambos": _("{ficha}, cabe en los dos lados"),
    "no_cabe": _("{ficha}, no cabe"),
    "elegida": _("{ficha}, elegida"),
    "pregunta": _("¿De qué lado?"),
    "lado_arriba": _("Arriba o izquierda"),
    "lado_abajo": _("Abajo o derecha"),
    "lado_arriba_alto": _("Arriba"),
    "lado_abajo_alto": _("Abajo"),
    "lado_arriba_ancho": _("Izquierda"),
    "lado_abajo_ancho": _("Derecha"),
    "con": [
        _("con la blanca"), _("con el uno"), _("con el dos"), _("con el tres"), _("con el cuatro"), _("con el cinco"),
        _("con el seis"),
    ],
    "cancelar": _("Mejor otra ficha"),
}  # fmt: skip

MESA: dict[str, Any] = {
    "tu": _("Tú"),
    "ti": _("ti"),
    "ustedes": _("ustedes"),
    "y": _("y"),
    "nosotros": _("Nosotros"),
    "ellos": _("Ellos"),
    "mano_de": _("Mano {n} · {meta}"),
    "partida_de": _("Partida {n}"),
    **{f"meta_{meta}": _(meta.dicha) for meta in Meta},
    **{f"corta_{meta}": _(meta.corta) for meta in Meta},
    "meta_tantos": _("a {n} tantos"),
    "corta_tantos": _("a {n}"),
    "modo_practica": _("Práctica"),
    "modo_sin_prisa": _("Sin prisa"),
    "salio_mesa": _("Salió {quien}"),
    "salio_mesa_yo": _("Saliste tú"),
    "fichas_1": _("1 ficha"),
    "fichas_n": _("{n} fichas"),
    "amarillas_1": _("1 amarilla"),
    "amarillas_n": _("{n} amarillas"),
    "azules_1": _("1 azul"),
    "azules_n": _("{n} azules"),
    "rojas_1": _("1 roja"),
    "rojas_n": _("{n} rojas"),
    "tarjetas_de": _("Tarjetas de {quien}: {cuales}."),
    "sin_azules_ni_rojas": _("ninguna azul ni roja"),
    "a_tu_izquierda": _("a tu izquierda"),
    "a_tu_derecha": _("a tu derecha"),
    "tu_pareja": _("tu pareja"),
    "automatico": _("automático"),
    "turno": _("Tira {quien}"),
    "turno_yo": _("Te toca, {quien}"),
    "turno_sin_cabida": _("No tienes cabida"),
    "pasas_solo": _("El sistema pasa por ti; no toques nada."),
    "tira": _("Tira"),
    "paso": _("Pasó"),
    "paso_yo": _("Pasaste"),
    "terminales": _("Terminales: {a} y {b}"),
    "sales_tu": _("Elige la ficha con la que sales"),
    "sale_quien": _("Sale {quien}"),
    "sale_quien_yo": _("Sales tú"),
    "enviando": _("Enviando tu ficha…"),
    "una_opcion": _("Sólo hay una jugada: a los 6 segundos se tira sola"),
    "puedes_cerrar": _("Puedes cerrar: tienes 60 segundos"),
    "tiempo": _("Se acabó tu tiempo: tira ya. Va una amarilla cada 5 segundos"),
    "tiempo_unica": _("Se acabó tu tiempo: el sistema tira por ti"),
    "segundos": _("s"),
    "quedan_segundos": _("Te quedan {n} segundos"),
    "reloj_detenido": _("Reloj detenido"),
    "sin_reloj": _("No hay reloj en este momento"),
    "era_unica": _("{quien} tenía una sola opción"),
    "era_unica_yo": _("Todos saben que tenías una sola opción"),
    "sin_cierre": _("No hay situación de cierre: {quien} se tardó"),
    "sin_cierre_yo": _("Pasaron 20 segundos: todos saben que no hay situación de cierre"),
    "amarilla": _("Tarjeta amarilla para {quien} por pensar de más. Lleva {n}"),
    "amarilla_yo": _("Tarjeta amarilla para ti por pensar de más. Llevas {n}. A las 28 se suspende la cuenta"),
    "repartiendo": _("Haciendo la sopa…"),
    "repartiendo_sub": _("El sistema revuelve con un número de cada navegador."),
    "domino": _("¡Dominó {quien}!"),
    "domino_yo": _("¡Dominaste!"),
    "cerro": _("Cerró {quien}"),
    "cerro_yo": _("Cerraste"),
    "contando": _("Contando los tantos…"),
    "confirma": _("¿Tirar {ficha}?"),
    "repitiendo": _("Repitiendo: {i} de {n}"),
    "rep_trae": _("Repitiendo la partida…"),
    "rep_mano": _("Repitiendo la mano {n}"),
    "rep_suma": _("Mano {n}. {como} {tantos} para {pareja}"),
    "rep_gana": _("Mano {n}. {como} La ganan {pareja}"),
    "rep_nadie": _("Mano {n}. {como} Nadie la gana"),
    "otra_vez_aqui": _("Ya están los cuatro. Sigue la mano."),
    # espera y fin de mano
    "espera_titulo": _("La mesa está lista"),
    "espera_falta": _("Faltaba alguien por llegar"),
    "espera_tu": _("Oprime «Comenzar»: si falta alguien por llegar, te lo decimos."),
    "espera_viendo": _("Un momento: vemos que hayan llegado los cuatro."),
    "espera_sola": _("Oprime «Comenzar» cuando quieras."),
    "espera_otro": _("{quien} organiza: esperamos a que comience."),
    "espera_cierra": _("Si no comienza en {tiempo}, la mesa se deshace."),
    "comenzar": _("Comenzar"),
    "comenzando": _("Comenzando…"),
    # que dos compartan no es falta: se dice, y decide quien organiza (D214)
    "comparten_titulo": _("Antes de comenzar"),
    "comparten_si": _("Comenzar así"),
    "comparten_no": _("Todavía no"),
    "comparten_nota": _("No ha comenzado: tú decides."),
    "fin_dominada": _("{quien} dominó: tiró su última ficha."),
    "fin_dominada_yo": _("Dominaste: tiraste tu última ficha."),
    "fin_cierre": _("{quien} cerró: ninguna ficha tenía ya cabida."),
    "fin_cierre_yo": _("Cerraste: ninguna ficha tenía ya cabida."),
    "gana_mano": _("Mano {n}: ganaron {pareja}"),
    "ganamos_mano": _("Mano {n}: ¡la ganamos!"),
    "nadie_mano": _("Mano {n}: nadie ganó"),
    "cuenta_100": _("Se cuentan las fichas que les quedaron a {perdedores}: {n} tantos."),
    "cuenta_200": _("A 200 se cuentan todas las fichas que quedaron: {n} tantos."),
    "cuenta_otro": _("{pareja} suman lo que les quedó a los cuatro: {cuenta} = {n} tantos."),
    "cierre_mas_cerca": _("Quedaron iguales con {n}: ganan {pareja}, que salieron o están más cerca de quien salió."),
    "cierre_no_cuenta": _("Las dos parejas quedaron con {n}: empate. La mano no cuenta y se corre la salida."),
    "cuenta_jg": _("A juegos ganados los tantos no cuentan: se apunta una mano."),
    "cierre_menos": _("{a}: {na}. {b}: {nb}. Gana quien tiene menos."),
    "cierre_empate": _(
        "Las dos parejas quedaron con {n}: empate. Se apunta un cero a quien cerró y se corre la salida."
    ),
    "cierre_jg": _("A juegos ganados nadie gana con cierre: se apunta una C y se corre la salida."),
    "las_manos": _("Lo que le quedó a cada uno, en tantos"),
    "se_repartio": _("Lo que se repartió"),
    "nada_quedo": _("Ninguna: dominó"),
    "tantos_1": _("1 tanto"),
    "tantos_n": _("{n} tantos"),
    "ver_repartidas": _("Ver las siete de cada uno"),
    "sigue_mano": _("Seguir"),
    "sale_sigue": _("Mano {n}: sale {quien}."),
    "sale_sigue_yo": _("Mano {n}: sales tú."),
    "esperamos": _("Esperamos a {quienes}."),
    "sola_en": _("Sigue sola en {n}\u00a0s."),
    "listo": _("Listo"),
    "ver_mesa": _("Ver la mesa"),
    "ver_cuenta": _("Ver los tantos"),
    "ver_cuenta_elegir": _("Ver los tantos y elegir"),
    # plantilla
    "plantilla": _("Plantilla de anotación"),
    "tantos_por_mano": _("Tantos por mano"),
    "miran_1": _("1 mira"),
    "miran_n": _("{n} miran"),
    "mano_n": _("mano {n}"),
    "sin_tanto": _("Sin tanto"),
    "sin_cierres": _("ninguno"),
    "cierres_1": _("Un cierre"),
    "cierres_n": _("{n} cierres"),
    "acreditan": _("sumaron {n}: se acreditan {meta}"),
    "vacia_plantilla": _("Todavía no termina ninguna mano."),
    "marcador": _("Marcador hasta la mano {n}: {nosotros}, {a}; {ellos}, {b}"),
    "marcador_cero": _("Marcador: {nosotros}, {a}; {ellos}, {b}"),
    "v_ventaja": _("Ventaja"),
    "v_gana": _("Gana"),
}

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
    "abandono": _("(Abandono)"),
    "ausente_ir": _("Ir ya a la Sala"),
}  # fmt: skip

VOZ: dict[str, Any] = {
    "tiro": _("{quien} tiró {ficha}{lado}."),
    "tiro_yo": _("Tiraste {ficha}{lado}."),
    "salio": _("{quien} salió con {ficha}."),
    "salio_yo": _("Saliste con {ficha}."),
    "voz_paso": _("{quien} pasó."),
    "voz_paso_yo": _("Pasaste."),
    "arriba": _(" arriba"),
    "abajo": _(" abajo"),
    "voz_terminales": _("Terminales: {a} y {b}."),
    "voz_terminal_igual": _("Las dos terminales son {a}."),
    "voz_turno": _("Tira {quien}."),
    "voz_sales": _("Sales tú: elige cualquier ficha."),
    "voz_opciones_1": _("Te toca; tienes una opción."),
    "voz_opciones_n": _("Te toca; tienes {n} opciones."),
    "voz_sin_cabida": _("Te toca, pero no tienes cabida: pasas solo."),
    "voz_reloj": _("{n} segundos."),
    "voz_reparto": _("Mano {n}. Tus fichas: {fichas}."),
    "voz_quedan": _("{quien}: {fichas}{tarjetas}."),
    "voz_mano": _("Te quedan: {fichas}."),
    "voz_sin_cadena": _("Todavía no hay fichas en la mesa."),
    "voz_voto": _("{quien} eligió {opcion}."),
    "voz_voto_yo": _("Elegiste {opcion}."),
    "voz_votar": _("Quedan {n} segundos para elegir."),
    "voz_nada": _("Todavía no pasa nada."),
    "palo_cuenta": _("{palo}: {jugadas} en la mesa, {mias} en tu mano, {faltan} por ver."),
    "palo_faltan": _("Faltan: {fichas}."),
    "palo_salieron": _("{palo}: salieron {n} de {de}"),
    "charla_de": _("{quien} dice: {texto}"),
    "volvio": _("{quien} está de vuelta."),
}

CONEXION: dict[str, Any] = {
    "c_en_vivo": _("En vivo"),
    "c_conectando": _("Conectando…"),
    "c_llegando": _("Ya casi…"),
    "c_reconectando": _("Reconectando…"),
    "c_sin_senal": _("Sin señal"),
    "c_enviando": _("Enviando…"),
    "c_fuera": _("Desconectado"),
    "c_aviso_llegando": _(
        "Ya te estamos sentando; entran muchos a la vez. Nada se pierde: quédate en esta pantalla."
    ),
    "c_aviso": _("Se fue la conexión. Estamos volviendo a entrar: no se pierde nada. Quédate en esta pantalla."),
    "c_aviso_tirada": _(
        "Se fue la conexión. Tu ficha está guardada aquí y se envía sola al volver. Quédate en esta "
        "pantalla."
    ),
    "r_vieja": _("La mesa cambió antes de que llegara tu ficha. Mira el tablero y vuelve a elegir."),
    "r_no_es_tu_turno": _("No es tu turno. Espera a que te toque."),
    "r_no_tiene_cabida": _("Esa ficha no tiene cabida. Elige una que lleve {a} o {b}."),
    "r_no_tiene_cabida_corta": _("Esa ficha no tiene cabida. Elige otra."),
    "r_falta_extremo": _("Esa ficha cabe en los dos lados. Tócala otra vez y di de cuál."),
    "r_ficha_ajena": _("Esa ficha ya no está en tu mano. Elige otra."),
    "r_fuera_de_fase": _("Eso ya pasó o todavía no toca. Espera un momento."),
    "r_mesa_detenida": _("La mesa está detenida: esperamos a quien perdió la conexión."),
    "r_mesa_cerrada": _("La mesa ya se cerró."),
    "r_no_es_organizador": _("Sólo quien organiza puede comenzar."),
    "r_comparten": _(
        "{quienes} comparten aparato o conexión a internet. Pasa en una casa, o cuando alguien presta su teléfono. "
        "Sólo te lo decimos a ti, y puedes comenzar así."
    ),
    "r_falta_alguien": _("{quien} no había llegado a la mesa. Espera un momento y oprime «Comenzar» otra vez."),
    "r_falta_alguien_varios": _("{quien} no habían llegado a la mesa. Espera un momento y oprime «Comenzar» otra vez."),
    "r_ya_estaba": _("Eso ya estaba hecho."),
    "r_nonce_invalido": _("No se usó el número de tu navegador en este reparto. Puedes seguir jugando."),
    "r_mensaje_desconocido": _("No nos entendimos con el servidor. Vuelve a intentarlo; si sigue, recarga la página."),
    "r_despacio": _("Vas muy rápido con los mensajes: el tuyo se envía solo en {n}\u00a0s."),
    "r_reintenta": _("El servidor está ocupado: lo volvemos a enviar solos."),
    "f_no_es_tu_mesa": _("No tienes lugar en esta mesa. Vuelve a la Sala y arma la tuya."),
    "f_sin_sesion": _("Tu sesión se cerró. Entra otra vez para volver a tu lugar."),
    "f_suspendido": _("Tu cuenta está suspendida. En la entrada te decimos por qué y hasta cuándo."),
    "f_sin_suscripcion": _("Tu suscripción venció. Renuévala para volver a jugar."),
    "f_otra_pestana": _("Abriste esta mesa en otra pestaña o aparato. Aquí ya no se juega."),
    "f_despacio": _("Desde aquí llegaron demasiados mensajes y el servidor cortó. Vuelve a entrar: nada se perdió."),
    "f_saliste": _(
        "Saliste de esta mesa en otra pestaña o aparato. Entonces la partida se detuvo y los demás te esperaban hasta "
        "5 minutos, contados desde que saliste. Si no vuelves: tarjeta azul para ti y la partida no cuenta para nadie. "
        "Si ya volviste por otro lado, sigue allá."
    ),
    "f_saliste_sin": _(
        "Saliste de esta mesa en otra pestaña o aparato. Entonces la partida se detuvo y los demás te esperaban hasta "
        "5 minutos, contados desde que saliste. Si no vuelves, la partida se da por no terminada. Sin tarjetas. Si ya "
        "volviste por otro lado, sigue allá."
    ),
    "f_titulo": _("Ya no estás conectado"),
    "f_entrar": _("Entrar otra vez"),
    "f_volver": _("Jugar aquí"),
    "f_regresar": _("Volver a la mesa"),
    "f_cuenta": _("Ir a mi cuenta"),
    "charla_nadie": _("Nadie ha escrito. Saluda a la mesa."),
    "charla_quedan": _("{n} letras más"),
    "charla_sin_leer_1": _("1 mensaje nuevo"),
    "charla_sin_leer_n": _("{n} mensajes nuevos"),
    "charla_enviando": _("enviando…"),
}  # fmt: skip


def todos() -> dict[str, Any]:
    """Los textos de la página, por clave."""
    return {**FICHAS, **MESA, **FINAL, **VOZ, **CONEXION, **COMPROBAR, **GUSTOS}
