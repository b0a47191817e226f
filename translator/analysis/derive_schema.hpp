// The functions of derived impls of `Decode` and `Encode`, in terms of what std::schema offers (std-json-schema.md).
#pragma once

#include "types/program.hpp"

namespace khora2cpp::analysis {

/// Whether this is a trait of std::schema.
bool is_schema_trait(const types::TraitDecl& trait);

/// Gives a derived impl of such a trait its function.
void write_schema_impl(types::Program& program, types::ImplDecl& impl);

}  // namespace khora2cpp::analysis
