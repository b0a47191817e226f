// Shapes (std-json-schema.md): the function that std/schema/json_schema.kh declares without a body.
#include "khora/schema/json_schema.hpp"

namespace khora::schema {

bool same_code(const Shape& one, const Shape& other) {
  return one.is<Shape::Lazy>() && other.is<Shape::Lazy>() && one.as<Shape::Lazy>().inner.has_code_of(other.as<Shape::Lazy>().inner);
}

}  // namespace khora::schema
