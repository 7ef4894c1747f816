"""Positions as boards of lanes and pieces, and the words that pages use for them."""
