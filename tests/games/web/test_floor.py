"""No script asks for what the oldest browsers lack that the site works on."""

import re
from pathlib import Path

from tests.browser.floor import NEWER

SCRIPTS = sorted(Path("static/js").glob("*.js"))
COMMON = {"with", "try", "any", "size", "show", "close", "json", "parse"}
"""Names that mean other things elsewhere: after their owner only."""
GENTLE = {"inert"}
"""What changes nothing where it is not known."""


def test_no_script_asks_for_what_the_oldest_browsers_lack():
    asked = []
    for script in SCRIPTS:
        text = re.sub(r"(?m)^\s*//.*$", "", script.read_text(encoding="utf-8"))
        for owner, names in NEWER.items():
            for name in set(names) - GENTLE:
                before = rf"\b{owner}" if name in COMMON else ""
                if re.search(rf"{before}\.{name}\b", text):
                    asked.append((script.name, f"{owner}.{name}"))
        newer = {"a look back in a pattern": r"\(\?<[=!]", "a form's button": r"FormData\([^()]*,"}
        asked += [(script.name, what) for what, how in newer.items() if re.search(how, text)]
        asked += [(script.name, ":has()")] if ":has(" in text else []
    assert SCRIPTS
    assert asked == []
