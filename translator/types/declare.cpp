// Declarations: one entity for each, and the order in which signatures are resolved, so that everything needed is already known.
#include "types/crossing.hpp"
#include "types/world.hpp"

namespace khora2cpp::types {

NativeFacts native_facts(const syntax::Comments& comments) {
  NativeFacts facts;
  for (const syntax::Comment& comment : comments) {
    if (comment.text.rfind("@native", 0) != 0) continue;
    facts.is_native = true;
    facts.tagged = comment.text.find(" tagged") != std::string::npos;
    facts.stops = comment.text.find(" stops") != std::string::npos;
    facts.ordinary = comment.text.find(" ordinary") != std::string::npos;
    facts.looks_only = comment.text.find(" looks") != std::string::npos;
    facts.takes_all = comment.text.find(" takes") != std::string::npos;
  }
  return facts;
}

std::string_view crosses_as(const syntax::Comments* leading, const modules::Module* module) {
  static constexpr std::string_view pragma = "@crosses as ";
  if (leading == nullptr || module == nullptr || !module->is_std()) return {};
  for (const syntax::Comment& comment : *leading) {
    const std::string_view text = comment.text;
    if (text.starts_with(pragma)) return text.substr(pragma.size());
  }
  return {};
}

void World::declare_builtins() {
  const std::pair<const char*, Builtin> names[] = {{"Int", Builtin::int_}, {"I8", Builtin::i8},       {"I16", Builtin::i16},
                                                   {"I32", Builtin::i32},  {"U8", Builtin::u8},       {"U16", Builtin::u16},
                                                   {"U32", Builtin::u32},  {"U64", Builtin::u64},     {"Float", Builtin::float_},
                                                   {"Bool", Builtin::bool_}, {"Char", Builtin::char_}, {"String", Builtin::string},
                                                   {"Ptr", Builtin::ptr}};
  for (const auto& [name, builtin] : names) {
    program.type_decls.emplace_back();
    TypeDecl& decl = program.type_decls.back();
    decl.name = name;
    decl.is_pub = true;
    decl.shape = TypeDecl::Shape::builtin;
    decl.builtin = builtin;
    builtins[name] = &decl;
  }
  builtins["I64"] = builtins["Int"];
}

namespace {
bool is_structural_name(const std::string& name) { return name == "Unit" || name == "Never"; }

/// The one type of `const` parameters (T26). What is no type at all was reported.
bool is_int(const syntax::TypeExpr& type) {
  if (std::holds_alternative<syntax::BadType>(type.node)) return true;
  const auto* named = std::get_if<syntax::NamedType>(&type.node);
  return named != nullptr && named->path.single() && (named->path.last().text == "Int" || named->path.last().text == "I64");
}
}  // namespace

bool World::is_builtin_name(const std::string& name) const { return builtins.contains(name) || is_structural_name(name); }

/// `Unit` and `Never` are no declared types; a declaration of theirs stands for the name alone, and `resolve` looks through it.
TypeDecl* World::builtin_item(const std::string& name, const modules::ItemRef& ref) {
  if (!is_structural_name(name)) return builtins[name];
  TypeDecl& decl = structural_names_.emplace_back();
  decl.name = name;
  decl.is_pub = true;
  decl.module = ref.module;
  decl.file = ref.file;
  return &decl;
}

Function* World::make_function(const syntax::FunctionDecl& written, Function::Role role, const modules::ItemRef& ref) {
  program.functions.emplace_back();
  Function& function = program.functions.back();
  function.role = role;
  function.name = written.name.text;
  function.name_span = written.name.span;
  function.span = written.span;
  function.is_pub = written.is_pub;
  function.module = ref.module;
  function.file = ref.file;
  function.leading = &written.leading;
  function.syntax = &written;
  function.is_extern = written.is_extern;
  function.from_interface = ref.module->is_interface;
  function.native = native_facts(written.leading);
  return &function;
}

void World::declare_item(Part& part, const modules::ItemRef& ref) {
  const syntax::Item& item = *ref.item;
  const std::size_t index = static_cast<std::size_t>(&part - program.parts.data());
  const auto common = [&](Declared& decl, const syntax::Name& name, bool is_pub) {
    decl.name = name.text;
    decl.name_span = name.span;
    decl.span = item.span;
    decl.is_pub = is_pub;
    decl.module = ref.module;
    decl.file = ref.file;
    decl.leading = &item.leading;
  };
  if (const auto* type = std::get_if<syntax::TypeDecl>(&item.node)) {
    // The library declares the built-in names, so that an import has something to resolve to (M5).
    if (ref.module->path == "std::core" && is_builtin_name(type->name.text)) {
      types[&item] = builtin_item(type->name.text, ref);
      return;
    }
    program.type_decls.emplace_back();
    TypeDecl& decl = program.type_decls.back();
    common(decl, type->name, type->is_pub);
    decl.syntax = type;
    for (const syntax::Comment& comment : item.leading) {
      if (comment.text.rfind("@native type", 0) == 0) decl.is_native = true;
    }
    if (std::holds_alternative<syntax::RecordBody>(type->body)) decl.shape = TypeDecl::Shape::record;
    if (std::holds_alternative<syntax::VariantBody>(type->body)) decl.shape = TypeDecl::Shape::variant;
    if (std::holds_alternative<syntax::WrapperBody>(type->body)) decl.shape = TypeDecl::Shape::wrapper;
    if (decl.shape == TypeDecl::Shape::opaque) decl.is_native = true;
    types[&item] = &decl;
    resolve_parameters(type->parameters, decl.parameters);
    pending_types_.emplace_back(&decl, index);
    part.declarations.push_back(&decl);
  } else if (const auto* effect = std::get_if<syntax::EffectDecl>(&item.node)) {
    program.type_decls.emplace_back();
    TypeDecl& decl = program.type_decls.back();
    common(decl, effect->name, effect->is_pub);
    decl.shape = TypeDecl::Shape::effect;
    decl.effect_syntax = effect;
    types[&item] = &decl;
    resolve_parameters(effect->parameters, decl.parameters);
    pending_types_.emplace_back(&decl, index);
    part.declarations.push_back(&decl);
  } else if (const auto* trait = std::get_if<syntax::TraitDecl>(&item.node)) {
    program.trait_decls.emplace_back();
    TraitDecl& decl = program.trait_decls.back();
    common(decl, trait->name, trait->is_pub);
    decl.syntax = trait;
    program.type_params.emplace_back();
    decl.self = &program.type_params.back();
    decl.self->name = "Self";
    decl.self->is_self = true;
    resolve_parameters(trait->parameters, decl.parameters);
    for (const syntax::AssociatedType& associated : trait->types) {
      for (const AssociatedType& earlier : decl.types) {
        if (earlier.name != associated.name.text) continue;
        diagnostics.error("D307", associated.name.span, "the associated type `" + earlier.name + "` is declared twice")
            .label(earlier.span, "first here");
        break;
      }
      decl.types.emplace_back();
      decl.types.back().name = associated.name.text;
      decl.types.back().span = associated.name.span;
    }
    traits[&item] = &decl;
    pending_traits_.emplace_back(&decl, index);
    part.declarations.push_back(&decl);
  } else if (const auto* impl = std::get_if<syntax::ImplDecl>(&item.node)) {
    program.impl_decls.emplace_back();
    ImplDecl& decl = program.impl_decls.back();
    decl.span = item.span;
    decl.name_span = impl->target->span;
    decl.module = ref.module;
    decl.file = ref.file;
    decl.leading = &item.leading;
    decl.syntax = impl;
    resolve_parameters(impl->parameters, decl.parameters);
    pending_impls_.emplace_back(&decl, index);
    part.declarations.push_back(&decl);
  } else if (const auto* function = std::get_if<syntax::FunctionDecl>(&item.node)) {
    Function* decl = make_function(*function, Function::Role::function, ref);
    decl->leading = &item.leading;
    decl->native = native_facts(item.leading);
    functions[&item] = decl;
    pending_functions_.emplace_back(decl, index);
    part.declarations.push_back(decl);
  } else if (const auto* constant = std::get_if<syntax::ConstDecl>(&item.node)) {
    program.constants.emplace_back();
    Constant& decl = program.constants.back();
    common(decl, constant->name, constant->is_pub);
    program.functions.emplace_back();
    decl.initializer = &program.functions.back();
    common(*decl.initializer, constant->name, constant->is_pub);
    decl.initializer->role = Function::Role::constant;
    if (ref.module->is_interface) {  // its facts stand above it, and its value is a stand-in
      decl.initializer->from_interface = true;
      decl.initializer->leading = &item.leading;
    }
    decl.syntax = constant;
    constants[&item] = &decl;
    part.declarations.push_back(&decl);
  } else if (const auto* test = std::get_if<syntax::TestDecl>(&item.node)) {
    if (ref.module->is_interface) return;
    const bool runs = is_part(*test, *ref.module);
    Function& decl = runs ? program.functions.emplace_back() : checked_only_.emplace_back();
    common(decl, {test->name, test->name_span}, false);
    decl.role = Function::Role::test;
    decl.test_syntax = test;
    decl.result = solver.unit();
    decl.capabilities = solver.empty_row();
    decl.failures = solver.empty_row();
    decl.failures_inferred = true;
    tests.push_back(&decl);
    if (runs) (test->is_bench ? part.benches : part.tests).push_back(&decl);
  } else if (const auto* context = std::get_if<syntax::ContextDecl>(&item.node)) {
    if (ref.module->is_interface) return;
    Function& decl = checked_only_.emplace_back();
    common(decl, context->name, false);
    decl.result = solver.unit();
    decl.capabilities = solver.empty_row();
    decl.failures = solver.empty_row();
    decl.capabilities_inferred = decl.failures_inferred = true;
    contexts.emplace_back(&decl, context);
  }
}

void World::resolve_parameters(const std::vector<syntax::TypeParameter>& written, std::vector<TypeParam*>& parameters) {
  for (const syntax::TypeParameter& one : written) {
    program.type_params.emplace_back();
    TypeParam& parameter = program.type_params.back();
    parameter.name = one.name.text;
    parameter.kind = one.kind == syntax::TypeParameter::Kind::row        ? TypeParam::Kind::row
                     : one.kind == syntax::TypeParameter::Kind::constant ? TypeParam::Kind::constant
                                                                         : TypeParam::Kind::type;
    if (parameter.kind == TypeParam::Kind::constant && one.constant_type && !is_int(*one.constant_type)) {
      diagnostics.error("D415", one.constant_type->span, "a `const` parameter is a number, and its type is always `Int`")
          .suggest("write `const " + parameter.name + ": Int`; a value of another type is an ordinary parameter");
    }
    for (const TypeParam* earlier : parameters) {
      if (earlier->name == parameter.name && (earlier->kind == TypeParam::Kind::row) == (parameter.kind == TypeParam::Kind::row)) {
        diagnostics.error("D307", one.name.span, "the type parameter `" + parameter.name + "` is declared twice");
      }
    }
    parameters.push_back(&parameter);
  }
}

void World::well_known() {
  const modules::Module* core = graph.find("std::core");
  if (core == nullptr) return;
  const auto trait = [&](const char* name) -> const TraitDecl* {
    const auto at = core->own.types.find(name);
    if (at == core->own.types.end()) return nullptr;
    const auto decl = traits.find(at->second.item.item);
    return decl == traits.end() ? nullptr : decl->second;
  };
  const auto type = [&](const char* name) -> const TypeDecl* {
    const auto at = core->own.types.find(name);
    if (at == core->own.types.end()) return nullptr;
    const auto decl = types.find(at->second.item.item);
    return decl == types.end() ? nullptr : decl->second;
  };
  program.eq = trait("Eq");
  program.ord = trait("Ord");
  program.show = trait("Show");
  program.hash = trait("Hash");
  program.share = trait("Share");
  program.iterator = trait("Iterator");
  program.list = type("List");
  program.range = type("Range");
  program.option = type("Option");
  program.step = type("Step");
  program.ordering = type("Ordering");
}

void World::declare() {
  program.graph = &graph;
  declare_builtins();
  for (const auto& module : graph.modules) {
    for (const syntax::File* file : module->parts) program.parts.push_back({module.get(), file, {}, {}, {}});
  }
  for (Part& part : program.parts) {
    for (const syntax::Item& item : part.file->items) declare_item(part, {part.module, part.file, &item});
  }
  well_known();
  // Kinds before types, traits before what they bound, types before impls, impls before anything that projects through them.
  infer_arities();
  std::vector<TypeScope> trait_scopes;
  for (const auto& [trait, index] : pending_traits_) trait_scopes.push_back(resolve_trait_head(*trait));
  check_supertrait_kinds();
  check_supertraits();
  for (std::size_t at = 0; at < pending_traits_.size(); ++at) resolve_trait_functions(*pending_traits_[at].first, trait_scopes[at]);
  for (const auto& [decl, index] : pending_types_) resolve_type_decl(*decl);
  std::vector<std::vector<Declaration>> derived(program.parts.size());
  std::map<const TypeDecl*, std::vector<Declaration>> after;
  for (const auto& [decl, index] : pending_types_) {
    std::vector<Declaration> made;
    add_derived(*decl, program.parts[index], made);
    if (!made.empty()) after[decl] = std::move(made);
  }
  for (const auto& [impl, index] : pending_impls_) resolve_impl(*impl, program.parts[index]);
  for (const auto& [function, index] : pending_functions_) {
    resolve_function(*function, {function->module, function->file, {}, nullptr, nullptr, nullptr, nullptr});
  }
  for (const Part& part : program.parts) {
    if (part.module->is_interface) continue;
    for (const syntax::Item& item : part.file->items) {
      if (const auto* row = std::get_if<syntax::RowDecl>(&item.node)) {
        check_row(*row, {part.module, part.file, {}, nullptr, nullptr, nullptr, nullptr});
      }
    }
  }
  for (Part& part : program.parts) {
    std::vector<Declaration> with_derived;
    for (const Declaration& declaration : part.declarations) {
      with_derived.push_back(declaration);
      if (const auto* decl = std::get_if<TypeDecl*>(&declaration)) {
        if (const auto extra = after.find(*decl); extra != after.end()) {
          with_derived.insert(with_derived.end(), extra->second.begin(), extra->second.end());
        }
      }
    }
    part.declarations = std::move(with_derived);
    for (const Declaration& declaration : part.declarations) {
      if (const auto* impl = std::get_if<ImplDecl*>(&declaration); impl != nullptr && (*impl)->trait != nullptr) {
        program.impls.push_back(*impl);
      }
    }
  }
  check_coherence();
  for (const WrittenType& type : written_bounds_) check_bounds(*type.decl, type.arguments, type.span);
  for (Part& part : program.parts) {
    if (part.module->is_interface) continue;
    for (const Declaration& declaration : part.declarations) {
      if (const auto* impl = std::get_if<ImplDecl*>(&declaration); impl != nullptr && (*impl)->trait != nullptr) check_impl(**impl);
    }
  }
}

}  // namespace khora2cpp::types
