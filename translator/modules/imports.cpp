#include "modules/imports.hpp"

#include <algorithm>
#include <iterator>

#include "modules/near_miss.hpp"

namespace khora2cpp::modules {
namespace {

const syntax::Name& local_name(const syntax::ImportName& import) {
  return import.alias ? import.alias : import.name;
}

std::string quoted(const std::string& name) {
  return "`" + name + "`";
}

const Binding* find(const Names& names, const std::string& name) {
  const auto at = names.find(name);
  return at == names.end() ? nullptr : &at->second;
}

std::vector<std::string> public_names(const Module& module) {
  std::vector<std::string> names;
  for (const Names* group : {&module.own.values, &module.own.types}) {
    for (const auto& [name, binding] : *group) {
      if (is_public(*binding.item.item)) names.push_back(name);
    }
  }
  return names;
}

}  // namespace

void Importer::import(const syntax::ImportDecl& import, const Module& target) {
  if (&target == &module_) {  // reported as a cycle; the names are known anyway
    return;
  }
  for (const syntax::ImportName& wanted : import.names) {
    if (wanted.name) take(wanted, target);
  }
}

void Importer::take(const syntax::ImportName& wanted, const Module& target) {
  const std::string& name = wanted.name.text;
  const Binding* const value = find(target.own.values, name);
  const Binding* const type = find(target.own.types, name);
  const Binding* hidden = nullptr;
  bool taken = false;
  if (value && is_public(*value->item.item)) {
    bind(scope_.values, wanted, value->item);
    taken = true;
  } else if (value) {
    hidden = value;
  }
  if (type && is_public(*type->item.item)) {
    bind(scope_.types, wanted, type->item);
    taken = true;
  } else if (type) {
    hidden = type;
  }
  if (taken) return;
  if (hidden) {
    diagnostics_
        .error("D305", wanted.name.span, quoted(name) + " is private to module " + quoted(target.path))
        .label(declared_name(*hidden->item.item)->span, "declared here without `pub`");
    poison(wanted);
  } else {
    not_found(wanted, target);
  }
}

void Importer::not_found(const syntax::ImportName& wanted, const Module& target) {
  const std::string& name = wanted.name.text;
  if (const Binding* context = find(target.own.contexts, name)) {
    diagnostics_
        .error("D305", wanted.name.span,
               quoted(name) + " of module " + quoted(target.path) + " is a context, and stays in its file")
        .label(declared_name(*context->item.item)->span, "declared here")
        .suggest("a `const` that holds a handler can be imported");
    poison(wanted);
    return;
  }
  auto& error = diagnostics_.error("D305", wanted.name.span,
                                   "module " + quoted(target.path) + " has no " + quoted(name));
  if (const std::string meant = near_miss(name, public_names(target)); !meant.empty()) {
    error.suggest("did you mean " + quoted(meant) + "?");
  }
  poison(wanted);
}

void Importer::bind(Names& names, const syntax::ImportName& wanted, const ItemRef& item) {
  const syntax::Name& name = local_name(wanted);
  const auto [at, is_new] = names.try_emplace(name.text, Binding{item, &wanted});
  if (is_new) return;
  const Binding& other = at->second;
  if (!other.item || other.item == item) return;  // refused before, or the same thing again
  if (!other.import) {
    diagnostics_
        .error("D307", name.span, quoted(name.text) + " is imported here and declared in this module as well")
        .label(declared_name(*other.item.item)->span, "declared here")
        .suggest("import it under another name: `" + wanted.name.text + " as other_name`");
    return;
  }
  diagnostics_
      .error("D306", name.span,
             quoted(name.text) + " is imported from " + quoted(item.module->path) + " and from " +
                 quoted(other.item.module->path))
      .label(local_name(*other.import).span, "imported from " + quoted(other.item.module->path) + " here")
      .suggest("give one of them another name: `" + wanted.name.text + " as other_name`");
}

void Importer::poison(const syntax::ImportName& wanted) {
  const std::string& name = local_name(wanted).text;
  scope_.values.try_emplace(name, Binding{{}, &wanted});
  scope_.types.try_emplace(name, Binding{{}, &wanted});
}

void Importer::refuse(const syntax::ImportDecl& import, const Module* enclosing,
                      const std::vector<std::string>& known, const std::string& hint) {
  const std::string path = to_string(import.module);
  std::vector<std::string> others;  // no module is meant to import itself
  std::copy_if(known.begin(), known.end(), std::back_inserter(others), [&](const std::string& one) { return one != module_.path; });
  auto& error = diagnostics_.error("D304", import.module.span, "cannot find module " + quoted(path));
  if (!hint.empty()) {
    error.suggest(hint);
  } else if (enclosing && (find(enclosing->own.types, import.module.last().text) ||
                           find(enclosing->own.values, import.module.last().text))) {
    const std::string& item = import.module.last().text;
    error.suggest(quoted(item) + " is declared in module " + quoted(enclosing->path) + ": write `import " +
                  enclosing->path + "::{" + item + "};`");
  } else if (const std::string meant = near_miss(path, others); !meant.empty()) {
    error.suggest("did you mean " + quoted(meant) + "?");
  }
  pass_over(import);
}

void Importer::pass_over(const syntax::ImportDecl& import) {
  for (const syntax::ImportName& wanted : import.names) {
    if (wanted.name) poison(wanted);
  }
}

}  // namespace khora2cpp::modules
