"""Cada motivo, hecho de verdad: se cambian las personas y se suma todo otra vez, por fuerza bruta (D729, D772-D776)."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from bench.suizo.simulador import Salon as SalonDeReglas
from bench.suizo.simulador import nuevo
from reglas.suizo.emparejar import Emparejamiento, emparejar
from reglas.suizo.hoja import hoja_de, rehecha
from reglas.suizo.objetivo import SORTEO, ObjetivoIndividual
from reglas.suizo.separar import ALREDEDOR, DE_PARES, Cambio, Motivo, maneras, motivos
from reglas.suizo.tipos import Contrarios, Partida, Torneo
from torneos.porque.descansa import por_que_descansa
from torneos.porque.mesa import comun_de, motivos_de
from torneos.porque.voz import Leida, Voz

SORTEADOS = [(14, 5, 1, Contrarios.UNA_VEZ), (16, 4, 5, Contrarios.UNA_VEZ), (25, 5, 5, Contrarios.NUNCA)]
DE_NOCHE = [(n, j, s, r) for n, j in ((8, 4), (19, 6), (33, 5), (60, 7)) for s in range(6) for r in Contrarios]
SALONES = pytest.mark.parametrize(
    ("personas", "jugadas", "semilla", "regla"),
    [*SORTEADOS, *(pytest.param(*uno, marks=pytest.mark.noche) for uno in DE_NOCHE)],
)


def jugado(personas: int, jugadas: int, semilla: int, regla: Contrarios) -> tuple[Torneo, Emparejamiento]:
    salon = SalonDeReglas(replace(nuevo(personas, jugadas, semilla), contrarios=regla), random.Random(semilla))
    torneo = replace(salon.jugar(), previstas=jugadas + 3)
    return torneo, emparejar(torneo)


@SALONES
def test_todo_motivo_es_un_cambio_de_verdad_que_el_objetivo_cobra(
    personas: int, jugadas: int, semilla: int, regla: Contrarios
) -> None:
    """D729: se hace el cambio de personas y se vuelve a sumar el objetivo, por fuerza bruta; ninguno falso."""
    _torneo, sigue = jugado(personas, jugadas, semilla, regla)
    (grupo,) = sigue.grupos
    objetivo = grupo.objetivo
    assert isinstance(objetivo, ObjetivoIndividual)
    dichos = motivos(objetivo, grupo.elegidas, primera=False)
    mesa_de = {i: mesa for mesa in grupo.elegidas for i in mesa}
    assert set(dichos) == set(mesa_de)
    for i, motivo in dichos.items():
        mesa = mesa_de[i]
        paga = {k: _par_en(objetivo, mesa, i, k) for k in mesa if k != i}
        nivel = next((n for n in DE_PARES if any(v[n] for v in paga.values())), None)
        # quien paga siempre se entera de con quién; nadie más lee que pagó
        assert (motivo.clase == "paga") == (nivel is not None)
        if nivel is not None:
            assert (motivo.nivel, set(motivo.quienes)) == (nivel, {k for k, v in paga.items() if v[nivel]})
        cercania = {j: abs(objetivo.principal[i] - objetivo.principal[j]) for j in mesa_de}
        if motivo.clase == "cercanos":
            assert all(cercania[j] > max(cercania[k] for k in mesa) for j in mesa_de if j not in mesa)
        if motivo.cambio is not None:
            _comprobar(objetivo, mesa_de, i, motivo.cambio)
            entra, sale = cercania[motivo.cambio.entra], cercania[motivo.cambio.sale]
            assert {"cerca": entra < sale, "igual": entra == sale, "sorteo": entra <= sale}.get(motivo.clase, True)
        if motivo.empate is not None:
            _comprobar(objetivo, mesa_de, i, motivo.empate)
            assert motivo.empate.peor.nivel == SORTEO
        for una in motivo.mudanzas:
            if una.igual is not None:
                _comprobar(objetivo, mesa_de, i, una.igual)
                assert objetivo.principal[una.igual.entra] == objetivo.principal[i] != objetivo.principal[una.entra]
            _comprobar_mudanza(objetivo, mesa_de, i, una)
        _comprobar_las_de_al_lado(objetivo, mesa_de, i, motivo)


def _par_en(objetivo: ObjetivoIndividual, mesa: tuple[int, ...], i: int, k: int) -> tuple[int, ...]:
    return objetivo.de_par(i, k, mesa[(mesa.index(i) + 2) % 4] == k)


def _hecho(
    objetivo: ObjetivoIndividual, una: Sequence[int], otra: Sequence[int], sale: int, entra: int
) -> tuple[int, ...]:
    """El mejor de los nueve repartos de las dos mesas cambiadas."""
    unos, otros = (
        [*(k for k in m if k != fuera), dentro] for m, fuera, dentro in ((una, sale, entra), (otra, entra, sale))
    )
    return min(objetivo.de_todas([a, b]) for a in _repartos(unos) for b in _repartos(otros))


def _comprobar(objetivo: ObjetivoIndividual, mesa_de: dict[int, tuple[int, ...]], i: int, cambio: Cambio) -> None:
    una, otra = mesa_de[cambio.sale], mesa_de[cambio.entra]
    assert una == mesa_de[i] and cambio.sale in una and cambio.entra not in una
    iria, va, peor = _hecho(objetivo, una, otra, cambio.sale, cambio.entra), objetivo.de_todas([una, otra]), cambio.peor
    assert objetivo.de_todas(cambio.serian) == iria
    assert cambio.entra in cambio.serian[0] and cambio.sale in cambio.serian[1]
    assert va[: peor.nivel] == iria[: peor.nivel] and (peor.nivel == SORTEO or va < iria)
    if peor.nivel == SORTEO:
        return
    assert (peor.de, peor.a) == (va[peor.nivel], iria[peor.nivel]) and peor.a > peor.de
    assert bool(peor.pares) == (peor.nivel in DE_PARES)
    for a, b in peor.pares:
        (mesa,) = (m for m in cambio.serian if a in m)
        assert _par_en(objetivo, mesa, a, b)[peor.nivel]


def _comprobar_mudanza(objetivo: ObjetivoIndividual, mesa_de: dict[int, tuple[int, ...]], i: int, una: Cambio) -> None:
    """D772: se muda él, y de los cuatro de la otra mesa con ninguno costaba menos."""
    assert una.sale == i
    _comprobar(objetivo, mesa_de, i, una)
    suya, otra = mesa_de[i], mesa_de[una.entra]
    assert _hecho(objetivo, suya, otra, i, una.entra) == min(_hecho(objetivo, suya, otra, i, j) for j in otra)


def _comprobar_las_de_al_lado(
    objetivo: ObjetivoIndividual, mesa_de: dict[int, tuple[int, ...]], i: int, motivo: Motivo
) -> None:
    """D789: se dice siempre la de antes y la que sigue; y las demás donde daba igual, todas y ninguna otra."""
    orden = sorted(set(mesa_de.values()), key=lambda m: (-sum(objetivo.principal[k] for k in m), sorted(m)))
    aqui = orden.index(mesa_de[i])
    lados = [orden[n] for n in (aqui - 1, aqui + 1) if 0 <= n < len(orden)]
    assert [mesa_de[una.entra] for una in motivo.mudanzas] == lados
    iguales = {mesa_de[j] for j in motivo.iguales}
    for n, otra in enumerate(orden):
        if otra not in lados and n != aqui and abs(n - aqui) <= ALREDEDOR:
            va = objetivo.de_todas([mesa_de[i], otra])[:SORTEO]
            hay = any(_hecho(objetivo, mesa_de[i], otra, i, j)[:SORTEO] == va for j in otra)
            assert (otra in iguales) == hay


def _repartos(cuatro: Sequence[int]) -> list[tuple[int, ...]]:
    a, b, c, d = cuatro
    return [(a, b, c, d), (a, c, b, d), (a, b, d, c)]


@pytest.mark.parametrize(("personas", "jugadas", "semilla", "regla"), SORTEADOS)
def test_de_cada_mesa_se_dice_que_empeoraban_las_otras_dos_maneras(
    personas: int, jugadas: int, semilla: int, regla: Contrarios
) -> None:
    """D728: los otros dos repartos son los otros dos, y lo dicho es el primer nivel en que pierden."""
    _torneo, sigue = jugado(personas, jugadas, semilla, regla)
    (grupo,) = sigue.grupos
    objetivo = grupo.objetivo
    assert isinstance(objetivo, ObjetivoIndividual)
    for mesa in grupo.elegidas:
        otras = maneras(objetivo, mesa)
        parejas = {frozenset((frozenset(m[::2]), frozenset(m[1::2]))) for m in (mesa, *(m for m, _peor in otras))}
        assert len(parejas) == 3
        va = objetivo.de_mesa(mesa)
        for otra, peor in otras:
            iria = objetivo.de_mesa(otra)
            assert va <= iria and va[: peor.nivel] == iria[: peor.nivel]
            assert peor.nivel == SORTEO or iria[peor.nivel] == peor.a > peor.de == va[peor.nivel]


# -- lo que se lee, palabra por palabra -------------------------------------------------------------------------------


class Verdad:
    """Lo que de verdad pasó, contado aparte: de las partidas jugadas y de la hoja sólo se toman las mesas."""

    def __init__(self, torneo: Torneo, sigue: Emparejamiento) -> None:
        self.quien = {f"P{int(uno[1:])}Q": uno for uno in torneo.sujetos}
        self.llevan = {f.sujeto: f.renglon.principal for f in sigue.tabla}
        self.lugar = {f.sujeto: f.lugar for f in sigue.tabla}
        self.mesas = {m.numero: m.asientos for m in sigue.mesas}
        self.mesa_de = {uno: m.numero for m in sigue.mesas for uno in m.asientos}
        self.cuando: dict[tuple[int, int, bool], tuple[int, ...]] = {}
        self.descansos: dict[str, list[int]] = {}
        for partida in torneo.partidas:
            for uno in partida.descansan:
                self.descansos.setdefault(uno, []).append(partida.numero)
            for mesa in partida.mesas:
                for (i, a), (j, b) in combinations(enumerate(mesa.asientos), 2):
                    x, y = sorted((int(a[1:]), int(b[1:])))
                    self.cuando[x, y, j - i == 2] = (*self.cuando.get((x, y, j - i == 2), ()), partida.numero)

    def comprobar(self, frase: str) -> int:
        """Cuántas afirmaciones trae la frase; ninguna falsa."""
        frase = frase.replace("\N{NO-BREAK SPACE}", " ")
        return sum(1 for revisar in (self._cambio, self._veces, self._cerca) for _una in revisar(frase))

    def comprobar_primera(self, uno: str, primera: str, motivo: dict[str, Any]) -> int:
        """D789: la de antes y la que sigue, con su razón; se vuelve a contar con los puntos de cada quien."""
        n = self.mesa_de[uno]
        assert ("Es la primera mesa" in primera) == (n == 1)
        assert ("Es la última mesa" in primera) == (n == len(self.mesas))
        mio = self.llevan[uno]
        self._los_numeros(uno, primera, motivo)
        for m in (n - 1, n + 1):
            if m not in self.mesas:
                continue
            dicha = re.search(
                rf"N[oi] (?:con los de )?la (?:{m}|\d+ ni (?:con los de )?la {m}|{m} ni [^:]*): ([^.]*)\.", primera
            )
            assert dicha is not None, (uno, primera)
            razon, ahi = dicha[1], sorted(self._de(self.mesas[m]), reverse=True)
            cambios = [self._hechos(uno, otro) for otro in self.mesas[m]]
            if razon == "daba igual, salió en el sorteo":
                assert any(va == iria for va, iria in cambios)
            elif hallado := re.fullmatch(r"cambiando a P\d+Q por (P\d+Q) daba igual, salió en el sorteo", razon):
                va, iria = self._hechos(uno, self.quien[hallado[1]])
                assert va == iria and self.mesa_de[self.quien[hallado[1]]] == m
            elif hallado := re.search(r"ahí todos llevaban (\d+) y P\d+Q (\d+)", razon):
                assert [int(x) for x in hallado.groups()] == [ahi[0], mio] and ahi[0] == ahi[3] != mio
                assert all(iria > va for va, iria in cambios)
            elif hallado := re.search(r"ahí llevaban (\d+), (\d+), (\d+) y (\d+), y P\d+Q (\d+)", razon):
                assert [int(x) for x in hallado.groups()] == [*ahi, mio] and not ahi[3] <= mio <= ahi[0]
                assert all(iria > va for va, iria in cambios)
            else:
                assert re.match(r"lo menos malo era cambiar a P\d+Q por P\d+Q, y ", razon), razon
                if "quedaba menos parejo" in razon:
                    assert any(iria > va for va, iria in cambios)
                    no = any(iria <= va for va, iria in self._con_otros_puntos(uno, m))
                    assert ("por otra persona de ahí no" in razon) == no
        return len(re.findall("que llevaba lo mismo que|sumarían más parecido", primera))

    def _con_otros_puntos(self, uno: str, m: int) -> list[tuple[int, int]]:
        return [self._hechos(uno, o) for o in self.mesas[m] if self.llevan[o] != self.llevan[uno]]

    def _los_numeros(self, uno: str, primera: str, motivo: dict[str, Any]) -> None:
        """D834: «No la 2» sólo si cambiando llevaría ese número; y las parejas que sumarían más parecido, contadas."""
        dichas = {int(n): bool(con) for con, n in re.findall(r"(?:[Nn][oi]|Tampoco) (con los de )?la (\d+)", primera)}
        for otro in [*(una["entra"] for una in motivo["mudanzas"]), *motivo.get("iguales", ())]:
            con, m = f"j{int(otro):04}", self.mesa_de[f"j{int(otro):04}"]
            vuelve = {uno: con, con: uno}
            mesas = [[vuelve.get(u, u) for u in mesa] for mesa in self.mesas.values()]
            mesas.sort(key=lambda mesa: (-sum(self._de(mesa)), sorted(self.lugar[u] for u in mesa)))
            (queda,) = (k for k, mesa in enumerate(mesas, start=1) if uno in mesa)
            if m in dichas:
                assert dichas[m] == (queda != m)
        for una in motivo["mudanzas"]:
            if "igual" in una:
                con = f"j{int(una['igual']['entra']):04}"
                assert self.llevan[con] == self.llevan[uno] and f"P{int(con[1:])}Q, que llevaba lo mismo" in primera
            for otra in una.get("mas_parejas", ()):
                (suya,) = (mesa for mesa in una["serian"] if set(mesa) == set(otra["asientos"]))
                assert self._de_mas(otra["asientos"]) < self._de_mas(suya) and otra["pares"]

    def _de_mas(self, mesa: Sequence[str]) -> int:
        a, b, c, d = self._de([f"j{int(u):04}" for u in mesa])
        return abs(a + c - b - d)

    def _hechos(self, uno: str, otro: str) -> tuple[int, int]:
        """Los cuadrados de las dos mesas, antes y después de cambiarse."""
        antes = [self.mesas[self.mesa_de[q]] for q in (uno, otro)]
        despues = [[{uno: otro, otro: uno}.get(u, u) for u in mesa] for mesa in antes]
        va, iria = (sum(self._cuadrados(m) for m in mesas) for mesas in (antes, despues))
        return va, iria

    def _veces(self, frase: str) -> Iterator[None]:
        patron = r"sería la (\w+) vez que (P\d+Q) juega (contra|de pareja con) (P\d+Q) \(las? otras?, en la ([^)]*)\)"
        for vez, uno, como, otro, partidas in re.findall(patron, frase):
            x, y = sorted(int(u[1:-1]) for u in (uno, otro))
            van = self.cuando[x, y, como != "contra"]
            assert [int(n) for n in re.findall(r"\d+", partidas)] == list(van[-3:])
            assert vez == {1: "segunda", 2: "tercera", 3: "cuarta", 4: "quinta"}[len(van)]
            yield

    def _cerca(self, frase: str) -> Iterator[None]:
        patron = r"(P\d+Q) \((\d+)\) iba más cerca de (P\d+Q) \((\d+)\) que (P\d+Q) \((\d+)\)"
        for entra, n, yo, k, sale, m in re.findall(patron, frase):
            assert [self.llevan[self.quien[u]] for u in (entra, yo, sale)] == [int(n), int(k), int(m)]
            assert abs(int(n) - int(k)) < abs(int(m) - int(k))
            yield

    def _cambio(self, frase: str) -> Iterator[None]:
        hallado = re.search(r"[Cc]on (P\d+Q) en la mesa (\d+) [ye] (P\d+Q) \((\d+) puntos?\) en la (\d+)", frase)
        if hallado is None:
            return
        uno, alla, otro, puntos, aca = hallado.groups()
        a, b = self.quien[uno], self.quien[otro]
        assert (self.mesa_de[a], self.mesa_de[b], self.llevan[b]) == (int(aca), int(alla), int(puntos))
        antes = [self.mesas[n] for n in sorted((int(aca), int(alla)))]
        despues = [[{a: b, b: a}.get(u, u) for u in mesa] for mesa in antes]
        yield
        yield from self._puntos(frase, antes, despues)

    def _puntos(self, frase: str, antes: Sequence[Sequence[str]], despues: Sequence[Sequence[str]]) -> Iterator[None]:
        va, iria = (sum(self._cuadrados(m) for m in mesas) for mesas in (antes, despues))
        if "aunque en puntos quedara más parejo" in frase:
            assert iria < va
            yield
        if (
            "en puntos, entre las dos mesas, daba igual" in frase
            or "daba igual en todo" in frase
            or "lo demás daba igual" in frase
        ):
            assert iria == va
            yield
        if "en puntos quedaba menos parejo" in frase:
            assert iria > va
            dichas = re.findall(r"en la mesa \d+, ((?:P\d+Q \d+(?:, | y )?)+)", frase)
            assert len(dichas) == 2
            for dicha, mesa in zip(dichas, despues, strict=True):
                suyos = {(self.quien[q], int(n)) for q, n in re.findall(r"(P\d+Q) (\d+)", dicha)}
                assert suyos == {(u, self.llevan[u]) for u in mesa}
            yield from self._en_que_se_nota(frase, antes, despues)

    def _en_que_se_nota(self, frase: str, antes: Any, despues: Any) -> Iterator[None]:
        cual = r"(\d+)(?: en vez de (\d+)|, como quedó)"
        if hallado := re.search(rf"a quien menos: en la mesa \d+, {cual}; en la \d+, {cual}", frase):
            amplias = [max(self._de(m)) - min(self._de(m)) for m in (despues[0], antes[0], despues[1], antes[1])]
            una, va, otra, vb = hallado.groups()
            assert [int(n) for n in (una, va or una, otra, vb or otra)] == amplias and una != va and otra != vb
            assert amplias[0] + amplias[2] > amplias[1] + amplias[3]
        elif hallado := re.search(r"sumadas, serían (\d+) en vez de (\d+)", frase):
            irian, van = (
                sum(abs(x - y) for m in mesas for x, y in combinations(self._de(m), 2)) for mesas in (despues, antes)
            )
            assert [int(n) for n in hallado.groups()] == [irian, van] and irian > van
        else:
            hallado = re.search(r"al cuadrado, (\d+) en vez de (\d+)", frase)
            assert hallado is not None
            irian, van = (sum(self._cuadrados(m) for m in mesas) for mesas in (despues, antes))
            assert [int(n) for n in hallado.groups()] == [irian, van] and irian > van
        yield

    def _de(self, mesa: Sequence[str]) -> list[int]:
        return [self.llevan[u] for u in mesa]

    def _cuadrados(self, mesa: Sequence[str]) -> int:
        return sum((x - y) ** 2 for x, y in combinations(self._de(mesa), 2))


@SALONES
def test_toda_frase_que_se_lee_es_cierta(personas: int, jugadas: int, semilla: int, regla: Contrarios) -> None:
    """D773, D774: mesas, puntos, veces y partidas de cada frase, contados aparte; y el número de cada mesa (D775)."""
    torneo, sigue = jugado(personas, jugadas, semilla, regla)
    numerada = _con_numeros(hoja_de(torneo, sigue))
    leida, verdad = Leida.de(numerada), Verdad(torneo, sigue)
    voz = Voz(lambda n: f"P{n}Q", True, cuando=verdad.cuando, nunca=regla is Contrarios.NUNCA)
    afirmaciones = de_iguales = 0
    sumas = {n: sum(verdad.llevan[u] for u in m) for n, m in verdad.mesas.items()}
    for mesa in numerada["mesas"]:
        comun = comun_de(mesa, sigue.partida, voz, leida)
        n = mesa["mesa"]
        assert re.search(f"ésta, con {sumas[n]} puntos?, es la {n}\\b", comun)
        assert all(sumas[m] >= sumas[m + 1] for m in range(1, len(sumas)))
        assert ("lo mismo y, entre ellas" in comun) == (sumas[n] in [sumas.get(n - 1), sumas.get(n + 1)])
        for uno in mesa["sujetos"]:
            frases = motivos_de(mesa, int(uno["sujeto"]), voz, leida)
            suyo = next(m for m in mesa["porque"] if m["sujeto"] == uno["sujeto"])
            de_iguales += verdad.comprobar_primera(f"j{int(uno['sujeto']):04}", frases[0], suyo)
            afirmaciones += sum(map(verdad.comprobar, frases))
    assert afirmaciones > personas and (de_iguales or personas == 8)


def _con_numeros(hoja: dict[str, Any]) -> dict[str, Any]:
    """La misma, con los sujetos como en la aplicación: números."""

    def de(algo: Any) -> Any:
        if isinstance(algo, dict):
            return {clave: de(valor) for clave, valor in algo.items()}
        if isinstance(algo, list):
            return [de(uno) for uno in algo]
        return str(int(algo[1:])) if isinstance(algo, str) and re.fullmatch(r"j\d{4}", algo) else algo

    numerada: dict[str, Any] = de(hoja)
    return numerada


@SALONES
def test_descansa_quien_se_dice_y_por_lo_que_se_dice(
    personas: int, jugadas: int, semilla: int, regla: Contrarios
) -> None:
    """D776: el turno, hecho aparte con la tabla y los descansos; y cada frase, contra él."""
    torneo, sigue = jugado(personas, jugadas, semilla, regla)
    verdad, turnos = Verdad(torneo, sigue), hoja_de(torneo, sigue)["turnos"]
    veces = {uno: len(verdad.descansos.get(uno, ())) for uno in verdad.lugar}
    turno = sorted(verdad.lugar, key=lambda uno: (veces[uno], -verdad.lugar[uno]))
    fuera, juegan = turno[: personas % 4], turno[personas % 4 :]
    assert {t["sujeto"] for t in turnos} == set(fuera) == set(sigue.descansan)
    voz = Voz(lambda n: f"P{n}Q", True)
    for dicho in turnos:
        uno, frase = dicho["sujeto"], por_que_descansa(_con_numeros(dicho), sigue.partida, voz)
        assert (dicho["lugar"], dicho["descansos"]) == (verdad.lugar[uno], verdad.descansos.get(uno, []))
        abajo = [otro for otro in juegan if verdad.lugar[otro] > verdad.lugar[uno]]
        assert dicho["mas_abajo"] == len(abajo) and all(veces[otro] > veces[uno] for otro in abajo)
        assert ("nadie iba más abajo" in frase) == (not abajo)
        assert ("no había descansado e iba" in frase) == (not veces[uno])
        for nombre, lugar, partidas in re.findall(r"(P\d+Q) \(lugar (\d+); descansó en la ([^)]*)\)", frase):
            otro = verdad.quien[nombre]
            assert otro in abajo and int(lugar) == verdad.lugar[otro]
            assert [int(n) for n in re.findall(r"\d+", partidas)] == verdad.descansos[otro]
        if "Seguía en turno" in frase:
            sigue_ = verdad.quien[re.search(r"Seguía en turno (P\d+Q)", frase)[1]]  # type: ignore[index]
            assert sigue_ == juegan[0] and veces[sigue_] == veces[uno] and verdad.lugar[sigue_] < verdad.lugar[uno]
        else:
            assert "ya habían descansado más veces" in frase and all(veces[otro] > veces[uno] for otro in juegan)


@pytest.mark.parametrize(("personas", "jugadas", "semilla", "regla"), SORTEADOS)
def test_la_hoja_rehecha_de_lo_guardado_dice_lo_mismo(
    personas: int, jugadas: int, semilla: int, regla: Contrarios
) -> None:
    """D779: sin volver a emparejar."""
    torneo, sigue = jugado(personas, jugadas, semilla, regla)
    publicada = Partida(numero=sigue.partida, mesas=sigue.mesas, descansan=sigue.descansan)
    assert rehecha(replace(torneo, partidas=(*torneo.partidas, publicada)), publicada) == hoja_de(torneo, sigue)
