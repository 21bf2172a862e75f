"""La verdad de una mesa: su diario, los lotes que lo escriben, la hora de la base y los procesos que viven."""
