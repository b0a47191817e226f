// Which function a name of the typed tree means once type parameters have values: instances of functions, and the choice of impls.
//
// A type here is closed: it mentions no type parameter, associated types are worked out.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "interpreter/value.hpp"

namespace khora2cpp::interpreter {

class Instances;

/// A function with the types that its parameters (and those of its impl or trait) stand for. Two instances with the same types are one.
struct Instance {
  enum class Kind {
    body,        ///< evaluated
    native,      ///< the library leaves it to C++; natives.hpp has it
    structural   ///< `Eq`, `Ord`, `Show` or `Hash` of a tuple, or derived: works on the parts of the value
  };
  Kind kind = Kind::body;
  const types::Function* function = nullptr;
  types::Type* self = nullptr;  ///< trait functions: the type whose impl was chosen
  std::vector<types::TypeParam*> parameters;
  std::vector<types::Type*> arguments;
  mutable std::unordered_map<const types::Type*, types::Type*> closed;
  mutable std::unordered_map<const types::Callee*, const Instance*> callees;
};

class Instances {
 public:
  explicit Instances(types::Program& program) : program_(program) {}

  /// A type as it is inside an instance.
  types::Type* closed(const Instance& inside, types::Type* type);
  const Instance& callee(const Instance& inside, const types::Callee& callee);
  /// A function of a trait for a closed type; `own` are the arguments of the function's own type parameters.
  const Instance& of_trait(const types::TraitDecl* trait, const std::vector<types::Type*>& trait_arguments, types::Type* self,
                           const std::string& name, const std::vector<types::Type*>& own);
  /// A function without type parameters.
  const Instance& plain(const types::Function& function);

  types::Program& program() { return program_; }

 private:
  const Instance& interned(Instance instance);

  types::Program& program_;
  std::unordered_map<std::string, std::unique_ptr<Instance>> known_;
  std::unordered_map<std::string, const Instance*> chosen_;
};

/// A text that two closed types share exactly when they are the same type.
std::string key(const types::Type* type);

}  // namespace khora2cpp::interpreter
