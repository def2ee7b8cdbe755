"""Bots: each chooses a move from what one seat knows."""
