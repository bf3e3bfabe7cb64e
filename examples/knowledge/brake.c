#include "brake.h"

static int changed_at_ms;
static int last_pedal;

/* The light follows the pedal once it has been still for DEBOUNCE_MS. */
int brake_check(int pedal, int now_ms)
{
    if (pedal != last_pedal) {
        last_pedal = pedal;
        changed_at_ms = now_ms;
    }
    return now_ms - changed_at_ms >= DEBOUNCE_MS ? last_pedal : !last_pedal;
}
