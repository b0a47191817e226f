#include "diagnostics/render.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "diagnostics/excerpt.hpp"

namespace khora2cpp::diagnostics {
namespace {

using nlohmann::ordered_json;

class TextRenderer {
 public:
  TextRenderer(const source::SourceSet& sources, bool colour) : sources_(sources), colour_(colour) {}

  std::string render(const Diagnostic& diagnostic) {
    const bool error = diagnostic.severity == Severity::error;
    const char* severity_colour = error ? "1;31" : "1;33";
    if (diagnostic.span.known()) {
      out_ += painted("1", place(diagnostic.span) + ":") + " ";
    } else {
      out_ += painted("1", "khora2cpp:") + " ";
    }
    out_ += painted(severity_colour, error ? "error:" : "warning:") + " " + diagnostic.message;
    if (*diagnostic.code != '\0') out_ += std::string(" [") + diagnostic.code + "]";
    out_ += '\n';
    if (diagnostic.span.known()) snippet(diagnostic.span, '^', severity_colour);
    for (const Label& label : diagnostic.labels) {
      out_ += "  ";
      if (label.span.known()) out_ += place(label.span) + ": ";
      out_ += painted("1;36", "note:") + " " + label.text + '\n';
      if (label.span.known()) snippet(label.span, '-', "1;36");
    }
    if (!diagnostic.hint.empty()) out_ += "  " + painted("1;32", "hint:") + " " + diagnostic.hint + '\n';
    return std::move(out_);
  }

 private:
  std::string painted(std::string_view code, std::string_view text) const {
    if (!colour_) return std::string(text);
    return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
  }

  std::string place(source::Span span) const {
    const source::Position at = sources_.position(span);
    return sources_.file(span.file).path() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
  }

  void snippet(source::Span span, char mark, std::string_view mark_colour) {
    const source::SourceFile& file = sources_.file(span.file);
    const std::string number = std::to_string(file.position(span.begin).line);
    const Excerpt shown = excerpt(file, span, mark);
    const std::string gutter(number.size() < 4 ? 4 - number.size() : 0, ' ');
    out_ += painted("34", gutter + number + " |") + (shown.line.empty() ? "" : " ") + shown.line + '\n';
    out_ += painted("34", std::string(gutter.size() + number.size(), ' ') + " |") + " " +
            painted(mark_colour, shown.underline) + '\n';
  }

  const source::SourceSet& sources_;
  bool colour_;
  std::string out_;
};

ordered_json json_place(source::Span span, const source::SourceSet& sources) {
  if (!span.known()) return nullptr;
  const source::SourceFile& file = sources.file(span.file);
  const source::Position begin = file.position(span.begin);
  const source::Position end = file.position(span.end);
  return {{"file", file.path()},      {"line", begin.line},  {"column", begin.column}, {"end_line", end.line},
          {"end_column", end.column}, {"begin", span.begin}, {"end", span.end}};
}

}  // namespace

std::string render_text(const Diagnostic& diagnostic, const source::SourceSet& sources, bool colour) {
  return TextRenderer(sources, colour).render(diagnostic);
}

std::string render_json(const Diagnostic& diagnostic, const source::SourceSet& sources) {
  ordered_json labels = ordered_json::array();
  for (const Label& label : diagnostic.labels)
    labels.push_back({{"place", json_place(label.span, sources)}, {"text", label.text}});
  const ordered_json object = {
      {"code", diagnostic.code},
      {"severity", diagnostic.severity == Severity::error ? "error" : "warning"},
      {"message", diagnostic.message},
      {"hint", diagnostic.hint.empty() ? ordered_json(nullptr) : ordered_json(diagnostic.hint)},
      {"place", json_place(diagnostic.span, sources)},
      {"labels", std::move(labels)}};
  // A path may hold any bytes; they must not make the output unreadable.
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace khora2cpp::diagnostics
