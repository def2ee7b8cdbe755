"""Batches of games on a GPU: Numba compiles the rules, here or on another machine; CuPy runs them.

The modules in reading order: `loops` (what a thread does with one game), `kernels` and `playing`
(the kernels), `building` (compiles them to PTX, with or without a GPU), `loading` (loads and checks
them), `batch` (the games themselves) and `digests` (compares the results with a CPU).
"""
