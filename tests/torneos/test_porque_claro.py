"""Lo que un lector nuevo no entendió de la hoja: a dónde cae la página y a quien no se sienta (D831, D832)."""

import random
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from bench.suizo.simulador import Salon as SalonDeReglas
from bench.suizo.simulador import nuevo
from reglas.suizo.conjuntos import ObjetivoDeConjuntos
from reglas.suizo.emparejar import emparejar
from reglas.suizo.hoja import hoja_de
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


def test_donde_juego_habla_de_tu_y_la_orden_de_verificar_va_plegada() -> None:
    """D838."""
    salon = abrir(personas=8, previstas=4)
    salon.jugar()
    salon.publicar()
    nombre = consultas.estado_de(salon.torneo_id).nombre_de(1)
    porque = ver(salon, "donde", 1).split("Por qué te tocó esta mesa")[1].split("</div>")[0]
    assert "Tu pareja, " in porque and nombre not in porque
    llana, plegada = ver(salon, "partida", 2).split("Para comprobarlo por tu cuenta")
    assert "python -m reglas" not in llana and "python -m reglas" in plegada and "tenido enfrente" not in llana


def con_suplencia() -> tuple[Salon, int, int]:
    """Una pareja a la que en la segunda le entró su suplente: quién salió y quién entró."""
    salon = abrir_conjuntos(Modalidad.PAREJAS, 4, previstas=3)
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
    # D837: la pareja, con un solo nombre
    suya = ver(salon, "partida", 2, quien=entra)
    assert "todo el torneo" not in suya and "desde la partida 2" in suya
    assert f"«{consultas.estado_de(salon.torneo_id).nombre_de(1)}»" not in suya


def test_a_quien_descansa_no_se_le_dice_que_su_mesa_esta_marcada() -> None:
    salon = abrir(personas=9)
    salon.publicar()
    (descansa,) = salon.actual().descansan
    hoja = ver(salon, "partida", 1, quien=descansa)
    assert "En esta partida descansas." in hoja and "Está marcada la mesa" not in hoja
    assert hoja.count(f'id="j-{descansa}"') == 1 and f'href="#j-{descansa}"' in hoja


@pytest.mark.parametrize(("modalidad", "cuantos", "jugadas"), [(Modalidad.PAREJAS, 12, 3), (Modalidad.PAREJAS, 9, 4)])
def test_el_otro_rival_que_se_dice_cuesta_lo_que_se_dice(modalidad: Modalidad, cuantos: int, jugadas: int) -> None:
    """D778: los otros dos encuentros, sumados otra vez; de ahí no hay otro que costara menos."""
    salon = SalonDeReglas(nuevo(cuantos, jugadas, 3, modalidad=modalidad), random.Random(3))
    torneo = replace(salon.jugar(), previstas=jugadas + 2)
    sigue = emparejar(torneo)
    (grupo,) = sigue.grupos
    objetivo = grupo.objetivo
    assert isinstance(objetivo, ObjetivoDeConjuntos)
    indice = {uno: n for n, uno in enumerate(objetivo.quienes)}
    vistas = 0
    for mesa in hoja_de(torneo, sigue)["mesas"]:
        suyos = tuple(sorted(indice[s["sujeto"]] for s in mesa["sujetos"]))
        for otra in mesa["otras"]:
            con = tuple(sorted(indice[uno] for uno in otra["con"]))
            serian = [tuple(sorted(indice[uno] for uno in par)) for par in otra["serian"]]
            assert {*suyos, *con} == {n for par in serian for n in par} and suyos not in serian
            va, iria = objetivo.de_todos([suyos, con]), objetivo.de_todos(serian)  # type: ignore[list-item]
            assert va <= iria
            nivel = next((n for n in range(len(va)) if va[n] != iria[n]), None)
            assert otra["nivel"] is None if nivel is None else (otra["de"], otra["a"]) == (va[nivel], iria[nivel])
            for a, b in otra.get("pares", ()):
                assert objetivo.de_par(*sorted((indice[a], indice[b])))[nivel]  # type: ignore[index]
            vistas += 1
    assert vistas >= cuantos // 2


@pytest.mark.parametrize("modalidad", [Modalidad.PAREJAS, Modalidad.EQUIPOS])
def test_en_la_primera_de_conjuntos_manda_el_orden_del_sorteo_y_asi_se_dice(modalidad: Modalidad) -> None:
    """D833: de dos en dos, con el lugar que les salió; ni tabla ni mitades. El encuentro que sigue lleva a su mesa."""
    salon = abrir_conjuntos(modalidad, 6, previstas=3)
    salon.jugar()
    estado, hoja = consultas.estado_de(salon.torneo_id), consultas.hoja_de(salon.torneo_id, 1)
    assert estado.actual is not None and hoja is not None
    for mesa in hoja["mesas"]:
        a, b = sorted(s["lugar"] for s in mesa["sujetos"])
        assert (a % 2, b) == (1, a + 1)
        sentado = estado.actual.mesa(mesa["mesa"]).asientos[0]  # type: ignore[union-attr]
        dicho = re.search(r"le salió el (\d+) y a «[^»]*» el (\d+)", ver(salon, "partida", 1, quien=sentado))
        assert dicho is not None and [int(n) for n in dicho.groups()] == [a, b]
    entera = ver(salon, "partida", 1)
    assert "orden de la tabla" not in entera and "en esas mitades" not in entera and "en la tabla" not in entera
    if modalidad is Modalidad.EQUIPOS:
        salon.publicar()
        for quien in estado.actual.mesa_de:
            assert f"/partida/1/?quien={quien}&" in ver(salon, "partida", 2, quien=quien).replace("amp;", "")
        numero = estado.integrantes_de(3)[3].numero
        assert "Equipo 3, el 4 de la lista" in ver(salon, "donde", numero)
        assert "tú eres el 4 de la lista" in ver(salon, "partida", 2, quien=numero)
