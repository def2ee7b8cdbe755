"""Batches of games on a GPU: Numba compiles the rules, here or on another machine; CuPy runs them.

Read `loops` (what is done with one game), `kernels` (the same on a GPU), `building` (PTX, made with
or without a GPU at hand), `loading` (kernels of a folder, checked), `batch` (the games themselves)
and `digests` (equality with a processor).
"""
