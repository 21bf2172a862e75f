"""Lo que un lector nuevo no entendió de la hoja: a dónde cae la página y a quien no se sienta (D831, D832)."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from reglas.suizo.tipos import Modalidad
from tests.pegada import pegada
from tests.torneos.formatos import abrir_conjuntos
from tests.torneos.salon import Salon, abrir
from torneos import consultas

pytestmark = pytest.mark.django_db


def ver(salon: Salon, ruta: str, *de: int, **con: object) -> str:
    direccion = reverse(f"torneos:{ruta}", args=[salon.fila.codigo, *de])
    return re.sub(r"\s+", " ", pegada(Client().get(direccion, con).content.decode()))


def test_la_busqueda_sin_una_sola_persona_no_arrastra_el_ancla_de_la_anterior() -> None:
    """D831: una dirección sin ancla propia conserva la de antes, y el aviso quedaba fuera de la vista."""
    salon = abrir(personas=8)
    salon.publicar()
    hoja = reverse("torneos:partida", args=[salon.fila.codigo, 1])
    for pagina in (ver(salon, "partida", 1, quien=1), ver(salon, "partida", 1, q="zz"), ver(salon, "partida", 1)):
        forma = re.search(r"<form[^>]*id=\"busca\"[^>]*>", pagina)
        assert forma is not None and f'action="{hoja}#busca"' in forma[0]


def con_suplencia() -> tuple[Salon, int, int]:
    """Una pareja a la que en la segunda le entró su suplente: quién salió y quién entró."""
    salon = abrir_conjuntos(Modalidad.PAREJAS, 5, previstas=6)
    salon.jugar()
    estado = consultas.estado_de(salon.torneo_id)
    sale, entra = (estado.integrantes_de(1)[n].numero for n in (1, 2))
    # mientras no entra, no se le marca ninguna mesa
    assert "Eres suplente de" in ver(salon, "donde", entra) and "Ya estás en la sala" not in ver(salon, "donde", entra)
    hoja = ver(salon, "partida", 1, quien=entra)
    assert "Eres suplente de" in hoja and "Está marcada la mesa" not in hoja and hoja.count(f'id="j-{entra}"') == 1
    salon.pedir("suplente_entrar", numero=1, por=sale)
    assert "Juegas desde la partida 2, en lugar de" in ver(salon, "donde", entra)
    salon.publicar()
    return salon, sale, entra


def test_a_quien_suplen_se_le_dice_que_ya_no_juega_y_quien_juega() -> None:
    """D832: no la mesa como si jugara, ni que espere la suya; y en la lista de la pared sigue su nombre."""
    salon, sale, entra = con_suplencia()
    nombre = consultas.estado_de(salon.torneo_id).nombre_de
    dicho = f"Desde la partida 2 juega {nombre(entra)} en tu lugar. Ya no juegas en este torneo."
    hoja, donde = ver(salon, "partida", 2, quien=sale), ver(salon, "donde", sale)
    assert dicho in hoja and 'id="tuyo"' not in hoja and hoja.count(f'id="j-{sale}"') == 1
    assert dicho in donde and "Ya estás en la sala" not in donde and f"/donde/{entra}/" in donde
    pared = re.sub(r"<[^>]*>|\s+", " ", ver(salon, "alfabetico", 2))
    assert re.search(rf"{nombre(sale)} +\(en su lugar, {nombre(entra)}\) +no juega", pared)
    # cuando sí jugaba, su mesa; y quien entró, la suya
    assert 'id="tuyo"' in ver(salon, "partida", 1, quien=sale) and "en su lugar" not in ver(salon, "alfabetico", 1)
    assert dicho not in ver(salon, "partida", 2, quien=entra) and "Eres suplente" not in ver(salon, "donde", entra)
    assert "Juegas desde la partida 2, en lugar de" in ver(salon, "partida", 1, quien=entra)


def test_a_quien_descansa_no_se_le_dice_que_su_mesa_esta_marcada() -> None:
    salon = abrir(personas=9)
    salon.publicar()
    (descansa,) = salon.actual().descansan
    hoja = ver(salon, "partida", 1, quien=descansa)
    assert "En esta partida descansas." in hoja and "Está marcada la mesa" not in hoja
    assert hoja.count(f'id="j-{descansa}"') == 1 and f'href="#j-{descansa}"' in hoja
