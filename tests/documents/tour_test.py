#!/usr/bin/env python3
"""The pages of docs/tour show what is in golden/: every piece of Khora or C++ in them stands in the case that the page names above it."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOUR = ROOT / 'docs' / 'tour'


def files(case):
    return {'khora': sorted(case.rglob('*.kh')), 'cpp': sorted(path for path in (case / 'expected').rglob('*') if path.suffix in ('.cpp', '.hpp', '.h'))}


def problems_of(page):
    case, blocks = None, 0
    text = page.read_text(encoding='utf-8')
    for link, language, block in re.findall(r'\]\(\.\./\.\./(golden/[^)]+)\)|^```(\w+)\n(.*?)^```$', text, re.MULTILINE | re.DOTALL):
        if link:
            case = ROOT / link
            if not case.is_dir():
                yield '%s names %s, which is not there' % (page.name, link)
            continue
        blocks += 1
        if case is None or language not in ('khora', 'cpp'):
            yield '%s has a block of %s that belongs to no case' % (page.name, language)
            continue
        sources = [path.read_text(encoding='utf-8') for path in files(case)[language]]
        for piece in block.strip('\n').split('\n\n'):
            if not any(piece in source for source in sources):
                yield '%s shows what is not in %s:\n%s' % (page.name, case.relative_to(ROOT), piece)
    if page.name != 'README.md' and not blocks:
        yield '%s shows nothing' % page.name


def main():
    index = (TOUR / 'README.md').read_text(encoding='utf-8')
    problems = []
    for page in sorted(TOUR.glob('*.md')):
        problems += problems_of(page)
        if page.name != 'README.md' and '(%s)' % page.name not in index:
            problems.append('%s is not in the index' % page.name)
    print('\n'.join(problems))
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
