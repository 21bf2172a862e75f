"""Las treinta y cuatro primeras, juntas: una base nueva las hace de una vez (decisión 059)."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import enlinea.models.mesa
from config.base.tablas_juntas import TablasJuntas

DEFINICION = """
CREATE TABLE enlinea_diario (
  mesa bigint NOT NULL, num integer NOT NULL, id_orden uuid NOT NULL, asiento smallint NOT NULL,
  esquema smallint NOT NULL, eventos text NOT NULL, instante bigint NOT NULL,
  PRIMARY KEY (mesa, num), UNIQUE (mesa, id_orden)
)
"""


def crear(apps, schema_editor):
    """El diario, en PostgreSQL; en SQLite vive en su propio archivo y se crea al abrirlo."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(DEFINICION)


def quitar(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TABLE enlinea_diario")


class Migration(migrations.Migration):
    replaces = [
        ("enlinea", "0001_initial"),
        ("enlinea", "0002_diario"),
        ("enlinea", "0003_sala"),
        ("enlinea", "0004_proyectada"),
        ("enlinea", "0005_charla_original"),
        ("enlinea", "0006_estadistica"),
        ("enlinea", "0007_clasificacion"),
        ("enlinea", "0008_tarjeta"),
        ("enlinea", "0009_academia"),
        ("enlinea", "0010_huella"),
        ("enlinea", "0011_moderacion"),
        ("enlinea", "0012_academia_pendientes"),
        ("enlinea", "0013_nivel"),
        ("enlinea", "0014_calidad"),
        ("enlinea", "0015_culpable"),
        ("enlinea", "0016_nombres_claros"),
        ("enlinea", "0017_reintentos"),
        ("enlinea", "0018_correo_al_buzon"),
        ("enlinea", "0019_tarjeta_anulada"),
        ("enlinea", "0020_mesa_cerrada"),
        ("enlinea", "0021_respuesta_por_causa"),
        ("enlinea", "0022_huella_por_valor"),
        ("enlinea", "0023_mesa_abierta"),
        ("enlinea", "0024_reglamento"),
        ("enlinea", "0026_enlaces_y_miradas"),
        ("enlinea", "0028_academia_calculos"),
        ("enlinea", "0029_otros_juegos"),
        ("enlinea", "0030_ejercicios_y_correos_aparte"),
        ("enlinea", "0031_mesas_de_torneo"),
        ("enlinea", "0032_caras_y_amistades"),
        ("enlinea", "0033_citas_y_avisos"),
        ("enlinea", "0034_estudios"),
        ("enlinea", "0035_reparto_comun"),
        ("enlinea", "0037_mensaje_con_sitio"),
    ]

    initial = True

    dependencies = [
        ("suscripciones", "0009_squashed_0014_oficina"),
    ]

    operations = [
        TablasJuntas(
            [
                migrations.CreateModel(
                    name="ActaImportada",
                    fields=[
                        (
                            "id",
                            models.BigIntegerField(
                                default=enlinea.models.mesa.id_al_azar,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("nombre", models.CharField(max_length=60, verbose_name="nombre")),
                        (
                            "meta",
                            models.CharField(
                                choices=[
                                    ("100", "100 tantos"),
                                    ("200", "200 tantos"),
                                    ("juegos_ganados", "Juegos ganados"),
                                ],
                                max_length=16,
                                verbose_name="meta",
                            ),
                        ),
                        ("manos", models.PositiveSmallIntegerField(verbose_name="manos")),
                        ("acta", models.JSONField(verbose_name="acta")),
                        ("huella", models.CharField(editable=False, max_length=64, verbose_name="huella")),
                        ("creada", models.DateTimeField(default=django.utils.timezone.now, verbose_name="creada")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "acta importada",
                        "verbose_name_plural": "actas importadas",
                        "ordering": ("-creada",),
                        "constraints": [
                            models.UniqueConstraint(fields=("cuenta", "huella"), name="acta_importada_una_vez")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Amistad",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "estado",
                            models.CharField(
                                choices=[("pedida", "pedida"), ("amigos", "amigos"), ("negada", "negada")],
                                max_length=8,
                                verbose_name="estado",
                            ),
                        ),
                        ("la_movio_el_menor", models.BooleanField(verbose_name="la movió el de menor número")),
                        ("insiste", models.BooleanField(default=False, verbose_name="se volvió a pedir")),
                        ("desde", models.DateTimeField(verbose_name="desde")),
                        (
                            "mayor",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="de mayor número",
                            ),
                        ),
                        (
                            "menor",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="de menor número",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "amistad",
                        "verbose_name_plural": "amistades",
                        "constraints": [
                            models.UniqueConstraint(fields=("menor", "mayor"), name="amistad_una_vez"),
                            models.CheckConstraint(
                                condition=models.Q(("menor__lt", models.F("mayor"))), name="amistad_en_orden"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="CambioDeInscripcion",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("inscrita", models.BooleanField(verbose_name="entró")),
                        ("tras", models.PositiveBigIntegerField(verbose_name="tras cuántas partidas")),
                        ("instante", models.DateTimeField(default=django.utils.timezone.now, verbose_name="instante")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "cambio de inscripción",
                        "verbose_name_plural": "cambios de inscripción",
                        "ordering": ("tras", "id"),
                        "indexes": [models.Index(fields=["tras", "id"], name="enlinea_cam_tras_d538e3_idx")],
                    },
                ),
                migrations.CreateModel(
                    name="Cara",
                    fields=[
                        (
                            "cuenta",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="+",
                                serialize=False,
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "color",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("verde", "verde"),
                                    ("azul", "azul"),
                                    ("rojo", "rojo"),
                                    ("morado", "morado"),
                                    ("cafe", "café"),
                                    ("rosa", "rosa"),
                                    ("gris", "gris"),
                                    ("turquesa", "turquesa"),
                                ],
                                max_length=10,
                                verbose_name="color",
                            ),
                        ),
                        (
                            "figura",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("ficha", "ficha"),
                                    ("sol", "sol"),
                                    ("luna", "luna"),
                                    ("estrella", "estrella"),
                                    ("corazon", "corazón"),
                                    ("flor", "flor"),
                                    ("gato", "gato"),
                                    ("pez", "pez"),
                                ],
                                max_length=10,
                                verbose_name="figura",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "cara",
                        "verbose_name_plural": "caras",
                    },
                ),
                migrations.CreateModel(
                    name="Mesa",
                    fields=[
                        (
                            "id",
                            models.BigIntegerField(
                                default=enlinea.models.mesa.id_al_azar,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("nombre", models.CharField(max_length=40, verbose_name="nombre")),
                        (
                            "meta",
                            models.CharField(
                                choices=[
                                    ("100", "100 tantos"),
                                    ("200", "200 tantos"),
                                    ("juegos_ganados", "Juegos ganados"),
                                ],
                                max_length=16,
                                verbose_name="meta",
                            ),
                        ),
                        (
                            "reglamento",
                            models.CharField(
                                db_default="amigos",
                                default="amigos",
                                editable=False,
                                max_length=20,
                                verbose_name="juego",
                            ),
                        ),
                        (
                            "modo",
                            models.CharField(
                                choices=[
                                    ("normal", "normal"),
                                    ("sin_prisa", "sin prisa"),
                                    ("practica", "práctica"),
                                    ("intranet", "torneo en pantallas"),
                                ],
                                default="normal",
                                max_length=10,
                                verbose_name="modo",
                            ),
                        ),
                        (
                            "nivel",
                            models.CharField(
                                choices=[("simple", "sencillo"), ("medio", "medio"), ("fuerte", "fuerte")],
                                default="simple",
                                max_length=8,
                                verbose_name="nivel de los automáticos",
                            ),
                        ),
                        (
                            "estado",
                            models.CharField(
                                choices=[
                                    ("abierta", "con lugares libres"),
                                    ("invitando", "invitando"),
                                    ("lista", "lista"),
                                    ("cerrada", "cerrada"),
                                    ("cancelada", "cancelada"),
                                ],
                                default="invitando",
                                max_length=10,
                                verbose_name="estado",
                            ),
                        ),
                        ("creada", models.DateTimeField(default=django.utils.timezone.now, verbose_name="creada")),
                        ("invita_hasta", models.DateTimeField(blank=True, null=True, verbose_name="invitación hasta")),
                        ("cerrada", models.DateTimeField(blank=True, null=True, verbose_name="cerrada")),
                        ("motivo", models.CharField(blank=True, max_length=20, verbose_name="motivo")),
                        (
                            "culpable",
                            models.PositiveSmallIntegerField(
                                blank=True, editable=False, null=True, verbose_name="por quién se cerró"
                            ),
                        ),
                        (
                            "id_orden",
                            models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="orden"),
                        ),
                        (
                            "enlace",
                            models.CharField(
                                blank=True, editable=False, max_length=16, null=True, unique=True, verbose_name="enlace"
                            ),
                        ),
                        (
                            "solo_enlace",
                            models.BooleanField(
                                db_default=False, default=False, editable=False, verbose_name="sólo por enlace"
                            ),
                        ),
                        (
                            "se_mira",
                            models.BooleanField(
                                db_default=False, default=False, editable=False, verbose_name="se puede mirar"
                            ),
                        ),
                        (
                            "clave_de_reparto",
                            models.CharField(blank=True, db_default="", default="", editable=False, max_length=64),
                        ),
                        (
                            "texto_de_reparto",
                            models.CharField(blank=True, db_default="", default="", editable=False, max_length=60),
                        ),
                        (
                            "proyectada",
                            models.BooleanField(default=False, editable=False, verbose_name="historia completa"),
                        ),
                        (
                            "con_tarjetas",
                            models.BooleanField(default=False, editable=False, verbose_name="tarjetas completas"),
                        ),
                        (
                            "organizador",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="organizador",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "mesa",
                        "verbose_name_plural": "mesas",
                        "ordering": ("-creada",),
                        "indexes": [
                            models.Index(fields=["estado", "invita_hasta"], name="enlinea_mes_estado_9a025f_idx"),
                            models.Index(
                                condition=models.Q(("cerrada__isnull", False)), fields=["cerrada"], name="mesa_cerrada"
                            ),
                            models.Index(
                                condition=models.Q(("proyectada", False)), fields=["estado"], name="mesa_por_proyectar"
                            ),
                            models.Index(
                                condition=models.Q(("con_tarjetas", False)), fields=["estado"], name="mesa_sin_tarjetas"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Clasificado",
                    fields=[
                        (
                            "cuenta",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="clasificado",
                                serialize=False,
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        ("puntos", models.IntegerField(default=0, verbose_name="puntos")),
                        ("clave", models.BigIntegerField(editable=False, null=True, unique=True, verbose_name="clave")),
                    ],
                    options={
                        "verbose_name": "clasificado",
                        "verbose_name_plural": "clasificados",
                        "ordering": ("clave",),
                    },
                ),
                migrations.CreateModel(
                    name="MensajeDelAdministrador",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("a_algunos", models.BooleanField(default=False, verbose_name="a algunos")),
                        (
                            "a_quienes",
                            models.CharField(blank=True, default="", max_length=300, verbose_name="a quiénes"),
                        ),
                        ("texto", models.TextField(max_length=1000, verbose_name="texto")),
                        ("enviado", models.DateTimeField(default=django.utils.timezone.now, verbose_name="enviado")),
                        ("id_orden", models.UUIDField(editable=False, null=True, unique=True, verbose_name="orden")),
                        (
                            "sitio",
                            models.CharField(blank=True, db_default="", default="", editable=False, max_length=200),
                        ),
                        ("por_repartir", models.PositiveBigIntegerField(db_default=0, default=0, editable=False)),
                        (
                            "a_cuantas",
                            models.PositiveIntegerField(
                                db_default=0, default=0, editable=False, verbose_name="a cuántas cuentas"
                            ),
                        ),
                        (
                            "revisadas",
                            models.PositiveIntegerField(
                                db_default=0, default=0, editable=False, verbose_name="cuentas revisadas"
                            ),
                        ),
                        (
                            "correos",
                            models.PositiveIntegerField(
                                db_default=0, default=0, editable=False, verbose_name="correos escritos"
                            ),
                        ),
                        (
                            "enviado_por",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="enviado por",
                            ),
                        ),
                        (
                            "para",
                            models.ForeignKey(
                                blank=True,
                                help_text="Vacío: para todos, o para algunos.",
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="para",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "mensaje del administrador",
                        "verbose_name_plural": "mensajes del administrador",
                        "ordering": ("-enviado", "-id"),
                        "indexes": [
                            models.Index(
                                condition=models.Q(("por_repartir__gt", 0)), fields=["id"], name="mensaje_por_repartir"
                            )
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("a_algunos", False), ("para__isnull", True), _connector="OR"),
                                name="mensaje_a_uno_o_a_algunos",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="EjercicioDeLaCasa",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("clave", models.CharField(max_length=16, verbose_name="clave")),
                        ("intentos", models.PositiveSmallIntegerField(default=0, verbose_name="intentos")),
                        ("a_la_primera", models.BooleanField(default=False, verbose_name="a la primera")),
                        ("resuelto", models.DateTimeField(blank=True, null=True, verbose_name="resuelto")),
                        ("ficha", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="ficha")),
                        ("extremo", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="extremo")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "ejercicio de la casa",
                        "verbose_name_plural": "ejercicios de la casa",
                        "ordering": ("pk",),
                        "constraints": [
                            models.UniqueConstraint(fields=("cuenta", "clave"), name="ejercicio_de_la_casa_una_vez")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="EsperaDeTres",
                    fields=[
                        (
                            "cuenta",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="+",
                                serialize=False,
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        ("desde", models.DateTimeField(verbose_name="desde")),
                        ("vence", models.DateTimeField(db_index=True, verbose_name="vence")),
                        ("sitio", models.CharField(max_length=200)),
                    ],
                    options={
                        "verbose_name": "espera de tres",
                        "verbose_name_plural": "esperas de tres",
                    },
                ),
                migrations.CreateModel(
                    name="InformeDeCalidad",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("semana", models.DateField(unique=True, verbose_name="semana del")),
                        ("empezado", models.DateTimeField(verbose_name="se empezó")),
                        ("hecho", models.DateTimeField(blank=True, null=True, verbose_name="quedó listo")),
                        ("tomado_hasta", models.DateTimeField(blank=True, editable=False, null=True)),
                        ("correo_enviado", models.DateTimeField(blank=True, null=True, verbose_name="correo enviado")),
                        ("resumen", models.JSONField(default=dict, verbose_name="resumen")),
                    ],
                    options={
                        "verbose_name": "informe de calidad del juego",
                        "verbose_name_plural": "informes de calidad del juego",
                        "ordering": ("-semana",),
                    },
                ),
                migrations.CreateModel(
                    name="Presencia",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("proceso", models.UUIDField(verbose_name="proceso")),
                        ("entro", models.DateTimeField(verbose_name="hora de entrada")),
                        ("visto", models.DateTimeField(db_index=True, verbose_name="visto")),
                        ("actividad", models.DateTimeField(verbose_name="última actividad")),
                        ("viva", models.BooleanField(default=True, verbose_name="viva")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "presencia",
                        "verbose_name_plural": "presencias",
                        "indexes": [models.Index(fields=["proceso", "viva"], name="enlinea_pre_proceso_b59731_idx")],
                        "constraints": [
                            models.UniqueConstraint(fields=("cuenta", "proceso"), name="presencia_una_por_proceso")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Proceso",
                    fields=[
                        ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                        ("arranque", models.BigIntegerField(verbose_name="arranque")),
                        ("latido", models.BigIntegerField(verbose_name="latido")),
                    ],
                    options={
                        "verbose_name": "proceso",
                        "verbose_name_plural": "procesos",
                    },
                ),
                migrations.CreateModel(
                    name="Silencio",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("desde", models.DateTimeField(verbose_name="desde")),
                        (
                            "callado",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="a quién no lee",
                            ),
                        ),
                        (
                            "quien",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="quién",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "silencio",
                        "verbose_name_plural": "silencios",
                        "constraints": [
                            models.UniqueConstraint(fields=("quien", "callado"), name="silencio_una_vez"),
                            models.CheckConstraint(
                                condition=models.Q(("quien", models.F("callado")), _negated=True),
                                name="silencio_a_otro",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="TablaDeClasificacion",
                    fields=[
                        (
                            "id",
                            models.PositiveSmallIntegerField(
                                default=1, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("inscritos", models.PositiveIntegerField(default=0, verbose_name="inscritos")),
                        ("aplicadas", models.PositiveBigIntegerField(default=0, verbose_name="partidas aplicadas")),
                        ("frontera_2", models.BigIntegerField(null=True, verbose_name="primero del quintil 2")),
                        ("frontera_3", models.BigIntegerField(null=True, verbose_name="primero del quintil 3")),
                        ("frontera_4", models.BigIntegerField(null=True, verbose_name="primero del quintil 4")),
                        ("frontera_5", models.BigIntegerField(null=True, verbose_name="primero del quintil 5")),
                    ],
                    options={
                        "verbose_name": "tabla de clasificación",
                        "verbose_name_plural": "tabla de clasificación",
                        "constraints": [
                            models.CheckConstraint(condition=models.Q(("id", 1)), name="clasificacion_una_sola_tabla")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Charla",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("nombre", models.CharField(max_length=60, verbose_name="quién")),
                        ("texto", models.CharField(max_length=300, verbose_name="texto")),
                        (
                            "original",
                            models.CharField(blank=True, default="", max_length=300, verbose_name="como se escribió"),
                        ),
                        ("instante", models.DateTimeField(default=django.utils.timezone.now, verbose_name="cuándo")),
                        ("id_orden", models.UUIDField(editable=False, unique=True, verbose_name="orden")),
                        (
                            "autor",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta de quien escribió",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="charla",
                                to="enlinea.mesa",
                                verbose_name="mesa",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "mensaje del chat",
                        "verbose_name_plural": "mensajes del chat",
                        "ordering": ("id",),
                        "indexes": [models.Index(fields=["mesa", "id"], name="enlinea_cha_mesa_id_63b847_idx")],
                    },
                ),
                migrations.CreateModel(
                    name="CitaEnLinea",
                    fields=[
                        (
                            "id",
                            models.BigIntegerField(
                                default=enlinea.models.mesa.id_al_azar,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("orden", models.UUIDField(editable=False, unique=True)),
                        ("cuando", models.DateTimeField(db_index=True, verbose_name="cuándo")),
                        (
                            "meta",
                            models.CharField(
                                choices=[
                                    ("100", "100 tantos"),
                                    ("200", "200 tantos"),
                                    ("juegos_ganados", "Juegos ganados"),
                                ],
                                max_length=16,
                                verbose_name="meta",
                            ),
                        ),
                        (
                            "modo",
                            models.CharField(
                                choices=[
                                    ("normal", "normal"),
                                    ("sin_prisa", "sin prisa"),
                                    ("practica", "práctica"),
                                    ("intranet", "torneo en pantallas"),
                                ],
                                max_length=10,
                                verbose_name="modo",
                            ),
                        ),
                        ("nota", models.CharField(blank=True, max_length=120, verbose_name="nota")),
                        ("secuencia", models.PositiveIntegerField(default=0)),
                        ("cambiada", models.DateTimeField()),
                        ("cancelada", models.DateTimeField(blank=True, null=True, verbose_name="cancelada")),
                        ("recordada", models.BooleanField(default=False)),
                        ("sitio", models.CharField(max_length=200)),
                        (
                            "organiza",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="quién la puso",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="enlinea.mesa",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "mesa con hora",
                        "verbose_name_plural": "mesas con hora",
                        "ordering": ("cuando", "pk"),
                    },
                ),
                migrations.CreateModel(
                    name="Conexion",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("proceso", models.UUIDField(verbose_name="proceso")),
                        ("instante", models.BigIntegerField(verbose_name="instante")),
                        ("viva", models.BooleanField(default=True, verbose_name="viva")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                db_constraint=False,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="enlinea.mesa",
                                verbose_name="mesa",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "conexión",
                        "verbose_name_plural": "conexiones",
                        "constraints": [
                            models.UniqueConstraint(fields=("mesa", "cuenta"), name="conexion_una_por_mesa")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="EnCurso",
                    fields=[
                        (
                            "mesa",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="en_curso",
                                serialize=False,
                                to="enlinea.mesa",
                                verbose_name="mesa",
                            ),
                        ),
                        ("partida", models.PositiveSmallIntegerField(verbose_name="partida")),
                        ("mano", models.PositiveSmallIntegerField(verbose_name="mano")),
                        ("marcador_0", models.CharField(max_length=8, verbose_name="marcador de la pareja 0")),
                        ("marcador_1", models.CharField(max_length=8, verbose_name="marcador de la pareja 1")),
                        (
                            "marcador_mas",
                            models.CharField(
                                blank=True,
                                db_default="",
                                default="",
                                max_length=20,
                                verbose_name="marcador de los demás",
                            ),
                        ),
                        ("lugares", models.CharField(max_length=16, verbose_name="lugares")),
                    ],
                    options={
                        "verbose_name": "mesa que se juega",
                        "verbose_name_plural": "mesas que se juegan",
                    },
                ),
                migrations.CreateModel(
                    name="Huella",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "clase",
                            models.CharField(
                                choices=[("red", "red"), ("aparato", "aparato"), ("navegador", "navegador")],
                                max_length=10,
                                verbose_name="clase",
                            ),
                        ),
                        ("huella", models.CharField(max_length=32, verbose_name="huella")),
                        ("instante", models.DateTimeField(db_index=True, verbose_name="instante")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="enlinea.mesa",
                                verbose_name="mesa",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "huella",
                        "verbose_name_plural": "huellas",
                        "indexes": [models.Index(fields=["clase", "huella"], name="huella_por_valor")],
                        "constraints": [
                            models.UniqueConstraint(fields=("mesa", "cuenta", "clase", "huella"), name="huella_una_vez")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Lugar",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("asiento", models.PositiveSmallIntegerField(verbose_name="asiento")),
                        ("nombre", models.CharField(max_length=60, verbose_name="nombre")),
                        (
                            "respuesta",
                            models.CharField(
                                choices=[
                                    ("pendiente", "pendiente"),
                                    ("acepto", "aceptó"),
                                    ("rechazo", "rechazó"),
                                    ("vencio", "no contestó"),
                                    ("se_fue", "se fue o perdió la señal"),
                                    ("otra_mesa", "se sentó en otra mesa"),
                                ],
                                default="pendiente",
                                max_length=10,
                                verbose_name="respuesta",
                            ),
                        ),
                        ("activo", models.BooleanField(default=True, verbose_name="activo")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="lugares",
                                to="enlinea.mesa",
                                verbose_name="mesa",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "lugar",
                        "verbose_name_plural": "lugares",
                        "ordering": ("mesa", "asiento"),
                        "constraints": [
                            models.UniqueConstraint(fields=("mesa", "asiento"), name="lugar_un_asiento"),
                            models.UniqueConstraint(
                                condition=models.Q(("activo", True)), fields=("cuenta",), name="lugar_una_mesa_a_la_vez"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("asiento__lte", 3)), name="lugar_asiento_valido"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Partida",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("numero", models.PositiveSmallIntegerField(verbose_name="número en la mesa")),
                        (
                            "meta",
                            models.CharField(
                                choices=[
                                    ("100", "100 tantos"),
                                    ("200", "200 tantos"),
                                    ("juegos_ganados", "Juegos ganados"),
                                ],
                                max_length=16,
                                verbose_name="meta",
                            ),
                        ),
                        (
                            "modo",
                            models.CharField(
                                choices=[
                                    ("normal", "normal"),
                                    ("sin_prisa", "sin prisa"),
                                    ("practica", "práctica"),
                                    ("intranet", "torneo en pantallas"),
                                ],
                                max_length=10,
                                verbose_name="modo",
                            ),
                        ),
                        ("inicio", models.DateTimeField(verbose_name="inicio")),
                        ("fin", models.DateTimeField(verbose_name="fin")),
                        ("finalizada", models.BooleanField(verbose_name="llegó a la meta")),
                        ("motivo", models.CharField(blank=True, max_length=20, verbose_name="motivo")),
                        ("causante", models.SmallIntegerField(default=-1, verbose_name="asiento causante")),
                        ("ganadora", models.SmallIntegerField(default=-1, verbose_name="pareja ganadora")),
                        ("tantos_0", models.PositiveSmallIntegerField(default=0, verbose_name="tantos de la pareja 0")),
                        ("tantos_1", models.PositiveSmallIntegerField(default=0, verbose_name="tantos de la pareja 1")),
                        ("manos_0", models.PositiveSmallIntegerField(default=0, verbose_name="manos de la pareja 0")),
                        ("manos_1", models.PositiveSmallIntegerField(default=0, verbose_name="manos de la pareja 1")),
                        ("acta", models.JSONField(blank=True, null=True, verbose_name="acta")),
                        (
                            "resumen",
                            models.JSONField(
                                blank=True, editable=False, null=True, verbose_name="resumen de las manos"
                            ),
                        ),
                        (
                            "orden_de_puntos",
                            models.PositiveBigIntegerField(
                                editable=False, null=True, unique=True, verbose_name="orden de puntos"
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="partidas",
                                to="enlinea.mesa",
                                verbose_name="mesa",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "partida",
                        "verbose_name_plural": "partidas",
                        "ordering": ("-fin",),
                        "indexes": [
                            models.Index(
                                condition=models.Q(("finalizada", True), ("resumen__isnull", True)),
                                fields=["modo", "fin"],
                                name="partida_por_contar",
                            ),
                            models.Index(
                                condition=models.Q(("finalizada", True)),
                                fields=["modo", "orden_de_puntos", "fin", "mesa", "numero"],
                                name="partida_por_sumar",
                            ),
                            models.Index(
                                condition=models.Q(("finalizada", True)), fields=["fin"], name="partida_acabada"
                            ),
                        ],
                        "constraints": [models.UniqueConstraint(fields=("mesa", "numero"), name="partida_una_vez")],
                    },
                ),
                migrations.CreateModel(
                    name="PartidaDeOtroJuego",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("numero", models.PositiveSmallIntegerField(verbose_name="número en la mesa")),
                        ("reglamento", models.CharField(max_length=20, verbose_name="juego")),
                        ("meta", models.CharField(max_length=16, verbose_name="meta")),
                        (
                            "modo",
                            models.CharField(
                                choices=[
                                    ("normal", "normal"),
                                    ("sin_prisa", "sin prisa"),
                                    ("practica", "práctica"),
                                    ("intranet", "torneo en pantallas"),
                                ],
                                max_length=10,
                                verbose_name="modo",
                            ),
                        ),
                        ("inicio", models.DateTimeField(verbose_name="inicio")),
                        ("fin", models.DateTimeField(verbose_name="fin")),
                        ("finalizada", models.BooleanField(verbose_name="llegó a la meta")),
                        ("motivo", models.CharField(blank=True, max_length=20, verbose_name="motivo")),
                        ("acta", models.JSONField(blank=True, null=True, verbose_name="acta")),
                        (
                            "mesa",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="enlinea.mesa",
                                verbose_name="mesa",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "partida a otro juego",
                        "verbose_name_plural": "partidas a otros juegos",
                        "ordering": ("-fin",),
                        "constraints": [models.UniqueConstraint(fields=("mesa", "numero"), name="otro_juego_una_vez")],
                    },
                ),
                migrations.CreateModel(
                    name="Tarjeta",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "color",
                            models.CharField(
                                choices=[("amarilla", "amarilla"), ("azul", "azul"), ("roja", "roja")],
                                max_length=8,
                                verbose_name="color",
                            ),
                        ),
                        ("hecho", models.CharField(max_length=80, unique=True, verbose_name="hecho")),
                        (
                            "partida",
                            models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="partida en la mesa"),
                        ),
                        ("instante", models.DateTimeField(verbose_name="cuándo")),
                        (
                            "motivo",
                            models.CharField(
                                blank=True, help_text="Lo lee la persona.", max_length=200, verbose_name="motivo"
                            ),
                        ),
                        ("anulada_en", models.DateTimeField(blank=True, null=True, verbose_name="se anuló")),
                        (
                            "motivo_de_anulacion",
                            models.CharField(blank=True, max_length=200, verbose_name="por qué se anuló"),
                        ),
                        (
                            "anulada_por",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="quién la anuló",
                            ),
                        ),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="tarjetas",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="persona",
                            ),
                        ),
                        (
                            "dada_por",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="quién la dio",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="tarjetas",
                                to="enlinea.mesa",
                                verbose_name="mesa",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "tarjeta",
                        "verbose_name_plural": "tarjetas",
                        "ordering": ("-instante", "-id"),
                        "indexes": [
                            models.Index(fields=["cuenta", "color"], name="enlinea_tar_cuenta__6492f0_idx"),
                            models.Index(
                                condition=models.Q(("anulada_en__isnull", False)),
                                fields=["anulada_en"],
                                name="tarjeta_anulada",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Destinatario",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "mensaje",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="destinatarios",
                                to="enlinea.mensajedeladministrador",
                                verbose_name="mensaje",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "destinatario",
                        "verbose_name_plural": "destinatarios",
                        "constraints": [
                            models.UniqueConstraint(fields=("cuenta", "mensaje"), name="destinatario_una_vez")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Lectura",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("leido", models.DateTimeField(verbose_name="leído")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "mensaje",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="lecturas",
                                to="enlinea.mensajedeladministrador",
                                verbose_name="mensaje",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "lectura",
                        "verbose_name_plural": "lecturas",
                        "constraints": [models.UniqueConstraint(fields=("mensaje", "cuenta"), name="lectura_una_vez")],
                    },
                ),
                migrations.CreateModel(
                    name="RenglonDeCalidad",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "clase",
                            models.CharField(
                                choices=[
                                    ("pareja", "juega como si viera lo ajeno"),
                                    ("comparten", "comparten aparato o red"),
                                    ("tiempos", "tarda de un modo raro"),
                                ],
                                max_length=10,
                                verbose_name="qué se vio",
                            ),
                        ),
                        ("senalado", models.BooleanField(verbose_name="conviene mirarla")),
                        (
                            "azar",
                            models.DecimalField(
                                blank=True, decimal_places=12, max_digits=13, null=True, verbose_name="por azar"
                            ),
                        ),
                        ("datos", models.JSONField(verbose_name="datos")),
                        ("revisado", models.DateTimeField(blank=True, null=True, verbose_name="revisada")),
                        ("nota", models.CharField(blank=True, max_length=500, verbose_name="nota")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="persona",
                            ),
                        ),
                        (
                            "informe",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="renglones",
                                to="enlinea.informedecalidad",
                                verbose_name="informe",
                            ),
                        ),
                        (
                            "otra",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="con quién",
                            ),
                        ),
                        (
                            "revisado_por",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="quién la revisó",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "señal por revisar",
                        "verbose_name_plural": "señales por revisar",
                        "ordering": ("-informe__semana", "-senalado", "clase", "azar", "id"),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("informe", "clase", "cuenta", "otra"), name="calidad_un_renglon"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Reporte",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("nombre_de_quien", models.CharField(max_length=60, verbose_name="nombre de quien notifica")),
                        ("nombre_del_senalado", models.CharField(max_length=60, verbose_name="nombre del señalado")),
                        (
                            "donde",
                            models.CharField(
                                choices=[("mesa", "la mesa"), ("academia", "la Academia"), ("sala", "la Sala")],
                                max_length=10,
                                verbose_name="desde dónde",
                            ),
                        ),
                        ("numero", models.PositiveSmallIntegerField(default=0, verbose_name="partida de la mesa")),
                        ("comentario", models.TextField(max_length=1000, verbose_name="comentario")),
                        ("charla", models.JSONField(default=list, verbose_name="charla")),
                        ("represalia", models.BooleanField(default=False, verbose_name="posible desquite")),
                        ("creado", models.DateTimeField(verbose_name="cuándo")),
                        ("id_orden", models.UUIDField(editable=False, unique=True, verbose_name="orden")),
                        ("enlace", models.CharField(blank=True, editable=False, max_length=300)),
                        (
                            "correo_enviado",
                            models.DateTimeField(editable=False, null=True, verbose_name="correo enviado"),
                        ),
                        (
                            "decision",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("", "por decidir"),
                                    ("ignorado", "ignorado"),
                                    ("advertido", "advertencia"),
                                    ("bloqueado", "bloqueo"),
                                    ("roja", "tarjeta roja"),
                                ],
                                db_index=True,
                                default="",
                                max_length=10,
                                verbose_name="decisión",
                            ),
                        ),
                        ("decidido", models.DateTimeField(blank=True, null=True, verbose_name="decidido")),
                        (
                            "decidido_por",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="quién decidió",
                            ),
                        ),
                        (
                            "linea",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="enlinea.charla",
                                verbose_name="mensaje señalado",
                            ),
                        ),
                        (
                            "mesa",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="reportes",
                                to="enlinea.mesa",
                                verbose_name="mesa",
                            ),
                        ),
                        (
                            "quien",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="quien notifica",
                            ),
                        ),
                        (
                            "senalado",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="señalado",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "reporte",
                        "verbose_name_plural": "reportes",
                        "ordering": (models.OrderBy(models.F("decidido"), nulls_first=True), "-creado"),
                        "indexes": [
                            models.Index(fields=["senalado", "creado"], name="reporte_contra"),
                            models.Index(fields=["quien", "creado"], name="reporte_de"),
                            models.Index(
                                condition=models.Q(("correo_enviado", None)), fields=["id"], name="reporte_sin_correo"
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("mesa__isnull", False)),
                                fields=("quien", "senalado", "mesa", "numero"),
                                name="reporte_uno_por_partida",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("linea__isnull", False)),
                                fields=("quien", "linea"),
                                name="reporte_uno_por_mensaje",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("quien", models.F("senalado")), _negated=True),
                                name="reporte_a_otro",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("linea__isnull", True), ("mesa__isnull", False)),
                                    models.Q(("linea__isnull", False), ("mesa__isnull", True)),
                                    _connector="OR",
                                ),
                                name="reporte_de_mesa_o_de_sala",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("decidido__isnull", True), ("decidido_por__isnull", True), ("decision", "")
                                    ),
                                    models.Q(
                                        models.Q(("decision", ""), _negated=True),
                                        ("decidido__isnull", False),
                                        ("decidido_por__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="reporte_decision_con_quien",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Apuntado",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("va", models.BooleanField(verbose_name="va")),
                        ("desde", models.DateTimeField(verbose_name="desde")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "cita",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="apuntados",
                                to="enlinea.citaenlinea",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "apuntado",
                        "verbose_name_plural": "apuntados",
                        "ordering": ("desde", "pk"),
                        "constraints": [models.UniqueConstraint(fields=("cita", "cuenta"), name="apuntado_una_vez")],
                    },
                ),
                migrations.CreateModel(
                    name="Analisis",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "estado",
                            models.CharField(
                                choices=[("pendiente", "pendiente"), ("listo", "listo"), ("fallido", "no se pudo")],
                                default="pendiente",
                                max_length=10,
                                verbose_name="estado",
                            ),
                        ),
                        ("version", models.PositiveSmallIntegerField(default=0, verbose_name="versión")),
                        ("intentos", models.PositiveSmallIntegerField(default=0, verbose_name="intentos")),
                        ("tomado_hasta", models.DateTimeField(blank=True, null=True, verbose_name="tomado hasta")),
                        ("reintentos", models.PositiveSmallIntegerField(default=0, verbose_name="reintentos")),
                        ("reintentado", models.DateTimeField(blank=True, null=True, verbose_name="reintentado")),
                        ("datos", models.JSONField(blank=True, null=True, verbose_name="datos")),
                        ("fallas", models.JSONField(blank=True, editable=False, null=True, verbose_name="fallas")),
                        ("creado", models.DateTimeField(default=django.utils.timezone.now, verbose_name="creado")),
                        (
                            "importada",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="analisis",
                                to="enlinea.actaimportada",
                                verbose_name="importada",
                            ),
                        ),
                        (
                            "partida",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="analisis",
                                to="enlinea.partida",
                                verbose_name="partida",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "análisis",
                        "verbose_name_plural": "análisis",
                        "ordering": ("pk",),
                        "indexes": [
                            models.Index(
                                condition=models.Q(("estado", "pendiente")),
                                fields=["creado"],
                                name="analisis_por_hacer",
                            ),
                            models.Index(
                                condition=models.Q(
                                    ("estado", "listo"), ("fallas__isnull", True), ("partida__isnull", False)
                                ),
                                fields=["partida"],
                                name="analisis_sin_fallas",
                            ),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("importada__isnull", True), ("partida__isnull", False)),
                                    models.Q(("importada__isnull", False), ("partida__isnull", True)),
                                    _connector="OR",
                                ),
                                name="analisis_de_una_fuente",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Calculo",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "clase",
                            models.CharField(
                                choices=[
                                    ("variante", "lo que vale una simulación"),
                                    ("se-podia-saber", "si se podía saber"),
                                ],
                                max_length=16,
                                verbose_name="qué se pregunta",
                            ),
                        ),
                        ("clave", models.CharField(max_length=220, verbose_name="posición")),
                        ("pedido", models.JSONField(verbose_name="pedido")),
                        (
                            "estado",
                            models.CharField(
                                choices=[("pendiente", "pendiente"), ("listo", "listo"), ("fallido", "no se pudo")],
                                default="pendiente",
                                max_length=10,
                                verbose_name="estado",
                            ),
                        ),
                        ("intentos", models.PositiveSmallIntegerField(default=0, verbose_name="intentos")),
                        ("tomado_hasta", models.DateTimeField(blank=True, null=True, verbose_name="tomado hasta")),
                        ("resultado", models.JSONField(blank=True, null=True, verbose_name="resultado")),
                        ("creado", models.DateTimeField(default=django.utils.timezone.now, verbose_name="creado")),
                        (
                            "importada",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="enlinea.actaimportada",
                                verbose_name="importada",
                            ),
                        ),
                        (
                            "partida",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="enlinea.partida",
                                verbose_name="partida",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "cálculo",
                        "verbose_name_plural": "cálculos",
                        "ordering": ("pk",),
                        "indexes": [
                            models.Index(
                                condition=models.Q(("estado", "pendiente")), fields=["creado"], name="calculo_por_hacer"
                            ),
                            models.Index(fields=["clase", "creado"], name="calculo_por_clase"),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("importada__isnull", True), ("partida__isnull", False)),
                                    models.Q(("importada__isnull", False), ("partida__isnull", True)),
                                    _connector="OR",
                                ),
                                name="calculo_de_una_fuente",
                            ),
                            models.UniqueConstraint(
                                fields=("partida", "clase", "clave"), name="calculo_una_vez_por_partida"
                            ),
                            models.UniqueConstraint(
                                fields=("importada", "clase", "clave"), name="calculo_una_vez_por_acta"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Ejercicio",
                    fields=[
                        (
                            "id",
                            models.BigIntegerField(
                                default=enlinea.models.mesa.id_al_azar,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("mano", models.PositiveSmallIntegerField(verbose_name="mano")),
                        ("jugada", models.PositiveSmallIntegerField(verbose_name="jugada")),
                        ("costo", models.PositiveSmallIntegerField(verbose_name="costo")),
                        ("intentos", models.PositiveSmallIntegerField(default=0, verbose_name="intentos")),
                        ("a_la_primera", models.BooleanField(default=False, verbose_name="a la primera")),
                        ("resuelto", models.DateTimeField(blank=True, null=True, verbose_name="resuelto")),
                        ("abierto", models.DateTimeField(blank=True, null=True, verbose_name="abierto")),
                        ("ficha", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="ficha")),
                        ("extremo", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="extremo")),
                        ("acerto", models.BooleanField(blank=True, null=True, verbose_name="acertó")),
                        (
                            "con_lo_visto",
                            models.BooleanField(db_default=False, default=False, verbose_name="con lo que veía"),
                        ),
                        ("creado", models.DateTimeField(default=django.utils.timezone.now, verbose_name="creado")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "partida",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="enlinea.partida",
                                verbose_name="partida",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "ejercicio",
                        "verbose_name_plural": "ejercicios",
                        "ordering": ("-creado",),
                        "indexes": [models.Index(fields=["cuenta", "resuelto"], name="ejercicio_por_resolver")],
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("cuenta", "partida", "mano", "jugada"), name="ejercicio_una_vez"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Estudio",
                    fields=[
                        (
                            "id",
                            models.BigIntegerField(
                                default=enlinea.models.mesa.id_al_azar,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("mano", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="mano")),
                        ("titulo", models.CharField(blank=True, max_length=60, verbose_name="título")),
                        (
                            "enlace",
                            models.CharField(blank=True, max_length=22, null=True, unique=True, verbose_name="enlace"),
                        ),
                        ("con_nombres", models.BooleanField(default=False, verbose_name="con nombres")),
                        ("se_busca", models.BooleanField(default=False, verbose_name="sale en los buscadores")),
                        ("cambiado", models.DateTimeField(default=django.utils.timezone.now, verbose_name="cambiado")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "partida",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="enlinea.partida",
                                verbose_name="partida",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "estudio",
                        "verbose_name_plural": "estudios",
                        "ordering": ("-cambiado",),
                        "constraints": [
                            models.UniqueConstraint(fields=("cuenta", "partida"), name="estudio_uno_por_partida")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Jugador",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("asiento", models.PositiveSmallIntegerField(verbose_name="asiento")),
                        ("nombre", models.CharField(max_length=60, verbose_name="nombre")),
                        ("amarillas", models.PositiveSmallIntegerField(default=0, verbose_name="amarillas")),
                        ("azul", models.BooleanField(default=False, verbose_name="azul")),
                        (
                            "sin_nombre",
                            models.BooleanField(
                                db_default=False, default=False, verbose_name="sin nombre en lo compartido"
                            ),
                        ),
                        (
                            "numero",
                            models.PositiveIntegerField(
                                blank=True, editable=False, null=True, verbose_name="número de partida"
                            ),
                        ),
                        (
                            "cuenta",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="partidas_en_linea",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "partida",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="jugadores",
                                to="enlinea.partida",
                                verbose_name="partida",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "jugador",
                        "verbose_name_plural": "jugadores",
                        "ordering": ("partida", "asiento"),
                        "indexes": [models.Index(fields=["cuenta", "partida"], name="jugador_por_partida")],
                        "constraints": [
                            models.UniqueConstraint(fields=("partida", "asiento"), name="jugador_un_asiento"),
                            models.UniqueConstraint(fields=("cuenta", "numero"), name="jugador_un_numero"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="MedidaDePartida",
                    fields=[
                        (
                            "partida",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="medida",
                                serialize=False,
                                to="enlinea.partida",
                            ),
                        ),
                        ("manos", models.JSONField(null=True, verbose_name="manos medidas")),
                        ("notables", models.JSONField(default=list, verbose_name="decisiones notables")),
                        ("tardanzas", models.JSONField(default=list, verbose_name="tardanzas")),
                        ("medida", models.DateTimeField(verbose_name="medida")),
                    ],
                    options={
                        "verbose_name": "medida de una partida",
                        "verbose_name_plural": "medidas de las partidas",
                    },
                ),
                migrations.CreateModel(
                    name="Rama",
                    fields=[
                        (
                            "id",
                            models.BigIntegerField(
                                default=enlinea.models.mesa.id_al_azar,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("mano", models.PositiveSmallIntegerField(verbose_name="mano")),
                        ("desde", models.PositiveSmallIntegerField(verbose_name="jugada donde se aparta")),
                        ("jugadas", models.JSONField(verbose_name="jugadas")),
                        ("nombre", models.CharField(max_length=40, verbose_name="nombre")),
                        ("creada", models.DateTimeField(default=django.utils.timezone.now, verbose_name="creada")),
                        ("borrada", models.DateTimeField(blank=True, null=True, verbose_name="borrada")),
                        (
                            "id_orden",
                            models.UUIDField(default=uuid.uuid4, editable=False, unique=True, verbose_name="orden"),
                        ),
                        (
                            "cuenta",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "importada",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="enlinea.actaimportada",
                                verbose_name="importada",
                            ),
                        ),
                        (
                            "partida",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="enlinea.partida",
                                verbose_name="partida",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "rama",
                        "verbose_name_plural": "ramas",
                        "ordering": ("mano", "creada"),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("importada__isnull", True), ("partida__isnull", False)),
                                    models.Q(("importada__isnull", False), ("partida__isnull", True)),
                                    _connector="OR",
                                ),
                                name="rama_de_una_fuente",
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="JugadorDeOtroJuego",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("asiento", models.PositiveSmallIntegerField(verbose_name="asiento")),
                        ("nombre", models.CharField(max_length=60, verbose_name="nombre")),
                        ("bando", models.PositiveSmallIntegerField(verbose_name="bando")),
                        ("gano", models.BooleanField(default=False, verbose_name="ganó")),
                        ("tantos", models.PositiveSmallIntegerField(default=0, verbose_name="tantos")),
                        (
                            "cuenta",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                                verbose_name="cuenta",
                            ),
                        ),
                        (
                            "partida",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="jugadores",
                                to="enlinea.partidadeotrojuego",
                                verbose_name="partida",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "jugador de otro juego",
                        "verbose_name_plural": "jugadores de otros juegos",
                        "ordering": ("partida", "asiento"),
                        "indexes": [models.Index(fields=["cuenta", "partida"], name="otro_juego_por_partida")],
                        "constraints": [
                            models.UniqueConstraint(fields=("partida", "asiento"), name="otro_juego_un_asiento")
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Comentario",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("mano", models.PositiveSmallIntegerField(verbose_name="mano")),
                        ("jugada", models.PositiveSmallIntegerField(verbose_name="jugada")),
                        ("texto", models.CharField(max_length=500, verbose_name="texto")),
                        (
                            "estudio",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="comentarios",
                                to="enlinea.estudio",
                                verbose_name="estudio",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name": "comentario",
                        "verbose_name_plural": "comentarios",
                        "ordering": ("mano", "jugada"),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("estudio", "mano", "jugada"), name="comentario_uno_por_jugada"
                            )
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="PuntosDePartida",
                    fields=[
                        (
                            "jugador",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                primary_key=True,
                                related_name="puntos",
                                serialize=False,
                                to="enlinea.jugador",
                                verbose_name="jugador",
                            ),
                        ),
                        ("pr_antes", models.IntegerField(verbose_name="puntos antes")),
                        ("pr_despues", models.IntegerField(verbose_name="puntos después")),
                        ("quintil_antes", models.PositiveSmallIntegerField(verbose_name="quintil antes")),
                        ("quintil_despues", models.PositiveSmallIntegerField(verbose_name="quintil después")),
                    ],
                    options={
                        "verbose_name": "puntos de una partida",
                        "verbose_name_plural": "puntos de las partidas",
                    },
                ),
            ]
        ),
        migrations.RunPython(crear, quitar),
    ]
