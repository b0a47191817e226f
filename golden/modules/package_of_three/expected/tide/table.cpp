// Translated by khora2cpp from table.kh.
#include "tide/table.hpp"

namespace tide::table {

tide::clock::Hour high(Int day) {
  return tide::clock::Hour::at(day * 25);
}

}  // namespace tide::table
