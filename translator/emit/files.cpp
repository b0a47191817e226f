#include "emit/files.hpp"

namespace khora2cpp::emit {

std::string file_name(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

Files::Files(const types::Program& program, const Names& names, const source::SourceSet& sources, const ShownPath& shown_path) {
  std::map<const modules::Module*, std::size_t> parts;
  for (const types::Part& part : program.parts) ++parts[part.module];
  for (const types::Part& part : program.parts) {
    std::string stem;
    if (part.module->is_std()) {
      for (const std::string& segment : names.namespace_of(part.module)) stem += segment + "/";
      const std::string name = file_name(sources.file(part.file->id).path());
      const std::string base = name.substr(0, name.rfind('.'));
      // One file alone is the module itself (`khora/clock.hpp`), unless it is a part like the others (`khora/core/option.hpp`).
      const std::string& last = names.namespace_of(part.module).back();
      if (parts[part.module] == 1 && base == part.module->path.substr(part.module->path.rfind(':') + 1)) {
        stem.pop_back();
      } else if (base == last) {
        stem.pop_back();
      } else {
        stem += base;
      }
    } else {
      // As in Khora, but for a package whose folder would be the runtime's.
      const std::string& path = part.module->path;
      stem = path == "khora" || path.starts_with("khora::") ? "khora_" + path.substr(5) : path;
      for (std::size_t at = stem.find("::"); at != std::string::npos; at = stem.find("::")) stem.replace(at, 2, "/");
    }
    stems_[part.file] = std::move(stem);
    const std::string& path = sources.file(part.file->id).path();
    shown_[part.file->id] = shown_path ? shown_path(path) : file_name(path);
  }
}

std::string Files::native_header(const syntax::File& file) {
  static constexpr std::string_view pragma = "@native header ";
  for (const syntax::Comment& comment : file.module_leading) {
    if (comment.text.starts_with(pragma)) return comment.text.substr(pragma.size());
  }
  return {};
}

}  // namespace khora2cpp::emit
