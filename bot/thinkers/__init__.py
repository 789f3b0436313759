"""Brains behind one interface, in processes of their own; not engines, nor whose turn it is."""
