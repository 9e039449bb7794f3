// Signals as a descriptor, and the crash guard.
#ifndef GUARD_H
#define GUARD_H
#include <termios.h>

int guard_open_signals(void);
void guard_terminal(const struct termios *before, const char *leave_modes, const char *rmcup, const char *cnorm);
void guard_release(void);
/// Stops the program as Ctrl+Z does by default; returns when it was continued.
void guard_stop(void);
#endif
