// Which modules need no second look: `check` remembers what it found in a module, under a key of everything the answer depends on.
//
// That is the module's own text, the interfaces of what it imports, directly or not, and the heads of all impls of the program (a method
// is found in whatever module declares its impl). A module whose key is known is treated as an interface: its signatures count, its bodies
// are left alone. An edit inside a body therefore leads to one module, an edit of a signature to that module and its importers.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "modules/graph.hpp"
#include "source/source.hpp"

namespace khora2cpp::driver {

class CheckedModules {
 public:
  /// `identity` stands for whatever else the answers depend on: the translator, the library, the kind of check.
  CheckedModules(std::filesystem::path folder, std::string identity) : folder_(std::move(folder)), identity_(std::move(identity)) {}

  /// Makes interfaces of the modules that have not changed since they were found to be without errors.
  void leave_out_unchanged(modules::Graph& graph, const source::SourceSet& sources, const syntax::File* entry);

  /// After a check: adds what was found earlier in the modules left out and, if all is well, keeps what was found in the others.
  void complete(const modules::Graph& graph, const source::SourceSet& sources, diagnostics::Diagnostics& diagnostics);

  /// The modules that were looked at, by path.
  const std::vector<std::string>& looked_at() const { return looked_at_; }

 private:
  std::string stored(const std::string& key) const;

  std::filesystem::path folder_;
  std::string identity_;
  std::map<const modules::Module*, std::string> keys_;  ///< of the modules that were looked at
  std::map<const modules::Module*, std::string> known_;  ///< what is stored about the others
  std::vector<std::string> looked_at_;
};

}  // namespace khora2cpp::driver
