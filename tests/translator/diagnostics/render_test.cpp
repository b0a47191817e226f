#include "diagnostics/render.hpp"

#include <catch2/catch.hpp>

namespace khora2cpp::diagnostics {
namespace {

struct Setup {
  source::SourceSet sources;
  source::FileId file;
  explicit Setup(std::string text) : file(sources.add("quay.kh", std::move(text))) {}
  source::Span span(std::uint32_t begin, std::uint32_t end) const { return {file, begin, end}; }
};

TEST_CASE("a diagnostic as text") {
  const Setup setup("module m;\nfn f() { print(tide); }\n");
  Diagnostics diagnostics;
  diagnostics.error("D301", setup.span(25, 29), "cannot find `tide` in this scope")
      .label(setup.span(0, 6), "in this module")
      .suggest("did you mean `tides`?");
  CHECK(render_text(diagnostics.all().front(), setup.sources) ==
        "quay.kh:2:16: error: cannot find `tide` in this scope [D301]\n"
        "   2 | fn f() { print(tide); }\n"
        "     |                ^^^^\n"
        "  quay.kh:1:1: note: in this module\n"
        "   1 | module m;\n"
        "     | ------\n"
        "  hint: did you mean `tides`?\n");
}

TEST_CASE("colour changes nothing but the colours") {
  const Setup setup("fn f() { g }\n");
  Diagnostics diagnostics;
  diagnostics.warning("unused-binding", setup.span(9, 10), "never read").suggest("remove it");
  std::string coloured = render_text(diagnostics.all().front(), setup.sources, true);
  CHECK(coloured.find('\x1b') != std::string::npos);
  for (std::size_t at = coloured.find('\x1b'); at != std::string::npos; at = coloured.find('\x1b')) {
    coloured.erase(at, coloured.find('m', at) - at + 1);
  }
  CHECK(coloured == render_text(diagnostics.all().front(), setup.sources));
}

TEST_CASE("underlines stand below what they mark") {
  const Setup tabs("\tlet a = b;\n");
  Diagnostics first;
  first.error("D301", tabs.span(9, 10), "x");
  CHECK(render_text(first.all().front(), tabs.sources) ==
        "quay.kh:1:10: error: x [D301]\n   1 |     let a = b;\n     |             ^\n");

  const Setup wide("\"\xe6\xb8\xaf\" + b\n");  // a character of two columns
  Diagnostics second;
  second.error("D301", wide.span(8, 9), "x");
  CHECK(render_text(second.all().front(), wide.sources) ==
        "quay.kh:1:7: error: x [D301]\n   1 | \"\xe6\xb8\xaf\" + b\n     |        ^\n");
}

TEST_CASE("empty spans, spans of several lines and the end of the file") {
  const Setup setup("fn f() {\n  a\n}");
  Diagnostics diagnostics;
  diagnostics.error("D230", setup.span(12, 12), "here");
  diagnostics.error("D230", setup.span(7, 14), "all");
  diagnostics.error("D230", setup.span(14, 14), "end");
  CHECK(render_text(diagnostics.all()[0], setup.sources) ==
        "quay.kh:2:4: error: here [D230]\n   2 |   a\n     |    ^\n");
  CHECK(render_text(diagnostics.all()[1], setup.sources) ==
        "quay.kh:1:8: error: all [D230]\n   1 | fn f() {\n     |        ^\n");
  CHECK(render_text(diagnostics.all()[2], setup.sources) ==
        "quay.kh:3:2: error: end [D230]\n   3 | }\n     |  ^\n");
}

TEST_CASE("a very long line is cut around the span") {
  const Setup setup("fn f() { " + std::string(1000, 'a') + " bad " + std::string(1000, 'b') + " }\n");
  Diagnostics diagnostics;
  diagnostics.error("D301", setup.span(1010, 1013), "x");
  const std::string text = render_text(diagnostics.all().front(), setup.sources);
  CHECK(text.size() < 500);
  CHECK(text.find(" bad ") != std::string::npos);
}

TEST_CASE("a diagnostic without a place") {
  Diagnostics diagnostics;
  diagnostics.error("D904", {}, "no C++ compiler");
  CHECK(render_text(diagnostics.all().front(), {}) == "khora2cpp: error: no C++ compiler [D904]\n");
  CHECK(render_json(diagnostics.all().front(), {}) ==
        "{\"code\":\"D904\",\"severity\":\"error\",\"message\":\"no C++ "
        "compiler\",\"hint\":null,\"place\":null,\"labels\":[]}\n");
}

TEST_CASE("a diagnostic as JSON") {
  const Setup setup("module m;\nfn f() { \"\xc3\xbc\" + tide }\n");
  Diagnostics diagnostics;
  diagnostics.warning("D516", setup.span(26, 30), "say \"no\"").label(setup.span(0, 6), "here");
  CHECK(render_json(diagnostics.all().front(), setup.sources) ==
        "{\"code\":\"D516\",\"severity\":\"warning\",\"message\":\"say \\\"no\\\"\",\"hint\":null,"
        "\"place\":{\"file\":\"quay.kh\",\"line\":2,\"column\":16,\"end_line\":2,\"end_column\":20,\"begin\":"
        "26,\"end\":30},"
        "\"labels\":[{\"place\":{\"file\":\"quay.kh\",\"line\":1,\"column\":1,\"end_line\":1,\"end_column\":"
        "7,\"begin\":0,\"end\":6},"
        "\"text\":\"here\"}]}\n");
}

}  // namespace
}  // namespace khora2cpp::diagnostics
