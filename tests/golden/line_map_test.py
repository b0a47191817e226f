#!/usr/bin/env python3
"""`--line-map`: every statement of the C++ is attributed to a line of the Khora file, and the tokens are otherwise the same."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import translated  # noqa: E402

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "golden"
LINE = re.compile(r'^#line (\d+) "(.*)"$')


class LineMap(translated.TranslationTest):
    def cases(self):
        return sorted(path.parent for path in GOLDEN.glob("*/*/main.kh"))

    def test_only_lines_are_added(self):
        self.assertTrue(self.cases())
        for case in self.cases():
            with self.subTest(case=case.name):
                files = sorted(path.relative_to(case) for path in case.rglob("*.kh"))
                clean = self.translate_files(files, case, case.name)
                mapped = self.translate_files(files, case, case.name + "_mapped", "--line-map")
                self.assertEqual(set(clean), set(mapped))
                for name, text in mapped.items():
                    without = "".join(line for line in text.splitlines(keepends=True) if not LINE.match(line))
                    self.assertEqual(self.tokens(without), self.tokens(clean[name]), "%s of %s" % (name, case.name))
                    self.check_lines(case, text)

    @staticmethod
    def tokens(text):
        """`if (c) return a;` needs braces when a line for `return` stands in between; lists are broken otherwise."""
        return re.findall(r"\w+|[^\w\s{}]", text)

    def check_lines(self, case, text):
        lines = text.splitlines()
        for at, line in enumerate(lines):
            found = LINE.match(line)
            if not found:
                continue
            number, file = int(found.group(1)), found.group(2)
            source = (case / file).read_text().splitlines()
            self.assertTrue(1 <= number <= len(source), line)
            self.assertTrue(source[number - 1].strip(), "%s is an empty line" % line)
            self.assertFalse(LINE.match(lines[at + 1]), "two in a row: %s" % line)
            # A call that the C++ statement makes by name stands on that line, or one that it begins. The entries of a context are made where
            # it is installed.
            called = re.match(r"\s*(?:return |const \w+ \w+ = )?(\w+)\(", lines[at + 1])
            if called and called.group(1) in text and "fn %s(" % called.group(1) in "\n".join(source):
                near = source[number - 1:number + 6]
                if "with" in source[number - 1]:
                    near += [entry for entry in source if entry.startswith("context ")]
                self.assertIn(called.group(1), "\n".join(near), line)


if __name__ == "__main__":
    translated.main(sys.argv)
