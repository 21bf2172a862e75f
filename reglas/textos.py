"""Catálogo de mensajes: código de error → texto en español que dice qué pasó y qué hacer."""

from collections.abc import Callable, Mapping
from typing import Any

TEXTOS: Mapping[str, str] = {
    # Anotación de una mano
    "pareja_invalida": "La pareja ganadora debe ser 0 o 1. Indica cuál de las dos ganó la mano.",
    "falta_pareja": "Falta decir qué pareja ganó la mano. Elige una, o anótala como cierre empatado.",
    "sobra_pareja": "A juegos ganados nadie gana un cierre. Deja la pareja vacía.",
    "tantos_fuera_de_rango": (
        "Una mano ganada a esta meta vale de {minimo} a {maximo} tantos y se anotaron {tantos}. Revisa la cuenta."
    ),
    "tantos_en_juegos_ganados": "A juegos ganados no se cuentan tantos y se anotaron {tantos}. Anota 0.",
    "tantos_en_empate": "En un cierre empatado nadie suma y se anotaron {tantos} tantos. Anota 0.",
    # Partida
    "mano_tras_la_meta": "La partida ya había llegado a la meta. Quita las manos anotadas después.",
    "meta_sin_alcanzar": ("Ninguna pareja ha llegado a la meta. Anota las manos que faltan o suspende la partida."),
    "meta_ya_alcanzada": "Una pareja ya llegó a la meta: la partida terminó. Ciérrala por meta.",
    "suspension_empatada": "La partida va empatada y no se puede suspender así. Jueguen una mano más.",
    "falta_gana_default": "Falta decir qué pareja gana por default: la 0 o la 1.",
    "sobra_gana_default": ("Sólo un default lleva pareja ganadora por default. Quítala o cierra la mesa por default."),
    # Salida
    "asiento_invalido": "El asiento debe ser 0 (Abajo), 1 (Derecha), 2 (Arriba) o 3 (Izquierda).",
    "numero_de_mano_invalido": "Las manos se numeran desde 1.",
    # Recreo
    "tamano_invalido": ("Un Recreo es de 4 a 16 jugadores y aquí hay {tamano}. Ajusta la lista."),
    "numeros_de_jugador": "Los jugadores deben numerarse del 1 al {tamano}, sin huecos ni repetidos.",
    "importe_invalido": 'El importe debe ser un texto con dos decimales, desde cero, como "10.00".',
    "importe_en_todos_con_todos": "En Todos con Todos no hay apuesta. Deja el importe en cero.",
    "pago_en_todos_con_todos": "En Todos con Todos no hay pago extraordinario. Quítalo.",
    "partida_fuera_del_rol": "El rol de {tamano} jugadores tiene {maximo} partidas. Quita la que sobra.",
    "partida_repetida": "Esta partida viene dos veces. Deja una sola.",
    "mesa_fuera_del_rol": ("El rol de {tamano} jugadores tiene {maximo} mesas por partida. Quita la que sobra."),
    "mesa_repetida": "Esta mesa viene dos veces en la partida. Deja una sola.",
    "salidor_de_otra_mesa": "El salidor {salidor} no juega en esta mesa. Elige a uno de {jugadores}.",
    "castigo_en_juegos_ganados": "A juegos ganados no hay castigos en tantos. Quítalo.",
    "parecer_de_otra_mesa": "Opinó de una hoja que no es la suya, o que no tiene manos. Corrige el número.",
    "parecer_repetido": "Opinó dos veces de la misma hoja. Deja la última.",
    "objecion_sin_motivo": "Objetó la hoja y no dice por qué. Escribe el motivo.",
    "castigo_a_desconocido": "Recibió un castigo y no está en este Recreo. Corrige el número.",
    "castigo_negativo": "Un castigo se anota en tantos positivos y éste dice {tantos}. Quita el signo.",
    "relevo_fuera_del_rol": "No hay un lugar {lugar} que cambie de manos en la partida {desde}. Corrige el relevo.",
    "relevo_de_otro_lugar": "El {numero} tiene su propio lugar y no puede tomar el {lugar}. Corrige el relevo.",
    "relevo_repetido": "Un lugar cambia de manos una vez por partida, y siempre a otra persona. Quita el que sobra.",
    "suplentes_sin_relevo": "Cada suplente releva a alguien y cada relevo dice qué suplente. Corrige los números.",
    "suplente_en_dos_lugares": "El suplente {numero} ocuparía dos lugares en la misma partida. Deja uno.",
    "saldos_descuadrados": ("Lo que unos ganan no es lo que otros pierden: sobran {diferencia}. Revisa los saldos."),
    # Fichas
    "ficha_desconocida": "La ficha «{ficha}» no existe. Se escribe con la marca menor primero, de 0-0 a 6-6.",
    # La mano, jugada por jugada
    "ficha_ajena": "El asiento {asiento} no tiene esa ficha. Elige una de las suyas.",
    "no_tiene_cabida": "Esa ficha no tiene cabida ahí. Elige una que case con una terminal.",
    "falta_extremo": "La ficha cabe en las dos terminales. Di en cuál: A (Arriba o Izquierda) o B (Abajo o Derecha).",
    "salida_obligada": "La primera mano se sale con la ficha {ficha}. Tira ésa.",
    "no_hay_que_robar": "Al asiento {asiento} no le toca robar. Debe pasar.",
    "debe_robar": "Quedan fichas en el pozo y el asiento {asiento} debe robar antes de pasar.",
    "puede_tirar": "El asiento {asiento} tiene una ficha con cabida y no puede pasar. Debe tirarla.",
    # A qué se juega
    "juego_imposible": ("Así no se juega «{reglamento}»: revisa cuántos son, si van por parejas y con cuántas fichas."),
    "meta_imposible": "A ese juego no se juega a {meta} tantos. Revisa la meta.",
    "no_se_analiza": (
        "De este juego no hay análisis exacto: sólo lo hay por parejas, sin pozo y donde el cierre empatado no es de "
        "nadie. La partida sí se repite."
    ),
    # El acta de una partida
    "reparto_imposible": (
        "El reparto y el pozo deben llevar cada ficha en juego una sola vez, las mismas a cada asiento y las mulas que "
        "el juego admite. Revísalo."
    ),
    "salidor_no_rotado": (
        "Debía salir el asiento {debido}, a la derecha del salidor anterior, y sale el {salidor}. Corrígelo."
    ),
    "salidor_ajeno": (
        "La primera mano la sale el asiento {debido}, que tiene la ficha mayor, y sale el {salidor}. Corrígelo."
    ),
    "mano_tras_incompleta": "La mano anterior quedó a medias. Quita las que siguen.",
    "turno_ajeno": "Le tocaba tirar al asiento {debido} y aparece el {asiento}. Revisa las jugadas y los pases.",
    "ficha_repetida": "La ficha {ficha} ya se había tirado en esta mano. Quita la repetida.",
    "extremo_ajeno": (
        "La ficha {ficha} no va en {extremo}: la primera no lleva extremo y, con las dos terminales iguales, sólo vale "
        "la derecha del salidor. Déjalo en null."
    ),
    "jugada_tras_el_fin": "La mano ya había terminado. Quita las jugadas que siguen.",
    "ms_negativos": "Lo que tarda una jugada no puede ser negativo. Corrige «ms».",
    # La mesa en línea
    "mesa_cerrada": "Esta mesa ya se cerró. Vuelve a la Sala de Reunión.",
    "mesa_detenida": "El juego está detenido: falta alguien. Espera a que vuelva.",
    "fuera_de_fase": "Eso no se puede hacer en este momento de la partida.",
    "no_es_organizador": "Sólo quien organizó la mesa la comienza. Espera a que oprima «Comenzar».",
    "no_es_tu_turno": "Por el momento no puedes tirar porque no es tu turno. Espera el emoticón sonriente.",
    "ya_estaba": "Eso ya estaba hecho. No hace falta repetirlo.",
    "no_vence": "El plazo todavía no se cumple.",
    "nonce_invalido": "El número que el navegador aporta al sorteo no vale. Recarga la página.",
    # Sorteo (reparto verificable)
    "faltan_claves": "Un sorteo lleva 28 claves, una por ficha, y aquí hay {hay}. Revisa que el acta esté completa.",
    "faltan_nonces": (
        "Un sorteo lleva un número por navegador de quien juega (vacío si no lo dio), y aquí hay {hay}. "
        "Revisa que el acta esté completa."
    ),
    "texto_sin_utf8": "«{campo}» trae un texto que no se puede escribir en UTF-8. Revisa que el acta no esté alterada.",
    "clave_mal_formada": (
        "La clave {ficha} (desde 0) no es un UUID v4 de 36 posiciones en minúsculas. "
        "Revisa que el acta no esté alterada."
    ),
    "clave_repetida": (
        "Las claves {otra} y {ficha} (desde 0) son la misma y cada ficha debe llevar la suya. "
        "Este sorteo no vale: repórtalo."
    ),
    "compromiso_no_cuadra": (
        "El compromiso publicado antes de repartir no es el de estas claves y esta semilla. "
        "Este sorteo no vale: repórtalo."
    ),
    "reparto_no_cuadra": (
        "Las fichas del asiento {asiento} no son las que le tocan según las claves y los números de los navegadores. "
        "Este reparto no vale: repórtalo."
    ),
    "intento_no_cuadra": (
        "El reparto que se admite es el del intento {debido} (desde 0), y se dijo el {intento}. "
        "Este sorteo no vale: repórtalo."
    ),
    "pozo_no_cuadra": (
        "Las fichas del pozo, o su orden, no son las de las claves y los números. Este reparto no vale: repórtalo."
    ),
    "salidor_no_cuadra": (
        "Según la semilla y los números de los navegadores sale el asiento {debido}, y salió el {salidor}. "
        "Este sorteo no vale: repórtalo."
    ),
    # Clasificación en línea
    "lugar_invalido": "El lugar {lugar} no existe en una clasificación de {inscritos}. Se cuenta desde 0.",
    "quintil_invalido": "Los quintiles van de 1 a 5 y el del asiento {asiento} dice {quintil}. Corrígelo.",
    "faltan_tantos": "A esta meta hacen falta los tantos de las dos parejas. Anótalos.",
    "tantos_negativos": "Los tantos no pueden ser negativos y dicen {tantos}. Revisa la cuenta.",
    "ganadora_sin_ventaja": (
        "La pareja {ganadora} no puede haber ganado sin llevar más tantos que la otra. Revisa quién ganó y la cuenta."
    ),
    # Torneos
    "previstas_invalidas": "Un torneo lleva al menos una partida y dice {previstas}. Corrige «previstas».",
    "previstas_de_multibolsa": (
        "Multibolsa se juega a un múltiplo de tres partidas, de nueve en adelante, y dice {previstas}. "
        "Corrige «previstas»."
    ),
    "intercambio_invalido": (
        "Entre bolsas pueden cambiar de cero a la cuarta parte de la menor ({menor}) y dice {intercambio}. Corrígelo."
    ),
    "bolsas_invalidas": "Multibolsa se juega a 2 o 3 bolsas y dice {cantidad}. Corrige «cantidad».",
    "encuentro_invalido": (
        "El encuentro de dos equipos dura 3 partidas o 1, y las previstas deben ser múltiplo; dice {encuentro} y "
        "{previstas}. Corrígelo."
    ),
    "id_repetido": "«{id}» aparece dos veces. Cada quien va una.",
    "id_desconocido": "«{id}» no está entre los inscritos. Revisa el identificador.",
    "conjunto_incompleto": "«{sujeto}» debe tener {esperados} jugadores. Complétalo.",
    "partidas_saltadas": "Las partidas van del 1 en adelante, sin saltos, y a lo más {previstas}. Revisa su número.",
    "entidades_de_mesa": "En Parejas y Equipos cada mesa dice qué dos conjuntos se enfrentan; en Individual, ninguno.",
    "marcador_invalido": "El marcador {marcador} no cabe en esta meta ni en cómo se cerró la mesa. Revisa la cuenta.",
    "faltan_ausentes": "La mesa se cerró por ausencia y no dice quién faltó. Anótalo.",
    "falta_ganadora": "La mesa está cerrada y no dice qué pareja ganó (0 o 1). Anótalo.",
    "torneo_completo": "Ya se jugaron las {previstas} partidas. No hay otra que emparejar.",
    "faltan_partidas": "No está esa partida y hay otras posteriores. Revisa el acta.",
    "partida_abierta": "Falta el resultado de esta mesa. Anótalo para emparejar la que sigue.",
    "forzada_invalida": (
        "La mesa forzada «{quienes}» no se puede: revisa que sean los que caben, que estén inscritos y no se repitan."
    ),
    "suplente_invalido": "El suplente de «{sujeto}» debe entrar por uno de sus jugadores y decir desde cuándo.",
    "correccion_invalida": "Una corrección se anota tras una partida posterior a la suya, y en orden. Corrígela.",
    "mesa_fija_invalida": (
        "«{id}» no puede tener fija la mesa {mesa}: no hay tantas mesas, o ya es de otra persona. Elige otra."
    ),
    "mesas_de_otro_torneo": "De lo guardado no salen esas mesas. Revisa el acta.",
    "castigo_a_comodin": "«{id}» es de la casa y no clasifica: no lleva castigos en tantos. Amonéstalo o expúlsalo.",
    # Premios y caja del torneo
    "premio_invalido": (
        "El premio del lugar {lugar} de la bolsa {bolsa} lleva un importe o un porcentaje, uno de los dos. Corrígelo."
    ),
    "premio_repetido": "El lugar {lugar} de la bolsa {bolsa} tiene dos premios. Deja uno.",
    "importe_de_torneo": "«{importe}» no es un importe: desde cero y con dos decimales a lo más. Corrígelo.",
    "premios_de_mas_de_cien": "Los porcentajes suman {porcentaje} %, más de 100. Revísalos.",
    "premios_sobre_lo_que_hay": "Los premios suman {premios} y hay {base}. Revísalos.",
    "bolsa_invertida": (
        "El primer lugar de la bolsa {bolsa} cobra más que el de la bolsa {de_arriba}, que es la de arriba. Revísalo."
    ),
    # Lo que halla la verificación de un torneo
    "tardio_fuera_de_plazo": (
        "«{id}» entró cuando ya se había jugado más de un tercio de las {previstas} partidas. Era muy tarde."
    ),
    "no_esta": "«{id}» debía jugar o descansar y no aparece. Falta en las mesas.",
    "esta_de_mas": "«{id}» no aparece las veces que debe: juega de más, de menos, o juega y descansa.",
    "no_le_tocaba": "«{id}» no debía estar: no había llegado, ya se había retirado o avisó que no venía.",
    "comodines_de_mas": "Entraron {son} comodines y con {debidos} descansaban los menos posibles.",
    "faltan_comodines": "Entraron {son} comodines y con {debidos} descansaba menos gente.",
    "descansos_de_mas": "Descansan {son} y debían descansar {debidos}.",
    "faltan_descansos": "Descansan {son} y debían descansar {debidos}.",
    "descansa_otro": "Descansan {quienes} y les tocaba a {debidos}.",
    "mesas_sin_orden": "Las mesas deben ir de la 1 en adelante, sin saltos.",
    "prohibidos_juntos": "{quienes} no podían sentarse a la misma mesa, y no es forzada.",
    "pareja_repetida": "Se repiten {son} parejas y bastaba con {debidos}.",
    "contrario_repetido": "Se repiten {son} contrarios y bastaba con {debidos}.",
    "mal_sentados": "En esta mesa no están las parejas que tocaban en esta partida, o van en otros asientos.",
    "encuentro_separado": "Los dos equipos deben jugar en dos mesas contiguas.",
    "encuentro_roto": "{quienes} debían seguir su encuentro.",
    "falta_corte": "Con esta partida se abre etapa y falta el corte {corte}.",
    "corte_distinto": "El corte {corte} no es el que sale de la tabla.",
    "corte_de_mas": "Hay cortes de una etapa que no ha empezado.",
    "de_dos_bolsas": "En esta mesa hay personas de bolsas distintas.",
    "faltan_manos": "En Multiplicado el acta trae las manos de cada mesa, y aquí no están.",
    "manos_no_cuadran": "Las manos anotadas no dan el marcador {marcador}. Revisa la cuenta.",
    "reparto_distinto": "El reparto o quien sale no es el de las demás mesas, o no rotó la salida.",
    "reparto_de_otra_clave": "El reparto no sale de la clave y lo dictado.",
    "mesa_sin_resultado": "Se emparejó la partida siguiente sin el resultado de esta mesa.",
    "tabla_de_mas": "La tabla «{tabla}» es de una partida que no se ha cerrado.",
    "tabla_incompleta": "La tabla trae {hay} renglones y son {debidos}.",
    "tabla_distinta": "En la tabla, «{sujeto}» dice {campo} = {dice}, y de los resultados sale {debe}.",
    "no_se_puede_repetir": "El emparejamiento no se puede repetir. {porque}",
    "mesa_distinta": "Al repetir el emparejamiento, esta mesa no sale igual: dice {dice} y debía ser {debe}.",
    "falta_mesa": "Al repetir el emparejamiento hay esta mesa, que no se publicó.",
    "descansos_distintos": "Al repetir el emparejamiento descansan otros: {quienes}.",
    # Actas
    "json_invalido": "El texto no es JSON válido. Revisa que el archivo esté completo.",
    "formato_desconocido": 'El acta debe decir "formato": "{esperado}".',
    "version_no_admitida": "Sólo se admite la versión {esperada} de este formato.",
    "falta_campo": "Falta «{campo}».",
    "tipo_invalido": "«{campo}» debe ser {esperado}.",
    "valor_invalido": "«{campo}» debe ser uno de: {validos}.",
}

# De lo grande a lo pequeño: así se lee dónde está el error.
_LUGARES = ("partida", "mesa", "mano", "jugada", "jugador")


def redactar(codigo: str, datos: Mapping[str, Any], traducir: Callable[[str], str] = str) -> str:
    """Arma el mensaje; un código sin texto se muestra tal cual, para no esconder el error.

    `traducir` lo pone quien tiene pantalla (gettext): este paquete no conoce idiomas.
    """
    texto = traducir(TEXTOS.get(codigo, codigo)).format_map(datos)
    donde = ", ".join(f"{traducir(lugar)} {datos[lugar]}" for lugar in _LUGARES if lugar in datos)
    return f"{donde[:1].upper()}{donde[1:]}. {texto}" if donde else texto


def por_que_no_se_abrio(error: OSError) -> str:
    """Por qué no se pudo leer o escribir un archivo, en español: el sistema lo dice en inglés."""
    for clase, texto in _DE_ARCHIVO:
        if isinstance(error, clase):
            return texto
    return "el sistema no lo permitió"


_DE_ARCHIVO: tuple[tuple[type[OSError], str], ...] = (
    (FileNotFoundError, "no existe"),
    (IsADirectoryError, "es una carpeta"),
    (NotADirectoryError, "no es una carpeta"),
    (PermissionError, "no tienes permiso"),
)
