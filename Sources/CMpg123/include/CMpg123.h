/// libmpg123, and its parameters without varargs.
#ifndef CMPG123_H
#define CMPG123_H
#include <mpg123.h>

/// A decoder that is fed: quiet, gapless, S16 mono at the stream's own rate. NULL and `error` set when there is none.
mpg123_handle *cmpg123_open(int *error);
#endif
