"""El reparto común del Multiplicado: de la clave comprometida y de lo dictado, comprobado sin la casa (TO27)."""

import copy
import json
from hashlib import sha256
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reglas.__main__ import main
from reglas.errores import ErrorDeRegla
from reglas.mesa.eventos import ManoRepartida, RepartoComun, a_lista, de_lista
from reglas.mesa.ordenes import DarNonce
from reglas.mesa.tipos import Modo
from reglas.metas import Meta
from reglas.multiplicado import (
    acta_de_repartos,
    clave_de_partida,
    huella_de_partida,
    huellas_de,
    mano_comun,
    texto_limpio,
    verificar_repartos,
)
from reglas.sorteo import verificar_sorteo
from tests.reglas.partidas import MesaDePrueba

CLAVE = "ab" * 32
DE_LA_2 = clave_de_partida(CLAVE, 2)
textos = st.text(alphabet=st.characters(exclude_categories=("Cs",)), min_size=1, max_size=60)


def test_la_cuenta_a_la_letra_con_otro_programa():
    """Sin usar el módulo: lo que dice su cabecera."""
    clave = sha256(f"{CLAVE}:partida:2".encode()).hexdigest()
    primera = sha256(f"{clave}:mano:3:ficha:0".encode()).digest()[:16]
    mano = mano_comun(DE_LA_2, "3-6 0-0", 3)
    assert (DE_LA_2, mano.sorteo.claves[0]) == (clave, str(UUID(bytes=primera, version=4)))
    assert huellas_de(CLAVE, 3)[1] == sha256(clave.encode()).hexdigest()
    orden = sorted(range(28), key=lambda f: sha256((mano.sorteo.claves[f] + "3-6 0-0").encode()).digest())
    assert [f for suyas in mano.reparto for f in suyas] == orden


@given(texto=textos, mano=st.integers(1, 30))
def test_toda_mano_pasa_la_verificacion_de_siempre_y_el_salidor_rota(texto, mano):
    primera, suya = mano_comun(DE_LA_2, texto, 1), mano_comun(DE_LA_2, texto, mano)
    verificar_sorteo(primera.sorteo, primera.reparto, primera.salidor)
    verificar_sorteo(suya.sorteo, suya.reparto)
    assert suya.salidor == (primera.salidor + mano - 1) % 4
    assert sorted(f for suyas in suya.reparto for f in suyas) == list(range(28))


@given(texto=textos, otro=textos)
def test_otro_texto_u_otra_partida_son_otras_fichas(texto, otro):
    suya = mano_comun(DE_LA_2, texto, 1).reparto
    assert suya != mano_comun(clave_de_partida(CLAVE, 3), texto, 1).reparto
    assert (suya == mano_comun(DE_LA_2, otro, 1).reparto) == (texto == otro)


@pytest.mark.parametrize("meta", list(Meta))
def test_dos_mesas_reciben_lo_mismo_en_cada_mano_y_nadie_da_nonce(meta):
    comun = RepartoComun(DE_LA_2, "3-6 0-0 2-5")
    for semilla in (1, 2):
        mesa = MesaDePrueba(meta, Modo.INTRANET, semilla, comun=comun)
        with pytest.raises(ErrorDeRegla) as negado:
            mesa.pedir(DarNonce(0, "ff"))
        assert negado.value.codigo == "ya_estaba"
        mesa.comenzar().acabar_partida()
        repartidas = [e for e in mesa.eventos() if isinstance(e, ManoRepartida)]
        assert len(repartidas) == len(mesa.mesa.cuentas)
        for k, e in enumerate(repartidas, 1):
            debida = mano_comun(comun.clave, comun.texto, k)
            siguiente = mano_comun(comun.clave, comun.texto, k + 1).sorteo
            assert (e.nonces, e.salidor) == (debida.sorteo.nonces, debida.salidor)
            assert e.siguiente.compromiso == siguiente.compromiso
        ultima = mano_comun(comun.clave, comun.texto, len(repartidas)).reparto
        assert mesa.mesa.repartidas == tuple(sum(1 << f for f in suyas) for suyas in ultima)


def test_el_evento_vuelve_igual_del_diario():
    comun = RepartoComun(DE_LA_2, "ñ 3-6")
    assert de_lista(json.loads(json.dumps(a_lista(comun)))) == comun


def test_el_acta_de_repartos_se_comprueba_y_lo_alterado_se_dice(tmp_path, capsys):
    acta = acta_de_repartos("ABC234", 2, DE_LA_2, "3-6 0-0", 4)
    assert verificar_repartos(acta)["manos"] == 4
    assert acta["compromiso"] == huella_de_partida(DE_LA_2)
    archivo = tmp_path / "repartos.json"
    archivo.write_text(json.dumps(acta), encoding="utf-8")
    assert main(["verificar-repartos", str(archivo)]) == 0
    assert json.loads(capsys.readouterr().out)["partida"] == 2
    for cambia, codigo in (
        (lambda a: a.update(clave=clave_de_partida(CLAVE, 3)), "compromiso_no_cuadra"),
        (lambda a: a.update(texto="3-6 0-1"), "reparto_no_cuadra"),
        (lambda a: a["manos"].reverse(), "reparto_no_cuadra"),
        (lambda a: a["manos"][2].update(salidor=(a["manos"][2]["salidor"] + 1) % 4), "salidor_no_cuadra"),
        (lambda a: a["manos"][0]["reparto"][0].__setitem__(0, "7-7"), "ficha_desconocida"),
        (lambda a: a["manos"][0].update(reparto=5), "tipo_invalido"),
        (lambda a: a.update(texto="\ud800"), "texto_sin_utf8"),
    ):
        otra = copy.deepcopy(acta)
        cambia(otra)
        with pytest.raises(ErrorDeRegla) as negado:
            verificar_repartos(otra)
        assert negado.value.codigo == codigo


def test_el_texto_se_usa_limpio():
    assert texto_limpio("  3-6   0-0\n2-5 ") == "3-6 0-0 2-5"
    assert len(texto_limpio("x" * 80)) == 60
