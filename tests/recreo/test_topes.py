"""Los topes de los sockets del Recreo, los mismos que en la mesa y en la Sala (D233)."""

import pytest

from config.vivo.cupos import DE_MIRAR, PESTANAS
from tests.recreo.mesa import Mesero
from tests.recreo.test_vivo import Abrir, abrir, m, proceso_nuevo

__all__ = ["abrir", "m", "proceso_nuevo"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def test_a_quien_insiste_se_le_dice_despacio_y_luego_se_le_corta(m: Mesero, abrir: Abrir) -> None:
    telefono = await abrir(m, 3)
    await telefono.mirar()
    for _n in range(DE_MIRAR.mensajes + DE_MIRAR.avisos):
        await telefono.mandar("latido")
    recibidos = [await telefono.recibir() for _n in range(DE_MIRAR.mensajes + DE_MIRAR.avisos)]
    assert [r["tipo"] for r in recibidos[: DE_MIRAR.mensajes - 1]] == ["version"] * (DE_MIRAR.mensajes - 1)
    assert [r["datos"] for r in recibidos[-2:]] == [{"codigo": "despacio"}] * 2
    assert recibidos[-2]["tipo"] == "rechazo" and recibidos[-1]["tipo"] == "fuera"


async def test_de_una_persona_caben_cuatro_pantallas_y_se_va_la_mas_callada(m: Mesero, abrir: Abrir) -> None:
    telefonos = [await abrir(m, 3) for _n in range(PESTANAS)]
    otro = await abrir(m, 2)
    for telefono in (*telefonos[1:], telefonos[0], otro):
        await telefono.mirar()
    nuevo = await abrir(m, 3)
    assert (await telefonos[1].recibir())["datos"] == {"codigo": "otra_pestana"}
    for telefono in (nuevo, telefonos[0], telefonos[2], telefonos[3], otro):
        assert (await telefono.mirar())["tipo"] in ("parcial", "version")
