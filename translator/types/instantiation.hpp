// Which type parameters are instantiated with what, to find instantiations without an end. Internal to types/.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "types/program.hpp"

namespace khora2cpp::types {

class Solver;

class Instantiations {
 public:
  /// A call or a mention of a function; types must be final.
  void use_callee(Solver& solver, const Function& user, const Callee& callee, Span span);
  /// The types in a declaration's fields.
  void use_types_of(const TypeDecl& decl);
  /// Reports D423 where a type grows on a way that leads back to itself.
  void report(diagnostics::Diagnostics& diagnostics) const;

 private:
  /// A parameter in one function (the parameters of an impl are others in each of its functions); no function for a type's own.
  using Node = std::pair<const Function*, const TypeParam*>;
  struct Edge {
    Node to;
    bool enlarges = false;  ///< the parameter is only a part of the argument
    Span span;
  };
  void pass(const Function* user, Node to, Type* argument, Span span);
  void pass_all(const Function* user, const Function* used, const std::vector<TypeParam*>& parameters, const std::vector<Type*>& arguments,
                Span span);

  std::map<Node, std::vector<Edge>> edges_;
};

}  // namespace khora2cpp::types
