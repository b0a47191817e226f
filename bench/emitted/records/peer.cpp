#include "../checked.hpp"

struct Point {
  Int x;
  Int y;
  Int weight;
};

static Point moved(const Point& point, Int by) {
  return {rest(add(point.x, by), 10007), rest(add(point.y, point.x), 10009), point.weight};
}

static Int walk(Int steps) {
  Point point{1, 2, 3};
  for (Int step = 0; step < steps; step = add(step, 1)) point = moved(point, step);
  return add(add(point.x, point.y), point.weight);
}

int main(int argc, char** argv) { print(walk(size(argc, argv))); }
