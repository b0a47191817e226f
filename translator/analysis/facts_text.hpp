// The facts of a function as text, the way a `.khi` file stores them: a comment directly above the signature,
//
//     // @facts tagged stops entry raises depends A.Show::show, I::Item.Eq::eq
//
// `tagged` or `plain` comes first. `stops`: every specialization can stop. `entry`: reads the flag at entry. `raises`: its row is not empty.
// `depends`: methods that it calls through a bound, each as `SUBJECT.Trait::method`, where the subject is a type parameter, `Self`, or an
// associated type of one.
#pragma once

#include <string>

#include "analysis/facts.hpp"

namespace khora2cpp::analysis {

/// Reads the pragma above a function of an interface. False when there is none (then the body, if any, decides).
bool read_facts(const types::Function& function, FunctionFacts& facts);

/// The line that `read_facts` reads, without the comment marks.
std::string facts_text(const FunctionFacts& facts);

}  // namespace khora2cpp::analysis
