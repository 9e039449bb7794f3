// Signals as a descriptor, and the crash guard.
#ifndef GUARD_H
#define GUARD_H
#include <termios.h>

int guard_open_signals(void);
void guard_terminal(const struct termios *before, const char *leave_modes, const char *rmcup, const char *cnorm);
void guard_release(void);
/// A crash restores the terminal from now on: the screen, the cursor, its mode.
void guard_arm(void);
/// The keyboard's flags and other modes are about to be set, and a crash has to undo them as well; or they were undone.
void guard_entered_modes(void);
void guard_left_modes(void);
/// A crash leaves the terminal alone.
void guard_disarm(void);
/// Stops the program as Ctrl+Z does by default; returns when it was continued.
void guard_stop(void);
#endif
