"""Las hojas y los guiones de una página, juntos y reducidos: pocos archivos y ligeros (D657, decisión 051)."""
