/// The SQLite database engine, and what of it Swift can't call: macros and destructor constants.
#ifndef CSQLITE_H
#define CSQLITE_H
#include <sqlite3.h>

/// Binds a copy of `length` bytes of UTF-8 text to a parameter (from 1).
int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length);
#endif
