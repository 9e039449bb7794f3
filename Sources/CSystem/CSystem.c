#include "CSystem.h"

#include <fcntl.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <sys/timex.h>
#include <unistd.h>

int csystem_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int csystem_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

bool csystem_key_is_down(int device, unsigned code) {
  unsigned char keys[KEY_MAX / 8 + 1] = {0};
  return code <= KEY_MAX && ioctl(device, EVIOCGKEY(sizeof keys), keys) >= 0 && keys[code / 8] >> code % 8 & 1;
}

int csystem_clock_is_synchronized(void) {
  struct timex state = {0};
  int answer = adjtimex(&state);
  return answer < 0 ? -1 : answer != TIME_ERROR;
}
