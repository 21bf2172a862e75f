"""El podio y su foto (RE7, D324): quién, con cuánto, sin correos ni dinero, y sólo para quien tuvo lugar."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from io import BytesIO

import pytest
from django.core.cache import cache
from PIL import Image

from config.comun.lienzo import SERIFA, Lienzo, _letra, acomodar, escribible, mide
from recreo.estado import EstadoRecreo, Visor
from recreo.models import Jugador, Recreo
from recreo.pantallas import Mirada, pintar
from recreo.pantallas.foto import ANCHO, dibujar
from recreo.pantallas.podio import Escalon, Podio, mi_noche, podio_de
from tests.recreo.mesa import JUEGOS, Mesero, recreo_de
from tests.recreo.pagina import como, ruta, texto
from tests.recreo.terminado import acabar

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("una_vez")]
NOMBRES = ("Lupita", "Don Beto", "María Guadalupe de los Ángeles Hernández", "Chucho")
TAMANO_MAXIMO = 150_000


@pytest.fixture(autouse=True)
def sin_recuerdos() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def m() -> Mesero:
    """Cuatro, con apuesta. La pareja 0 gana las tres: el 1 con cada quien."""
    hecho = recreo_de(4, importe=Decimal(20), pago=True, nombres=NOMBRES)
    Jugador.objects.filter(recreo=hecho.id, numero=2).update(correo="beto@example.com")
    return acabar(hecho)


def a_mano(*nombres: str) -> Podio:
    escalones = tuple(Escalon(n, nombre, 3, "puntos", False) for n, nombre in enumerate(nombres, start=1))
    return Podio(escalones, "3 ganados de 3", "Domingo", "Casa", "Podio de Domingo.")


# --- lo que dice


def test_sin_terminar_no_hay_podio() -> None:
    en_juego = recreo_de(4)
    assert podio_de(en_juego.estado, Visor()) is None
    assert "Ganó el Recreo" not in texto(como(en_juego.quienes[1]).get(ruta(en_juego, "clasificacion")))
    sin_partidas = recreo_de(4, empieza=False)
    Recreo.objects.filter(pk=sin_partidas.id).update(estado="terminado")
    assert podio_de(sin_partidas.estado, Visor()) is None


def test_los_tres_primeros_con_lo_que_los_decide(m: Mesero) -> None:
    podio = podio_de(m.estado, Visor(numero=1))
    assert podio is not None
    filas = m.estado.filas
    assert [(e.lugar, e.nombre, e.cuanto) for e in podio.escalones] == [
        (f.lugar, m.estado.nombre_de(f.jugador), f.puntos) for f in filas[:3]
    ]
    assert [e.yo for e in podio.escalones].count(True) == 1
    assert podio.gano == "Lupita" and podio.dato.startswith("3 ganados de 3 · eficiencia +")
    assert podio.dicho.startswith("Podio de Domingo: primer lugar, Lupita con 9 puntos; segundo, ")


def test_a_juegos_ganados_se_dicen_los_ganados() -> None:
    m = acabar(recreo_de(4, JUEGOS))
    podio = podio_de(m.estado, Visor())
    assert podio is not None and podio.dato == "3 ganados de 3"
    assert {e.que for e in podio.escalones} <= {"ganado", "ganados"}


def test_mi_noche_dice_lugar_ganados_y_con_quien(m: Mesero) -> None:
    mia = mi_noche(m.estado, Visor(numero=1))
    assert mia is not None
    assert (mia.lugar, mia.ganados, mia.jugados, mia.ganados_con, mia.jugados_con) == (1, 3, 3, 1, 1)
    otra = mi_noche(m.estado, Visor(numero=2))
    assert otra is not None and otra.jugados == 3 and otra.con == "Lupita"
    assert mi_noche(m.estado, Visor(organiza=True, manda=True)) is None


def test_la_pantalla_pinta_el_podio_y_el_socket_igual(m: Mesero) -> None:
    leido = texto(como(m.quienes[2]).get(ruta(m, "clasificacion")))
    for dice in (
        "Ganó el Recreo Lupita",
        "Los 4 lugares",
        "Así te fue, Don Beto",
        "Quién le paga a quién",
        "Compartir",
    ):
        assert dice in leido
    assert "Otra con los mismos" not in leido  # entró con su teléfono, sin cuenta
    assert "@" not in leido
    assert "Otra con los mismos" in texto(como(m.quienes[1]).get(ruta(m, "clasificacion")))
    assert "Ganó el Recreo" in pintar(m.estado, Mirada("clasificacion"), Visor(numero=2))["contenido"]
    assert "Ganó el Recreo" not in texto(como(m.quienes[1]).get(ruta(m, "clasificacion") + "?partida=1"))


# --- la foto


def test_la_foto_es_un_png_acotado_con_su_texto_y_sin_correos_ni_dinero(m: Mesero) -> None:
    respuesta = como(m.quienes[2]).get(ruta(m, "foto"))
    assert respuesta["Content-Type"] == "image/png" and "no-store" in respuesta["Cache-Control"]
    assert len(respuesta.content) < TAMANO_MAXIMO
    imagen = Image.open(BytesIO(respuesta.content))
    imagen.load()
    assert imagen.size == (1080, 1350)
    dicho = imagen.info["Description"]
    assert "Lupita" in dicho and "@" not in dicho and "$" not in dicho


def test_la_foto_es_de_quien_tuvo_lugar_y_sin_final_no_la_hay(m: Mesero) -> None:
    assert como(None).get(ruta(m, "foto"))["Location"] == ruta(m, "invitacion")
    en_juego = recreo_de(4)
    assert como(en_juego.quienes[1]).get(ruta(en_juego, "foto"))["Location"] == ruta(en_juego, "ir")


def test_se_dibuja_una_vez_y_otra_si_cambia_un_nombre(m: Mesero, monkeypatch: pytest.MonkeyPatch) -> None:
    hechas: list[Podio] = []
    monkeypatch.setattr("recreo.views.fiesta.dibujar", lambda podio: hechas.append(podio) or b"png")
    cliente = como(m.quienes[1])
    for _vez in range(3):
        assert cliente.get(ruta(m, "foto")).content == b"png"
    assert len(hechas) == 1
    Jugador.objects.filter(recreo=m.id, numero=1).update(nombre="Guadalupe")
    cliente.get(ruta(m, "foto"))
    assert [p.gano for p in hechas] == ["Lupita", "Guadalupe"]


@pytest.mark.parametrize(
    "nombre",
    ["W" * 40, "María Guadalupe de los Ángeles Hernández", "🎉😀", "Ñ 🎉", "李小龙", "a\u0301rbol", "", "İ" * 40],
)
def test_cualquier_nombre_se_dibuja_y_cabe(nombre: str) -> None:
    assert len(dibujar(a_mano(nombre, nombre, nombre))) < TAMANO_MAXIMO
    visible = escribible(nombre, SERIFA, "Lugar 1")
    assert visible and not set(visible) & set("🎉😀李")
    for ancho in (980, 306):
        cuerpo, renglones = acomodar(visible, SERIFA, ancho, (64, 34), 2)
        assert len(renglones) <= 2
        assert all(mide(r, SERIFA, cuerpo) <= ancho for r in renglones)


NOMBRES_LARGOS = (
    ("María Guadalupe de los Ángeles Hernández", "Supercalifragilisticoespialidoso Peña", "W" * 24),
    ("Supercalifragilisticoespialidosamentetal", "José Maximiliano Alejandrino de la Torre", "Ana 🎉"),
    ("Maximiliano Wenceslao", "Montserrat Guadalupe", "Guillermina de la Concepción Montemayor"),
)


@pytest.mark.parametrize("nombres", NOMBRES_LARGOS, ids=lambda n: n[0][:12])
def test_los_nombres_de_la_foto_van_enteros_y_nada_se_encima(
    nombres: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    escritos: list[tuple[float, float, float, float, str]] = []

    def escribir(_yo: Lienzo, x: float, y: float, texto: str, cual: str, cuerpo: int, _color: str) -> None:
        izquierda, arriba, derecha, abajo = _letra(cual, cuerpo).getbbox(texto, anchor="ms")
        escritos.append((x + izquierda / 2, y + arriba / 2, x + derecha / 2, y + abajo / 2, texto))

    monkeypatch.setattr(Lienzo, "escribir", escribir)
    recreo = "Sobremesa del domingo con los primos de Guadalajara y Mérida"
    donde = "Salón de fiestas de la Narvarte Poniente, Ciudad de México · miércoles 30 de septiembre"
    dibujar(replace(a_mano(*nombres), recreo=recreo, donde=donde))
    junto = "".join(texto.replace(" ", "") for *_caja, texto in escritos)
    assert "…" not in junto and "miércoles30deseptiembre" in junto
    for nombre in nombres:
        # en la ficha se escribe de abajo arriba
        partes = [texto for *_caja, texto in escritos]
        enteros = {"".join(partes[a:b][::paso]).replace(" ", "") for a in range(len(partes))
                   for b in range(a + 1, a + 4) for paso in (1, -1)}  # fmt: skip
        assert nombre.replace("🎉", "").replace(" ", "") in enteros
    for i, (x0, y0, x1, y1, uno) in enumerate(escritos):
        assert x0 >= 0 and x1 <= 1080, uno
        for a0, b0, a1, b1, otro in escritos[:i]:
            # un acento roza la cola del renglón de arriba: eso no es encimarse
            assert x1 <= a0 or a1 <= x0 or y1 <= b0 + 5 or b1 <= y0 + 5, f"«{uno}» sobre «{otro}»"


def test_lo_que_la_letra_no_tiene_no_deja_su_punto_suelto(monkeypatch: pytest.MonkeyPatch) -> None:
    escritos: list[str] = []
    monkeypatch.setattr(Lienzo, "escribir", lambda _yo, _x, _y, texto, *_mas: escritos.append(texto))
    dibujar(replace(a_mano("Ana", "Beto", "Chucho"), donde="🎲 · domingo 22", recreo="<b>Jueves</b> & {{ x }}"))
    assert {"domingo 22", "<b>Jueves</b> & {{ x }}"} <= set(escritos)


def test_lo_que_no_cabe_se_corta_con_puntos_y_lo_que_cabe_no() -> None:
    assert acomodar("Lupita", SERIFA, ANCHO, (150, 40), 1) == (150, ["Lupita"])
    _cuerpo, renglones = acomodar("Ana " * 60, SERIFA, 300, (40,), 2)
    assert renglones[1].endswith("…") and not renglones[0].endswith("…")


def test_si_los_primeros_empatan_en_todo_se_dice_que_decidio_el_numero(
    m: Mesero, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D802: sin eso, de dos iguales uno gana y nadie sabe por qué."""
    estado = m.estado
    solo = podio_de(estado, Visor())
    assert solo is not None and solo.empate == ""
    primera, segunda, tercera, *otras = estado.filas
    filas = (primera, replace(segunda, desempate="numero"), replace(tercera, desempate="puntos"), *otras)
    monkeypatch.setattr(EstadoRecreo, "filas", property(lambda _: filas))
    podio = podio_de(estado, Visor())
    assert podio is not None
    assert podio.empate == f"Lupita y {podio.escalones[1].nombre} quedaron empatados en todo: gana por número menor."
    assert podio.empate in pintar(estado, Mirada("clasificacion"), Visor(numero=2))["contenido"]
