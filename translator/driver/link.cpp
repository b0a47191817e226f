#include "driver/link.hpp"

#include <algorithm>

#include "driver/files.hpp"

namespace khora2cpp::driver {
namespace {

std::string full_path(const fs::path& path) {
  std::error_code error;
  return fs::absolute(path, error).lexically_normal().string();
}

}  // namespace

std::optional<Links> find_links(const std::vector<std::string>& words, diagnostics::Diagnostics& diagnostics) {
  Links links;
  std::vector<fs::path> directories;
  std::vector<std::string> names;
  std::error_code error;
  for (const std::string& word : words) {
    if (word.starts_with("-L") && word.size() > 2) {
      directories.emplace_back(full_path(word.substr(2)));
      links.words.push_back("-L" + directories.back().string());
    } else if (word.starts_with("-")) {
      if (word.starts_with("-l")) names.push_back(word.substr(2));
      links.words.push_back(word);
    } else if (fs::is_regular_file(word, error)) {
      links.files.emplace_back(full_path(word));
      links.words.push_back(links.files.back().string());
    } else {
      diagnostics.error("D902", {}, "`" + word + "`, which `--link` names, is no file")
          .suggest("name a library or object file, or write `-l` and the name of a library");
      return std::nullopt;
    }
  }
  // A library of the project's own may change; those of the system are taken to stay.
  for (const std::string& name : names) {
    for (const fs::path& directory : directories) {
      for (const char* suffix : {".so", ".a"}) {
        const fs::path file = directory / ("lib" + name + suffix);
        if (fs::is_regular_file(file, error)) links.files.push_back(file);
      }
    }
  }
  return links;
}

std::string missing_symbol(const std::string& output, const std::vector<std::string>& imports) {
  for (const std::string& symbol : imports) {
    for (const std::string& phrase : {"undefined reference to `" + symbol + "'", "undefined symbol: " + symbol + "\n"}) {
      if (output.find(phrase) != std::string::npos) return symbol;
    }
  }
  return {};
}

std::string link_complaint(std::string_view output) {
  // In the words of GNU ld, gold, lld and mold.
  static constexpr std::string_view phrases[] = {"cannot find ",       "unable to find library ", "library not found: ",
                                                 "cannot open ",       "undefined reference to ", "undefined symbol: ",
                                                 "multiple definition of ", "duplicate symbol: "};
  std::string other;
  for (std::size_t begin = 0; begin < output.size();) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    std::string_view line = output.substr(begin, end - begin);
    begin = end + 1;
    for (const std::string_view phrase : phrases) {
      const std::size_t at = line.find(phrase);
      if (at == std::string_view::npos) continue;
      line.remove_prefix(at);
      constexpr std::string_view reason = ": No such file or directory";
      if (line.ends_with(reason)) line.remove_suffix(reason.size());
      return std::string(line);
    }
    constexpr std::string_view error = "error: ";
    const std::size_t at = line.find(error);
    // `collect2: error: ld returned 1 exit status` only says that there was something.
    if (other.empty() && at != std::string_view::npos && line.find("exit status") == std::string_view::npos) {
      other = line.substr(at + error.size());
    }
  }
  return other;
}

}  // namespace khora2cpp::driver
