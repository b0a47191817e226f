"""Brackets of a line of Khora, those in strings and character literals left out."""


def depths(line):
    """How far the brackets of a line go down and where they end, relative to its beginning."""
    depth, low, in_string, skip = 0, 0, False, False
    for at, char in enumerate(line):
        if skip:
            skip = False
        elif char == '\\':
            skip = True
        elif char == '"':
            in_string = not in_string
        elif in_string or line[max(at - 1, 0):at + 2] in ("'('", "')'", "'['", "']'", "'{'", "'}'"):
            continue
        elif char in '([{':
            depth += 1
        elif char in ')]}':
            depth -= 1
            low = min(low, depth)
    return low, depth
