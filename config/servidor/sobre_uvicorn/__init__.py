"""Todo lo que depende de uvicorn por dentro: el socket con atajo, el plazo de cada petición y cómo se sirve.

Fuera de aquí nadie importa uvicorn ni websockets (`tests/arquitectura.py`). Los dos van fijados a su versión menor;
para subirlos: `docs/operacion.md`, «Subir uvicorn».
"""
