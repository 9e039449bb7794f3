#include "CALSA.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>

// What libasound said last on this thread.
static __thread char words[256];

static void keep(const char *file, int line, const char *function, int code, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
}

void calsa_silence(void) {
  snd_lib_error_set_handler(keep);
  words[0] = 0;
}

const char *calsa_words(void) { return words; }

// What the conversion to S16 knows, best first.
static const snd_pcm_format_t formats[] = {
    SND_PCM_FORMAT_S16_LE, SND_PCM_FORMAT_S32_LE, SND_PCM_FORMAT_FLOAT_LE, SND_PCM_FORMAT_S24_3LE,
    SND_PCM_FORMAT_S24_LE, SND_PCM_FORMAT_U8,
};

static int set_up(snd_pcm_t *pcm, unsigned rate, unsigned channels, unsigned period_us, unsigned buffer_us,
                  calsa_setup *setup) {
  snd_pcm_hw_params_t *hw;
  snd_pcm_hw_params_alloca(&hw);
  int status = snd_pcm_hw_params_any(pcm, hw);
  if (status < 0) return status;
  if ((status = snd_pcm_hw_params_set_access(pcm, hw, SND_PCM_ACCESS_RW_INTERLEAVED)) < 0) return status;
  status = -EINVAL;
  for (size_t i = 0; i < sizeof formats / sizeof *formats && status < 0; i++) {
    setup->format = formats[i];
    status = snd_pcm_hw_params_set_format(pcm, hw, formats[i]);
  }
  if (status < 0) return status;
  setup->channels = channels;
  setup->rate = rate;
  if ((status = snd_pcm_hw_params_set_channels_near(pcm, hw, &setup->channels)) < 0) return status;
  if ((status = snd_pcm_hw_params_set_rate_near(pcm, hw, &setup->rate, NULL)) < 0) return status;
  if ((status = snd_pcm_hw_params_set_period_time_near(pcm, hw, &period_us, NULL)) < 0) return status;
  if ((status = snd_pcm_hw_params_set_buffer_time_near(pcm, hw, &buffer_us, NULL)) < 0) return status;
  if ((status = snd_pcm_hw_params(pcm, hw)) < 0) return status;
  if ((status = snd_pcm_hw_params_get_period_size(hw, &setup->period, NULL)) < 0) return status;
  if ((status = snd_pcm_hw_params_get_buffer_size(hw, &setup->buffer)) < 0) return status;

  snd_pcm_sw_params_t *sw;
  snd_pcm_sw_params_alloca(&sw);
  if ((status = snd_pcm_sw_params_current(pcm, sw)) < 0) return status;
  if ((status = snd_pcm_sw_params_set_avail_min(pcm, sw, setup->period)) < 0) return status;
  // Playback starts with its first period; capture is started by hand.
  if ((status = snd_pcm_sw_params_set_start_threshold(pcm, sw, setup->period)) < 0) return status;
  return snd_pcm_sw_params(pcm, sw);
}

int calsa_open(const char *name, snd_pcm_stream_t stream, unsigned rate, unsigned channels, unsigned period_us,
               unsigned buffer_us, snd_pcm_t **pcm, calsa_setup *setup) {
  int status = snd_pcm_open(pcm, name, stream, SND_PCM_NONBLOCK);
  if (status < 0) return status;
  status = set_up(*pcm, rate, channels, period_us, buffer_us, setup);
  if (status < 0) {
    snd_pcm_close(*pcm);
    *pcm = NULL;
  }
  return status;
}

int calsa_wait(snd_pcm_t *pcm, int milliseconds) {
  struct pollfd descriptors[16];
  int count = snd_pcm_poll_descriptors(pcm, descriptors, sizeof descriptors / sizeof *descriptors);
  if (count <= 0) return count < 0 ? count : -EIO;
  int status = poll(descriptors, (nfds_t)count, milliseconds);
  if (status <= 0) return status < 0 && errno != EINTR ? -errno : 0;
  unsigned short events = 0;
  if ((status = snd_pcm_poll_descriptors_revents(pcm, descriptors, (unsigned)count, &events)) < 0) return status;
  if (events & (POLLERR | POLLHUP | POLLNVAL)) return -EIO;
  return (events & (POLLIN | POLLOUT)) != 0;
}

void calsa_name_thread(const void *name, size_t length) {
  char text[16] = {0};
  memcpy(text, name, length < sizeof text - 1 ? length : sizeof text - 1);
  pthread_setname_np(pthread_self(), text);
}
