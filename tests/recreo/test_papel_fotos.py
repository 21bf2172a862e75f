"""La foto de la hoja (RE8): limpia, acotada, sólo para quien tiene lugar, y se va cuando debe."""

import io
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from PIL import Image

from recreo import imagen, servicios
from recreo.errores import ErrorDeServicio
from recreo.identidad import Quien
from recreo.models import FotoDeHoja, Recreo
from recreo.servicios import datos_propios
from recreo.servicios.fotos import FOTOS_POR_MESA, fotos_olvidar
from suscripciones.servicios import Borrado
from tests.recreo.fabricas import suscrita
from tests.recreo.mesa import Mesero, falla, recreo_de
from tests.recreo.pagina import como, ruta, texto

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]
AQUI: dict[str, Any] = {"partida": 1, "mesa": 1}
GPS, ORIENTACION, AL_LADO = 0x8825, 0x0112, 6


def tomada(ancho: int = 900, alto: int = 600, formato: str = "JPEG", *, con_exif: bool = True) -> bytes:
    """Como la de un teléfono: acostada, con dónde se tomó."""
    foto = Image.new("RGB", (ancho, alto), "white")
    exif = Image.Exif()
    exif[ORIENTACION] = AL_LADO
    exif[0x010F] = "Telefónica Secreta"
    exif.get_ifd(GPS).update({1: "N", 2: (19.0, 25.0, 1.0), 3: "W", 4: (99.0, 8.0, 1.0)})
    salida = io.BytesIO()
    foto.save(salida, formato, **({"exif": exif} if con_exif else {}))
    return salida.getvalue()


def test_queda_derecha_chica_y_sin_nada_de_la_camara() -> None:
    limpia = imagen.limpiar(tomada(3000, 2000) + b"SECRETO-AL-FINAL")
    assert (limpia.ancho, limpia.alto) == (1067, 1600)
    assert len(limpia.jpeg) <= imagen.GUARDADO_MAXIMO
    with Image.open(io.BytesIO(limpia.jpeg)) as abierta:
        assert (abierta.format, abierta.size, dict(abierta.getexif())) == ("JPEG", (1067, 1600), {})
    for rastro in (b"Telef", b"Exif", b"GPS", b"SECRETO"):
        assert rastro not in limpia.jpeg


@pytest.mark.parametrize("formato", ["PNG", "WEBP", "JPEG"])
def test_acepta_lo_que_toma_un_telefono(formato: str) -> None:
    assert imagen.limpiar(tomada(formato=formato, con_exif=False)).jpeg.startswith(b"\xff\xd8")


@pytest.mark.parametrize(
    ("contenido", "codigo"),
    [
        (b"", "foto_ilegible"),
        (b"<svg onload=alert(1)>", "foto_ilegible"),
        (tomada()[:400], "foto_ilegible"),
        (b"%PDF-1.7", "foto_ilegible"),
        (tomada(formato="GIF", con_exif=False), "foto_ilegible"),
        (b"x" * (imagen.PESO_MAXIMO + 1), "foto_grande"),
    ],
)
def test_lo_que_no_es_foto_o_no_cabe_se_dice(contenido: bytes, codigo: str) -> None:
    with pytest.raises(ErrorDeServicio) as info:
        imagen.limpiar(contenido)
    assert info.value.codigo == codigo


def test_una_bomba_no_se_abre() -> None:
    salida = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(salida, "PNG")
    with pytest.raises(ErrorDeServicio) as info:
        imagen.limpiar(salida.getvalue())
    assert info.value.codigo in {"foto_grande", "foto_ilegible"}


def subida(m: Mesero, por: int = 1) -> int:
    limpia = imagen.limpiar(tomada())
    datos = {"jpeg": limpia.jpeg, "ancho": limpia.ancho, "alto": limpia.alto}
    return int(m.orden(servicios.foto_agregar, por, **AQUI, **datos).datos["foto"])


def test_la_sube_alguien_de_la_mesa_y_no_quien_descansa() -> None:
    m = recreo_de(5)
    assert subida(m, 2)
    with falla("no_eres_de_esta_mesa"):
        subida(m, 5)


def test_caben_unas_cuantas_por_mesa() -> None:
    m = recreo_de(4)
    for _ in range(FOTOS_POR_MESA):
        subida(m)
    with falla("muchas_fotos", maximo=FOTOS_POR_MESA):
        subida(m)


def test_la_quita_quien_la_subio_o_quien_organiza() -> None:
    m = recreo_de(4)
    de_dos, de_tres = subida(m, 2), subida(m, 3)
    with falla("foto_ajena"):
        m.orden(servicios.foto_quitar, 2, **AQUI, foto=de_tres)
    m.orden(servicios.foto_quitar, 2, **AQUI, foto=de_dos)
    m.orden(servicios.foto_quitar, 1, **AQUI, foto=de_tres)
    with falla("foto_inexistente"):
        m.orden(servicios.foto_quitar, 1, **AQUI, foto=de_tres)
    assert not FotoDeHoja.objects.exists()


def enviar(m: Mesero, contenido: bytes | None, por: int = 1) -> Any:
    datos: dict[str, Any] = {"id_orden": str(uuid4())}
    if contenido is not None:
        datos["foto"] = SimpleUploadedFile("../../hoja.jpg", contenido, content_type="text/html")
    return como(m.quienes[por]).post(ruta(m, "fotos", 1, 1), datos)


def test_en_la_pantalla_se_sube_se_ve_y_se_quita() -> None:
    m = recreo_de(4)
    assert "todavía no tiene foto" in texto(como(m.quienes[1]).get(ruta(m, "fotos", 1, 1)))
    assert enviar(m, tomada()).status_code == 302
    foto = FotoDeHoja.objects.get()
    respuesta = como(m.quienes[3]).get(ruta(m, "foto_de_hoja", foto.pk))
    assert (respuesta.status_code, respuesta["Content-Type"]) == (200, "image/jpeg")
    assert respuesta["X-Content-Type-Options"] == "nosniff" and "no-store" in respuesta["Cache-Control"]
    assert bytes(foto.imagen) == respuesta.content
    assert "La subió" in texto(como(m.quienes[3]).get(ruta(m, "fotos", 1, 1)))


@pytest.mark.parametrize(("contenido", "dice"), [(None, "Falta la foto"), (b"hola", "no es una foto")])
def test_lo_que_no_se_pudo_se_dice_en_la_pagina(contenido: bytes | None, dice: str) -> None:
    m = recreo_de(4)
    respuesta = enviar(m, contenido)
    assert respuesta.status_code == 422 and dice in respuesta.content.decode()


def test_a_quien_no_tiene_lugar_no_se_le_da_ni_con_su_numero() -> None:
    m, otro = recreo_de(4), recreo_de(4)
    foto = subida(m)
    assert como(otro.quienes[1]).get(ruta(m, "foto_de_hoja", foto)).status_code == 302
    assert como(otro.quienes[1]).get(ruta(otro, "foto_de_hoja", foto)).status_code == 404
    assert como(Quien()).get(ruta(m, "foto_de_hoja", foto)).status_code in {302, 404}


def test_se_olvida_a_su_plazo_desde_que_termino() -> None:
    m = recreo_de(4)
    subida(m)
    ahora = timezone.now()
    assert fotos_olvidar(ahora) == 0
    Recreo.objects.filter(pk=m.id).update(estado="terminado", terminado=ahora - timedelta(days=181))
    assert fotos_olvidar(ahora) == 1


def test_se_descarga_con_los_datos_propios_y_se_va_con_la_cuenta() -> None:
    m = recreo_de(4)
    cuenta = suscrita(email="dos@example.com")
    m.quienes[2] = Quien(cuenta_id=cuenta.pk)
    m.orden(servicios.jugador_liberar, numero=2)
    m.orden(servicios.jugador_reclamar, 2, numero=2)
    subida(m, 2)
    subida(m, 3)
    (suya,) = datos_propios.exportar(cuenta.pk)["recreos"][0]["tus_fotos"]
    assert suya["mesa"] == 1 and suya["jpeg"].startswith("/9j/")
    datos_propios.borrar(Borrado(cuenta.pk, cuenta.nombre, cuenta.email, "Jugador X", timezone.now()))
    assert FotoDeHoja.objects.count() == 1


def test_con_la_partida_se_van_sus_fotos() -> None:
    m = recreo_de(4)
    subida(m)
    m.orden(servicios.partida_deshacer, partida=1)
    assert not FotoDeHoja.objects.exists()
