"""Databases that servers of earlier schemas have left, with what went on in them.

Whoever changes the schema keeps one of the schema before:
``python -m tests.server.storage.earlier.making``.
"""
