"""Lo que comparten las páginas de todas las aplicaciones: contexto, administración y filtro de palabras."""
