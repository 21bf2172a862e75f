"""Lo que En línea guarda de cada cuenta: entregarlo, ponerlo bajo un seudónimo al borrarla, y olvidar lo viejo.

Lo sólo suyo (huellas, silencios, avisos, Academia, prácticas) se quita; lo que es también de los otros tres (partidas,
actas, clasificación) se queda igual y cambia el nombre.
"""

from datetime import datetime
from typing import Any

from django.db.models import Model, Q
from django.utils import timezone

from config.base.retencion import limite
from enlinea.gente.consultas.amistades import amistades_de
from enlinea.gente.consultas.caras import cara_escogida
from enlinea.historial.servicios.practicas import practicas_borrar
from enlinea.models import (
    ActaImportada,
    Amistad,
    AvisoAlTelefono,
    Cara,
    Charla,
    Conexion,
    Destinatario,
    Ejercicio,
    EjercicioDeLaCasa,
    EsperaDeTres,
    Estudio,
    Huella,
    Jugador,
    JugadorDeOtroJuego,
    Lectura,
    Lugar,
    MensajeDelAdministrador,
    Mesa,
    Partida,
    PartidaDeOtroJuego,
    Presencia,
    Rama,
    Reporte,
    Silencio,
    Tarjeta,
    Telefono,
)
from suscripciones.servicios import Borrado, Suyo

SE_BORRO = "(mensaje borrado)"
SOLO_SUYO: tuple[tuple[type[Model], str], ...] = (
    (Huella, "cuenta"),
    (Cara, "cuenta"),
    (Amistad, "menor"),
    (Amistad, "mayor"),
    (EsperaDeTres, "cuenta"),
    (Silencio, "quien"),
    (Silencio, "callado"),
    (Conexion, "cuenta"),
    (Presencia, "cuenta"),
    (Lectura, "cuenta"),
    (Destinatario, "cuenta"),
    (MensajeDelAdministrador, "para"),
    (Ejercicio, "cuenta"),
    (EjercicioDeLaCasa, "cuenta"),
    (Rama, "cuenta"),
    (Estudio, "cuenta"),
    (ActaImportada, "cuenta"),
    (Telefono, "cuenta"),
    (AvisoAlTelefono, "cuenta"),
)
POR_TANDA = 200


def impide(cuenta_id: int) -> str:
    """Sentado en una mesa viva, o con una recién cerrada cuyas tarjetas aún no se anotan, primero se acaba eso."""
    sentado = Lugar.objects.filter(cuenta_id=cuenta_id, activo=True).exists()
    por_anotar = Lugar.objects.filter(
        cuenta_id=cuenta_id, mesa__estado=Mesa.Estado.CERRADA, mesa__modo=Mesa.Modo.NORMAL, mesa__con_tarjetas=False
    )
    return "borrar_con_mesa" if sentado or por_anotar.exists() else ""


def exportar(cuenta_id: int) -> dict[str, Any]:
    """Sus partidas con su acta, lo que escribió, lo que le dijeron y lo suyo de la Academia."""
    de_la_cuenta: dict[str, Any] = {"cuenta_id": cuenta_id}
    jugadas = Jugador.objects.filter(**de_la_cuenta).select_related("partida", "partida__mesa")
    return {
        "partidas": [_una_partida(j) for j in jugadas.order_by("partida__fin")],
        "partidas_a_otros_juegos": _otras(cuenta_id),
        "clasificacion": _clasificacion(cuenta_id),
        "tarjetas": list(
            Tarjeta.objects.filter(**de_la_cuenta).values("color", "instante", "motivo", "anulada_en", "mesa_id")
        ),
        "escribiste": list(Charla.objects.filter(autor_id=cuenta_id).values("texto", "instante", "mesa_id")),
        "senalaste": list(
            Reporte.objects.filter(quien_id=cuenta_id).values(
                "nombre_del_senalado", "donde", "comentario", "creado", "decidido"
            )
        ),
        "no_lees_a": list(Silencio.objects.filter(quien_id=cuenta_id).values("desde", "callado__nombre")),
        "gente": _gente(cuenta_id),
        "te_dijo_la_administracion": list(
            MensajeDelAdministrador.objects.filter(Q(para_id=cuenta_id) | Q(destinatarios__cuenta_id=cuenta_id)).values(
                "texto", "enviado"
            )
        ),
        "huellas": list(Huella.objects.filter(**de_la_cuenta).values("clase", "huella", "mesa_id", "instante")),
        "telefonos": list(Telefono.objects.filter(**de_la_cuenta).values("creado", "direccion")),
        "por_avisarte": list(AvisoAlTelefono.objects.filter(**de_la_cuenta).values("que", "nacio", "salio")),
        "academia": _academia(cuenta_id),
    }


def _academia(cuenta_id: int) -> dict[str, Any]:
    """Lo que trajo, guardó, contestó y compartió."""
    return {
        "actas": list(ActaImportada.objects.filter(cuenta_id=cuenta_id).values("nombre", "creada", "acta")),
        "ramas": list(Rama.objects.filter(cuenta_id=cuenta_id).values("nombre", "mano", "desde", "jugadas", "creada")),
        "ejercicios": list(
            Ejercicio.objects.filter(cuenta_id=cuenta_id).values("mano", "jugada", "costo", "intentos", "resuelto")
        ),
        "estudios": list(
            Estudio.objects.filter(cuenta_id=cuenta_id).values(
                "titulo", "enlace", "con_nombres", "comentarios__mano", "comentarios__jugada", "comentarios__texto"
            )
        ),
        "ejercicios_de_la_casa": list(
            EjercicioDeLaCasa.objects.filter(cuenta_id=cuenta_id).values(
                "clave", "ficha", "extremo", "intentos", "a_la_primera", "resuelto"
            )
        ),
    }


def _gente(cuenta_id: int) -> dict[str, Any]:
    """Su cara y sus amistades como las ve: lo que otro le negó no es suyo."""
    suyas = amistades_de(cuenta_id, timezone.now())
    return {
        "cara": cara_escogida(cuenta_id),
        **{
            que: [{"nombre": a.nombre, "desde": a.desde} for a in ellas]
            for que, ellas in (("amigos", suyas.amigos), ("te_piden", suyas.me_piden), ("pediste", suyas.pedi))
        },
        "te_avisamos_de_tres": list(EsperaDeTres.objects.filter(cuenta_id=cuenta_id).values("desde", "vence")),
    }


def _una_partida(j: Jugador) -> dict[str, Any]:
    p = j.partida
    return {
        "mesa": p.mesa.nombre,
        "numero": p.numero,
        "modo": p.modo,
        "inicio": p.inicio,
        "fin": p.fin,
        "finalizada": p.finalizada,
        "tu_asiento": j.asiento,
        "tu_nombre": j.nombre,
        "tus_amarillas": j.amarillas,
        "acta": p.acta,
    }


def _otras(cuenta_id: int) -> list[dict[str, Any]]:
    suyas = JugadorDeOtroJuego.objects.filter(cuenta_id=cuenta_id).select_related("partida", "partida__mesa")
    return [
        {
            "mesa": j.partida.mesa.nombre,
            "numero": j.partida.numero,
            "juego": j.partida.reglamento,
            "modo": j.partida.modo,
            "inicio": j.partida.inicio,
            "fin": j.partida.fin,
            "finalizada": j.partida.finalizada,
            "tu_asiento": j.asiento,
            "tu_nombre": j.nombre,
            "ganaste": j.gano,
            "tus_tantos": j.tantos,
            "acta": j.partida.acta,
        }
        for j in suyas.order_by("partida__fin")
    ]


def _clasificacion(cuenta_id: int) -> list[dict[str, Any]]:
    con_puntos = Jugador.objects.filter(cuenta_id=cuenta_id, puntos__isnull=False).order_by("numero")
    filas = con_puntos.values("numero", "puntos__pr_antes", "puntos__pr_despues", "puntos__quintil_despues")
    return [dict(fila) for fila in filas]


def borrar(que: Borrado) -> None:
    """Lo sólo suyo se quita; lo jugado con otros cambia de nombre, también dentro del acta; lo escrito se vacía."""
    for modelo, campo in SOLO_SUYO:
        modelo._default_manager.filter(**{f"{campo}_id": que.cuenta_id}).delete()
    practicas_borrar(que.cuenta_id)
    # lo recordado de un estudio ajeno con su nombre ya no sirve (D637)
    Estudio.objects.filter(partida__jugadores__cuenta_id=que.cuenta_id).update(cambiado=timezone.now())
    otro_nombre = ~Q(nombre=que.seudonimo)
    Lugar.objects.filter(otro_nombre, cuenta_id=que.cuenta_id).update(nombre=que.seudonimo)
    for jugadores, partidas in ((Jugador, Partida), (JugadorDeOtroJuego, PartidaDeOtroJuego)):
        _poner_en_las_actas(que, jugadores, partidas)
        jugadores._default_manager.filter(otro_nombre, cuenta_id=que.cuenta_id).update(nombre=que.seudonimo)
    Charla.objects.filter(otro_nombre, autor_id=que.cuenta_id).update(nombre=que.seudonimo, texto=SE_BORRO, original="")
    Reporte.objects.filter(quien_id=que.cuenta_id).update(nombre_de_quien=que.seudonimo)
    Reporte.objects.filter(senalado_id=que.cuenta_id).update(nombre_del_senalado=que.seudonimo)
    _poner_en_los_reportes(que)


def _poner_en_las_actas(que: Borrado, jugadores: type[Model], partidas_de: type[Model]) -> None:
    """El acta nombra a cada quien por asiento: cambia sólo el suyo, y sus manos siguen dando lo mismo."""
    suyas = jugadores._default_manager.filter(cuenta_id=que.cuenta_id, partida__acta__isnull=False)
    asientos: dict[int, int] = dict(suyas.exclude(nombre=que.seudonimo).values_list("partida_id", "asiento"))
    ids = sorted(asientos)
    for desde in range(0, len(ids), POR_TANDA):
        partidas: list[Any] = list(partidas_de._default_manager.filter(pk__in=ids[desde : desde + POR_TANDA]))
        for partida in partidas:
            partida.acta["asientos"][asientos[partida.pk]] = que.seudonimo
        partidas_de._default_manager.bulk_update(partidas, ["acta"])


def _poner_en_los_reportes(que: Borrado) -> None:
    """La plática congelada de un reporte por decidir, o decidido, se queda como prueba, sin su nombre."""
    de_sus_mesas = Q(quien_id=que.cuenta_id) | Q(senalado_id=que.cuenta_id) | Q(mesa__lugares__cuenta_id=que.cuenta_id)
    for reporte in Reporte.objects.filter(de_sus_mesas | Q(mesa=None)).distinct().order_by("pk"):
        renglones = [r for r in reporte.charla if r.get("autor") == que.cuenta_id]
        if any(r["nombre"] != que.seudonimo for r in renglones):
            for r in renglones:
                r["nombre"] = que.seudonimo
            reporte.save(update_fields=["charla"])


# --- las tarjetas siguen a la persona ---------------------------------------------------------------------------------
def con_tarjetas(cuenta_id: int) -> bool:
    """¿Tiene alguna tarjeta que no se anuló, o un reporte por decidir? Borrarse no los quita (SA1-SA3)."""
    por_decidir = Reporte.objects.filter(senalado_id=cuenta_id, decidido__isnull=True)
    return Tarjeta.objects.filter(cuenta_id=cuenta_id, anulada_en__isnull=True).exists() or por_decidir.exists()


def heredar(de: int, a: int) -> None:
    """El expediente entero pasa a la cuenta nueva de la misma persona, con lo que está por decidirse."""
    Tarjeta.objects.filter(cuenta_id=de).update(cuenta_id=a)
    Reporte.objects.filter(senalado_id=de, decidido__isnull=True).update(senalado_id=a)


# --- lo que se olvida solo --------------------------------------------------------------------------------------------
def platica_borrar(ahora: datetime) -> int:
    """Borra lo escrito hace más de `RETENCION_PLATICA` días, menos el mensaje que alguien señaló; devuelve cuánto."""
    senaladas = Reporte.objects.filter(linea__isnull=False).values("linea")
    viejas = Charla.objects.filter(instante__lt=limite("platica", ahora)).exclude(pk__in=senaladas)
    return viejas.delete()[0]


def reportes_borrar(ahora: datetime) -> int:
    """Borra los reportes decididos hace más de `RETENCION_REPORTES` días; devuelve cuántos."""
    return Reporte.objects.filter(decidido__lt=limite("reportes", ahora)).delete()[0]


SUYO = Suyo("en_linea", exportar, impide, borrar, con_tarjetas, heredar)
