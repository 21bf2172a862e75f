"""Las páginas de las peñas: leen de `consultas`, llaman a un servicio y pintan."""
