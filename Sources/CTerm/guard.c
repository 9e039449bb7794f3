#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "CTerm.h"

static const int told[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT};
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
#define COUNT(array) (sizeof(array) / sizeof *(array))

static int signal_pipe[2] = {-1, -1};
static struct sigaction told_before[COUNT(told)];

// All that a crash needs stands ready: a handler may call neither malloc nor stdio.
static struct termios saved_mode;
static char restore_text[256];
static size_t restore_length;
// How much of the text is done already: what pops the keyboard's flags may be written once only.
static atomic_size_t restore_start;
static size_t modes_length;
enum { DISARMED, ARMED, RESTORING };
static atomic_int guard;

static void on_signal(int number) {
  int before = errno;
  unsigned char byte = (unsigned char)number;
  if (write(signal_pipe[1], &byte, 1) < 0) {
    // A full pipe: the loop is awake already, and every kind of signal in it is one too many.
  }
  errno = before;
}

// What is written to standard error while the screen is up, by libraries and the runtime of Swift: it would tear the
// screen. A pipe takes it that nobody reads, and which refuses what is too much; a crash writes it out at the end.
static int error_pipe[2] = {-1, -1};
static int error_before = -1;

static void take_errors(void) {
  if (error_before >= 0 || !isatty(STDERR_FILENO)) return;
  if (pipe2(error_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return;
  error_before = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (error_before >= 0) {
    dup2(error_pipe[1], STDERR_FILENO);
  } else {
    close(error_pipe[0]);
    close(error_pipe[1]);
  }
}

static void give_errors_back(void) {
  if (error_before < 0) return;
  dup2(error_before, STDERR_FILENO);
  close(error_before);
  close(error_pipe[0]);
  close(error_pipe[1]);
  error_before = -1;
}

static void show_errors(void) {
  char text[512];
  ssize_t count;
  while (error_before >= 0 && (count = read(error_pipe[0], text, sizeof text)) > 0)
    if (write(error_before, text, (size_t)count) < 0) return;
}

static void on_crash(int number) {
  int armed = ARMED;
  if (atomic_compare_exchange_strong(&guard, &armed, RESTORING)) {
    size_t start = restore_start;
    while (start < restore_length) {
      ssize_t count = write(STDOUT_FILENO, restore_text + start, restore_length - start);
      if (count < 0 && errno != EINTR) break;
      if (count > 0) start += (size_t)count;
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &saved_mode);
    show_errors();
    guard = DISARMED;
  } else {
    // Another thread crashed first: the program may not end before that one has given the terminal back.
    static const struct timespec moment = {.tv_nsec = 1000000};
    for (int i = 0; i < 1000 && guard == RESTORING; i++) nanosleep(&moment, NULL);
  }
  // The program ends as it would have.
  sigset_t this_one;
  sigemptyset(&this_one);
  sigaddset(&this_one, number);
  signal(number, SIG_DFL);
  raise(number);
  pthread_sigmask(SIG_UNBLOCK, &this_one, NULL);
}

static void append(const char *text) {
  if (!text || text == (char *)-1) return;
  size_t length = strlen(text);
  if (restore_length + length > sizeof restore_text) return;
  memcpy(restore_text + restore_length, text, length);
  restore_length += length;
}

int guard_open_signals(void) {
  if (signal_pipe[0] < 0 && pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return errno;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < COUNT(told); i++) sigaction(told[i], &action, &told_before[i]);
  return 0;
}

void guard_terminal(const struct termios *before, const char *leave_modes, const char *rmcup, const char *cnorm) {
  saved_mode = *before;
  restore_length = 0;
  append(leave_modes);
  modes_length = restore_length;
  append("\033[0m");
  append(rmcup);
  append(cnorm);
  guard_arm();
  take_errors();
  ct_guard_thread();
  struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
  // A second crash of the same thread waits until the first one's handler is through.
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < COUNT(crashes); i++) sigaction(crashes[i], &action, NULL);
}

void guard_arm(void) {
  restore_start = modes_length;
  guard = ARMED;
}

void guard_entered_modes(void) { restore_start = 0; }

void guard_left_modes(void) { restore_start = modes_length; }

void guard_disarm(void) {
  int armed = ARMED;
  atomic_compare_exchange_strong(&guard, &armed, DISARMED);
}

void guard_release(void) {
  guard_disarm();
  give_errors_back();
  // Not what was there before: Swift's own handler would take the terminal, and ask questions.
  for (size_t i = 0; i < COUNT(crashes); i++) signal(crashes[i], SIG_DFL);
  for (size_t i = 0; i < COUNT(told); i++) sigaction(told[i], &told_before[i], NULL);
}

void guard_stop(void) {
  struct sigaction standard = {.sa_handler = SIG_DFL}, ours;
  sigaction(SIGTSTP, &standard, &ours);
  // To this thread, so that it stops here. Where no shell could continue the program, the system doesn't stop it.
  raise(SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
}

int ct_signals(void) { return signal_pipe[0]; }

int ct_signal(void) {
  unsigned char number;
  return read(signal_pipe[0], &number, 1) == 1 ? number : 0;
}

static pthread_key_t stack_key;
static pthread_once_t stack_key_once = PTHREAD_ONCE_INIT;
enum { STACK_SIZE = 65536 };

static void free_stack(void *memory) {
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(memory, STACK_SIZE);
}

static void make_stack_key(void) { pthread_key_create(&stack_key, free_stack); }

void ct_guard_thread(void) {
  pthread_once(&stack_key_once, make_stack_key);
  if (pthread_getspecific(stack_key)) return;
  void *memory = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack = {.ss_sp = memory, .ss_size = STACK_SIZE};
  if (sigaltstack(&stack, NULL) != 0 || pthread_setspecific(stack_key, memory) != 0) munmap(memory, STACK_SIZE);
}
