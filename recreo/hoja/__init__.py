"""La hoja de una mesa, sin dueño: manos, revisiones, discrepancias, órdenes una vez, confirmación, conformidad y pase.

El Recreo se para en ella y mañana los torneos: quien la usa hereda sus modelos, resuelve los permisos y llama a sus
servicios con la mesa bloqueada. No importa nada de su app, salvo los errores (decisión 017).
"""
