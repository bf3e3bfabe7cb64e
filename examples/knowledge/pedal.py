"""How far the pedal is pressed, from the raw value of its sensor."""

RAW_MAX = 4095


def pedal_travel(raw: int) -> float:
    """Give the travel of the pedal, 0.0 to 1.0; a raw value outside is cut."""
    if raw < 0:
        return 0.0
    return min(raw, RAW_MAX) / RAW_MAX


def is_pressed(raw: int) -> bool:
    """Tell whether somebody stands on the pedal."""
    return pedal_travel(raw) > 0.05
