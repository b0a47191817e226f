// The header and the source file of one part of a module (emission.md 10).
#pragma once

#include <set>
#include <string>

#include "emit/emit.hpp"
#include "emit/file_text.hpp"
#include "emit/plan.hpp"
#include "emit/signatures.hpp"

namespace khora2cpp::emit {

class PartFiles {
 public:
  PartFiles(const Translation& translation, const Members& members, const std::set<const types::TypeParam*>& held, const types::Part& part);

  OutputFile header() const;
  OutputFile source() const;

 private:
  Place module_place() const { return {part_.module, true, nullptr, nullptr}; }
  static Place global_place() { return {nullptr, false, nullptr, nullptr}; }
  Where where(const types::TypeDecl* decl) const;
  Where where_impl(const types::ImplDecl& impl) const;
  Place place_of(Where where) const { return where == Where::global ? global_place() : module_place(); }
  std::string banner() const;
  bool is_header_of_module(const std::string& include) const;

  void take_named(Chunk& chunk, const Uses& uses);

  void build_header();
  void build_source();
  void add_traits(FileText& file, const std::vector<const types::TraitDecl*>& traits) const;
  void add_impl_heads(FileText& file, const std::vector<const types::ImplDecl*>& impls);
  void add_error_names(FileText& file) const;
  void add_types(FileText& file, const std::vector<const types::TypeDecl*>& decls);
  void add_declarations(FileText& file);
  void add_private_functions(FileText& file) const;
  void add_bodies(FileText& file, const std::vector<const types::Function*>& functions) const;
  void add_c_declarations(FileText& file) const;
  void add_exports(FileText& file) const;
  void add_blocks(FileText& file) const;
  /// Declares ahead, at the front, the types of this file that are named before they are defined.
  void add_forward_declarations(FileText& file, const std::vector<const types::TypeDecl*>& decls) const;
  /// Parts of one module name each other's types, so their headers have to be includable in any order.
  bool has_sibling_parts() const;

  const Translation& translation_;
  const Members& members_;
  const std::set<const types::TypeParam*>& held_;
  const types::Part& part_;
  Plan plan_;
  FileText header_;        ///< up to the declarations of functions
  FileText header_tail_;   ///< template bodies
  FileText source_;
  Uses named_;             ///< what signatures of the header only name
};

/// `khora/core/fwd.hpp`: declares the types of a module of several parts.
OutputFile forward_header(const Translation& translation, const Members& members, const modules::Module* module);
std::string forward_header_path(const Names& names, const modules::Module* module);

}  // namespace khora2cpp::emit
