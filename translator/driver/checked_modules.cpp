#include "driver/checked_modules.hpp"

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>
#include <set>

#include "diagnostics/registry.hpp"
#include "driver/files.hpp"
#include "driver/hash.hpp"

namespace khora2cpp::driver {
namespace {

using nlohmann::json;

/// The text of a declaration without the bodies of its functions.
class SignatureText {
 public:
  explicit SignatureText(const source::SourceSet& sources) : sources_(sources) {}

  std::string of(const syntax::Item& item) const {
    if (std::holds_alternative<syntax::TestDecl>(item.node)) return {};
    std::vector<source::Span> bodies;
    const auto leave_out = [&](const syntax::FunctionDecl& function) {
      if (function.body) bodies.push_back(function.body->span);
    };
    if (const auto* function = std::get_if<syntax::FunctionDecl>(&item.node)) leave_out(*function);
    if (const auto* impl = std::get_if<syntax::ImplDecl>(&item.node)) {
      for (const syntax::FunctionDecl& function : impl->functions) leave_out(function);
    }
    if (const auto* trait = std::get_if<syntax::TraitDecl>(&item.node)) {
      for (const syntax::FunctionDecl& function : trait->functions) leave_out(function);
    }
    std::string text;
    source::Span rest = item.span;
    for (const source::Span& body : bodies) {
      text += std::string(sources_.text({rest.file, rest.begin, body.begin})) + "{}";
      rest.begin = body.end;
    }
    return text + std::string(sources_.text(rest));
  }

 private:
  const source::SourceSet& sources_;
};

/// Whether the type of a constant may depend on rows that are inferred from bodies.
bool needs_bodies(const modules::Module& module) {
  for (const syntax::File* part : module.parts) {
    for (const syntax::Item& item : part->items) {
      const auto* constant = std::get_if<syntax::ConstDecl>(&item.node);
      if (constant == nullptr || constant->type) continue;
      const auto& value = constant->value->node;
      const bool plain = std::holds_alternative<syntax::IntegerLiteral>(value) || std::holds_alternative<syntax::FloatLiteral>(value) ||
                         std::holds_alternative<syntax::StringLiteral>(value) || std::holds_alternative<syntax::BoolLiteral>(value) ||
                         std::holds_alternative<syntax::CharLiteral>(value);
      if (!plain) return true;
    }
  }
  return false;
}

json place_of(source::Span span, const source::SourceSet& sources) {
  if (!span.known()) return nullptr;
  return {{"file", sources.file(span.file).path()}, {"begin", span.begin}, {"end", span.end}};
}

json record_of(const diagnostics::Diagnostic& one, const source::SourceSet& sources) {
  json labels = json::array();
  for (const diagnostics::Label& label : one.labels) labels.push_back({{"place", place_of(label.span, sources)}, {"text", label.text}});
  return {{"code", one.code}, {"message", one.message}, {"hint", one.hint}, {"place", place_of(one.span, sources)}, {"labels", labels}};
}

}  // namespace

std::string CheckedModules::stored(const std::string& key) const {
  const ReadFile file = read_file(folder_ / key);
  return file.problem.empty() ? file.text : std::string();
}

void CheckedModules::leave_out_unchanged(modules::Graph& graph, const source::SourceSet& sources, const syntax::File* entry) {
  const SignatureText signature(sources);
  std::map<const modules::Module*, std::string> interfaces;
  Hasher impls;
  for (const auto& module : graph.modules) {
    if (module->is_std()) continue;  // stands behind the identity
    Hasher interface;
    for (const syntax::File* part : module->parts) {
      for (const syntax::Item& item : part->items) {
        const std::string text = signature.of(item);
        interface.add(text);
        const auto* type = std::get_if<syntax::TypeDecl>(&item.node);
        if (std::holds_alternative<syntax::ImplDecl>(item.node) || (type != nullptr && !type->derives.empty())) impls.add(module->path).add(text);
      }
    }
    interfaces[module.get()] = interface.hex();
  }
  const std::string all_impls = impls.hex();
  for (const auto& module : graph.modules) {
    if (module->is_std() || module->is_interface) continue;
    Hasher key;
    key.add("checked 1").add(identity_).add(all_impls).add(module->path).add(std::uint64_t{module->is_requested ? 1u : 0u});
    for (const syntax::File* part : module->parts) {
      key.add(sources.file(part->id).path()).add(sources.file(part->id).text()).add(std::uint64_t{part == entry ? 1u : 0u});
    }
    std::set<const modules::Module*> seen;
    std::deque<const modules::Module*> open(module->imports.begin(), module->imports.end());
    std::map<std::string, std::string> below;
    while (!open.empty()) {
      const modules::Module* at = open.front();
      open.pop_front();
      if (at->is_std() || !seen.insert(at).second) continue;
      below[at->path] = interfaces.at(at);
      open.insert(open.end(), at->imports.begin(), at->imports.end());
    }
    for (const auto& [path, interface] : below) key.add(path).add(interface);
    const std::string found = needs_bodies(*module) ? std::string() : stored(key.hex());
    if (found.empty()) {
      keys_[module.get()] = key.hex();
      looked_at_.push_back(module->path);
    } else {
      known_[module.get()] = found;
    }
  }
  for (const auto& [module, found] : known_) {
    const auto at = std::find_if(graph.modules.begin(), graph.modules.end(), [&, wanted = module](const auto& one) { return one.get() == wanted; });
    (*at)->is_interface = true;
  }
}

void CheckedModules::complete(const modules::Graph& graph, const source::SourceSet& sources, diagnostics::Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) return;
  std::map<source::FileId, const modules::Module*> owners;
  std::map<std::string, source::FileId> files;
  for (const auto& module : graph.modules) {
    for (const syntax::File* part : module->parts) {
      owners[part->id] = module.get();
      files[sources.file(part->id).path()] = part->id;
    }
  }
  std::map<const modules::Module*, json> found;
  for (const auto& [module, key] : keys_) found[module] = json::array();
  for (const diagnostics::Diagnostic& one : diagnostics.all()) {
    const auto owner = owners.find(one.span.file);
    if (owner != owners.end() && found.contains(owner->second)) found[owner->second].push_back(record_of(one, sources));
  }
  std::vector<FileToWrite> records;
  for (const auto& [module, record] : found) records.push_back({folder_ / keys_[module], record.dump()});
  write_files(records);  // a cache that cannot be written is no mistake of the user's
  const auto span = [&](const json& place) -> source::Span {
    const auto file = place.is_null() ? files.end() : files.find(place["file"].get<std::string>());
    if (file == files.end()) return {};
    return {file->second, place["begin"].get<std::uint32_t>(), place["end"].get<std::uint32_t>()};
  };
  for (const auto& [module, text] : known_) {
    for (const json& record : json::parse(text, nullptr, false)) {
      const diagnostics::Explanation* explanation = diagnostics::find_explanation(record["code"].get<std::string>());
      if (explanation == nullptr) continue;
      diagnostics::Diagnostic one{explanation->code.data(), diagnostics::Severity::warning, span(record["place"]), record["message"], {}, record["hint"]};
      for (const json& label : record["labels"]) one.labels.push_back({span(label["place"]), label["text"]});
      diagnostics.append(std::move(one));
    }
  }
}

}  // namespace khora2cpp::driver
