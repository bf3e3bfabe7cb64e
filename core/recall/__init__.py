"""Recall: finding the turns where something was said."""
