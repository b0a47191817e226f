// Reading, writing in one step, and the build cache.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>

#include "driver/cache.hpp"
#include "driver/files.hpp"

using namespace khora2cpp::driver;

namespace {

/// A directory of this test, gone afterwards.
class Scratch {
 public:
  Scratch() : path_(make_private_directory(fs::temp_directory_path(), "khora2cpp-test-")) {
    REQUIRE_FALSE(path_.empty());
  }
  ~Scratch() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  fs::path operator/(const char* name) const { return path_ / name; }
  const fs::path& path() const { return path_; }
  fs::path write(const char* name, const std::string& text) const {
    REQUIRE_FALSE(write_files({{path_ / name, text}}));
    return path_ / name;
  }

 private:
  fs::path path_;
};

void make_old(const fs::path& path) {
  fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(2));
}

}  // namespace

TEST_CASE("a file is read whole or refused with a reason") {
  const Scratch scratch;
  CHECK(read_file(scratch.write("a", std::string("x\0y", 3))).text == std::string("x\0y", 3));
  CHECK(read_file(scratch / "missing").problem == "No such file or directory");
  CHECK(read_file(scratch.path()).problem == "it is a directory");
  CHECK(read_file("/dev/zero").problem == "it is not a regular file");
  CHECK(read_file(scratch.write("big", std::string(3 << 20, 'x')), 2 << 20).problem ==
        "it is larger than 2 MiB");
}

TEST_CASE("files are written all or none") {
  const Scratch scratch;
  scratch.write("dir/kept.txt", "old");
  fs::create_directories(scratch / "taken");
  const auto problem = write_files({{scratch / "dir/kept.txt", "new"}, {scratch / "taken", "x"}});
  REQUIRE(problem);
  CHECK(problem->path == scratch / "taken");
  CHECK(read_file(scratch / "dir/kept.txt").text == "old");
  CHECK(std::distance(fs::directory_iterator(scratch / "dir"), fs::directory_iterator()) == 1);
}

TEST_CASE("a file that stays the same keeps its time") {
  const Scratch scratch;
  const fs::path file = scratch.write("a", "same");
  make_old(file);
  const auto before = fs::last_write_time(file);
  scratch.write("a", "same");
  CHECK(fs::last_write_time(file) == before);
  scratch.write("a", "diff");
  CHECK(fs::last_write_time(file) != before);
}

TEST_CASE("Khora files are found below a directory, hidden folders apart") {
  const Scratch scratch;
  for (const char* name : {"b.kh", "a/c.kh", ".git/d.kh", "a/e.txt"}) scratch.write(name, "");
  std::vector<fs::path> visited;
  CHECK(khora_files_below(scratch.path(), &visited) ==
        std::vector<fs::path>{scratch / "a/c.kh", scratch / "b.kh"});
  CHECK(visited.size() == 2);
}

TEST_CASE("an entry is good while every file and folder is as it was") {
  const Scratch scratch;
  Cache cache(scratch / "cache");
  const fs::path source = scratch.write("src/main.kh", "module main;");
  const fs::path made = scratch.write("made", "program");
  REQUIRE_FALSE(cache.store_program("p1", "main", made).empty());
  const auto store = [&] {
    cache.store_entry("e1", {"p1",
                             "main",
                             {{source, state_of_file(source)}},
                             {{scratch / "src", state_of_directory(scratch / "src")}}});
  };
  store();
  CHECK(cache.find_unchanged("e1") == scratch / "cache/programs/p1/main");
  CHECK_FALSE(cache.find_unchanged("e2"));
  scratch.write("src/main.kh", "module mine;");
  CHECK_FALSE(cache.find_unchanged("e1"));
  store();
  CHECK(cache.find_unchanged("e1"));
  scratch.write("src/other.kh", "");
  CHECK_FALSE(cache.find_unchanged("e1"));
  store();
  fs::remove_all(scratch / "cache/programs");
  CHECK_FALSE(cache.find_unchanged("e1"));
}

TEST_CASE("the cache forgets what was not used for longest") {
  const Scratch scratch;
  Cache cache(scratch / "cache");
  for (const char* name : {"o1", "o2", "o3"}) {
    const fs::path object = cache.store_object(name, scratch.write("made", std::string(1000, 'x')));
    make_old(object);
  }
  CHECK(cache.find_object("o1"));  // used just now
  cache.trim(3000);
  CHECK(fs::exists(scratch / "cache/objects/o2.o"));
  cache.trim(2000);
  CHECK(fs::exists(scratch / "cache/objects/o1.o"));
  CHECK_FALSE((fs::exists(scratch / "cache/objects/o2.o") && fs::exists(scratch / "cache/objects/o3.o")));
  // What is in use is never taken away, whatever the limit.
  cache.trim(0);
  CHECK(fs::exists(scratch / "cache/objects/o1.o"));
}
