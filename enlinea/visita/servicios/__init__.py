"""La mano de quien visita: se decide como cualquier otra y vive en la caché, nunca en la base."""
