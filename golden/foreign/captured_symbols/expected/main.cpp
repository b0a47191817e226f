// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include <cstdint>

#include "khora/core/print.hpp"
#include "khora/core/string.hpp"
#include "khora/foreign.hpp"
#include "khora/ptr.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace main_ {

using khora::I32;
using khora::Ptr;
using khora::Rest;
using khora::String;

std::int64_t c_strlen(void* text) asm("strlen");
std::int32_t c_abs(std::int32_t n) asm("abs");
double c_cabs(double re, double im) asm("cabs");
std::int64_t c_delete(std::int64_t new_) asm("delete");
std::int64_t c_main_(std::int64_t class_) asm("main_");
std::int64_t c_index(std::int64_t register_) asm("index");

namespace {

// Known to every compiler, and with other types.
Int strlen(Ptr text) {
  return khora::foreign<Int>("strlen", c_strlen, text);
}

I32 abs(I32 n) {
  return khora::foreign<I32>("abs", c_abs, n);
}

double cabs(double re, double im) {
  return khora::foreign<double>("cabs", c_cabs, re, im);
}

// A word of C++, and the name of a namespace here.
Int delete_(Int new_) {
  return khora::foreign<Int>("delete", c_delete, new_);
}

Int main_(Int class_) {
  return khora::foreign<Int>("main_", c_main_, class_);
}

}  // namespace

Int index(Int register_) {
  return register_ + 1;
}

Tagged<Unit> main() {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  Int with_c_string_answer;
  if (Rest rest = String::with_c_string<Int>("quay", [](Ptr text) { return strlen(text); }).to(with_c_string_answer)) {
    return rest;
  }
  const I32 abs_answer = abs(-7);
  const double cabs_answer = cabs(3.0, 4.0);
  const Int delete_answer = delete_(1);
  khora::core::print(
      khora::text(with_c_string_answer, " ", abs_answer, " ", cabs_answer, " ", delete_answer, " ",
                  main_(2)));
  return khora::unit;
}

std::int64_t c_index(std::int64_t register_) {
  return khora::exported("index", index, register_);
}

}  // namespace main_
