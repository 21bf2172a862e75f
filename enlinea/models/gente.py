"""Cómo se ve cada quien en línea y quién es amigo de quién (decisión 048)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from enlinea.models.mesa import Mesa, id_al_azar


class Cara(models.Model):
    """El color y la figura que escogió alguien; sin figura van sus iniciales. Sin renglón, lo que toque por su número.

    Vacío el color, también el que toque.
    """

    class Color(models.TextChoices):
        """El fondo; sobre todos se lee el blanco."""

        VERDE = "verde", _("verde")
        AZUL = "azul", _("azul")
        ROJO = "rojo", _("rojo")
        MORADO = "morado", _("morado")
        CAFE = "cafe", _("café")
        ROSA = "rosa", _("rosa")
        GRIS = "gris", _("gris")
        TURQUESA = "turquesa", _("turquesa")

    class Figura(models.TextChoices):
        """El dibujo."""

        FICHA = "ficha", _("ficha")
        SOL = "sol", _("sol")
        LUNA = "luna", _("luna")
        ESTRELLA = "estrella", _("estrella")
        CORAZON = "corazon", _("corazón")
        FLOR = "flor", _("flor")
        GATO = "gato", _("gato")
        PEZ = "pez", _("pez")

    cuenta = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+", verbose_name=_("cuenta")
    )
    color = models.CharField(_("color"), max_length=10, choices=Color, blank=True)
    figura = models.CharField(_("figura"), max_length=10, choices=Figura, blank=True)

    class Meta:
        verbose_name = _("cara")
        verbose_name_plural = _("caras")

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.color} {self.figura}".strip()


class Amistad(models.Model):
    """Un renglón por cada dos personas: quién la pidió, si ya son amigos, o quién dijo que no.

    El de menor número va primero, y así la base no admite dos renglones de los mismos.
    """

    class Estado(models.TextChoices):
        """En qué va."""

        PEDIDA = "pedida", _("pedida")
        AMIGOS = "amigos", _("amigos")
        NEGADA = "negada", _("negada")

    menor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("de menor número")
    )
    mayor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("de mayor número")
    )
    estado = models.CharField(_("estado"), max_length=8, choices=Estado)
    # quién la pidió; negada, quién dijo que no, o la quitó
    la_movio_el_menor = models.BooleanField(_("la movió el de menor número"))
    # a quien se le negó la volvió a pedir: él la ve pedida, y al otro no le llega hasta que pase la espera
    insiste = models.BooleanField(_("se volvió a pedir"), default=False)
    desde = models.DateTimeField(_("desde"))

    class Meta:
        verbose_name = _("amistad")
        verbose_name_plural = _("amistades")
        constraints = (
            models.UniqueConstraint(fields=("menor", "mayor"), name="amistad_una_vez"),
            models.CheckConstraint(condition=models.Q(menor__lt=models.F("mayor")), name="amistad_en_orden"),
        )

    def __str__(self) -> str:
        return f"{self.menor_id} y {self.mayor_id} · {self.estado}"


class EsperaDeTres(models.Model):
    """Quien pidió que se le avise cuando haya tres en la Sala; se borra al avisarle, al cancelar o al vencer."""

    cuenta = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+", verbose_name=_("cuenta")
    )
    desde = models.DateTimeField(_("desde"))
    vence = models.DateTimeField(_("vence"), db_index=True)
    # de qué anfitrión se pidió: el barrido no tiene página de dónde sacarlo
    sitio = models.CharField(max_length=200)

    class Meta:
        verbose_name = _("espera de tres")
        verbose_name_plural = _("esperas de tres")

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.vence:%d/%m %H:%M}"


class CitaEnLinea(models.Model):
    """Una mesa con hora. Su número no se adivina: quien lo trae puede apuntarse."""

    id = models.BigIntegerField(primary_key=True, default=id_al_azar, editable=False)
    organiza = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("quién la puso")
    )
    # también es la de la mesa que abre: se abre una sola vez
    orden = models.UUIDField(unique=True, editable=False)
    cuando = models.DateTimeField(_("cuándo"), db_index=True)
    meta = models.CharField(_("meta"), max_length=16, choices=Mesa.AQueSeJuega)
    modo = models.CharField(_("modo"), max_length=10, choices=Mesa.Modo)
    nota = models.CharField(_("nota"), max_length=120, blank=True)
    secuencia = models.PositiveIntegerField(default=0)
    cambiada = models.DateTimeField()
    cancelada = models.DateTimeField(_("cancelada"), null=True, blank=True)
    recordada = models.BooleanField(default=False)
    mesa = models.ForeignKey(Mesa, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    sitio = models.CharField(max_length=200)

    class Meta:
        verbose_name = _("mesa con hora")
        verbose_name_plural = _("mesas con hora")
        ordering = ("cuando", "pk")

    def __str__(self) -> str:
        return f"{self.organiza_id} · {self.cuando:%d/%m %H:%M}"


class Apuntado(models.Model):
    """Quién va a una mesa con hora, o quizá."""

    cita = models.ForeignKey(CitaEnLinea, on_delete=models.CASCADE, related_name="apuntados")
    cuenta = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("cuenta")
    )
    va = models.BooleanField(_("va"))
    desde = models.DateTimeField(_("desde"))

    class Meta:
        verbose_name = _("apuntado")
        verbose_name_plural = _("apuntados")
        ordering = ("desde", "pk")
        constraints = (models.UniqueConstraint(fields=("cita", "cuenta"), name="apuntado_una_vez"),)

    def __str__(self) -> str:
        return f"{self.cuenta_id} · {self.cita_id}"
