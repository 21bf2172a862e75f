"""Los códigos de error de los torneos, dichos a la persona, y cómo se llama cada cosa. Texto plano, sin escapar."""

import unicodedata
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from recreo.errores import ErrorDeServicio
from recreo.hoja import textos
from recreo.hoja.textos import Datos, en_lista
from reglas.suizo.dictamen import Sancion
from reglas.suizo.tipos import FinDeMesa
from reglas.textos import redactar

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

PREFIJO_DE_REGLA = "regla_"

TEXTOS: Mapping[str, "_StrPromise"] = {
    **textos.TEXTOS,
    # Quién puede
    "solo_titular": gettext_lazy("Eso sólo lo hace quien organiza el torneo."),
    "solo_control": gettext_lazy("Eso se hace en la mesa de control. Pídelo ahí."),
    "solo_juez": gettext_lazy("La mesa %(mesa)s no es de tu zona. Avisa a la mesa de control."),
    "sin_cuenta": gettext_lazy("Para organizar un torneo hace falta una cuenta. Entra con tu correo o crea la tuya."),
    "suspendido": gettext_lazy("Tu cuenta está suspendida y mientras no puedes organizar un torneo."),
    "suscripcion_vencida": gettext_lazy("Tu suscripción venció. Renuévala para organizar; para jugar no hace falta."),
    "suscripcion_ninguna": gettext_lazy("Para organizar un torneo hace falta una suscripción. Para jugar, no."),
    # El torneo y su estado
    "torneo_inexistente": gettext_lazy("No encontramos ese torneo. Revisa el enlace."),
    "torneo_registro": gettext_lazy("El torneo todavía no empieza."),
    "torneo_en_juego": gettext_lazy("El torneo ya empezó y eso sólo se cambia antes."),
    "torneo_terminado": gettext_lazy("El torneo ya terminó."),
    "torneo_cancelado": gettext_lazy("El torneo se canceló."),
    "falta_motivo": gettext_lazy("Falta decir por qué. Escríbelo en pocas palabras: queda en el rastro."),
    # Alta
    "falta_nombre": gettext_lazy("Falta el nombre del torneo."),
    "meta_del_formato": gettext_lazy("Maya se juega a juegos ganados; Azteca, a 100 o a 200 tantos."),
    "ajuste_invalido": gettext_lazy("Revisa partidas, minutos, lugares e importes: alguno no cabe."),
    "auxiliar_invalido": gettext_lazy("Falta el nombre o el correo, o la zona va al revés."),
    "auxiliar_inexistente": gettext_lazy("Esa persona ya no ayuda en el torneo."),
    "falta_dictado": gettext_lazy(
        "Falta el texto del sorteo. Que alguien de la sala dicte tres fichas y escríbelas antes de emparejar."
    ),
    "ya_se_convoco": gettext_lazy("La convocatoria de este torneo ya se mandó. A nadie le llega dos veces."),
    "convocatoria_tarde": gettext_lazy("El día y la hora del torneo ya pasaron: no hay a qué invitar."),
    "convocatoria_con_enlace": gettext_lazy("El nombre y el lugar no llevan direcciones de internet. Quítalas."),
    "convocatoria_con_groseria": gettext_lazy("El nombre o el lugar lleva una palabra que aquí no se usa. Cámbiala."),
    "muchas_convocatorias": gettext_lazy(
        "Ya mandaste %(maximo)s convocatorias en %(dias)s días. Comparte el enlace mientras tanto."
    ),
    "ya_se_dicto": gettext_lazy("El texto del sorteo ya se dictó («%(texto)s») y no se cambia."),
    # Registro
    "falta_nombre_de_persona": gettext_lazy("Falta el nombre."),
    "nombre_ya_inscrito": gettext_lazy("%(nombre)s ya está: es el %(numero)s. Agrega un apellido para distinguirlos."),
    "cupo_corto": gettext_lazy("No caben: quedan %(quedan)s lugares de %(cupo)s."),
    "cupo_lleno": gettext_lazy("Los %(cupo)s lugares ya están apartados."),
    "numero_inexistente": gettext_lazy("Nadie lleva el número %(numero)s."),
    "ya_llego": gettext_lazy("%(nombre)s ya está en la sala."),
    "no_ha_llegado": gettext_lazy("%(nombre)s todavía no ha jugado ni está en la sala."),
    "ya_se_retiro": gettext_lazy("%(nombre)s ya se retiró."),
    "no_regresa": gettext_lazy("%(nombre)s ya no puede volver: se publicó otra partida sin contarle."),
    "ya_jugo": gettext_lazy("%(nombre)s ya está emparejado. Usa «Retirar»."),
    "tarde_para_entrar": gettext_lazy(
        "Ya no se puede entrar: van %(partidas)s partidas de %(previstas)s, y entrar tarde pierde a lo más un tercio."
    ),
    # Parejas, Equipos, Multibolsa y A Distancia
    "a_distancia_individual": gettext_lazy("A Distancia se juega en Individual, y parejas y equipos se declaran."),
    "encuentro_de_etapa": gettext_lazy(
        "Cada etapa tendría %(etapa)s partidas y un encuentro dura 3. Juega un múltiplo de nueve, o cambia de rival."
    ),
    "se_inscribe_el_conjunto": gettext_lazy("En este torneo se inscribe la pareja o el equipo completo."),
    "se_inscribe_la_persona": gettext_lazy("En este torneo se inscribe cada persona."),
    "integrantes_incompletos": gettext_lazy("Faltan nombres: son %(de)s y hay %(hay)s. Escríbelos todos."),
    "falta_nombre_de_equipo": gettext_lazy("Falta el nombre del equipo."),
    "conjunto_repetido": gettext_lazy("Ya hay un «%(nombre)s»: es el %(numero)s. Escribe otro nombre."),
    "ya_en_un_conjunto": gettext_lazy(
        "%(nombre)s ya está en «%(conjunto)s» y nadie juega en dos. Si es otra persona, agrega un apellido."
    ),
    "correo_en_un_conjunto": gettext_lazy("Ese correo ya está en «%(conjunto)s». Escribe el de %(nombre)s."),
    "sin_suplentes_en_individual": gettext_lazy("En Individual no hay suplentes: cada quien lleva lo suyo."),
    "sin_suplente": gettext_lazy("«%(nombre)s» no registró suplente. Regístralo antes."),
    "suplente_ya_entro": gettext_lazy("El suplente de «%(nombre)s» ya entró, y no hay regreso."),
    "suplente_sin_entrar": gettext_lazy("El suplente de «%(nombre)s» no ha entrado."),
    "suplente_ya_jugo": gettext_lazy("Ya se publicó una partida con el suplente de «%(nombre)s»: no hay regreso."),
    "no_es_titular": gettext_lazy("Escoge a quién de «%(nombre)s» suple."),
    "premio_de_otra_bolsa": gettext_lazy("En este torneo no hay bolsa %(bolsa)s. Quita esos premios."),
    "solo_a_distancia": gettext_lazy("Sólo se declaran parejas y equipos en un torneo A Distancia."),
    "declarado_de_dos_o_cuatro": gettext_lazy("Escribe dos números distintos si es pareja, o cuatro si es equipo."),
    "comodin_a_distancia": gettext_lazy("%(nombre)s es de la casa y no clasifica."),
    "ya_declarado": gettext_lazy("%(nombre)s ya está en «%(conjunto)s». Se puede estar en una pareja y en un equipo."),
    "declarado_repetido": gettext_lazy("Ya se declaró «%(nombre)s». Escribe otro nombre."),
    "declarado_inexistente": gettext_lazy("Eso ya se había quitado."),
    "faltan_conjuntos": gettext_lazy("Hay %(hay)s en la sala y hacen falta al menos %(minimo)s."),
    "forzada_de_dos": gettext_lazy("Para forzar un encuentro se escriben los números de los dos que se enfrentan."),
    "modalidad_con_inscritos": gettext_lazy("Ya hay gente inscrita: la modalidad y el formato no se cambian."),
    "no_es_multibolsa": gettext_lazy("Este torneo no tiene bolsas."),
    "ya_se_corto": gettext_lazy("El segundo corte ya se publicó y no se mueve."),
    "no_es_en_pantallas": gettext_lazy("Este torneo se juega con fichas: no lleva puestos."),
    "faltan_puestos": gettext_lazy(
        "Hay %(hay)s puestos en cada zona y hacen falta %(faltan)s. Ponlos en «Puestos» y publica otra vez."
    ),
    "puesto_inexistente": gettext_lazy("Ese puesto ya no está. Mira la lista de puestos."),
    "pase_vacio": gettext_lazy("Falta el pase: escribe las ocho letras y números de la hoja del puesto."),
    "pase_invalido": gettext_lazy(
        "Ese pase no es de este torneo. Revísalo letra por letra, o pídelo en la mesa de control."
    ),
    "muchos_pases": gettext_lazy("Van demasiados pases equivocados desde aquí. Espera diez minutos o avisa a un juez."),
    "multiplicado_en_pantallas": gettext_lazy("El Multiplicado se juega en pantallas. Escoge Intranet Multiplicado."),
    "multiplicado_una_tabla": gettext_lazy("El Multiplicado lleva una sola tabla. Quita las bolsas o A Distancia."),
    "no_es_multiplicado": gettext_lazy("En este torneo cada mesa recibe sus propias fichas: no se dicta nada."),
    "falta_dictado_de_partida": gettext_lazy(
        "Falta el texto de la partida %(partida)s. Que alguien del salón dicte tres fichas y escríbelas."
    ),
    "dictado_distinto": gettext_lazy("Las dos veces no dicen lo mismo. Escríbelo otra vez, igual en las dos."),
    "ya_se_dicto_la_partida": gettext_lazy(
        "El texto de la partida %(partida)s ya se dictó («%(texto)s»): sus mesas están abiertas y no se cambia."
    ),
    "sin_mesas_por_abrir": gettext_lazy("En la partida %(partida)s ya no hay mesas por jugar."),
    "se_anota_sola": gettext_lazy("La mesa %(mesa)s se juega en pantallas y se anota sola."),
    "faltan_bolsas": gettext_lazy("Di si se juega a 2 o a 3 bolsas; las bolsas son sólo de Multibolsa."),
    # Antes de emparejar
    "dos_distintos": gettext_lazy("Escoge a dos personas distintas."),
    "restriccion_repetida": gettext_lazy("De %(uno)s y %(otro)s ya se dijo antes. Un par se pone una sola vez."),
    "restriccion_inexistente": gettext_lazy("Eso ya se había quitado."),
    "disposicion_inexistente": gettext_lazy("Eso ya se había quitado, o ya se publicó."),
    "ya_dispuesto": gettext_lazy("Del %(numero)s ya se dispuso algo para la partida que sigue. Quítalo primero."),
    "forzada_de_cuatro": gettext_lazy("Una mesa forzada lleva cuatro números distintos."),
    "torneo_completo": gettext_lazy("Ya se publicaron las %(previstas)s partidas. Sigue anunciar la tabla final."),
    "faltan_personas": gettext_lazy("Hay %(hay)s personas en la sala y hacen falta al menos %(minimo)s."),
    # Ensayar y publicar
    "ensayo_inexistente": gettext_lazy("Ese emparejamiento ya no está. Pide otro."),
    "ensayo_sin_acabar": gettext_lazy("El emparejamiento todavía se está calculando. Espera un momento."),
    "ensayo_viejo": gettext_lazy("Algo cambió desde que se emparejó. Empareja otra vez y publica el nuevo."),
    "no_es_la_ultima": gettext_lazy("Sólo se hace con la última partida publicada. Mira en cuál van."),
    "ya_anotaron": gettext_lazy("En la mesa %(mesa)s ya anotaron la partida %(partida)s."),
    "hay_sanciones": gettext_lazy("En la partida %(partida)s ya hay sanciones y no se deshace."),
    # Mesas
    "mesa_inexistente": gettext_lazy("Esa mesa ya no está. Mira la partida que se juega."),
    "falta_elegir_salidor": gettext_lazy("Falta decir quién sale en la mesa %(mesa)s."),
    "confirma_un_contrario": gettext_lazy("El marcador de la mesa %(mesa)s lo confirma alguien de la otra pareja."),
    "ya_llegaron": gettext_lazy("En la mesa %(mesa)s ya llegaron a la meta: ciérrala con su marcador."),
    "con_manos": gettext_lazy("La mesa %(mesa)s se anota en un teléfono. Ciérrala con lo anotado."),
    "mesa_no_cerrada": gettext_lazy("La mesa %(mesa)s está abierta: ciérrala en vez de corregirla."),
    "nada_cambia": gettext_lazy("La mesa ya dice eso."),
    # Sanciones
    "castigo_a_comodin": gettext_lazy("%(nombre)s es de la casa y no clasifica: no lleva castigos."),
    "castigo_invalido": gettext_lazy("Un castigo es de 1 a %(maximo)s; los demás no llevan cantidad."),
    "sancion_de_mesa": gettext_lazy("La pérdida de la partida se da en la mesa donde juega."),
    "sancion_inexistente": gettext_lazy("Ese castigo ya se quitó."),
    "acta_sin_partidas": gettext_lazy("Todavía no hay partidas publicadas."),
    # Traer un acta
    "falta_acta": gettext_lazy("Falta el archivo: escoge el acta que bajaste."),
    "acta_grande": gettext_lazy("Ese archivo pasa de %(maximo)s MB. Revisa que sea un acta de torneo."),
    "acta_ilegible": gettext_lazy("Ese archivo no es un acta. Baja otra vez el acta del torneo y sube ésa."),
    "acta_se_corto": gettext_lazy("Se cortó antes de acabar y no entró nada. Sube el acta otra vez."),
    "acta_de_partida": gettext_lazy(
        "Ésa es el acta de una partida en línea, no de un torneo. Ésas se importan en la Academia."
    ),
    "acta_de_recreo": gettext_lazy("Ésa es el acta de un Recreo, no de un torneo. Ésas se traen desde «Recreo»."),
    "acta_de_otro_formato": gettext_lazy("Ese torneo es de un formato que aquí todavía no se juega."),
    "acta_de_repartos": gettext_lazy(
        "Las fichas de esa acta no se sostienen (%(donde)s): no son las veintiocho, o no salen de su clave y lo "
        "dictado. No se trajo nada."
    ),
    "acta_no_cabe": gettext_lazy("No cabe: %(que)s, de %(desde)s a %(hasta)s. No se trajo nada."),
    "acta_sin_numeros": gettext_lazy(
        "En esa acta alguien se identifica con «%(cual)s», y aquí cada quien lleva un número del 1 al %(hasta)s."
    ),
    "acta_numeros_cruzados": gettext_lazy(
        "El número %(cual)s no puede ser: las parejas y los equipos van hasta el %(hasta)s, y las personas después."
    ),
    "acta_con_invisibles": gettext_lazy("Lleva letras que no se ven o que voltean lo escrito: %(texto)s."),
    "acta_con_repetidos": gettext_lazy("En esa acta algo está dos veces. No se trajo nada."),
    "acta_corrige_abierta": gettext_lazy(
        "En la partida %(partida)s, mesa %(mesa)s, dice que se corrigió antes de cerrarse. No se trajo nada."
    ),
    "acta_se_perderia": gettext_lazy("Algo del acta se perdería (%(donde)s). No se trajo nada."),
    "no_se_pudo": gettext_lazy("No se pudo emparejar. Inténtalo otra vez."),
    "muchas_inscripciones": gettext_lazy("Van muchas inscripciones desde tu red. Acércate a la mesa de registro."),
}


def texto_de(error: ErrorDeServicio) -> str:
    """La frase de un error: qué pasó y qué hacer."""
    codigo, datos = error.codigo, error.datos
    if codigo.startswith(PREFIJO_DE_REGLA):
        return redactar(codigo.removeprefix(PREFIJO_DE_REGLA), datos, _)
    if codigo in ARMADOS:
        return ARMADOS[codigo](datos)
    if codigo in TEXTOS:
        return str(TEXTOS[codigo]) % datos
    return _("No se pudo (%(codigo)s) y no cambió nada. Inténtalo otra vez.") % {"codigo": codigo}


def _partida_sin_cerrar(d: Datos) -> str:
    mesas = d["mesas"]
    if not mesas:
        return _("Ya cerraron todas las mesas: falta cerrar la partida %(partida)s.") % d
    return ngettext(
        "En la partida %(partida)s falta la mesa %(mesas)s.",
        "En la partida %(partida)s faltan las mesas %(mesas)s.",
        len(mesas),
    ) % {"partida": d["partida"], "mesas": en_lista(mesas)}


ARMADOS: Mapping[str, Callable[[Datos], str]] = {**textos.ARMADOS, "partida_sin_cerrar": _partida_sin_cerrar}

FORMATOS: Mapping[str, "_StrPromise"] = {
    "azteca": gettext_lazy("Azteca"),
    "maya": gettext_lazy("Maya"),
    "multibolsa": gettext_lazy("Multibolsa"),
    "a_distancia": gettext_lazy("A Distancia"),
    "multiplicado": gettext_lazy("Intranet Multiplicado"),
}
MODALIDADES: Mapping[str, "_StrPromise"] = {
    "individual": gettext_lazy("Individual"),
    "parejas": gettext_lazy("Parejas"),
    "equipos": gettext_lazy("Equipos"),
}
FINES: Mapping[FinDeMesa, "_StrPromise"] = {
    FinDeMesa.META: gettext_lazy("Por la meta"),
    FinDeMesa.TIEMPO: gettext_lazy("Por tiempo"),
    FinDeMesa.DEFAULT: gettext_lazy("Por default"),
    FinDeMesa.SANCION: gettext_lazy("Por sanción"),
    FinDeMesa.AUSENCIA: gettext_lazy("Por ausencia"),
}
SANCIONES: Mapping[Sancion, "_StrPromise"] = {
    Sancion.AMONESTACION: gettext_lazy("Amonestación"),
    Sancion.CASTIGO: gettext_lazy("Castigo"),
    Sancion.PERDIDA: gettext_lazy("Pérdida de la partida"),
    Sancion.EXPULSION: gettext_lazy("Expulsión"),
}
SITUACIONES: Mapping[str, "_StrPromise"] = {
    "espera": gettext_lazy("No ha llegado"),
    "presente": gettext_lazy("En la sala"),
    "retirado": gettext_lazy("Se retiró"),
    "expulsado": gettext_lazy("Expulsado"),
}
COMO_VAN: Mapping[str, "_StrPromise"] = {
    "cerrada": gettext_lazy("cerrada"),
    "mal": gettext_lazy("piden juez"),
    "firma": gettext_lazy("falta confirmar"),
    "juega": gettext_lazy("en juego"),
    "falta": gettext_lazy("sin noticia"),
}
NIVELES: Mapping[str, "_StrPromise"] = {
    "prohibidos": gettext_lazy("No sentar juntos a quienes se prohibió juntar"),
    "parejas": gettext_lazy("No repetir pareja"),
    "evitar": gettext_lazy("No enfrentar a quienes se pidió no enfrentar"),
    "contrarios": gettext_lazy("No repetir contrario antes de tres partidas, ni enfrentar tres veces a los mismos"),
    "dispersion": gettext_lazy("Que en cada mesa lleven parecido"),
    "repetidos": gettext_lazy("Que pocos se enfrenten por segunda vez"),
    "equilibrio": gettext_lazy("Que las dos parejas de la mesa sumen parecido"),
    "sorteo": gettext_lazy("Sorteo"),
    "diferencia": gettext_lazy("Que se enfrenten quienes llevan parecido"),
    "flotantes": gettext_lazy("Que a nadie le toque dos veces seguidas un rival de más arriba, o de más abajo"),
    "corte": gettext_lazy("Entre los que llevan lo mismo, la mitad de arriba contra la de abajo"),
    "desvio": gettext_lazy("Y en esas mitades, el primero con el primero, el segundo con el segundo y así"),
}
NIVELES_CON_NUNCA: Mapping[str, "_StrPromise"] = {"contrarios": gettext_lazy("No repetir contrario")}
"""Con la regla «nunca», los contrarios no se repiten y no hay segunda vez que cuidar."""
SUMAN_CUADRADOS = ("dispersion", "equilibrio", "diferencia", "desvio")
NIVELES_DE_CONJUNTOS: Mapping[str, "_StrPromise"] = {
    "prohibidos": gettext_lazy("No enfrentar a quienes se prohibió enfrentar"),
    "contrarios": gettext_lazy("No repetir rival"),
}
NIVELES_DE_LA_PRIMERA: Mapping[str, "_StrPromise"] = {
    "desvio": gettext_lazy("De dos en dos, en el orden del sorteo"),
}
"""En la primera de Parejas y Equipos no hay mitades (TO6)."""
QUE_CUENTAN: Mapping[str, "_StrPromise"] = {
    "dispersion": gettext_lazy("no son veces: es la suma de cuadrados de lo que unos llevan de más que otros"),
    "equilibrio": gettext_lazy("no son veces: es la suma de cuadrados de lo que una pareja suma de más que la otra"),
    "diferencia": gettext_lazy("no son veces: es la suma de cuadrados de lo que un rival lleva de más que el otro"),
    "desvio": gettext_lazy("no son veces: es la suma de cuadrados de los lugares que se apartan de ese orden"),
}
"""Lo que es la cifra de un nivel cuando no son veces que pasó (D836)."""
HECHOS: Mapping[str, "_StrPromise"] = {
    "sancion_poner": gettext_lazy("Quedó puesta la sanción, con su motivo. Ya cuenta y está en el rastro."),
    "castigo_quitar": gettext_lazy("Se quitó el castigo. Lo puesto y lo quitado quedan en el rastro."),
    "inscrito_cambiar": gettext_lazy("Quedaron sus datos."),
    "inscrito_cobrar": gettext_lazy("Quedó anotada su cuota."),
    "inscrito_fijar": gettext_lazy("Quedó dicho: cuenta desde la partida que sigue."),
    "inscrito_retirar": gettext_lazy("Se retiró: ya no se le empareja y conserva lo jugado."),
    "ausencia_avisar": gettext_lazy("Quedó dicho: no se le empareja en la partida que sigue."),
    "mesa_corregir": gettext_lazy("Quedó corregida la mesa. Lo de antes y el motivo están en el rastro."),
    "mesa_dar_perdida": gettext_lazy("Quedó la sanción: su pareja pierde la partida."),
    "mesa_dar_default": gettext_lazy("Quedó el default."),
    "mesa_dar_ausencia": gettext_lazy("Quedó la ausencia."),
}
"""Lo que se dice al volver a la página, de lo que en ella no se nota a la primera."""
ACCIONES: Mapping[str, "_StrPromise"] = {
    "torneo_editar": gettext_lazy("Cambió los ajustes"),
    "puestos_poner": gettext_lazy("Puso los puestos del salón"),
    "puesto_renovar": gettext_lazy("Le dio otro pase a un puesto"),
    "convocatoria_pedir": gettext_lazy("Mandó la convocatoria por correo"),
    "convocatoria_acabar": gettext_lazy("La convocatoria salió a quienes la aceptan"),
    "torneo_traer": gettext_lazy("Trajo el torneo de su acta"),
    "sorteo_dictar": gettext_lazy("Anotó el texto del sorteo"),
    "partida_dictar": gettext_lazy("Anotó lo dictado y abrió las mesas"),
    "embargo_levantar": gettext_lazy("Cerró la última mesa: ya se ven las fichas"),
    "torneo_cancelar": gettext_lazy("Canceló el torneo"),
    "auxiliar_poner": gettext_lazy("Dio permisos"),
    "auxiliar_quitar": gettext_lazy("Quitó permisos"),
    "inscritos_agregar": gettext_lazy("Inscribió"),
    "inscrito_apuntarse": gettext_lazy("Se inscribió por el enlace"),
    "conjuntos_agregar": gettext_lazy("Inscribió"),
    "conjunto_apuntarse": gettext_lazy("Se inscribieron por el enlace"),
    "suplente_registrar": gettext_lazy("Registró un suplente"),
    "suplente_entrar": gettext_lazy("Entró un suplente por otra persona"),
    "suplente_no_entra": gettext_lazy("Deshizo la entrada de un suplente"),
    "intercambio_fijar": gettext_lazy("Cambió cuántos se intercambian en el segundo corte"),
    "distancia_declarar": gettext_lazy("Declaró a distancia"),
    "distancia_quitar": gettext_lazy("Quitó lo declarado a distancia"),
    "inscrito_llego": gettext_lazy("Confirmó una llegada"),
    "inscrito_no_llego": gettext_lazy("Deshizo una llegada"),
    "inscrito_retirar": gettext_lazy("Retiró"),
    "inscrito_regresar": gettext_lazy("Deshizo un retiro"),
    "inscrito_cambiar": gettext_lazy("Corrigió los datos"),
    "inscrito_comodin": gettext_lazy("Cambió quién es comodín"),
    "inscrito_fijar": gettext_lazy("Fijó una mesa"),
    "inscrito_cobrar": gettext_lazy("Anotó una cuota"),
    "restriccion_poner": gettext_lazy("Puso una restricción"),
    "restriccion_quitar": gettext_lazy("Quitó una restricción"),
    "disposicion_poner": gettext_lazy("Dispuso para la siguiente"),
    "disposicion_quitar": gettext_lazy("Quitó lo dispuesto"),
    "ensayo_pedir": gettext_lazy("Pidió emparejar"),
    "partida_publicar": gettext_lazy("Publicó la partida"),
    "partida_deshacer": gettext_lazy("Deshizo la publicación"),
    "partida_arrancar": gettext_lazy("Arrancó el reloj"),
    "partida_cerrar": gettext_lazy("Cerró la partida"),
    "mesa_cerrada": gettext_lazy("Cerró la mesa"),
    "mesa_dar_default": gettext_lazy("Dio un default"),
    "mesa_dar_ausencia": gettext_lazy("Dio una ausencia"),
    "mesa_corregir": gettext_lazy("Corrigió la mesa"),
    "discrepancia_resolver": gettext_lazy("Decidió entre dos versiones"),
    "sancion_poner": gettext_lazy("Sancionó"),
    "premios_guardar": gettext_lazy("Guardó los premios"),
    "torneo_terminar": gettext_lazy("Anunció la tabla final"),
}


def nombre_de_bolsa(tipo: str, bolsa: int) -> str:
    """A quién premia cada bolsa; en los formatos de una sola tabla no se dice (TO23 a TO25)."""
    if tipo == "multibolsa":
        return _("Bolsa %(n)d") % {"n": bolsa}
    return [_("Individual"), _("Parejas"), _("Equipos")][bolsa - 1] if tipo == "a_distancia" else ""


def llano(texto: str) -> str:
    """Sin acentos ni mayúsculas, para buscar y para ordenar: Óscar va con la O."""
    partes = unicodedata.normalize("NFD", texto.casefold())
    return "".join(c for c in partes if not unicodedata.combining(c))
