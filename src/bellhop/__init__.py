"""Bellhop: one table for three hotel board games."""

__version__ = "0.2.0"
