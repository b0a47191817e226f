#include "emit/members.hpp"

namespace khora2cpp::emit {

const types::TypeDecl* target_of(const types::ImplDecl& impl) {
  const types::Type* target = types::resolved(impl.target);
  return target->kind == types::Kind::nominal ? target->decl : nullptr;
}

Members::Members(const types::Program& program) {
  for (const types::Part& part : program.parts) {
    for (const types::Declaration& declaration : part.declarations) {
      const auto* impl = std::get_if<types::ImplDecl*>(&declaration);
      if (impl == nullptr || (*impl)->trait != nullptr) continue;
      if (const types::TypeDecl* decl = target_of(**impl)) {
        for (const types::Function* function : (*impl)->functions) members_[decl].push_back(function);
      }
    }
  }
}

const std::vector<const types::Function*>& Members::of(const types::TypeDecl* decl) const {
  static const std::vector<const types::Function*> none;
  const auto found = members_.find(decl);
  return found == members_.end() ? none : found->second;
}

}  // namespace khora2cpp::emit
