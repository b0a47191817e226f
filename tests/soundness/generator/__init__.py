"""A generator of well-typed Khora programs: `generate.py` beside this folder is its command."""
