"""Los torneos que trae `make run`."""
