/// libasound, and what Swift can't do with it.
#ifndef CALSA_H
#define CALSA_H
#include <alsa/asoundlib.h>
#include <stdbool.h>

/// What a device was opened with. Samples are interleaved.
typedef struct {
  unsigned rate;
  unsigned channels;
  snd_pcm_format_t format;
  unsigned long period;
  unsigned long buffer;
} calsa_setup;

/// Opens a device without blocking and sets it up: as near as it gets to `rate` Hz, `channels`, S16 and periods of
/// `period_us`. 0, or a negative error number; then nothing is open.
int calsa_open(const char *name, snd_pcm_stream_t stream, unsigned rate, unsigned channels, unsigned period_us,
               unsigned buffer_us, snd_pcm_t **pcm, calsa_setup *setup);

/// libasound prints to standard error, over the screen: from now on it is silent, and calsa_words() has what it would
/// have said last on this thread; empty: nothing since.
void calsa_silence(void);
const char *calsa_words(void);

// Waits once until the device has something to do: 1, 0 when the time is over or the wake-up meant nothing, or a
// negative error number. snd_pcm_wait starts its time anew with each wake-up that means nothing, and so never comes
// back from a device that stalled while its timer goes on.
int calsa_wait(snd_pcm_t *pcm, int milliseconds);

/// Names the calling thread, for tools such as ps; of the name, at most 15 bytes count.
void calsa_name_thread(const void *name, size_t length);

#endif
