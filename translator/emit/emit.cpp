#include "emit/emit.hpp"

#include "emit/entry.hpp"
#include "emit/foreign.hpp"
#include "emit/interface.hpp"
#include "emit/part_files.hpp"
#include "emit/type_order.hpp"

namespace khora2cpp::emit {

std::vector<OutputFile> emit(types::Program& program, const analysis::Facts& facts, const lower::Program& lowered,
                             const source::SourceSet& sources, const Options& options) {
  const Names names(program, facts);
  const Files files(program, names, sources, options.shown_path);
  const Input input{program, facts, names, files, sources};
  const Translation translation{input, lowered, options.line_map, options.blocks};
  const Members members(program);
  const std::set<const types::TypeParam*> held = held_parameters(program, facts);

  std::vector<OutputFile> output;
  std::map<const modules::Module*, std::size_t> parts;
  for (const types::Part& part : program.parts) {
    if (!part.module->is_requested || part.module->is_interface) continue;
    const PartFiles texts(translation, members, held, part);
    output.push_back(texts.header());
    output.push_back(texts.source());
    if (std::optional<OutputFile> exports = c_header(translation, part)) output.push_back(std::move(*exports));
    if (options.interfaces) output.push_back(interface_file(translation, part));
    if (++parts[part.module] == 2) output.push_back(forward_header(translation, members, part.module));
  }
  if (options.entry && program.main != nullptr) output.push_back(entry_file(translation, options.grants));
  if (options.blocks != Blocks::none) output.push_back(blocks_file(translation, options.grants));
  return output;
}

}  // namespace khora2cpp::emit
