#include "modules/graph.hpp"

#include <algorithm>
#include <deque>
#include <set>

#include "modules/imports.hpp"
#include "modules/order.hpp"

namespace khora2cpp::modules {
namespace {

constexpr const char* core_path = "std::core";

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;  // clang 14 does not deduce this by itself

std::string parent_of(const std::string& path) {
  const std::size_t separator = path.rfind("::");
  return separator == std::string::npos ? std::string() : path.substr(0, separator);
}

bool is_std_path(const std::string& path) {
  return path == "std" || path.rfind("std::", 0) == 0;
}

class Builder {
 public:
  Builder(const Loader& load, diagnostics::Diagnostics& diagnostics, const Options& options)
      : load_(load), diagnostics_(diagnostics), options_(options) {}

  Graph run(const std::vector<const syntax::File*>& files) {
    for (const syntax::File* file : files) add_requested(*file);
    find(core_path);
    // `modules_` grows while imports are followed.
    for (std::size_t i = 0; i < modules_.size(); ++i) follow_imports(*modules_[i]);
    for (auto& module : modules_) declare(*module);
    for (auto& module : modules_) import_names(*module);
    Graph graph;
    const std::size_t errors = diagnostics_.error_count();
    graph.modules = in_import_order(std::move(modules_), edges_, core_path, diagnostics_);
    graph.is_whole = is_whole_ && diagnostics_.error_count() == errors;
    return graph;
  }

 private:
  void add_requested(const syntax::File& file) {
    if (!file.module) {
      // The parser has said what is wrong with the file's beginning, unless there is nothing at all.
      has_nameless_ = true;
      is_whole_ = false;
      if (!diagnostics_.has_errors()) {
        diagnostics_.error("D230", {file.id, 0, 0}, "a file starts with its `module` line")
            .suggest("write `module name;` first");
      }
      return;
    }
    const std::string path = to_string(*file.module);
    if (is_std_path(path) && !options_.library) {
      is_whole_ = false;
      diagnostics_
          .error("D906", file.module->span,
                 "`" + path + "` is a name of the library: modules under `std` cannot be declared")
          .suggest("give the module a name of your own");
      return;
    }
    add_part(path, file, true, false);
  }

  Module& add_part(const std::string& path, const syntax::File& file, bool requested, bool interface) {
    auto [at, is_new] = by_path_.try_emplace(path, nullptr);
    if (is_new) {
      modules_.push_back(std::make_unique<Module>());
      Module& module = *modules_.back();
      module.path = path;
      module.is_library = is_std_path(path);
      module.is_requested = requested;
      module.is_interface = interface;
      at->second = &module;
    }
    Module& module = *at->second;
    if (!is_new && !module.is_library) {
      is_whole_ = false;
      diagnostics_.error("D906", file.module->span, "two files say `module " + path + ";`")
          .label(module.parts.front()->module->span, "the other one")
          .suggest("a file is one module: give one of them another name");
      return module;
    }
    module.parts.push_back(&file);
    return module;
  }

  /// The module, loaded when it was not given; null when there is none.
  Module* find(const std::string& path) {
    if (const auto at = by_path_.find(path); at != by_path_.end()) return at->second;
    bool interface = false;
    const std::vector<const syntax::File*> files =
        load_ ? load_(path, interface) : std::vector<const syntax::File*>();
    for (const syntax::File* file : files) add_part(path, *file, false, interface);
    return by_path_.try_emplace(path, nullptr).first->second;
  }

  void follow_imports(Module& module) {
    std::set<std::string> seen;
    for (const syntax::File* part : module.parts) {
      for (const syntax::Item& item : part->items) {
        const auto* import = std::get_if<syntax::ImportDecl>(&item.node);
        if (!import) continue;
        const std::string path = to_string(import->module);
        Module* const target = find(path);
        if (!target) {
          // `import a::b::{..}` may mean the item `b` of module `a`: then the message can say so.
          if (const std::string parent = parent_of(path); !parent.empty()) find(parent);
          continue;
        }
        if (target == &module) {
          diagnostics_.error("D325", import->module.span, "module `" + path + "` imports itself")
              .suggest("what a module declares is known in all of it; remove the import");
          continue;
        }
        if (!seen.insert(path).second) continue;
        module.imports.push_back(target);
        edges_[&module].push_back({target, import->module.span});
      }
    }
    std::sort(module.imports.begin(), module.imports.end(),
              [](const Module* a, const Module* b) { return a->path < b->path; });
  }

  void declare(Module& module) {
    for (const syntax::File* part : module.parts) {
      for (const syntax::Item& item : part->items) {
        const syntax::Name* const name = declared_name(item);
        if (!name) continue;
        Names& names = namespace_of(module.own, item);
        const auto [at, is_new] = names.try_emplace(name->text, Binding{{&module, part, &item}, nullptr});
        if (!is_new) declared_twice(*name, *at->second.item.item);
      }
    }
    // The name of a wrapper is its constructor, so it must not be a function's as well (N5, N6).
    for (const auto& [name, binding] : module.own.types) {
      const auto* type = std::get_if<syntax::TypeDecl>(&binding.item.item->node);
      if (!type || !std::holds_alternative<syntax::WrapperBody>(type->body)) continue;
      if (const auto value = module.own.values.find(name); value != module.own.values.end()) {
        declared_twice(*declared_name(*value->second.item.item), *binding.item.item);
      }
    }
    for (const syntax::File* part : module.parts) module.scopes[part] = module.own;
  }

  void declared_twice(const syntax::Name& name, const syntax::Item& first) {
    diagnostics_.error("D307", name.span, "`" + name.text + "` is declared twice in this module")
        .label(declared_name(first)->span, "first declared here");
  }

  static Names& namespace_of(Scope& scope, const syntax::Item& item) {
    return std::visit(Overloaded{
                          [&](const syntax::FunctionDecl&) -> Names& { return scope.values; },
                          [&](const syntax::ConstDecl&) -> Names& { return scope.values; },
                          [&](const syntax::ContextDecl&) -> Names& { return scope.contexts; },
                          [&](const auto&) -> Names& { return scope.types; },
                      },
                      item.node);
  }

  void import_names(Module& module) {
    std::vector<std::string> paths;
    for (const auto& [path, known] : by_path_) {
      if (known) paths.push_back(path);
    }
    for (const syntax::File* part : module.parts) {
      Importer importer(module, module.scopes[part], diagnostics_);
      for (const syntax::Item& item : part->items) {
        const auto* import = std::get_if<syntax::ImportDecl>(&item.node);
        if (!import) continue;
        const std::string path = to_string(import->module);
        if (const Module* target = by_path_.at(path)) {
          importer.import(*import, *target);
        } else {
          const auto enclosing = by_path_.find(parent_of(path));
          const std::string hint =
              options_.missing_module_hint ? options_.missing_module_hint(path) : std::string();
          // The module may be the one whose name is missing, which has been reported.
          if (has_nameless_) importer.pass_over(*import);
          else importer.refuse(*import, enclosing == by_path_.end() ? nullptr : enclosing->second, paths, hint);
        }
      }
    }
  }

  const Loader& load_;
  diagnostics::Diagnostics& diagnostics_;
  const Options& options_;
  std::vector<std::unique_ptr<Module>> modules_;
  std::map<std::string, Module*, std::less<>> by_path_;  ///< null: asked for, and there is none
  Edges edges_;
  bool has_nameless_ = false;  ///< a file without a `module` line was given
  bool is_whole_ = true;
};

}  // namespace

const Module* Graph::find(std::string_view path) const {
  for (const auto& module : modules) {
    if (module->path == path) return module.get();
  }
  return nullptr;
}

Graph build(const std::vector<const syntax::File*>& files, const Loader& load,
            diagnostics::Diagnostics& diagnostics, const Options& options) {
  return Builder(load, diagnostics, options).run(files);
}

const syntax::Name* declared_name(const syntax::Item& item) {
  return std::visit(
      Overloaded{
          [](const syntax::ImportDecl&) -> const syntax::Name* { return nullptr; },
          [](const syntax::ImplDecl&) -> const syntax::Name* { return nullptr; },
          [](const syntax::TestDecl&) -> const syntax::Name* { return nullptr; },
          [](const auto& named) -> const syntax::Name* { return named.name ? &named.name : nullptr; },
      },
      item.node);
}

bool is_public(const syntax::Item& item) {
  return std::visit(Overloaded{
                        [](const syntax::ImportDecl&) { return false; },
                        [](const syntax::ImplDecl&) { return false; },
                        [](const syntax::TestDecl&) { return false; },
                        [](const auto& named) { return named.is_pub; },
                    },
                    item.node);
}

std::string to_string(const syntax::Path& path) {
  std::string text;
  for (const syntax::Name& segment : path.segments) {
    if (!text.empty()) text += "::";
    text += segment.text;
  }
  return text;
}

}  // namespace khora2cpp::modules
