"""Que otros miren una mesa: lo deciden los suyos (D477)."""

from enlinea.difusion import avisar_al_confirmar
from enlinea.errores import ErrorDeServicio
from enlinea.models import Mesa
from enlinea.sala.servicios.armado import con_mesa


def miradas_cerrar(*, mesa_id: int, cuenta_id: int) -> None:
    """Cualquiera de los cuatro la cierra, cuando quiera y sin decir por qué; los que miran salen. Idempotente.

    No se vuelve a abrir: los otros se sentaron sabiendo otra cosa. Errores: `mesa_inexistente`, `no_es_tu_mesa`.
    """

    def cerrar(mesa: Mesa) -> ErrorDeServicio | None:
        if not mesa.lugares.filter(cuenta=cuenta_id, activo=True).exists():
            return ErrorDeServicio("no_es_tu_mesa")
        if mesa.se_mira:
            mesa.se_mira = False
            mesa.save(update_fields=["se_mira"])
            avisar_al_confirmar()
        return None

    con_mesa(mesa_id, cerrar)
