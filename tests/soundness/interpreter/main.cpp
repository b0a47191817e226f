// khora_interpret [--json] PLACE...: runs programs, each a file or a folder, by walking their typed trees.
//
// One program: its output, its complaint on standard error, its status. With --json: a line for each program,
//   {"program", "status", "output", "complaint", "diagnostics", "unsupported"}
// where status is null for a program that was refused (`diagnostics` says why) or uses what is not interpreted (`unsupported` says what).
#include <pthread.h>

#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/interpreter.hpp"
#include "interpreter/load.hpp"

namespace {

using namespace khora2cpp::interpreter;

struct Run {
  std::optional<Interpreter::Result> result;
  std::string diagnostics;
  std::string unsupported;
};

Run run(Loader& loader, const std::string& place) {
  Run one;
  try {
    const Loaded loaded = loader.load(place);
    one.diagnostics = loaded.diagnostics;
    if (!loaded.program) return one;
    if (loaded.program->main == nullptr) throw Unsupported("there is no `main`");
    one.result = Interpreter(*loaded.program).run_main();
  } catch (const std::exception& error) {
    one.unsupported = error.what();
  }
  return one;
}

int print_one(const Run& one) {
  std::fputs(one.diagnostics.c_str(), stderr);
  if (!one.unsupported.empty()) std::fprintf(stderr, "khora_interpret: %s\n", one.unsupported.c_str());
  if (!one.result) return 2;
  std::fputs(one.result->output.c_str(), stdout);
  if (!one.result->complaint.empty()) std::fprintf(stderr, "khora: %s\n", one.result->complaint.c_str());
  return one.result->status;
}

void print_json(const std::string& place, const Run& one) {
  nlohmann::json line;
  line["program"] = place;
  line["status"] = one.result ? nlohmann::json(one.result->status) : nlohmann::json();
  line["output"] = one.result ? one.result->output : "";
  line["complaint"] = one.result ? one.result->complaint : "";
  line["diagnostics"] = one.diagnostics;
  line["unsupported"] = one.unsupported;
  std::puts(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  std::fflush(stdout);
}

struct Job {
  std::vector<std::string> places;
  bool json = false;
  int status = 0;
};

void* work(void* argument) {
  Job& job = *static_cast<Job*>(argument);
  try {
    Loader loader(KHORA2CPP_SOURCE_DIR "/runtime/std");
    for (const std::string& place : job.places) {
      const Run one = run(loader, place);
      if (job.json) {
        print_json(place, one);
      } else {
        job.status = print_one(one);
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "khora_interpret: %s\n", error.what());
    job.status = 2;
  }
  return nullptr;
}

}  // namespace

int main(int count, char** arguments) {
  Job job;
  for (int at = 1; at < count; ++at) {
    if (std::string(arguments[at]) == "--json") {
      job.json = true;
    } else {
      job.places.emplace_back(arguments[at]);
    }
  }
  if (job.places.empty() || (!job.json && job.places.size() > 1)) {
    std::fputs("usage: khora_interpret PLACE, or khora_interpret --json PLACE...\n", stderr);
    return 2;
  }
  // A call of the program is a dozen calls here, so the ordinary stack would be small.
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{1} << 30);
  pthread_t thread{};
  if (pthread_create(&thread, &attributes, work, &job) != 0) {
    std::fputs("khora_interpret: cannot start a thread with a large stack\n", stderr);
    return 2;
  }
  pthread_join(thread, nullptr);
  return job.status;
}
