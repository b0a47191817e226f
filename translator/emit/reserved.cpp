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
    // A word of C, for the headers that C includes.
    "restrict",
    // Namespaces that emitted code names all the time.
    "khora", "std"};

/// What emitted code uses of namespace `khora`, and where it is declared.
struct RuntimeName {
  std::string_view name;
  std::string_view header;
  enum class Kind { type, function, other } kind;
};
constexpr auto a_type = RuntimeName::Kind::type;
constexpr auto a_function = RuntimeName::Kind::function;
constexpr auto another = RuntimeName::Kind::other;
constexpr RuntimeName runtime_names[] = {
    {"Int", "khora/integer.hpp", a_type},
    {"I8", "khora/integer.hpp", a_type},
    {"I16", "khora/integer.hpp", a_type},
    {"I32", "khora/integer.hpp", a_type},
    {"U8", "khora/integer.hpp", a_type},
    {"U16", "khora/integer.hpp", a_type},
    {"U32", "khora/integer.hpp", a_type},
    {"U64", "khora/integer.hpp", a_type},
    {"Char", "khora/char.hpp", a_type},
    {"String", "khora/string.hpp", a_type},
    {"Ptr", "khora/ptr.hpp", a_type},
    {"Unit", "khora/tagged.hpp", a_type},
    {"Never", "khora/tagged.hpp", a_type},
    {"Rest", "khora/tagged.hpp", a_type},
    {"Tagged", "khora/tagged.hpp", a_type},
    {"Caught", "khora/tagged.hpp", a_type},
    {"ErrorName", "khora/tagged.hpp", another},
    {"unit", "khora/tagged.hpp", another},
    {"stopped", "khora/tagged.hpp", another},
    {"raise", "khora/tagged.hpp", a_function},
    {"raised_one_of", "khora/tagged.hpp", a_function},
    {"foreign", "khora/foreign.hpp", a_function},
    {"exported", "khora/foreign.hpp", a_function},
    {"tagged", "khora/tagged.hpp", a_function},
    {"call", "khora/tagged.hpp", a_function},
    {"stop_pending", "khora/tagged.hpp", a_function},
    {"stop_at_entry", "khora/tagged.hpp", a_function},
    {"unreachable", "khora/tagged.hpp", a_function},
    {"BoolMethods", "khora/scalars.hpp", another},
    {"FloatMethods", "khora/scalars.hpp", another},
    {"Tuple", "khora/tuple.hpp", a_type},
    {"get", "khora/tuple.hpp", a_function},
    {"Fn", "khora/fn.hpp", a_type},
    {"Recursive", "khora/fn.hpp", another},
    {"holds", "khora/holds.hpp", a_function},
    {"Ref", "khora/ref.hpp", another},
    {"Handler", "khora/handler.hpp", another},
    {"Variant", "khora/variant.hpp", another},
    {"BoxedVariant", "khora/boxed_variant.hpp", another},
    {"is", "khora/cases.hpp", a_function},
    {"as", "khora/cases.hpp", a_function},
    {"if_", "khora/cases.hpp", a_function},
    {"Row", "khora/row.hpp", a_type},
    {"Cap", "khora/row.hpp", a_type},
    {"Merged", "khora/row.hpp", a_type},
    {"the", "khora/row.hpp", a_function},
    {"merged", "khora/row.hpp", a_function},
    {"FnWith", "khora/fn_with.hpp", a_type},
    {"call_with", "khora/fn_with.hpp", a_function},
    {"needing", "khora/fn_with.hpp", a_function},
    {"share", "khora/share.hpp", a_function},
    {"let_go", "khora/share.hpp", a_function},
    {"text", "khora/text.hpp", a_function},
    {"append", "khora/text.hpp", a_function},
    {"ListBuilder", "khora/native/list.hpp", another},
    {"assertion_failed", "khora/testing.hpp", a_function},
    {"run_tests", "khora/testing.hpp", a_function},
    {"run_benches", "khora/testing.hpp", a_function},
    {"Test", "khora/testing.hpp", another},
    {"run_main", "khora/program.hpp", a_function},
    {"grant_only", "khora/grants.hpp", a_function},
    {"Permission", "khora/grants.hpp", another},
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

bool is_reserved(std::string_view name) {
  return name.starts_with("__") || (name.size() > 1 && name[0] == '_' && name[1] >= 'A' && name[1] <= 'Z');
}

bool is_captured(std::string_view name) {
  static const std::set<std::string_view> words = as_set(cpp_words);
  static const std::set<std::string_view> macros = as_set(captured_macros);
  return words.count(name) != 0 || macros.count(name) != 0;
}

bool is_captured_globally(std::string_view name) {
  static const std::set<std::string_view> globals = as_set(captured_globals);
  return name == "main" || globals.count(name) != 0 || is_runtime_short_name(name);
}

bool is_c_builtin(std::string_view name) {
  static const std::set<std::string_view> builtins = as_set(captured_builtins);
  return builtins.count(name) != 0;
}

bool is_c_header(std::string_view path) {
  static const std::set<std::string_view> headers = as_set(captured_headers);
  return headers.count(path) != 0;
}

bool is_runtime_short_name(std::string_view name) {
  const RuntimeName* found = find_runtime_name(name);
  return found != nullptr && found->kind == a_type;
}

std::vector<std::string_view> runtime_short_names() {
  std::vector<std::string_view> names;
  for (const RuntimeName& entry : runtime_names) {
    if (entry.kind == a_type) names.push_back(entry.name);
  }
  return names;
}

bool is_runtime_function(std::string_view name) {
  const RuntimeName* found = find_runtime_name(name);
  return found != nullptr && found->kind == a_function;
}

std::string_view runtime_header(std::string_view name) {
  const RuntimeName* found = find_runtime_name(name);
  return found == nullptr ? std::string_view() : found->header;
}

}  // namespace khora2cpp::emit
