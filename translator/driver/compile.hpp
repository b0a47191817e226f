// From emitted C++ to a program, through the build cache.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "driver/cache.hpp"
#include "driver/files.hpp"
#include "driver/installation.hpp"
#include "driver/link.hpp"
#include "driver/toolchain.hpp"

namespace khora2cpp::driver {

struct CompileJob {
  std::string name;                ///< of the program
  std::vector<FileToWrite> files;  ///< paths relative to the output directory
  std::filesystem::path included;  ///< the source among them that another one includes; empty if there is none
  bool release = false;
  Links links;
  std::map<std::string, source::Span> imports;  ///< C functions that the program calls, and where it says so
  /// The same files with `#line` directives, to name the Khora line when the compiler refuses them.
  std::function<std::vector<FileToWrite>()> with_line_map;
};

class Compiler {
 public:
  Compiler(const Installation& installation, const Toolchain& toolchain, Cache& cache,
           diagnostics::Diagnostics& diagnostics)
      : installation_(installation), toolchain_(toolchain), cache_(cache), diagnostics_(diagnostics) {}

  /// The program, from the cache or newly made; without a value there is a D903, D904, D905, D709 or D908. `key`
  /// becomes the program's key.
  std::optional<std::filesystem::path> compile(const CompileJob& job, std::string& key);

 private:
  Arguments options(bool release) const;
  Arguments compile_command(const CompileJob& job, const fs::path& tree, const fs::path& file,
                            const fs::path& object) const;
  std::string program_key(const CompileJob& job) const;
  std::optional<fs::path> compile_in(const fs::path& workspace, const CompileJob& job,
                                     const std::string& key);
  void report_failure(const fs::path& workspace, const CompileJob& job, const Arguments& command,
                      const ProcessResult& result, const std::string& key);
  /// The linker refused the objects: what it misses may be of the system, of the user or of khora2cpp.
  void report_link_failure(const fs::path& workspace, const CompileJob& job, const Arguments& command,
                           const ProcessResult& result, const std::string& key);
  /// Whether the compiler is to blame for any failure, which has been reported then.
  bool report_bad_compiler(const ProcessResult& result);
  /// Keeps the workspace with the command and what it said. Where that is; empty when it could not be kept.
  std::string keep_reproduction(const fs::path& workspace, const Arguments& command, const ProcessResult& result,
                                const std::string& key);
  /// Whether the linker missed what the user has to bring, which has been reported then.
  bool report_missing_import(const CompileJob& job, const std::string& output);
  std::string refused_khora_line(const fs::path& workspace, const CompileJob& job, const std::string& file);

  const Installation& installation_;
  const Toolchain& toolchain_;
  Cache& cache_;
  diagnostics::Diagnostics& diagnostics_;
};

/// `"quay/cranes.hpp"` and the like: what a C++ text includes by quotation marks or angle brackets, in order.
std::vector<std::string> includes_of(std::string_view text);

/// The first `FILE.kh:LINE` that a compiler's output names as the place of an error; empty when there is
/// none.
std::string first_khora_place(std::string_view compiler_output);

}  // namespace khora2cpp::driver
