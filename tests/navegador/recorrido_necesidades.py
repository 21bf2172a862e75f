"""El paseo por la discapacidad de quien organiza, lo que recuerda su mesa y la tele (RE9, D496)."""

from tests.navegador.recorrido_publico import Parada
from tests.navegador.telefono import GRANDE, Fabrica, Telefono
from tests.navegador.vocabulario import Recreo


def pasear(recreo: Recreo, t: Telefono, fabrica: Fabrica, parada: Parada) -> None:
    """Ana, que organiza y anota, marca las tres; después da el enlace de la tele y lo quita."""
    t.abrir(recreo.ruta("discapacidad/1/"))
    parada("discapacidad", t)
    for cual in ("visual", "motriz", "auditiva"):
        t.pagina.locator(f'[name="cuales"][value="{cual}"]').check()
    t.pagina.locator('[name="consiente"]').check()
    t.clave("guardar-discapacidad")
    t.esperar_ruta("/mesa/$")
    t.ver("Así se juega en esta mesa")
    t.desplegar("singularidades")
    parada("mesa-con-singularidades", t)
    t.abrir(recreo.ruta("partida/1/mesa/1/anotar/"))
    parada("anotar-con-singularidades", t)
    t.abrir(recreo.ruta("discapacidad/1/"))
    parada("discapacidad-marcada", t)
    t.abrir(recreo.ruta("para-la-tele/"))
    parada("tele-sin-enlace", t)
    t.clave("tele-abrir")
    t.pagina.locator("#enlace-tele").wait_for()
    parada("tele-con-enlace", t)
    tele = fabrica("la tele", casa=t.casa, pantalla=GRANDE)
    tele.abrir(t.pagina.locator("#enlace-tele").input_value())
    tele.ver("Así van")
    parada("tele-del-recreo", tele)
    with tele.tolerando("404"):
        t.clave("tele-anular")
        tele.ver("Este enlace ya no sirve")
        parada("tele-anulada", tele)
