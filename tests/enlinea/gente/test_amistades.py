"""Amistades: las quieren los dos, se quitan, y con ellas no se molesta a nadie (D628-D630)."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from enlinea.convivencia.servicios.silencios import silencio_poner, silencio_quitar
from enlinea.errores import ErrorDeServicio
from enlinea.gente.consultas.amistades import Trato, amigos_de, amistades_de, trato_con
from enlinea.gente.servicios import amistades
from enlinea.models import Amistad
from suscripciones.models import Cuenta
from tests.enlinea.mesas import suscriptor
from tests.enlinea.sala.ayudas import llegan, reunidos

pytestmark = pytest.mark.django_db
UN_DIA = timedelta(days=1)


def pide(quien: Cuenta, otra: Cuenta, ahora: datetime) -> Trato:
    return amistades.amistad_pedir(cuenta_id=quien.pk, otra_id=otra.pk, ahora=ahora)


def contesta(quien: Cuenta, otra: Cuenta, ahora: datetime, acepta: bool = True) -> Trato:
    return amistades.amistad_contestar(cuenta_id=quien.pk, otra_id=otra.pk, acepta=acepta, ahora=ahora)


def ve(quien: Cuenta, otra: Cuenta, ahora: datetime) -> Trato:
    return trato_con(quien.pk, otra.pk, ahora)


def falla(codigo: str, hacer: object, *datos: object, **mas: object) -> None:
    with pytest.raises(ErrorDeServicio) as dicho:
        hacer(*datos, **mas)  # type: ignore[operator]
    assert dicho.value.codigo == codigo


def test_se_pide_se_acepta_y_repetirlo_da_lo_mismo() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    assert [pide(mari, beto, ahora) for _ in range(2)] == [Trato.LA_PEDI] * 2
    assert ve(beto, mari, ahora) is Trato.ME_LA_PIDE and not amigos_de(mari.pk)
    assert [contesta(beto, mari, ahora) for _ in range(2)] == [Trato.AMIGOS] * 2
    assert pide(mari, beto, ahora) is Trato.AMIGOS
    assert (amigos_de(mari.pk), amigos_de(beto.pk)) == ({beto.pk}, {mari.pk})
    assert [a.nombre for a in amistades_de(mari.pk, ahora).amigos] == ["Beto"]


def test_si_los_dos_la_piden_son_amigos() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    pide(mari, beto, ahora)
    assert pide(beto, mari, ahora) is Trato.AMIGOS


def test_al_que_se_le_niega_no_se_le_dice_y_lo_que_insista_no_llega_en_treinta_dias() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    pide(mari, beto, ahora)
    assert contesta(beto, mari, ahora, acepta=False) is Trato.NADA
    assert ve(mari, beto, ahora) is Trato.LA_PEDI, "la sigue viendo pedida"
    amistades.amistad_quitar(cuenta_id=mari.pk, otra_id=beto.pk, ahora=ahora)
    assert ve(mari, beto, ahora) is Trato.NADA
    assert pide(mari, beto, ahora + UN_DIA) is Trato.LA_PEDI
    assert ve(beto, mari, ahora + UN_DIA) is Trato.NADA and not amistades_de(beto.pk, ahora).me_piden
    falla("amistad_inexistente", contesta, beto, mari, ahora)
    luego = ahora + 31 * UN_DIA
    llegan([mari, beto], luego)
    assert pide(mari, beto, luego) is Trato.LA_PEDI and ve(beto, mari, luego) is Trato.ME_LA_PIDE


def test_quien_dijo_que_no_y_cambia_de_idea_se_hace_amigo_de_quien_insiste() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    pide(mari, beto, ahora)
    contesta(beto, mari, ahora, acepta=False)
    assert pide(beto, mari, ahora) is Trato.AMIGOS


def test_quitarla_es_de_cualquiera_y_al_otro_no_le_vuelve_a_llegar_enseguida() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    pide(mari, beto, ahora)
    contesta(beto, mari, ahora)
    for _vez in range(2):
        amistades.amistad_quitar(cuenta_id=beto.pk, otra_id=mari.pk, ahora=ahora)
    assert not amigos_de(mari.pk) and ve(mari, beto, ahora) is Trato.NADA
    pide(mari, beto, ahora)
    assert ve(mari, beto, ahora) is Trato.LA_PEDI and ve(beto, mari, ahora) is Trato.NADA


def test_a_quien_lo_silencio_no_le_llega_y_no_se_le_nota() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    silencio_poner(cuenta_id=beto.pk, callado_id=mari.pk, ahora=ahora)
    assert pide(mari, beto, ahora) is Trato.LA_PEDI and ve(mari, beto, ahora) is Trato.LA_PEDI
    assert ve(beto, mari, ahora) is Trato.NADA and not amistades_de(beto.pk, ahora).me_piden
    falla("la_silenciaste", pide, beto, mari, ahora)
    silencio_quitar(cuenta_id=beto.pk, callado_id=mari.pk)
    assert ve(beto, mari, ahora) is Trato.ME_LA_PIDE


def test_diez_por_dia_aunque_se_retiren() -> None:
    ahora = timezone.now()
    mari, *otras = reunidos(ahora, ("Mari", *(f"Persona {n}" for n in range(12))))
    for otra in otras[:10]:
        pide(mari, otra, ahora)
        amistades.amistad_quitar(cuenta_id=mari.pk, otra_id=otra.pk, ahora=ahora)
    falla("muchas_amistades", pide, mari, otras[10], ahora)
    assert not Amistad.objects.exists()
    assert pide(mari, otras[10], ahora + UN_DIA) is Trato.LA_PEDI


def test_no_se_pasa_del_tope_de_ninguno_de_los_dos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amistades, "AMIGOS_A_LO_MAS", 1)
    ahora = timezone.now()
    mari, beto, carmen, _ = reunidos(ahora)
    pide(carmen, mari, ahora)
    pide(mari, beto, ahora)
    contesta(beto, mari, ahora)
    falla("muchos_amigos", contesta, mari, carmen, ahora)
    falla("muchos_amigos", pide, mari, carmen, ahora)
    assert pide(carmen, beto, ahora) is Trato.LA_PEDI
    falla("muchos_amigos", contesta, beto, carmen, ahora)


def test_ni_a_uno_mismo_ni_a_quien_nunca_se_vio_ni_sin_suscripcion() -> None:
    ahora = timezone.now()
    mari, beto, *_ = reunidos(ahora)
    falla("no_a_ti_mismo", pide, mari, mari, ahora)
    falla("persona_inexistente", pide, mari, suscriptor("Lejana"), ahora)
    falla("suscripcion_ninguna", pide, suscriptor("Nueva", vigente=False), beto, ahora)
    with pytest.raises(ErrorDeServicio) as dicho:
        amistades.amistad_pedir(cuenta_id=mari.pk, otra_id=10**12, ahora=ahora)
    assert dicho.value.codigo == "persona_inexistente"
