#include "CCurl.h"

CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) { return curl_easy_setopt(easy, option, value); }

CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *list) {
  return curl_easy_setopt(easy, option, list);
}

CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode ccurl_receive(CURL *easy, ccurl_transfer header, ccurl_transfer body, void *context) {
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
  return curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

CURLcode ccurl_send(CURL *easy, ccurl_transfer body, void *context) {
  curl_easy_setopt(easy, CURLOPT_READFUNCTION, body);
  return curl_easy_setopt(easy, CURLOPT_READDATA, context);
}

long long ccurl_sent(CURL *easy) {
  curl_off_t sent = 0;
  curl_easy_getinfo(easy, CURLINFO_SIZE_UPLOAD_T, &sent);
  return sent;
}
