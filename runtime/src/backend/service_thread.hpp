// Threads of the runtime itself: the helper, the reactor.
#pragma once

namespace khora::detail {

/// Starts a detached thread that runs `body(argument)` for ever and never takes a signal. False: the system has none left.
bool start_service_thread(void* (*body)(void* argument), void* argument);

}  // namespace khora::detail
