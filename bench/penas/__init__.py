"""Una peña con miles de Recreos: cuánto tarda en abrirse y en volverse a sumar."""
