"""The tests of what has changed: ``python -m tests.near [SINCE]`` prints them for pytest.

The folders of pages, styles and tests have the names of the areas, so a file leads to its tests by
its path alone. What every area uses (`games/web`, `templates/components`) leads to the tests of its
own folder and no further: `make test` is what decides.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALWAYS = ("tests/test_house.py", "tests/test_looks.py", "tests/test_words.py")
"""Quick, and about any file."""
HOMES = {
    "games/content": "tests/games/content",
    "games": "tests/games",
    "templates": "tests/games",
    "static/css/pages": "tests/games",
    "solver": "tests/solver",
    "static": "tests/games/test_weight.py",
    "config": "tests/games/test_settings.py",
    "requirements": "tests/test_lock.py",
}


def changed(since: str) -> list[str]:
    """The files that differ from *since*, and those that no commit has."""
    asked = (["diff", "--name-only", since], ["ls-files", "--others", "--exclude-standard"])
    found = (
        subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True)
        for words in asked
    )
    return [line for done in found for line in done.stdout.splitlines()]


def home_of(file: str) -> str:
    """The test file or the folder of tests of a file; empty if there is none.

    The deepest folder of tests that has the name of one of the file's folders is its own.
    """
    path = Path(file)
    if path.parts[0] == "tests":
        is_test = path.name.startswith("test_") and path.suffix == ".py"
        return file if is_test else str(path.parent) if len(path.parts) > 2 else ""
    start = next((start for start in HOMES if file.startswith(start)), "")
    home = HOMES.get(start, "")
    if not home or home.endswith(".py"):
        return home
    found = ROOT / home
    for part in (*path.relative_to(start).parts[:-1], path.stem):
        if any((found / part).glob("**/test_*.py")):
            found /= part
    own = found / f"test_{path.stem}.py"
    chosen = own if own.is_file() else found
    is_all = chosen in (ROOT / "tests/games", ROOT / "tests/solver")
    return "" if is_all and start != "solver" else str(chosen.relative_to(ROOT))


def near(files: Iterable[str]) -> list[str]:
    """The tests of these files, each once: not a file beside its folder."""
    found = {test for test in map(home_of, files) if test and (ROOT / test).exists()}
    return sorted(set(without_parts(found)) | set(ALWAYS))


def without_parts(tests: set[str]) -> list[str]:
    """Tests and folders of tests, sorted, without those in a folder that is there."""
    return sorted(
        one for one in tests if not any(str(above) in tests for above in Path(one).parents)
    )


if __name__ == "__main__":
    print(*near(changed(sys.argv[1] if len(sys.argv) > 1 else "origin/main")))
