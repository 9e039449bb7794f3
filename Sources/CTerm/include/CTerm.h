/// The terminal behind plain C functions: ncursesw draws, signals arrive through a pipe, and a crash on any thread
/// leaves the terminal as it was. Main thread only, but for ct_guard_thread.
#ifndef CTERM_H
#define CTERM_H
#include <stdbool.h>
#include <stdint.h>

/// Attributes of ct_put, to be added up.
enum { CT_BOLD = 1, CT_DIM = 2, CT_REVERSE = 4, CT_UNDERLINE = 8 };

/// Takes the terminal on standard input and output: raw mode, alternate screen, keyboard protocol, focus and paste
/// reports; then asks what it can do. Sets the locale (C.UTF-8 when the user's is not UTF-8).
/// 0, or an error number: ENOTTY no terminal, ENOENT the terminal type is unknown or can't place the cursor, others as open(2).
/// `mouse`: reports of the mouse's wheel are asked for.
int ct_open(bool color, bool mouse);
/// Without a screen: takes the keys of standard input if it is a terminal, and leaves everything else as it is.
/// 0, or an error number.
int ct_open_linear(void);
/// Writes a line, for a terminal that was opened without a screen.
void ct_say(const char *line);
/// Gives the terminal back as it was. May be called again, and when ct_open failed.
void ct_close(void);
/// Gives the terminal to the shell and stops the program (Ctrl+Z); returns with the terminal taken again.
void ct_suspend(void);
/// Asks a terminal without the keyboard protocol for win32-input-mode, which tells releases too. Others ignore it.
void ct_request_win32_input(void);

/// Puts text, given in base 64, into the terminal's clipboard (OSC 52).
void ct_copy(const char *base64);

/// The size now, also told to ncurses.
void ct_size(int *columns, int *rows);
/// Writes UTF-8 text of known width at a place. `color`: 0 the terminal's own, 1...6 its palette, 9...14 the
/// bright ones.
void ct_put(int row, int column, const char *text, int attributes, int color);
/// The columns that ncurses takes for UTF-8 text; -1 when it can't draw it (a character newer than the C library).
int ct_columns(const char *text);
/// Shows what was put. The cursor is hidden when `row` is negative.
void ct_show(int row, int column);
/// Everything is drawn anew at the next ct_show.
void ct_invalidate(void);

/// Reads from the terminal what is there, without waiting. 0 when nothing is, -1 when the terminal is gone.
long ct_read(uint8_t *buffer, long size);

/// A descriptor that is readable when a signal came; ct_signal gives its number, or 0 when there is none.
/// Told: WINCH, TERM, HUP, INT, QUIT, TSTP, CONT.
int ct_signals(void);
int ct_signal(void);

/// Gives the calling thread the crash guard's signal stack. For every thread that is created.
void ct_guard_thread(void);

/// The colours that a terminal type has by its description; -1 when there is no such type here.
int ct_colors(const char *type);
/// The character set of the user's locale, such as "UTF-8"; NULL when the machine doesn't have the locale.
const char *ct_codeset(void);

/// Undoes on standard output what a killed program left behind. 0, or ENOTTY.
int ct_reset_terminal(void);
#endif
