// Which sanitizer this is built with; switches between stacks must be announced to it.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define KHORA_DETAIL_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KHORA_DETAIL_ASAN 1
#endif
#endif

#if defined(__SANITIZE_THREAD__)
#define KHORA_DETAIL_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define KHORA_DETAIL_TSAN 1
#endif
#endif
