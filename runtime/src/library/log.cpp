// Standard error (std-io.md): the function that std/log.kh declares without a body.
#include "khora/native/log.hpp"

#include "khora/trap.hpp"

namespace khora::log {

void eprint(const String& text) { khora::detail::report_line(text.view()); }

}  // namespace khora::log
