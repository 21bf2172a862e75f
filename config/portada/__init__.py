"""Las páginas públicas y lo que comparten todas: contexto, administración y filtro de palabras."""
