/// toml++ behind a C face: parse a document, walk its nodes, know where each stands.
#ifndef CTOML_H
#define CTOML_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ctoml_document ctoml_document;
typedef struct ctoml_node ctoml_node;

typedef enum {
  CTOML_TABLE,
  CTOML_ARRAY,
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_FLOAT,
  CTOML_BOOLEAN,
  CTOML_DATE_OR_TIME,
} ctoml_type;

/// What stands at `line`:`column` (from 1) is no TOML, and why.
typedef struct {
  uint32_t line, column;
  char message[256];
} ctoml_error;

/// Parses `length` bytes. NULL and `error` filled when they are no TOML. Free with ctoml_free.
ctoml_document *ctoml_parse(const char *text, size_t length, ctoml_error *error);
void ctoml_free(ctoml_document *document);

/// The table that is the document. Nodes live as long as their document.
const ctoml_node *ctoml_root(const ctoml_document *document);
ctoml_type ctoml_node_type(const ctoml_node *node);
uint32_t ctoml_line(const ctoml_node *node);
uint32_t ctoml_column(const ctoml_node *node);

/// Members of a table or elements of an array; 0 for anything else.
size_t ctoml_size(const ctoml_node *node);
/// The member or element at `index`; a member's key is given, not NUL-terminated.
const ctoml_node *ctoml_child(const ctoml_node *node, size_t index, const char **key, size_t *key_length);

/// The value of a node of that type.
const char *ctoml_string(const ctoml_node *node, size_t *length);
int64_t ctoml_integer(const ctoml_node *node);
double ctoml_float(const ctoml_node *node);
bool ctoml_boolean(const ctoml_node *node);

#ifdef __cplusplus
}
#endif
#endif
