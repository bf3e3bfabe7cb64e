"""Figures of Sayso, measured beside a plain alternative in the same run: `python -m bench`."""
