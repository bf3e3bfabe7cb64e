"""Layered knowledge about a code base and its cases: layers, freshness, context, dreams."""
