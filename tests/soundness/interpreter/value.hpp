// Values as the interpreter has them. Everything is counted and shared; only records with `mut` fields and arrays can be told apart from
// copies, and those are never copied.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "types/program.hpp"

namespace khora2cpp::interpreter {

/// Wide enough for every sum and product of two numbers of at most 64 bits, so that overflow is seen by comparing with the range.
__extension__ typedef __int128 Wide;

struct Data;
struct ArrayData;
struct FunctionData;

struct Unit {};
using Value = std::variant<Unit, Wide, double, bool, char32_t, std::shared_ptr<const std::string>, std::shared_ptr<Data>,
                           std::shared_ptr<ArrayData>, std::shared_ptr<const FunctionData>>;

using Values = std::vector<Value>;
/// Capabilities by label.
using Labels = std::map<std::string, Value>;
/// Capabilities that came to a lambda, or to the function (null), in rows.
using Rows = std::map<const types::Lambda*, Labels>;
using Locals = std::unordered_map<const types::Local*, Value>;

/// A record, a variant, a wrapper, a handler (whose parts are its operations), or a tuple (without a declaration).
struct Data {
  const types::TypeDecl* decl = nullptr;
  std::size_t which = 0;  ///< the case of a variant
  Values parts;
};

struct ArrayData {
  Values cells;
};

struct Instance;

/// A function value: a lambda with what it captured, a named function, or another function value with some labels supplied.
struct FunctionData {
  const types::Lambda* lambda = nullptr;
  const Instance* instance = nullptr;  ///< where the lambda was written, or the named function
  Locals captured;
  Rows rows;                           ///< what serves rows where the lambda was written
  Value inner;                         ///< neither lambda nor named: the value that is called
  Labels bound;                        ///< supplied here, not by the caller
};

inline Value text(std::string value) { return std::make_shared<const std::string>(std::move(value)); }
inline const std::string& text_of(const Value& value) { return *std::get<std::shared_ptr<const std::string>>(value); }
inline Wide number(const Value& value) { return std::get<Wide>(value); }
inline bool truth(const Value& value) { return std::get<bool>(value); }
inline Data& data(const Value& value) { return *std::get<std::shared_ptr<Data>>(value); }
inline ArrayData& array(const Value& value) { return *std::get<std::shared_ptr<ArrayData>>(value); }

inline Value make_data(const types::TypeDecl* decl, std::size_t which, Values parts) {
  return std::make_shared<Data>(Data{decl, which, std::move(parts)});
}
inline Value make_tuple(Values parts) { return make_data(nullptr, 0, std::move(parts)); }

/// Decimal digits, with a sign when negative.
std::string digits(Wide value);

}  // namespace khora2cpp::interpreter
