"""De la novena a la catorce, juntas (decisión 059). Lo que pasaban de renglones viejos, en una base nueva no está."""

import uuid
from decimal import Decimal

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import config.comun.correo
from config.base.tablas_juntas import TablasJuntas


class Migration(migrations.Migration):
    CONTRAE = "son las de antes: en una base que ya las tiene no se corre ninguna"

    replaces = [
        ("suscripciones", "0009_sesiones_apuntadas"),
        ("suscripciones", "0010_cuenta_borrada"),
        ("suscripciones", "0011_cobros"),
        ("suscripciones", "0012_cobros_de_antes"),
        ("suscripciones", "0013_correo_normal"),
        ("suscripciones", "0014_oficina"),
    ]

    dependencies = [
        ("suscripciones", "0001_squashed_0008_intentos"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations = [
        TablasJuntas(
            [
                migrations.CreateModel(
                    name="AvisoApagado",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("aviso", models.CharField(max_length=15)),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="avisos_apagados",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("cuenta", "aviso"), name="aviso_apagado_una_vez")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Cobro",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "folio",
                            models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="folio"),
                        ),
                        ("meses", models.PositiveSmallIntegerField(verbose_name="meses")),
                        ("importe", models.DecimalField(decimal_places=2, max_digits=8, verbose_name="importe")),
                        (
                            "moneda",
                            models.CharField(
                                choices=[("USD", "dólares (USD)"), ("MXN", "pesos mexicanos (MXN)")],
                                max_length=3,
                                verbose_name="moneda",
                            ),
                        ),
                        (
                            "por",
                            models.CharField(
                                choices=[
                                    ("manual", "la administración"),
                                    ("stripe", "Stripe"),
                                    ("mercadopago", "Mercado Pago"),
                                    ("demostracion", "demostración"),
                                ],
                                max_length=12,
                                verbose_name="quién cobra",
                            ),
                        ),
                        (
                            "forma",
                            models.CharField(
                                choices=[
                                    ("tarjeta", "tarjeta"),
                                    ("oxxo", "efectivo en OXXO"),
                                    ("spei", "transferencia SPEI"),
                                    ("efectivo", "efectivo"),
                                    ("transferencia", "transferencia"),
                                    ("otra", "otra"),
                                ],
                                max_length=13,
                                verbose_name="cómo se paga",
                            ),
                        ),
                        ("creado", models.DateTimeField(verbose_name="creado")),
                        ("id_orden", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ("nota", models.CharField(blank=True, max_length=200, verbose_name="referencia")),
                        (
                            "id_externo",
                            models.CharField(blank=True, max_length=120, verbose_name="número con quien cobra"),
                        ),
                        ("direccion", models.TextField(blank=True)),
                        ("papel", models.TextField(blank=True)),
                        ("vence", models.DateTimeField(blank=True, null=True, verbose_name="se puede pagar hasta")),
                        (
                            "estado",
                            models.CharField(
                                choices=[
                                    ("creado", "sin pagar"),
                                    ("comprobante", "esperando el pago"),
                                    ("pagado", "pagado"),
                                    ("vencido", "vencido"),
                                    ("fallido", "no se pudo"),
                                    ("devuelto", "devuelto"),
                                    ("disputado", "en disputa"),
                                ],
                                default="creado",
                                max_length=11,
                                verbose_name="en qué va",
                            ),
                        ),
                        ("pagado_en", models.DateTimeField(blank=True, null=True, verbose_name="pagado")),
                        (
                            "pagado",
                            models.DecimalField(decimal_places=2, default=0, max_digits=10, verbose_name="se cobró"),
                        ),
                        (
                            "devuelto",
                            models.DecimalField(decimal_places=2, default=0, max_digits=10, verbose_name="se devolvió"),
                        ),
                        (
                            "sobra",
                            models.DecimalField(
                                decimal_places=2, default=0, max_digits=10, verbose_name="cobrado de más"
                            ),
                        ),
                        ("preguntado_en", models.DateTimeField(editable=False, null=True)),
                        ("recibo_en", models.DateTimeField(editable=False, null=True)),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="cobros",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "plan",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                to="suscripciones.plan",
                                verbose_name="plan",
                            ),
                        ),
                        (
                            "registrado_por",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="lo registró",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "pago",
                        "verbose_name_plural": "pagos",
                        "ordering": ("-creado", "-id"),
                        "indexes": [models.Index(fields=["estado", "preguntado_en"], name="cobro_por_preguntar")],
                        "constraints": [
                            models.CheckConstraint(condition=models.Q(("importe__gt", 0)), name="cobro_de_algo")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CuentaBorrada",
                    fields=[
                        (
                            "cuenta",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="borrada",
                                serialize=False,
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        ("seudonimo", models.CharField(max_length=20, unique=True, verbose_name="seudónimo")),
                        ("cuando", models.DateTimeField(db_index=True, verbose_name="cuándo")),
                        ("huella", models.CharField(blank=True, db_index=True, editable=False, max_length=64)),
                    ],
                    options={
                        "verbose_name": "cuenta borrada",
                        "verbose_name_plural": "cuentas borradas",
                        "ordering": ("-cuando",),
                    },
                ),
                migrations.CreateModel(
                    name="DatosDeFactura",
                    fields=[
                        (
                            "cuenta",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="factura",
                                serialize=False,
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        ("rfc", models.CharField(max_length=13, verbose_name="RFC")),
                        ("nombre", models.CharField(max_length=254, verbose_name="nombre o razón social")),
                        (
                            "regimen",
                            models.CharField(
                                choices=[
                                    ("601", "601 · General de Ley Personas Morales"),
                                    ("603", "603 · Personas Morales con Fines no Lucrativos"),
                                    ("605", "605 · Sueldos y Salarios e Ingresos Asimilados a Salarios"),
                                    ("606", "606 · Arrendamiento"),
                                    ("607", "607 · Enajenación o Adquisición de Bienes"),
                                    ("608", "608 · Demás ingresos"),
                                    (
                                        "610",
                                        "610 · Residentes en el Extranjero sin Establecimiento Permanente en México",
                                    ),
                                    ("611", "611 · Ingresos por Dividendos (socios y accionistas)"),
                                    ("612", "612 · Personas Físicas con Actividades Empresariales y Profesionales"),
                                    ("614", "614 · Ingresos por intereses"),
                                    ("615", "615 · Ingresos por obtención de premios"),
                                    ("616", "616 · Sin obligaciones fiscales"),
                                    ("620", "620 · Sociedades Cooperativas de Producción"),
                                    ("621", "621 · Incorporación Fiscal"),
                                    ("622", "622 · Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras"),
                                    ("623", "623 · Opcional para Grupos de Sociedades"),
                                    ("624", "624 · Coordinados"),
                                    (
                                        "625",
                                        "625 · Actividades Empresariales con ingresos por Plataformas Tecnológicas",
                                    ),
                                    ("626", "626 · Régimen Simplificado de Confianza"),
                                ],
                                max_length=3,
                                verbose_name="régimen fiscal",
                            ),
                        ),
                        (
                            "uso",
                            models.CharField(
                                choices=[
                                    ("G01", "G01 · Adquisición de mercancías"),
                                    ("G03", "G03 · Gastos en general"),
                                    ("S01", "S01 · Sin efectos fiscales"),
                                    ("CP01", "CP01 · Pagos"),
                                ],
                                max_length=4,
                                verbose_name="uso de la factura",
                            ),
                        ),
                        ("codigo_postal", models.CharField(max_length=5, verbose_name="código postal")),
                        ("actualizado", models.DateTimeField(verbose_name="actualizado")),
                    ],
                    options={
                        "verbose_name": "datos para facturar",
                        "verbose_name_plural": "datos para facturar",
                    },
                ),
                migrations.CreateModel(
                    name="NotaDeLaCasa",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("texto", models.CharField(max_length=500, verbose_name="nota")),
                        ("escrita", models.DateTimeField(verbose_name="cuándo")),
                        ("id_orden", models.UUIDField(editable=False, unique=True)),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="notas",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "por",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="quién la escribió",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "nota de la casa",
                        "verbose_name_plural": "notas de la casa",
                        "ordering": ("-escrita", "-id"),
                    },
                ),
                migrations.CreateModel(
                    name="HechoDeCobro",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "que",
                            models.CharField(
                                choices=[
                                    ("comprobante", "se dio el comprobante para pagar"),
                                    ("pagado", "se pagó"),
                                    ("vencido", "venció sin pagarse"),
                                    ("fallido", "no se pudo cobrar"),
                                    ("devuelto", "se devolvió"),
                                    ("devolucion_fallida", "la devolución no se pudo"),
                                    ("disputado", "el banco lo disputa"),
                                    ("disputa_ganada", "se ganó la disputa"),
                                ],
                                max_length=18,
                                verbose_name="qué pasó",
                            ),
                        ),
                        ("referencia", models.CharField(max_length=120, verbose_name="referencia")),
                        ("cuando", models.DateTimeField(verbose_name="cuándo")),
                        (
                            "importe",
                            models.DecimalField(decimal_places=2, default=0, max_digits=8, verbose_name="importe"),
                        ),
                        ("moneda", models.CharField(blank=True, max_length=3, verbose_name="moneda")),
                        ("evento", models.CharField(blank=True, max_length=120, verbose_name="aviso")),
                        ("recibido", models.DateTimeField(verbose_name="se supo")),
                        ("motivo", models.CharField(blank=True, max_length=200, verbose_name="motivo")),
                        (
                            "cobro",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="hechos",
                                to="suscripciones.cobro",
                                verbose_name="pago",
                            ),
                        ),
                        (
                            "quien",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="quién",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "hecho de un pago",
                        "verbose_name_plural": "hechos de un pago",
                        "ordering": ("cuando", "id"),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("cobro", "que", "referencia", "cuando", "importe"), name="hecho_una_sola_vez"
                            )
                        ],
                    },
                ),
            ]
        ),
        migrations.RemoveConstraint(
            model_name="cuenta",
            name="cuenta_correo_unico",
        ),
        migrations.AddField(
            model_name="plan",
            name="precio_mxn",
            field=models.DecimalField(
                blank=True,
                decimal_places=2,
                help_text="Vacío: no se cobra en pesos y no se ofrecen OXXO ni SPEI.",
                max_digits=8,
                null=True,
                validators=[django.core.validators.MinValueValidator(Decimal("0.01"))],
                verbose_name="precio en pesos",
            ),
        ),
        migrations.AddField(
            model_name="suscripcion",
            name="dias",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False, verbose_name="días"),
        ),
        migrations.AddField(
            model_name="suscripcion",
            name="meses",
            field=models.PositiveSmallIntegerField(editable=False, null=True, verbose_name="meses"),
        ),
        migrations.AddField(
            model_name="suscripcion",
            name="pagada_en",
            field=models.DateTimeField(editable=False, null=True, verbose_name="pagada"),
        ),
        migrations.AlterField(
            model_name="codigodeentrada",
            name="correo",
            field=config.comun.correo.CampoDeCorreo(max_length=254),
        ),
        migrations.AlterField(
            model_name="correoporsalir",
            name="motivo",
            field=models.CharField(
                choices=[
                    ("codigo", "código para entrar"),
                    ("cuenta", "correo o contraseña de la cuenta"),
                    ("vencimiento", "vencimiento de la suscripción"),
                    ("invitacion", "invitación a un Recreo"),
                    ("administracion", "aviso a la administración"),
                    ("pago", "recibo o aviso de un pago"),
                    ("aviso", "aviso de la cuenta"),
                    ("mensaje", "mensaje de la administración"),
                ],
                max_length=15,
                verbose_name="de qué es",
            ),
        ),
        migrations.AlterField(
            model_name="correoporsalir",
            name="para",
            field=config.comun.correo.CampoDeCorreo(max_length=254, verbose_name="para"),
        ),
        migrations.AlterField(
            model_name="cuenta",
            name="email",
            field=config.comun.correo.CampoDeCorreo(max_length=254, verbose_name="correo"),
        ),
        migrations.AlterField(
            model_name="plan",
            name="moneda",
            field=models.CharField(
                choices=[("USD", "dólares (USD)"), ("MXN", "pesos mexicanos (MXN)")],
                default="USD",
                editable=False,
                max_length=3,
                verbose_name="moneda",
            ),
        ),
        migrations.AlterField(
            model_name="plan",
            name="precio",
            field=models.DecimalField(
                decimal_places=2,
                max_digits=8,
                validators=[django.core.validators.MinValueValidator(Decimal("0.01"))],
                verbose_name="precio en dólares",
            ),
        ),
        migrations.AlterField(
            model_name="suscripcion",
            name="moneda",
            field=models.CharField(
                choices=[("USD", "dólares (USD)"), ("MXN", "pesos mexicanos (MXN)")],
                max_length=3,
                verbose_name="moneda",
            ),
        ),
        migrations.AlterField(
            model_name="suscripcion",
            name="origen",
            field=models.CharField(
                choices=[
                    ("manual", "registro del administrador"),
                    ("pasarela", "pago en línea"),
                    ("extension", "extensión sin cobro"),
                ],
                default="manual",
                max_length=10,
                verbose_name="origen",
            ),
        ),
        migrations.AddConstraint(
            model_name="cuenta",
            constraint=models.UniqueConstraint(
                fields=("email",),
                name="cuenta_correo_normal_unico",
                violation_error_message="Ya hay una cuenta con ese correo.",
            ),
        ),
        migrations.AddField(
            model_name="suscripcion",
            name="cobro",
            field=models.OneToOneField(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="suscripcion",
                to="suscripciones.cobro",
            ),
        ),
    ]
