// `.khi`: what an importer has to know of a translated module, in Khora's own syntax.
//
// The first line is `//! khi 1`. Then comes the part of the module as it was written, without the bodies of functions and without tests. Above
// each function stands what analysis found out (`// @facts ..`, analysis/facts_text.hpp).
#pragma once

#include "emit/emit.hpp"
#include "emit/signatures.hpp"

namespace khora2cpp::emit {

OutputFile interface_file(const Translation& translation, const types::Part& part);

}  // namespace khora2cpp::emit
