#include "CSndFile.h"

#include <sndfile.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *bytes;
  sf_count_t size, place;
} memory;

static sf_count_t length(void *context) { return ((memory *)context)->size; }

static sf_count_t seek(sf_count_t offset, int whence, void *context) {
  memory *file = context;
  sf_count_t place = offset + (whence == SEEK_CUR ? file->place : whence == SEEK_END ? file->size : 0);
  if (place < 0 || place > file->size) return -1;
  return file->place = place;
}

static sf_count_t take(void *target, sf_count_t count, void *context) {
  memory *file = context;
  if (count > file->size - file->place) count = file->size - file->place;
  memcpy(target, file->bytes + file->place, (size_t)count);
  file->place += count;
  return count;
}

static sf_count_t tell(void *context) { return ((memory *)context)->place; }

int csndfile_decode(const void *bytes, size_t size, csndfile_sound *sound) {
  SF_VIRTUAL_IO io = {.get_filelen = length, .seek = seek, .read = take, .tell = tell};
  memory file = {.bytes = bytes, .size = (sf_count_t)size};
  SF_INFO info = {0};
  SNDFILE *handle = sf_open_virtual(&io, SFM_READ, &info, &file);
  if (!handle) return sf_error(NULL) ? sf_error(NULL) : SF_ERR_UNRECOGNISED_FORMAT;
  size_t room = 0, frames = 0;
  float *samples = NULL;
  for (;;) {
    if (frames == room) {
      room = room ? room * 2 : 65536;
      float *more = realloc(samples, room * (size_t)info.channels * sizeof *samples);
      if (!more) break;
      samples = more;
    }
    sf_count_t count = sf_readf_float(handle, samples + frames * (size_t)info.channels, (sf_count_t)(room - frames));
    if (count <= 0) break;
    frames += (size_t)count;
  }
  sf_close(handle);
  *sound = (csndfile_sound){.samples = samples, .frames = frames, .channels = info.channels, .rate = info.samplerate};
  return 0;
}

const char *csndfile_reason(int error) { return sf_error_number(error); }
