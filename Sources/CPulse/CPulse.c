#include "CPulse.h"

#include <dlfcn.h>
#include <pulse/introspect.h>
#include <pulse/mainloop.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Everything of libpulse that is used here: the library may be missing, so it is not linked.
#define FUNCTIONS(use)                                                                                                 \
  use(pa_mainloop_new) use(pa_mainloop_free) use(pa_mainloop_get_api) use(pa_mainloop_prepare) use(pa_mainloop_poll)   \
      use(pa_mainloop_dispatch) use(pa_context_new) use(pa_context_unref) use(pa_context_connect)                      \
          use(pa_context_disconnect) use(pa_context_get_state) use(pa_context_get_source_info_list)                    \
              use(pa_context_get_sink_info_list) use(pa_context_get_server_info) use(pa_operation_get_state)           \
                  use(pa_operation_unref)
#define DECLARE(name) typeof(&name) name##_;
#define LOAD(name)                                                                                                     \
  if (!(pulse->name##_ = (typeof(&name))dlsym(library, #name))) return false;

typedef struct {
  FUNCTIONS(DECLARE)
} functions;

typedef struct {
  void (*found)(void *, const char *, const char *, bool);
  void *context;
  bool monitors;
  int count;
  char preferred[512];
  bool sources;
} search;

static bool load(functions *pulse) {
  void *library = dlopen("libpulse.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  FUNCTIONS(LOAD)
  return true;
}

static void take_server(pa_context *connection, const pa_server_info *info, void *context) {
  (void)connection;
  search *wanted = context;
  const char *name = info ? (wanted->sources ? info->default_source_name : info->default_sink_name) : NULL;
  if (name) strncpy(wanted->preferred, name, sizeof wanted->preferred - 1);
}

static void tell(search *wanted, const char *name, const char *description) {
  wanted->count++;
  wanted->found(wanted->context, name, description ? description : name, !strcmp(name, wanted->preferred));
}

static void take_source(pa_context *connection, const pa_source_info *info, int end, void *context) {
  (void)connection;
  search *wanted = context;
  if (end || !info) return;
  if ((info->monitor_of_sink != PA_INVALID_INDEX) == wanted->monitors) tell(wanted, info->name, info->description);
}

static void take_sink(pa_context *connection, const pa_sink_info *info, int end, void *context) {
  (void)connection;
  if (!end && info) tell(context, info->name, info->description);
}

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// One turn of the loop; false when the time is over or the server is gone.
static bool turn(const functions *pulse, pa_mainloop *loop, long deadline) {
  long left = deadline - now();
  return left > 0 && pulse->pa_mainloop_prepare_(loop, (int)left * 1000) >= 0 && pulse->pa_mainloop_poll_(loop) >= 0 &&
         pulse->pa_mainloop_dispatch_(loop) >= 0;
}

static void finish(const functions *pulse, pa_mainloop *loop, pa_operation *operation, long deadline) {
  if (!operation) return;
  while (pulse->pa_operation_get_state_(operation) == PA_OPERATION_RUNNING && turn(pulse, loop, deadline)) {
  }
  pulse->pa_operation_unref_(operation);
}

bool cpulse_list(bool sources, int milliseconds, void (*found)(void *, const char *, const char *, bool),
                 void *context) {
  functions pulse;
  if (!load(&pulse)) return false;
  long deadline = now() + milliseconds;
  pa_mainloop *loop = pulse.pa_mainloop_new_();
  if (!loop) return false;
  pa_context *connection = pulse.pa_context_new_(pulse.pa_mainloop_get_api_(loop), "voice-translator");
  bool is_ready = false;
  if (connection && pulse.pa_context_connect_(connection, NULL, PA_CONTEXT_NOAUTOSPAWN, NULL) >= 0) {
    pa_context_state_t state;
    while ((state = pulse.pa_context_get_state_(connection)) != PA_CONTEXT_READY && state != PA_CONTEXT_FAILED &&
           state != PA_CONTEXT_TERMINATED && turn(&pulse, loop, deadline)) {
    }
    is_ready = state == PA_CONTEXT_READY;
  }
  if (is_ready) {
    search wanted = {.found = found, .context = context, .sources = sources};
    finish(&pulse, loop, pulse.pa_context_get_server_info_(connection, take_server, &wanted), deadline);
    if (sources) {
      finish(&pulse, loop, pulse.pa_context_get_source_info_list_(connection, take_source, &wanted), deadline);
      wanted.monitors = !wanted.count;
      if (!wanted.count)
        finish(&pulse, loop, pulse.pa_context_get_source_info_list_(connection, take_source, &wanted), deadline);
    } else {
      finish(&pulse, loop, pulse.pa_context_get_sink_info_list_(connection, take_sink, &wanted), deadline);
    }
    pulse.pa_context_disconnect_(connection);
  }
  if (connection) pulse.pa_context_unref_(connection);
  pulse.pa_mainloop_free_(loop);
  return is_ready;
}
