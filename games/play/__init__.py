"""Matches and the move protocol."""
