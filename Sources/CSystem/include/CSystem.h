/// GNU functions that Swift's C library module leaves out.
#ifndef CSYSTEM_H
#define CSYSTEM_H
#include <stdbool.h>
#include <spawn.h>

/// A pipe whose ends are closed in child programs. 0, or -1 with errno set.
int csystem_pipe(int ends[2]);
/// The child closes every descriptor from `first` on.
int csystem_close_from(posix_spawn_file_actions_t *actions, int first);
/// Whether a key of an input device (KEY_…) is down now; false also when the device can't tell.
bool csystem_key_is_down(int device, unsigned code);
/// Whether the kernel believes the clock to be synchronised: 1, 0, or -1 when it doesn't tell.
int csystem_clock_is_synchronized(void);
#endif
