/// libcurl without its variadic functions, which Swift can't call.
#ifndef CCURL_H
#define CCURL_H
#include <curl/curl.h>

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value);
CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list);
CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value);

typedef size_t (*ccurl_transfer)(char *bytes, size_t size, size_t count, void *context);

/// What arrives: the header's lines, then the body. `context` is passed to both.
CURLcode ccurl_receive(CURL *easy, ccurl_transfer header, ccurl_transfer body, void *context);
/// What is sent: asked for when there is room.
CURLcode ccurl_send(CURL *easy, ccurl_transfer body, void *context);

/// How many bytes of the request's body the system has taken.
long long ccurl_sent(CURL *easy);
#endif
