"""Lo anotado con una sesión vencida sobrevive a que a quien lo anotó le den otra credencial (RE7, D750)."""

import pytest

from tests.navegador.telefono import Fabrica
from tests.navegador.test_mala_senal import espera_marcador, manos_en_pantalla, mesa_puesta
from tests.navegador.vocabulario import Mano, enlace_de_invitacion, entra, escribe_mano

pytestmark = pytest.mark.navegador


def test_la_mano_guardada_con_la_sesion_vencida_no_se_pierde_con_otra_credencial(telefono: Fabrica) -> None:
    recreo = mesa_puesta(telefono, "organiza80@prueba.mx")
    pepe, quique, olga = recreo.telefonos[2], recreo.telefonos[3], recreo.organiza
    enlace = enlace_de_invitacion(recreo)
    pepe.tocar("Anotar mano 1")
    pepe.esperar_ruta("/anotar/")
    pepe.pagina.context.clear_cookies()
    with pepe.tolerando("40[39]"):
        escribe_mano(recreo, pepe, 1, 1, Mano.de("D0:35"))
        pepe.ver("1 mano guardada aquí")
        olga.abrir(recreo.ruta("aparatos/"))
        olga.clave("retirar-2")
        olga.ver("el lugar queda libre")
        olga.no_ver("2. Pepe")
        pepe.abrir(enlace)
    # otra persona entra en ese teléfono: se le dice de quién es y a quién enseñarla, y no se manda
    pepe.ver("En este teléfono quedó 1 mano que anotó Pepe en la mesa 1")
    pepe.ver("Mano 1: 35 para Olga y Pepe")
    entra(recreo, 4, pepe, enlace)
    pepe.ver("Enséñaselas a Olga")
    assert not pepe.pagina.locator("[data-ajenas-mias]").count()
    # le toca anotar la mesa: se le pregunta
    pepe.tocar("Anoto yo")
    pepe.boton("Enviarla como mía").wait_for()
    espera_marcador(quique, ["0", "0"])
    # deja el lugar y entra quien la anotó: se envía sola en cuanto vuelve a anotar
    olga.abrir(recreo.ruta("aparatos/"))
    olga.clave("retirar-4")
    olga.no_ver("4. Rita")
    pepe.esperar_ruta("/invitacion/$")  # su página se dio cuenta sola
    with pepe.tolerando("409"):  # nadie anota la mesa todavía: se dice, y no se pierde
        entra(recreo, 2, pepe, enlace)
        pepe.ver("La mano 1 de la mesa 1 no entró")
        pepe.tocar("Anoto yo")
        espera_marcador(quique, ["0", "35"], plazo=12_000)
    assert manos_en_pantalla(quique) == 1
    pepe.no_ver("En este teléfono quedó")
