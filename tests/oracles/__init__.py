"""Slow and simple ways to find what the engine finds fast, written from the rules alone."""
