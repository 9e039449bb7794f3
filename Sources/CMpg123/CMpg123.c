#include "CMpg123.h"

mpg123_handle *cmpg123_open(int *error) {
  // Needed before libmpg123 1.27, harmless since.
  mpg123_init();
  mpg123_handle *decoder = mpg123_new(NULL, error);
  if (!decoder) return NULL;
  mpg123_param(decoder, MPG123_FLAGS, MPG123_QUIET | MPG123_FORCE_MONO | MPG123_GAPLESS, 0);
  // Junk between frames is skipped however long it is.
  mpg123_param(decoder, MPG123_RESYNC_LIMIT, -1, 0);
  const long *rates = NULL;
  size_t count = 0;
  mpg123_rates(&rates, &count);
  mpg123_format_none(decoder);
  *error = MPG123_OK;
  for (size_t i = 0; i < count && *error == MPG123_OK; i++)
    *error = mpg123_format(decoder, rates[i], MPG123_MONO, MPG123_ENC_SIGNED_16);
  if (*error == MPG123_OK) *error = mpg123_open_feed(decoder);
  if (*error == MPG123_OK) return decoder;
  mpg123_delete(decoder);
  return NULL;
}
