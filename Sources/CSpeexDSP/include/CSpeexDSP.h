/// The resampler and the echo canceller of speexdsp.
#ifndef CSPEEXDSP_H
#define CSPEEXDSP_H
#include <speex/speex_echo.h>
#include <speex/speex_resampler.h>
#endif
