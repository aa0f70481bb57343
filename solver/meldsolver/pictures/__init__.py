"""Tiles, melds, tables and plays as pictures for people."""
