"""Los modelos de En línea, por lo que guardan. `id_al_azar` la nombran las migraciones."""

from enlinea.models.academia import ActaImportada, Analisis, Calculo, Ejercicio, EjercicioDeLaCasa, Rama
from enlinea.models.calidad import InformeDeCalidad, MedidaDePartida, RenglonDeCalidad
from enlinea.models.charla import Charla
from enlinea.models.clasificacion import CambioDeInscripcion, Clasificado, PuntosDePartida, TablaDeClasificacion
from enlinea.models.estudio import Comentario, Estudio
from enlinea.models.gente import Amistad, Apuntado, Cara, CitaEnLinea, EsperaDeTres
from enlinea.models.huella import Huella
from enlinea.models.mensaje import Destinatario, Lectura, MensajeDelAdministrador
from enlinea.models.mesa import CON_AUTOMATICOS, EnCurso, Lugar, Mesa, id_al_azar
from enlinea.models.otros_juegos import JugadorDeOtroJuego, PartidaDeOtroJuego
from enlinea.models.partida import CUENTAN, POR_CONTAR, Jugador, Partida
from enlinea.models.proceso import Conexion, Presencia, Proceso
from enlinea.models.reporte import Reporte
from enlinea.models.silencio import Silencio
from enlinea.models.tarjeta import Tarjeta
from enlinea.models.telefono import AvisoAlTelefono, Telefono

__all__ = [
    "CON_AUTOMATICOS",
    "CUENTAN",
    "POR_CONTAR",
    "ActaImportada",
    "Amistad",
    "Analisis",
    "Apuntado",
    "AvisoAlTelefono",
    "Calculo",
    "CambioDeInscripcion",
    "Cara",
    "Charla",
    "CitaEnLinea",
    "Clasificado",
    "Comentario",
    "Conexion",
    "Destinatario",
    "Ejercicio",
    "EjercicioDeLaCasa",
    "EnCurso",
    "EsperaDeTres",
    "Estudio",
    "Huella",
    "InformeDeCalidad",
    "Jugador",
    "JugadorDeOtroJuego",
    "Lectura",
    "Lugar",
    "MedidaDePartida",
    "MensajeDelAdministrador",
    "Mesa",
    "Partida",
    "PartidaDeOtroJuego",
    "Presencia",
    "Proceso",
    "PuntosDePartida",
    "Rama",
    "RenglonDeCalidad",
    "Reporte",
    "Silencio",
    "TablaDeClasificacion",
    "Tarjeta",
    "Telefono",
    "id_al_azar",
]
