// Which declarations of a part go to which of its two files (emission.md 10).
#pragma once

#include <vector>

#include "analysis/facts.hpp"
#include "emit/members.hpp"
#include "lower/lower.hpp"
#include "types/program.hpp"

namespace khora2cpp::emit {

/// All lists are in source order.
struct Plan {
  /// What one file defines of types, traits and impls.
  struct Definitions {
    std::vector<const types::TypeDecl*> types;
    std::vector<const types::TraitDecl*> traits;
    std::vector<const types::ImplDecl*> impls;
  };
  Definitions header;
  Definitions source;

  std::vector<const types::Constant*> header_constants;   ///< `inline constexpr`
  std::vector<const types::Constant*> private_constants;  ///< the same, in the .cpp
  std::vector<const types::Function*> declared;           ///< free functions that the header declares, constants with a body included
  std::vector<const types::Function*> private_natives;    ///< written by hand, and called by the .cpp alone
  std::vector<const types::Function*> private_functions;  ///< of the .cpp alone, in the unnamed namespace
  std::vector<const types::Function*> header_bodies;      ///< templates, and members of templates
  std::vector<const types::Function*> imports;            ///< `extern fn` without a body that the .cpp defines by a call of C
  std::vector<const types::Function*> exports;            ///< `pub extern fn` with a body
  std::vector<const types::Function*> source_bodies;      ///< everything else that has a definition and is not private to the .cpp
  std::vector<const types::TypeDecl*> raised;             ///< types of this part that some `raises` of the module names
};

Plan plan(const types::Part& part, const types::Program& program, const analysis::Facts& facts, const lower::Program& lowered);

/// A private type or trait that only the .cpp knows.
bool is_private_to_source(const types::TypeDecl* decl, const analysis::Facts& facts);

}  // namespace khora2cpp::emit
