// Questions about types that several passes ask.
#pragma once

#include <set>
#include <string>

#include "types/program.hpp"

namespace khora2cpp::analysis {

/// `()`.
bool is_unit(const types::Type* type);
bool is_never(const types::Type* type);
bool is_function(const types::Type* type);
/// Passed by value in C++: numbers, `Bool`, `Char`, `Ptr`, `()`.
bool is_scalar(const types::Type* type);
bool is_string(const types::Type* type);
/// The declaration behind a nominal type; null for anything else.
const types::TypeDecl* declaration(const types::Type* type);

/// Whether a type or constant parameter, or a projection, occurs anywhere in `type` (rows do not count).
bool mentions_parameter(const types::Type* type);
/// Whether `parameter` occurs in `type`.
bool mentions(const types::Type* type, const types::TypeParam* parameter);
/// Whether it mentions a declared type.
bool mentions(const types::Type* type, const types::TypeDecl* decl);
/// Whether it mentions an associated type of the type parameter `self`.
bool mentions_projection_of(const types::Type* type, const types::TypeParam* self);
/// Whether a function type has a row that is not closed: a tail that is a parameter or a projection, at any depth.
bool has_row_variable(const types::Type* type);
/// Whether two resolved types are the same; rows of failures are ignored, as they have no C++ form.
bool same_type(const types::Type* left, const types::Type* right);

/// Whether a failure row has anything in it. A row variable counts.
bool raises_something(const types::Row* row);

/// Whether a value of the type owns a `Region`, `Fiber`, `Claim` or `Fibers` (emission.md 5.5). A type parameter does not count.
bool owns_resource(const types::Type* type);

/// Whether copying a value of the type is copying bytes: scalars, and records and variants of them that lie in place.
bool is_plain(const types::Type* type, const std::set<const types::TypeDecl*>& boxed);

/// Whether something inside a value of the type may be assigned, so that it is not `Share` (concurrency.md 15). A type parameter counts
/// unless its bounds say otherwise.
bool may_be_written(const types::Type* type, const types::Program& program);

/// Whether a row is put together in C++: `khora::Merged<..>`.
bool is_merged(const types::Row& row);

/// A string that is equal for equal types, for use as a key in memory only (it holds addresses).
std::string type_key(const types::Type* type);

}  // namespace khora2cpp::analysis
