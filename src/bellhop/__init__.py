"""Bellhop: one table for three hotel board games."""
