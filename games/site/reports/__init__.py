"""“Something wrong here?”: reports of mistakes."""
