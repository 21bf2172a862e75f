"""Los de México."""
