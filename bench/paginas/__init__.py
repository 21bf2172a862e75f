"""Cuántos archivos pide cada página y cuánto pesan, juntos y sueltos."""
