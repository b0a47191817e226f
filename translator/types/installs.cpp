// Installing handlers (syntax-and-types.md 6.3).
#include <algorithm>
#include <map>

#include "types/body.hpp"

namespace khora2cpp::types {

/// Whether a value can be installed; `label` is empty for one that is bound by its type. Reports when not.
bool Body::check_installed(const Expr* value, const std::string& label, Span span) {
  const Type* type = head(value);
  if (is_error(type)) return false;
  if (type->kind == Kind::never && !label.empty()) return true;  // nothing comes to be served
  if (type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::effect) return true;
  auto& error = diagnostics_.error("D513", span,
                                   (label.empty() ? std::string("only a handler can be installed") : "`" + label + "` must be a handler") +
                                       ", and this is `" + to_string(type) + "`");
  if (type->kind != Kind::function) return false;
  const Type* result = resolved(type->result);
  if (result->kind != Kind::nominal || result->decl->shape != TypeDecl::Shape::effect) return false;
  // Behind `with` stands a name, so that the parentheses call what was served.
  error.suggest(label.empty() ? "install what it answers under its label: `with { label: ..(..) }`" : "call it: `" + label + ": ..(..)`");
  return false;
}

/// Each label stands once among the entries of a context or of an installation (K16, K19).
void Body::check_labels(const std::vector<syntax::FieldInit>& entries) {
  std::map<std::string, Span> seen;
  for (const syntax::FieldInit& entry : entries) {
    const auto [first, added] = seen.emplace(entry.name.text, entry.name.span);
    if (added) continue;
    diagnostics_.error("D307", entry.name.span, "the label `" + entry.name.text + "` is installed twice")
        .label(first->second, "first here");
  }
}

/// What an installation consists of once contexts are spelled out: an override takes the place of the entry it replaces (K19).
std::vector<Body::InstallEntry> Body::install_entries(const syntax::Install& install) {
  std::vector<InstallEntry> entries;
  const auto& contexts = world_.names(types_).contexts;
  for (const syntax::Path& path : install.paths) {
    if (path.single()) {
      const std::string& name = path.last().text;
      if (const auto at = contexts.find(name); at != contexts.end()) {
        const auto& context = std::get<syntax::ContextDecl>(at->second.item.item->node);
        for (const syntax::FieldInit& entry : context.entries) {
          entries.push_back({entry.name.text, entry.name.span, entry.value.get(), nullptr});
        }
        continue;
      }
      if (find_local(name) == nullptr && !world_.names(types_).values.contains(name)) {
        diagnostics_.error("D316", path.span, "cannot find a context or a value `" + name + "` in this file")
            .suggest("a context is known only in the file that declares it; to share one export a function that returns the handler");
        entries.push_back({"", path.span, nullptr, nullptr});
        continue;
      }
    }
    entries.push_back({"", path.span, nullptr, &path});
  }
  check_labels(install.entries);
  for (const syntax::FieldInit& entry : install.entries) {
    const auto at = std::find_if(entries.begin(), entries.end(), [&](const InstallEntry& one) { return one.label == entry.name.text; });
    if (at != entries.end() && !install.paths.empty()) {
      at->value = entry.value.get();
      at->label_span = entry.name.span;
    } else {
      entries.push_back({entry.name.text, entry.name.span, entry.value.get(), nullptr});
    }
  }
  return entries;
}

Expr* Body::infer_with(Span span, const syntax::Install& install, Type* expected, const std::function<Expr*(Type*)>& body) {
  WithExpr made;
  const std::size_t outside = scopes_.size();
  std::vector<std::pair<const Local*, Span>> by_type;
  bool names_are_installed = true;
  bool all_installed = true;  // else what is needed may have been meant to be served by the mistaken one
  for (const InstallEntry& entry : install_entries(install)) {
    Expr* value = nullptr;
    if (entry.path != nullptr) {
      syntax::Expr written;
      written.span = entry.path->span;
      written.node = syntax::PathExpr{*entry.path};
      value = infer_path(written, std::get<syntax::PathExpr>(written.node), nullptr);
    } else if (entry.value != nullptr) {
      value = infer(*entry.value, nullptr);
    }
    const bool installed =
        value != nullptr && check_installed(value, entry.label, entry.path != nullptr ? entry.path->span : entry.value->span);
    push_scope();  // the entries after it see it, by name and as a requirement of what they call (K16)
    all_installed = all_installed && installed;
    names_are_installed = names_are_installed && (installed || entry.path == nullptr);
    if (!installed) {
      // Nothing is said about what the mistaken entry was meant to serve.
      if (entry.label.empty()) scopes_.back().providers.push_back({solver_.error(), nullptr});
      else declare(entry.label, solver_.error(), Local::Origin::capability, entry.label_span, false);
    } else if (entry.path != nullptr) {
      std::string name = resolved(value->type)->decl->name;
      name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
      world_.program.locals.push_back({Local::Origin::capability, name, value->type, false, entry.path->span, frames_.back().lambda});
      Local* local = &world_.program.locals.back();
      scopes_.back().providers.push_back({value->type, local});
      by_type.emplace_back(local, entry.path->span);
      made.installed.push_back({local, value});
    } else {
      made.installed.push_back({declare(entry.label, value->type, Local::Origin::capability, entry.label_span, false), value});
    }
  }
  made.body = body(expected);
  scopes_.resize(outside);
  for (const auto& [local, place] : by_type) {
    if (all_installed && !provided_.contains(local)) {
      diagnostics_.warning("D515", place,
                           "this `" + to_string(local->type) + "` serves nothing here, since nothing that is called needs one");
    }
  }
  // After a mistake in a name behind `with` nobody knows what the rest belongs to.
  Type* type = names_are_installed ? made.body->type : solver_.error();
  return make(span, type, std::move(made));
}

}  // namespace khora2cpp::types
