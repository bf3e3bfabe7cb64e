"""The files in which coding agents are told of Sayso: other tools' texts in, edited texts out."""
