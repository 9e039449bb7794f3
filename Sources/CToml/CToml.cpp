#include "CToml.h"

#include <cstdio>
#include <iterator>
#include <new>
#include <string_view>

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

struct ctoml_document {
  toml::table table;
};

namespace {

const toml::node *node_of(const ctoml_node *node) { return reinterpret_cast<const toml::node *>(node); }
const ctoml_node *face_of(const toml::node *node) { return reinterpret_cast<const ctoml_node *>(node); }

}  // namespace

ctoml_document *ctoml_parse(const char *text, size_t length, ctoml_error *error) {
  toml::parse_result result = toml::parse(std::string_view(text, length));
  if (!result) {
    const toml::parse_error &failure = result.error();
    error->line = failure.source().begin.line;
    error->column = failure.source().begin.column;
    const std::string_view why = failure.description();
    std::snprintf(error->message, sizeof error->message, "%.*s", static_cast<int>(why.size()), why.data());
    return nullptr;
  }
  return new (std::nothrow) ctoml_document{std::move(result).table()};
}

void ctoml_free(ctoml_document *document) { delete document; }

const ctoml_node *ctoml_root(const ctoml_document *document) { return face_of(&document->table); }

ctoml_type ctoml_node_type(const ctoml_node *node) {
  switch (node_of(node)->type()) {
    case toml::node_type::table: return CTOML_TABLE;
    case toml::node_type::array: return CTOML_ARRAY;
    case toml::node_type::string: return CTOML_STRING;
    case toml::node_type::integer: return CTOML_INTEGER;
    case toml::node_type::floating_point: return CTOML_FLOAT;
    case toml::node_type::boolean: return CTOML_BOOLEAN;
    default: return CTOML_DATE_OR_TIME;
  }
}

uint32_t ctoml_line(const ctoml_node *node) { return node_of(node)->source().begin.line; }
uint32_t ctoml_column(const ctoml_node *node) { return node_of(node)->source().begin.column; }

size_t ctoml_size(const ctoml_node *node) {
  if (const toml::table *table = node_of(node)->as_table()) return table->size();
  if (const toml::array *array = node_of(node)->as_array()) return array->size();
  return 0;
}

const ctoml_node *ctoml_child(const ctoml_node *node, size_t index, const char **key, size_t *key_length) {
  if (const toml::table *table = node_of(node)->as_table()) {
    const auto member = std::next(table->begin(), static_cast<std::ptrdiff_t>(index));
    const std::string_view name = member->first.str();
    *key = name.data();
    *key_length = name.size();
    return face_of(&member->second);
  }
  *key = nullptr;
  *key_length = 0;
  return face_of(node_of(node)->as_array()->get(index));
}

const char *ctoml_string(const ctoml_node *node, size_t *length) {
  const std::string &text = node_of(node)->as_string()->get();
  *length = text.size();
  return text.data();
}

int64_t ctoml_integer(const ctoml_node *node) { return node_of(node)->as_integer()->get(); }
double ctoml_float(const ctoml_node *node) { return node_of(node)->as_floating_point()->get(); }
bool ctoml_boolean(const ctoml_node *node) { return node_of(node)->as_boolean()->get(); }
