#include "emit/reserved.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace khora2cpp::emit {

namespace {

#include "emit/captured_names.inc"

constexpr std::string_view cpp_words[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char", "char16_t",
    "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast", "consteval",
    "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable",
    "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public",
    "register", "reinterpret_cast", "requires", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast",
    "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union",
    "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    // Special only in some places, and confusing everywhere.
    "final", "override",
    // Namespaces that emitted code names all the time.
    "khora", "std"};

/// What emitted code uses of namespace `khora`, and where it is declared.
struct RuntimeName {
  std::string_view name;
  std::string_view header;
  enum class Kind { type, function, other } kind;
};
constexpr auto type = RuntimeName::Kind::type;
constexpr auto function = RuntimeName::Kind::function;
constexpr auto other = RuntimeName::Kind::other;
constexpr RuntimeName runtime_names[] = {
    {"Int", "khora/integer.hpp", type},
    {"I8", "khora/integer.hpp", type},
    {"I16", "khora/integer.hpp", type},
    {"I32", "khora/integer.hpp", type},
    {"U8", "khora/integer.hpp", type},
    {"U16", "khora/integer.hpp", type},
    {"U32", "khora/integer.hpp", type},
    {"U64", "khora/integer.hpp", type},
    {"Char", "khora/char.hpp", type},
    {"String", "khora/string.hpp", type},
    {"Ptr", "khora/ptr.hpp", type},
    {"Unit", "khora/tagged.hpp", type},
    {"Never", "khora/tagged.hpp", type},
    {"Rest", "khora/tagged.hpp", type},
    {"Tagged", "khora/tagged.hpp", type},
    {"Caught", "khora/tagged.hpp", type},
    {"ErrorName", "khora/tagged.hpp", other},
    {"unit", "khora/tagged.hpp", other},
    {"stopped", "khora/tagged.hpp", other},
    {"raise", "khora/tagged.hpp", function},
    {"tagged", "khora/tagged.hpp", function},
    {"call", "khora/tagged.hpp", function},
    {"stop_pending", "khora/tagged.hpp", function},
    {"stop_at_entry", "khora/tagged.hpp", function},
    {"unreachable", "khora/tagged.hpp", function},
    {"BoolMethods", "khora/scalars.hpp", other},
    {"FloatMethods", "khora/scalars.hpp", other},
    {"Tuple", "khora/tuple.hpp", type},
    {"get", "khora/tuple.hpp", function},
    {"Fn", "khora/fn.hpp", type},
    {"Recursive", "khora/fn.hpp", other},
    {"holds", "khora/holds.hpp", function},
    {"Ref", "khora/ref.hpp", other},
    {"Handler", "khora/handler.hpp", other},
    {"Variant", "khora/variant.hpp", other},
    {"BoxedVariant", "khora/boxed_variant.hpp", other},
    {"is", "khora/cases.hpp", function},
    {"as", "khora/cases.hpp", function},
    {"if_", "khora/cases.hpp", function},
    {"Row", "khora/row.hpp", other},
    {"Cap", "khora/row.hpp", other},
    {"the", "khora/row.hpp", function},
    {"share", "khora/share.hpp", function},
    {"let_go", "khora/share.hpp", function},
    {"text", "khora/text.hpp", function},
    {"ListBuilder", "khora/native/list.hpp", other},
    {"assertion_failed", "khora/testing.hpp", function},
    {"run_tests", "khora/testing.hpp", function},
    {"Test", "khora/testing.hpp", other},
    {"run_main", "khora/program.hpp", function},
};

const RuntimeName* find_runtime_name(std::string_view name) {
  const auto* found = std::find_if(std::begin(runtime_names), std::end(runtime_names),
                                   [&](const RuntimeName& entry) { return entry.name == name; });
  return found == std::end(runtime_names) ? nullptr : found;
}

template <class Names>
std::set<std::string_view> as_set(const Names& names) {
  return {std::begin(names), std::end(names)};
}

}  // namespace

bool is_captured(std::string_view name) {
  static const std::set<std::string_view> words = as_set(cpp_words);
  static const std::set<std::string_view> macros = as_set(captured_macros);
  if (name.starts_with("__")) return true;
  if (name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z') return true;
  return words.count(name) != 0 || macros.count(name) != 0;
}

bool is_captured_globally(std::string_view name) {
  static const std::set<std::string_view> globals = as_set(captured_globals);
  return name == "main" || name.starts_with("_") || globals.count(name) != 0 || is_runtime_short_name(name);
}

bool is_runtime_short_name(std::string_view name) {
  const RuntimeName* found = find_runtime_name(name);
  return found != nullptr && found->kind == type;
}

bool is_runtime_function(std::string_view name) {
  const RuntimeName* found = find_runtime_name(name);
  return found != nullptr && found->kind == function;
}

std::string_view runtime_header(std::string_view name) {
  const RuntimeName* found = find_runtime_name(name);
  return found == nullptr ? std::string_view() : found->header;
}

}  // namespace khora2cpp::emit
