"""The commands of layered knowledge: `sayso knowledge …`."""
