"""`manage.py` sin la barra de avisos: ninguna pantalla viva lleva su zona. Sólo para medir cuánto cuesta (D292)."""

import os
import sys

import django
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from recreo.pantallas.avisos import ZONA
    from recreo.pantallas.base import COMUNES

    del COMUNES[ZONA]
    execute_from_command_line(["manage.py", *sys.argv[1:]])
