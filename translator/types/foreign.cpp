// Foreign functions: what may cross to C (syntax-and-types.md 11).
#include "types/world.hpp"

namespace khora2cpp::types {

namespace {

/// Types that C can take or give (X3). Type parameters are refused as a whole, where they are declared.
bool crosses(const Type* type, bool is_result) {
  type = resolved(type);
  if (type->kind == Kind::error || type->kind == Kind::parameter) return true;
  if (type->kind == Kind::tuple) return is_result && type->arguments.empty();
  return type->kind == Kind::nominal && type->decl->builtin != Builtin::none && type->decl->builtin != Builtin::string;
}

}  // namespace

void World::check_foreign(const Function& function, const syntax::FunctionDecl& written) {
  const std::string name = "`" + function.name + "`";
  const bool exported = written.body != nullptr;
  const char* allowed = "numbers, `Bool`, `Char`, `Ptr` and, as a result, `()` may cross";
  for (std::size_t at = 0; at < function.arguments.size(); ++at) {
    const Local& argument = *function.arguments[at];
    if (crosses(argument.type, false)) continue;
    diagnostics
        .error("D701", written.arguments[at].type ? written.arguments[at].type->span : argument.span,
               "`" + to_string(argument.type) + "` cannot be passed across C")
        .suggest(allowed);
  }
  if (!crosses(function.result, true)) {
    diagnostics
        .error("D701", written.result ? written.result->span : written.name.span,
               "`" + to_string(function.result) + "` cannot be passed across C")
        .suggest(allowed);
  }
  if (!written.parameters.empty()) {
    diagnostics.error("D702", written.name.span, "the foreign function " + name + " has type parameters, and C knows none")
        .suggest("write one function for each type");
  }
  if (written.raises) {
    diagnostics.error("D702", written.raises->span, "the foreign function " + name + " raises, and C does not see failures")
        .suggest("answer a code, and raise in a function around it");
  }
  if (exported && written.with) {
    diagnostics.error("D702", written.with->span, "the exported function " + name + " requires a capability, and C cannot supply one")
        .suggest("install it in the body");
  }
  if (exported && !written.is_pub) {
    diagnostics.error("D702", written.name.span, name + " has a body and is not exported")
        .suggest("write `pub extern fn` to export it, or leave out `extern`");
  }
}

}  // namespace khora2cpp::types
