"""Lo que un Recreo que terminó le dice a cada quien de la otra que ya armaron con los mismos (D817, D818)."""

from dataclasses import dataclass

from recreo.estado import EstadoRecreo, Visor
from recreo.estado_otra import Como


@dataclass(frozen=True, slots=True)
class Otra:
    """Una, para quien mira: quién la armó, y con qué nombre lo espera, si lo espera."""

    id: int
    codigo: str
    organiza: str
    nombre: str
    como: Como
    mia: bool
    """La armó quien mira."""

    @property
    def dentro(self) -> bool:
        """¿Ya está en ella?"""
        return self.como == Como.DENTRO

    @property
    def abierta(self) -> bool:
        """¿Puede entrar, aunque haya dicho que ahora no?"""
        return self.como in (Como.LIBRE, Como.AHORA_NO)

    @property
    def tomado(self) -> bool:
        """¿Otra persona entró antes en su lugar?"""
        return self.como == Como.TOMADO


def otras_de(estado: EstadoRecreo, visor: Visor) -> tuple[Otra, ...]:
    """Las que hay, con los ojos de quien mira. Del lugar que no es suyo no dice nada."""
    vistas = []
    for otra in estado.otras:
        nombre, como = otra.lugares.get(visor.numero or 0, ("", Como.NINGUNO))
        mia = como == Como.DENTRO and nombre == otra.organiza
        vistas.append(Otra(otra.id, otra.codigo, otra.organiza, nombre, como, mia))
    return tuple(vistas)


def la_que_toca(estado: EstadoRecreo, visor: Visor) -> Otra | None:
    """La del podio: en la que ya está; si no, a la que puede entrar; si no, la que haya."""
    vistas = otras_de(estado, visor)
    return max(vistas, key=lambda o: (o.dentro, o.abierta, o.tomado), default=None)


def por_ofrecer(estado: EstadoRecreo, visor: Visor) -> tuple[Otra, ...]:
    """Las de la barra y el push: quien ya está en una, o dijo que ahora no, no lo vuelve a oír."""
    vistas = otras_de(estado, visor)
    return () if any(o.dentro for o in vistas) else tuple(o for o in vistas if o.como == Como.LIBRE)
