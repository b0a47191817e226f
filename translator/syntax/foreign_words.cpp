#include "syntax/foreign_words.hpp"

#include <algorithm>
#include <array>

namespace khora2cpp::syntax {
namespace {

constexpr std::array<ForeignWord, 24> declarations = {{
    {"struct", "a record is declared with `type Name = { field: Type };`"},
    {"class",
     "a record is declared with `type Name = { field: Type };`, and its methods with `impl Name { … }`"},
    {"record", "a record is declared with `type Name = { field: Type };`"},
    {"enum", "a variant is declared with `type Name = | First | Second(Int);`"},
    {"union", "a variant is declared with `type Name = | First | Second(Int);`"},
    {"data", "a variant is declared with `type Name = | First | Second(Int);`"},
    {"interface", "write `trait Name { fn method(self) -> Type; }`"},
    {"protocol", "write `trait Name { fn method(self) -> Type; }`"},
    {"func", "write `fn`"},
    {"function", "write `fn`"},
    {"def", "write `fn`"},
    {"fun", "write `fn`"},
    {"proc", "write `fn`"},
    {"var", "outside of functions write `const NAME: Type = …;`; inside of them, `let mut`"},
    {"val", "outside of functions write `const NAME: Type = …;`; inside of them, `let`"},
    {"static", "outside of functions write `const NAME: Type = …;`"},
    {"namespace", "a file is one module: begin it with `module package::name;`"},
    {"package", "a file is one module: begin it with `module package::name;`"},
    {"mod", "a file is one module: begin it with `module package::name;`"},
    {"use", "write `import module::{Name};`"},
    {"include", "write `import module::{Name};`"},
    {"from", "write `import module::{Name};`"},
    {"async",
     "there is no counterpart: any function can wait, and one that waits looks like one that does not"},
    {"typedef", "write `type Name = Type;`, which declares a type of its own"},
}};

constexpr std::array<ForeignWord, 29> expressions = {{
    {"var", "write `let mut`"},
    {"val", "write `let`"},
    {"auto", "write `let`"},
    {"func", "a function inside a function is a lambda: `let name = fn (a) => …;`"},
    {"function", "a function inside a function is a lambda: `let name = fn (a) => …;`"},
    {"def", "a function inside a function is a lambda: `let name = fn (a) => …;`"},
    {"fun", "a function inside a function is a lambda: `let name = fn (a) => …;`"},
    {"lambda", "write `fn x => …`"},
    {"struct", "types are declared outside of functions: `type Name = { field: Type };`"},
    {"class", "types are declared outside of functions: `type Name = { field: Type };`"},
    {"enum", "types are declared outside of functions: `type Name = | First | Second;`"},
    {"switch", "write `match value { pattern => …, _ => … }`"},
    {"case", "write `match value { pattern => …, _ => … }`"},
    {"when", "write `match value { pattern => …, _ => … }`"},
    {"try", "mark the call with `!` and handle the failure behind it: `call()! catch { … }`"},
    {"throw", "write `raise`"},
    {"do", "write `loop { … }` with a `break`"},
    {"until", "write `while !condition { … }`"},
    {"unless", "write `if !condition { … }`"},
    {"foreach", "write `for x in xs { … }`"},
    {"elif", "write `else if`"},
    {"elsif", "write `else if`"},
    {"elseif", "write `else if`"},
    {"new", "a value is made by a record literal, a case or a function: leave the word out"},
    {"await", "calls wait by themselves: leave the word out"},
    {"async", "start concurrent work with `Fiber::spawn(fn () => …)`"},
    {"not", "write `!`"},
    {"using", "write `with`"},
    {"handle", "a handler is a value that is installed: `with { label: handler for Effect { … } } { … }`"},
}};

constexpr std::array<ForeignWord, 9> connectives = {{
    {"and", "write `&&`"},
    {"or", "write `||`"},
    {"is", "compare with `==`, or take the value apart with `match`"},
    {"instanceof", "a value has one type; the cases of a variant are told apart with `match`"},
    {"then", "write `if condition { … } else { … }`"},
    {"do", "write the body in braces"},
    {"mod", "write `%`"},
    {"div", "write `/`"},
    {"xor", "write `!=`"},
}};

template <std::size_t Size>
const ForeignWord* find(const std::array<ForeignWord, Size>& words, std::string_view word) {
  const auto found =
      std::find_if(words.begin(), words.end(), [&](const ForeignWord& entry) { return entry.word == word; });
  return found == words.end() ? nullptr : &*found;
}

}  // namespace

const ForeignWord* foreign_declaration(std::string_view word) {
  return find(declarations, word);
}

const ForeignWord* foreign_expression(std::string_view word) {
  return find(expressions, word);
}

const ForeignWord* foreign_connective(std::string_view word) {
  return find(connectives, word);
}

}  // namespace khora2cpp::syntax
