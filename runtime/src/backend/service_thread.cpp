#include "backend/service_thread.hpp"

#include <pthread.h>
#include <signal.h>

namespace khora::detail {

bool start_service_thread(void* (*body)(void* argument), void* argument) {
  // A thread inherits the mask of the one that starts it.
  sigset_t all;
  sigset_t old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  const int error = pthread_create(&thread, &attributes, body, argument);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  return error == 0;
}

}  // namespace khora::detail
