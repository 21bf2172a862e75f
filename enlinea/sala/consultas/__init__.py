"""Sólo leen."""
