"""The pure core: frozen records in, values out. Nothing here touches the outside world."""
