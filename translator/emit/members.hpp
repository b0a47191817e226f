// What belongs to the class of a type: its inherent functions, from every impl of its module.
#pragma once

#include <map>
#include <vector>

#include "types/program.hpp"

namespace khora2cpp::emit {

class Members {
 public:
  explicit Members(const types::Program& program);
  /// In source order.
  const std::vector<const types::Function*>& of(const types::TypeDecl* decl) const;

 private:
  std::map<const types::TypeDecl*, std::vector<const types::Function*>> members_;
};

/// The declaration behind the target of an inherent impl.
const types::TypeDecl* target_of(const types::ImplDecl& impl);

}  // namespace khora2cpp::emit
