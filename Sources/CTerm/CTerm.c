#include "CTerm.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "guard.h"

// Pushed on the alternate screen, whose flags are a stack of their own: disambiguate, events, alternate keys, all
// keys, text. Focus reports, bracketed paste; then the query, with device attributes as the fence behind it.
static const char enter_modes[] = "\033[>31u\033[?1004h\033[?2004h";
static const char queries[] = "\033[?u\033[c";
// How many columns does a line of a frame take? In East Asian settings two, and then the frame would be torn. It is
// drawn on the empty screen, asked about, and taken away.
static const char measure[] = "\033[H\342\224\200\033[6n\033[H  \033[H";
static const char mouse_modes[] = "\033[?1000h\033[?1006h";
static const char leave_modes[] = "\033[<u\033[?1004l\033[?2004l\033[?1000l\033[?1006l\033[?9001l";

static SCREEN *screen;
static bool has_color;
static bool wants_mouse;

static void write_all(const char *text, size_t length) {
  while (length > 0) {
    ssize_t count = write(STDOUT_FILENO, text, length);
    if (count < 0 && errno != EINTR) return;
    if (count > 0) {
      text += count;
      length -= (size_t)count;
    }
  }
}

static void use_utf8_locale(void) {
  if (!setlocale(LC_ALL, "") || strcmp(nl_langinfo(CODESET), "UTF-8") != 0) setlocale(LC_ALL, "C.UTF-8");
}

// Terminals that are xterm at heart and bring a description of their own, which a machine reached over SSH often
// lacks.
static const char *const like_xterm[] = {"xterm-", "foot", "alacritty", "wezterm", "ghostty", "contour", "rio"};

static SCREEN *open_screen(void) {
  // LINES and COLUMNS, where someone exported them, are older than what the terminal says: ncurses would scroll and
  // clear a screen of another size. They count only where it says nothing.
  struct winsize size = {0};
  bool knows_its_size = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
  use_env(!knows_its_size);
  use_tioctl(TRUE);
  SCREEN *opened = newterm(NULL, stdout, stdin);
  const char *type = getenv("TERM");
  for (size_t i = 0; !opened && type && i < sizeof like_xterm / sizeof *like_xterm; i++)
    if (strncmp(type, like_xterm[i], strlen(like_xterm[i])) == 0) opened = newterm("xterm-256color", stdout, stdin);
  return opened;
}

static void enter_screen(void) {
  refresh();
  fflush(stdout);
  guard_entered_modes();
  write_all(enter_modes, sizeof enter_modes - 1);
  if (wants_mouse) write_all(mouse_modes, sizeof mouse_modes - 1);
}

// The six colours of the palette, and their bright variants where the terminal has sixteen.
static void make_pairs(void) {
  for (short i = 1; i <= 6; i++) {
    init_pair(i, i, -1);
    init_pair((short)(i + 8), COLORS >= 16 ? (short)(i + 8) : i, -1);
  }
}

int ct_open(bool color, bool mouse) {
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return ENOTTY;
  use_utf8_locale();
  struct termios before;
  if (tcgetattr(STDIN_FILENO, &before) != 0) return errno;
  // Raw already: a program was killed here. What it left must not become what is given back at the end.
  if (!(before.c_lflag & (ICANON | ECHO | ISIG))) {
    ct_reset_terminal();
    tcgetattr(STDIN_FILENO, &before);
  }
  int problem = guard_open_signals();
  if (problem != 0) return problem;
  screen = open_screen();
  // What can't place the cursor (`dumb`) can't hold a screen.
  if (screen && !cursor_address) {
    endwin();
    delscreen(screen);
    screen = NULL;
  }
  if (!screen) {
    guard_release();
    return ENOENT;
  }
  guard_terminal(&before, leave_modes, tigetstr("rmcup"), tigetstr("cnorm"));
  raw();
  noecho();
  nonl();
  typeahead(-1);
  curs_set(0);
  has_color = color && has_colors() && start_color() == OK && use_default_colors() == OK;
  if (has_color) make_pairs();
  wants_mouse = mouse;
  enter_screen();
  write_all(measure, sizeof measure - 1);
  write_all(queries, sizeof queries - 1);
  return 0;
}

// A terminal without a screen: keys come one by one, what is written scrolls by as it is. No mode that moves or draws
// anything is set; the keyboard protocol is, because holding a key depends on it.
static bool is_linear;
static struct termios linear_before;
static const char linear_enter[] = "\033[>31u\033[?2004h";
static const char linear_leave[] = "\033[<u\033[?2004l\033[?9001l";

static void enter_linear(void) {
  struct termios mode = linear_before;
  mode.c_iflag &= ~(tcflag_t)(ICRNL | IXON);
  mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
  tcsetattr(STDIN_FILENO, TCSADRAIN, &mode);
  if (!isatty(STDOUT_FILENO)) return;
  write_all(linear_enter, sizeof linear_enter - 1);
  write_all(queries, sizeof queries - 1);
}

int ct_open_linear(void) {
  int problem = guard_open_signals();
  if (problem != 0) return problem;
  if (!isatty(STDIN_FILENO)) return 0;
  if (tcgetattr(STDIN_FILENO, &linear_before) != 0) return errno;
  guard_terminal(&linear_before, isatty(STDOUT_FILENO) ? linear_leave : "", NULL, NULL);
  is_linear = true;
  enter_linear();
  return 0;
}

static void leave_linear(void) {
  if (isatty(STDOUT_FILENO)) write_all(linear_leave, sizeof linear_leave - 1);
  tcsetattr(STDIN_FILENO, TCSADRAIN, &linear_before);
}

void ct_say(const char *line) {
  write_all(line, strlen(line));
  write_all("\n", 1);
}

void ct_close(void) {
  if (is_linear) {
    leave_linear();
    is_linear = false;
    guard_release();
  }
  if (!screen) return;
  write_all(leave_modes, sizeof leave_modes - 1);
  guard_left_modes();
  curs_set(1);
  endwin();
  delscreen(screen);
  screen = NULL;
  guard_release();
}

void ct_suspend(void) {
  if (is_linear) {
    leave_linear();
    guard_stop();
    return enter_linear();
  }
  write_all(leave_modes, sizeof leave_modes - 1);
  guard_left_modes();
  curs_set(1);
  endwin();
  // What happens while the terminal is the shell's is not to be undone.
  guard_disarm();
  guard_stop();
  guard_arm();
  curs_set(0);
  clearok(curscr, TRUE);
  enter_screen();
  write_all(queries, sizeof queries - 1);
}

void ct_request_win32_input(void) {
  static const char request[] = "\033[?9001h";
  write_all(request, sizeof request - 1);
}

void ct_copy(const char *base64) {
  static const char start[] = "\033]52;c;";
  if (!isatty(STDOUT_FILENO)) return;
  write_all(start, sizeof start - 1);
  write_all(base64, strlen(base64));
  write_all("\033\\", 2);
}

void ct_size(int *width, int *height) {
  struct winsize size = {0};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
    size.ws_col = (unsigned short)COLS;
    size.ws_row = (unsigned short)LINES;
  }
  if (size.ws_col != COLS || size.ws_row != LINES) {
    resize_term(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);
  }
  *width = size.ws_col;
  *height = size.ws_row;
}

void ct_put(int row, int column, const char *text, int attributes, int color) {
  attr_t style = A_NORMAL;
  if (attributes & CT_BOLD) style |= A_BOLD;
  if (attributes & CT_DIM) style |= A_DIM;
  if (attributes & CT_REVERSE) style |= A_REVERSE;
  if (attributes & CT_UNDERLINE) style |= A_UNDERLINE;
  if (has_color) style |= (attr_t)COLOR_PAIR(color);
  attrset((int)style);
  mvaddstr(row, column, text);
}

int ct_columns(const char *text) {
  wchar_t wide[64];
  size_t length = mbstowcs(wide, text, sizeof wide / sizeof *wide);
  return length < sizeof wide / sizeof *wide ? wcswidth(wide, length) : -1;
}

void ct_show(int row, int column) {
  if (row >= 0) {
    move(row, column);
    curs_set(1);
  } else {
    curs_set(0);
  }
  refresh();
}

void ct_invalidate(void) { clearok(curscr, TRUE); }

long ct_read(uint8_t *buffer, long size) {
  struct pollfd tty = {.fd = STDIN_FILENO, .events = POLLIN};
  // Never O_NONBLOCK here: standard output shares the description.
  if (poll(&tty, 1, 0) <= 0) return 0;
  ssize_t count = read(STDIN_FILENO, buffer, (size_t)size);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return 0;
  return count <= 0 ? -1 : count;
}

int ct_reset_terminal(void) {
  if (!isatty(STDOUT_FILENO)) return ENOTTY;
  // Both screens have a flag stack: empty the one in front, leave the alternate screen, empty the other.
  static const char reset[] =
      "\033[=0u\033[<99u\033[?1049l\033[=0u\033[<99u\033[?1004l\033[?2004l\033[?1000l\033[?1002l\033[?1006l"
      "\033[?9001l\033[?7h\033[?25h\033[0m\033[!p\033>\033[r";
  write_all(reset, sizeof reset - 1);
  struct termios mode;
  if (tcgetattr(STDOUT_FILENO, &mode) == 0) {
    mode.c_iflag |= ICRNL | IXON;
    mode.c_oflag |= OPOST | ONLCR;
    mode.c_lflag |= ISIG | ICANON | ECHO | ECHOE | ECHOK | IEXTEN;
    tcsetattr(STDOUT_FILENO, TCSADRAIN, &mode);
  }
  return 0;
}
