// Definitions of Khora types as C++ (emission.md 6): structs for what is a value, handle classes for what is counted.
#pragma once

#include <string>

#include "emit/members.hpp"
#include "emit/signatures.hpp"

namespace khora2cpp::emit {

class TypeDecls {
 public:
  /// `uses` takes what has to be complete, `named` what signatures only name.
  TypeDecls(const Translation& translation, const Members& members, Place place, Uses& uses, Uses& named)
      : translation_(translation), members_(members), place_(place), uses_(uses), named_(named) {}

  /// `struct Spot;` with its template head.
  std::string forward(const types::TypeDecl& decl) const;
  /// `struct TankFields;`, `struct Wind...`: what the handle class of a recursive type needs to be declared.
  std::string forward_companion(const types::TypeDecl& decl) const;

  /// A type that is a value, whole.
  std::string value(const types::TypeDecl& decl) const;
  /// A counted type that does not contain itself: what it holds, then its class.
  std::string counted(const types::TypeDecl& decl) const;
  /// The class of a counted type alone, and what it holds alone, for types that contain themselves.
  std::string handle(const types::TypeDecl& decl) const;
  std::string contents(const types::TypeDecl& decl) const;

 private:
  TypeText inside(const types::TypeDecl& decl) const;
  std::string head(const types::TypeDecl& decl) const;
  std::string applied(const types::TypeDecl& decl, const std::string& name) const;
  std::string fields(const types::TypeDecl& decl, const std::string& owner, const std::vector<types::Field>& declared,
                     const std::vector<std::string>& names, std::size_t indent) const;
  std::string record_struct(const types::TypeDecl& decl, const std::string& name, bool with_members) const;
  std::string case_struct(const types::TypeDecl& decl, std::size_t index, std::size_t indent, const std::string& qualifier) const;
  std::string cases_struct(const types::TypeDecl& decl, bool payloads_elsewhere) const;
  std::string variant_class(const types::TypeDecl& decl, bool boxed) const;
  std::string record_class(const types::TypeDecl& decl) const;
  std::string functions(const types::TypeDecl& decl) const;

  const Translation& translation_;
  const Members& members_;
  Place place_;
  Uses& uses_;
  Uses& named_;
};

}  // namespace khora2cpp::emit
