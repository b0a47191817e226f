#include <cctype>

#include "KhoraLexer.h"
#include "KhoraParser.h"
#include "syntax/expected.hpp"
#include "syntax/explainer.hpp"
#include "syntax/foreign_words.hpp"

namespace khora2cpp::syntax {

using L = grammar::KhoraLexer;
using P = grammar::KhoraParser;

Explainer::Found Explainer::item_start() {
  const std::size_t first = item_.from;
  if (kind(first) == L::SEMI)
    return report("D211", span(first), "this `;` ends nothing",
                  "remove it: a body is closed by its `}` alone");
  const std::size_t named = kind(first) == L::PUB ? first + 1 : first;
  if (kind(named) == L::ID) {
    if (const ForeignWord* foreign = foreign_declaration(word(named))) {
      return report("D204", span(named), "`" + word(named) + "` declares nothing in Khora",
                    std::string(foreign->advice));
    }
  }
  if (at_ != first) return nullptr;
  return report("D230", span(first), "expected a declaration, and here is `" + word(first) + "`",
                "a file holds `import`, `type`, `trait`, `impl`, `effect`, `row`, `context`, `fn`, `const` "
                "and `test` declarations");
}

Explainer::Found Explainer::after_pub() {
  const std::size_t first = item_.from;
  if (kind(first) == L::DERIVE && kind(at_) != L::ID && in(P::RuleTypeDecl) && kind(before_) != L::TYPE &&
      !at_end_ && (kind(before_) == L::RPAREN || kind(before_) == L::PUB)) {
    return report("D209", span(first), "`derive` stands before a `type` and nothing else",
                  "remove it here, or write an `impl`");
  }
  if (kind(first) != L::PUB || at_ != first + 1 || at_end_) return nullptr;
  if (kind(at_) == L::DERIVE) {
    return report("D209", span(at_), "`derive` stands before `pub`", "write `derive(…) pub type`");
  }
  if (kind(at_) == L::LET) {
    return report("D205", span(at_), "outside of functions there is no `let`",
                  "declare a constant: `pub const NAME: Type = …;`");
  }
  return report("D210", span(at_), "`pub` does not go with `" + word(at_) + "`",
                "it goes with `type`, `trait`, `effect`, `row`, `context`, `fn`, `extern fn` and `const`");
}

Explainer::Found Explainer::import_form() {
  if (kind(item_.from) != L::IMPORT) return nullptr;
  std::string module;
  for (std::size_t index = item_.from + 1;
       index < item_.to && (kind(index) == L::ID || kind(index) == L::COLONCOLON); ++index) {
    module += word(index);
  }
  if (module.ends_with("::")) module.resize(module.size() - 2);
  if (kind(at_) == L::STAR) {
    return report("D208", span(at_), "there are no glob imports",
                  "name what is needed: `import " + module + "::{First, Second};`");
  }
  if (kind(at_) == L::DOT) {
    return report("D230", span(at_), "the parts of a module's name are separated by `::`",
                  "write `import package::module::{Name};`");
  }
  if (kind(at_) == L::SEMI || at_end_ || kind(at_) == L::AS) {
    if (in(P::RuleImportDecl) && (expects(L::COLONCOLON) || expects(L::LBRACE))) {
      const std::size_t cut = module.rfind("::");
      const std::string shown = cut == std::string::npos
                                    ? module + "::{Name}"
                                    : module.substr(0, cut) + "::{" + module.substr(cut + 2) + "}";
      return report("D207", span(item_.from, before_), "an import names what it wants in braces",
                    "write `import " + shown + ";`");
    }
  }
  return nullptr;
}

Explainer::Found Explainer::declaration_form() {
  if (in(P::RuleImplDecl) && (kind(at_) == L::ID || kind(at_) == L::ROW_VARIABLE) && expects(L::LBRACE)) {
    return report("D212", span(at_), "`for` is missing between the trait and the type",
                  "write `impl Trait for Type { … }`");
  }
  if (in(P::RuleSignature)) {
    if (kind(at_) == L::FATARROW) {
      return report("D213", span(at_), "the body of a function is a block, without `=>`",
                    "write `fn name(…) -> Type { … }`");
    }
    if (kind(at_) == L::COLON && kind(before_) == L::RPAREN) {
      return report("D230", span(at_), "the type of the answer stands behind `->`",
                    "write `fn name(…) -> Type { … }`");
    }
    if (kind(at_) == L::ID && (word(at_) == "where" || word(at_) == "throws" || word(at_) == "uses")) {
      return report("D230", span(at_), "`" + word(at_) + "` is no clause of a function",
                    word(at_) == "where"    ? "bounds stand at the type parameter: `<A: Show + Eq>`"
                    : word(at_) == "throws" ? "failures are declared with `raises`"
                                            : "capabilities are declared with `with { label: Effect }`");
    }
  }
  if (in(P::RuleRowDecl) && kind(before_) == L::ASSIGN) {
    return report("D215", at_end_ ? behind(before_) : span(at_),
                  "a row is a set of labelled capabilities in braces",
                  "write `row Name = { clock: Clock, fs: FsRead };`");
  }
  if ((kind(before_) == L::TEST || kind(before_) == L::BENCH) && before_ == item_.from) {
    return report("D230", at_end_ ? behind(before_) : span(at_),
                  "the name of a `" + word(before_) + "` is a string",
                  "write `" + word(before_) + " \"what it shows\" { … }`");
  }
  if ((in(P::RuleTypeDecl) || in(P::RuleTypeBody)) && kind(at_) == L::CASE_BAR) {
    return report("D230", span(at_), "every case of a variant begins with `|`, the first one too",
                  "write `type Name = | First | Second;`");
  }
  if (in(P::RuleTypeDecl) && (kind(at_) == L::LBRACE || kind(at_) == L::FIELDS_LBRACE)) {
    return report("D230", span(at_), "a `=` is missing before the fields of the type",
                  "write `type Name = { field: Type };`");
  }
  if (const SyntaxFault::Open* field = enclosing(P::RuleField); field != nullptr && kind(at_) == L::ASSIGN) {
    return report("D230", span(at_), "a field has no default value",
                  "write a function that makes the record");
  }
  if ((in(P::RuleTypeBody) || in(P::RuleField)) && kind(at_) == L::SEMI && expects(L::COMMA))
    return report("D230", span(at_), "fields are separated by `,`");
  if (in(P::RuleParameter) || in(P::RuleParameters) || in(P::RuleSignature)) {
    if (kind(at_) == L::MUT) {
      return report("D230", span(at_), "parameters are never `mut`", "copy it first: `let mut x = x;`");
    }
    if (kind(at_) == L::ASSIGN && enclosing(P::RuleParameters) != nullptr) {
      return report("D230", span(at_), "parameters have no default values",
                    "write a second function, or take an `Option`");
    }
    if (kind(at_) == L::ID && kind(before_) == L::ID && enclosing(P::RuleParameters) != nullptr) {
      // Types begin with a capital letter.
      if (std::isupper(static_cast<unsigned char>(word(at_).front())) != 0) {
        return report("D230", span(before_, at_), "a `:` is missing between the parameter and its type",
                      "write `" + word(before_) + ": " + word(at_) +
                          (at_ + 1 < item_.to && kind(at_ + 1) == L::LESS ? "<…>`" : "`"));
      }
      return report("D230", span(before_, at_), "a parameter is written name first",
                    "write `" + word(at_) + ": " + word(before_) + "`");
    }
  }
  if (kind(item_.from) == L::IMPL || kind(item_.from) == L::TRAIT) {
    if ((in(P::RuleMember) || in(P::RuleImplDecl) || in(P::RuleTraitDecl)) && !at_end_ &&
        kind(at_) != L::LBRACE && enclosing(P::RuleSignature) == nullptr &&
        (kind(before_) == L::LBRACE || kind(before_) == L::RBRACE || kind(before_) == L::SEMI)) {
      const ForeignWord* foreign = kind(at_) == L::ID ? foreign_declaration(word(at_)) : nullptr;
      if (foreign != nullptr) {
        return report("D204", span(at_), "`" + word(at_) + "` declares nothing in Khora",
                      std::string(foreign->advice));
      }
      if (kind(at_) == L::SEMI)
        return report("D211", span(at_), "this `;` ends nothing",
                      "remove it: a body is closed by its `}` alone");
      return report("D230", span(at_), "expected `fn` or `type`, and here is `" + word(at_) + "`",
                    "only functions and associated types stand here");
    }
  }
  return nullptr;
}

Explainer::Found Explainer::declaration_in_block() {
  if (at_end_ || enclosing(P::RuleStatement) == nullptr) {
    if (enclosing(P::RuleBlock) == nullptr || at_end_) return nullptr;
  }
  switch (kind(at_)) {
    case L::CONST:
      return report("D230", span(at_), "inside a function a value is named with `let`", "write `let`");
    case L::TYPE:
    case L::TRAIT:
    case L::IMPL:
    case L::EFFECT:
    case L::IMPORT:
    case L::MODULE:
    case L::PUB:
      return report("D230", span(at_), "declarations stand outside of functions",
                    "move it out of this block");
    default: break;
  }
  // `fn name(…)` is read as a lambda.
  if (in(P::RuleLambda) && kind(before_) == L::ID && kind(at_) == L::LPAREN) {
    return report("D230", span(before_), "functions are declared outside of functions",
                  "inside, write a lambda: `let " + word(before_) + " = fn (…) => …;`");
  }
  return nullptr;
}

}  // namespace khora2cpp::syntax
