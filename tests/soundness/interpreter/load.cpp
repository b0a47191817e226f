#include "interpreter/load.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "diagnostics/render.hpp"
#include "syntax/parse.hpp"
#include "types/check.hpp"

namespace khora2cpp::interpreter {

namespace fs = std::filesystem;

namespace {

std::vector<fs::path> khora_files(const fs::path& place) {
  if (!fs::is_directory(place)) return {place};
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(place)) {
    if (entry.path().extension() == ".kh") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool has_main(const syntax::File& file) {
  return std::any_of(file.items.begin(), file.items.end(), [](const syntax::Item& item) {
    const auto* function = std::get_if<syntax::FunctionDecl>(&item.node);
    return function != nullptr && function->name.text == "main";
  });
}

}  // namespace

Loader::Loader(const fs::path& library) {
  diagnostics::Diagnostics diagnostics;
  for (const fs::path& path : khora_files(library)) {
    const syntax::File* file = parse(path, diagnostics);
    if (file->module) library_[modules::to_string(*file->module)].push_back(file);
  }
  if (diagnostics.has_errors()) throw std::runtime_error("the library does not parse:\n" + render(diagnostics));
}

const syntax::File* Loader::parse(const fs::path& path, diagnostics::Diagnostics& diagnostics) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream text;
  text << stream.rdbuf();
  trees_.push_back(syntax::parse(sources_, sources_.add(path.string(), text.str()), diagnostics));
  return trees_.back().get();
}

std::string Loader::render(const diagnostics::Diagnostics& diagnostics) const {
  std::string text;
  for (const diagnostics::Diagnostic& one : diagnostics.all()) text += diagnostics::render_text(one, sources_);
  return text;
}

Loaded Loader::load(const fs::path& place) {
  diagnostics::Diagnostics diagnostics;
  std::vector<const syntax::File*> files;
  types::Options options;
  for (const fs::path& path : khora_files(place)) {
    files.push_back(parse(path, diagnostics));
    if (has_main(*files.back())) options.entry = files.back();
  }
  Loaded loaded;
  if (!diagnostics.has_errors()) {
    loaded.graph = std::make_unique<modules::Graph>(modules::build(
        files,
        [&](const std::string& path, bool&) {
          const auto found = library_.find(path);
          return found == library_.end() ? std::vector<const syntax::File*>{} : found->second;
        },
        diagnostics));
  }
  if (!diagnostics.has_errors()) loaded.program = types::check(*loaded.graph, options, diagnostics);
  if (diagnostics.has_errors()) loaded.program = nullptr;
  loaded.diagnostics = render(diagnostics);
  return loaded;
}

}  // namespace khora2cpp::interpreter
