#include "CTerm.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <term.h>
#include <unistd.h>

int ct_colors(const char *type) {
  int error = 0;
  if (setupterm(type, STDOUT_FILENO, &error) != OK) return -1;
  int count = tigetnum("colors");
  return count > 0 ? count : 0;
}

const char *ct_codeset(void) { return setlocale(LC_ALL, "") ? nl_langinfo(CODESET) : NULL; }
