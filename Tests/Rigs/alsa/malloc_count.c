/* malloc_count: counts the allocations of the threads named "capture" and "playback" while the file $MALLOC_COUNT.on
 * exists, one line each in the file $MALLOC_COUNT, by the thread's name.
 *   cc -shared -fPIC -O2 -o malloc_count.so malloc_count.c -ldl ; LD_PRELOAD=./malloc_count.so MALLOC_COUNT=/tmp/n program */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
static __thread int inside;

static void count(void) {
  char name[17] = {0}, path[512];
  const char *file;
  if (inside) return;
  inside = 1;
  prctl(PR_GET_NAME, name);
  if ((!strcmp(name, "capture") || !strcmp(name, "playback")) && (file = getenv("MALLOC_COUNT"))) {
    snprintf(path, sizeof path, "%s.on", file);
    if (!access(path, F_OK)) {
      int fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
      strcat(name, "\n");
      if (fd >= 0 && write(fd, name, strlen(name)) < 0) {}
      if (fd >= 0) close(fd);
    }
  }
  inside = 0;
}

void *malloc(size_t size) { count(); return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { count(); return __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { count(); return __libc_realloc(old, size); }
void *memalign(size_t a, size_t size) { count(); return __libc_memalign(a, size); }
void *aligned_alloc(size_t a, size_t size) { count(); return __libc_memalign(a, size); }
int posix_memalign(void **out, size_t a, size_t size) { count(); *out = __libc_memalign(a, size); return *out ? 0 : 12; }
