#ifndef BRAKE_H
#define BRAKE_H

#define DEBOUNCE_MS 20

int brake_check(int pedal, int now_ms);

#endif
