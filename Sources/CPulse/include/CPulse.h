/// The names of a PulseAudio or PipeWire server's devices. libpulse is loaded when it is there, never needed.
#ifndef CPULSE_H
#define CPULSE_H
#include <stdbool.h>

/// Calls `found` with the name and the description of each source (or sink) of the user's server, and with whether it
/// is the default. Monitors of sinks are left out, unless there is nothing else. Takes at most about `milliseconds`.
/// False when there is no server or no library.
bool cpulse_list(bool sources, int milliseconds,
                 void (*found)(void *context, const char *name, const char *description, bool is_default),
                 void *context);
#endif
