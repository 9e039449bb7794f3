/// libsndfile, for whole files in memory.
#ifndef CSNDFILE_H
#define CSNDFILE_H
#include <stddef.h>
#include <stdint.h>

/// What a file holds: interleaved frames, 1 at full scale, to be freed by the caller.
typedef struct {
  float *samples;
  size_t frames;
  int channels;
  int rate;
} csndfile_sound;

/// Decodes the `size` bytes of a file of any format that libsndfile knows. 0, or an error that
/// csndfile_reason() puts into words.
int csndfile_decode(const void *bytes, size_t size, csndfile_sound *sound);

const char *csndfile_reason(int error);
#endif
