"""What registers itself is registered in every process, whatever else that has imported."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.games.test_settings import HOSTS, SECRET

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = '''
import ast, gc, json, sys
from importlib import import_module
from pathlib import Path

import django
from django.dispatch import Signal

django.setup()

EMPTY = {"[]", "{}", "set()", "dict()", "list()"}


def modules():
    """Every module of the site and its file; none is imported by asking."""
    for file in sorted(Path("games").rglob("*.py")):
        module = file.parent if file.name == "__init__.py" else file.with_suffix("")
        if "migrations" not in file.parts:
            yield ".".join(module.parts), file


def registries():
    """Every name to which a module binds something at once, and whether it begins empty."""
    for module, file in modules():
        for line in ast.parse(file.read_text()).body:
            if isinstance(line, ast.Assign | ast.AnnAssign) and line.value:
                target = line.targets[0] if isinstance(line, ast.Assign) else line.target
                if isinstance(target, ast.Name):
                    yield module, target.id, ast.unparse(line.value) in EMPTY


def name(thing):
    if isinstance(thing, tuple | list | set | frozenset):
        return [name(one) for one in thing]
    if isinstance(thing, str | int | float | bool | None):
        return thing
    kind = thing if hasattr(thing, "__qualname__") else type(thing)
    return f"{kind.__module__}.{kind.__qualname__}"


def registered():
    found = {}
    for module, registry, is_empty in registries():
        # Where the module is not loaded, nobody has registered anything with it.
        held = getattr(sys.modules.get(module), registry, () if is_empty else None)
        if isinstance(held, list | dict | set | tuple):
            pairs = held.items() if isinstance(held, dict) else held
            found[f"{module}.{registry}"] = sorted(json.dumps(name(one)) for one in pairs)
    heard = []
    for signal in gc.get_objects():
        if isinstance(signal, Signal):
            for receiver in signal.receivers:
                function = receiver[1]() if hasattr(receiver[1], "__callback__") else receiver[1]
                if function is not None and name(function).startswith("games."):
                    heard.append(f"{type(signal).__name__} {name(function)}")
    return found | {"signals": sorted(heard)}

before = registered()

import config.urls
from django.contrib import admin

admin.autodiscover()
for module, _ in modules():
    import_module(module)
print(json.dumps([before, registered()]))
'''


def test_what_a_bare_set_up_has_is_all_there_is():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env={**SECRET, **HOSTS, "DJANGO_SETTINGS_MODULE": "config.settings", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    bare, everything = json.loads(done.stdout)
    for registry, held in bare.items():
        assert everything[registry] == held, registry
    assert len(bare["games.play.origins.ORIGINS"]) == 6
    assert any("RoomOrigin" in one for one in bare["games.play.origins.ORIGINS"])
    assert any('"cards"' in one for one in bare["games.web.background.jobs.PIECES"])
    assert any("games.people.ways_in.forget_given" in one for one in bare["signals"])
