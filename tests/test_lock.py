"""The lock: on every Python promised it pins all that is installed, each with its hashes."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PYTHONS = [f"3.{minor}.{patch}" for minor in range(11, 15) for patch in range(20)]
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


class Pin(NamedTuple):
    """A package of the lock: where it is wanted, in which version, how many files are allowed."""

    wanted: Requirement
    version: str
    hashes: int


@cache
def lock() -> dict[str, Pin]:
    text = (ROOT / "requirements.lock").read_text().replace("\\\n", " ")
    pins = {}
    for line in text.splitlines():
        if line and not line.lstrip().startswith("#"):
            wanted = Requirement(line.partition(" --hash=")[0].strip())
            [exactly] = wanted.specifier
            assert exactly.operator == "==", line
            pin = Pin(wanted, exactly.version, len(HASH.findall(line)))
            assert pins.setdefault(canonicalize_name(wanted.name), pin) is pin, line
    return pins


@cache
def chosen() -> list[Requirement]:
    lines = (ROOT / "requirements.txt").read_text().splitlines()
    wanted = [line.partition("#")[0].strip() for line in lines]
    return [Requirement(line) for line in wanted if line]


@cache
def needs(name: str) -> list[Requirement]:
    """What a package needs. One that this Python does without cannot be asked."""
    try:
        return [Requirement(line) for line in requires(name) or []]
    except PackageNotFoundError:
        marker = lock()[name].wanted.marker
        assert marker, f"{name} is locked and not installed"
        assert not marker.evaluate(), f"{name} is locked and not installed"
        return []


def python(version: str) -> dict[str, str]:
    """CPython of *version* on Linux, as markers ask about it."""
    minor = version.rpartition(".")[0]
    return {str(key): str(value) for key, value in default_environment().items()} | {
        "python_version": minor,
        "python_full_version": version,
        "implementation_name": "cpython",
        "implementation_version": version,
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "sys_platform": "linux",
        "os_name": "posix",
    }


def is_active(wanted: Requirement, here: dict[str, str], extra: str) -> bool:
    return wanted.marker is None or wanted.marker.evaluate(here | {"extra": extra})


def missing(version: str) -> list[str]:
    """What is needed under this Python and not in the lock, or not as it is needed."""
    here, found = python(version), []
    todo = [(one, "requirements.txt") for one in chosen() if is_active(one, here, "")]
    seen = set()
    while todo:
        wanted, by = todo.pop()
        name = canonicalize_name(wanted.name)
        pin = lock().get(name)
        if pin is None or not is_active(pin.wanted, here, ""):
            found.append(f"{wanted} of {by} is not there")
            continue
        if not pin.hashes or not wanted.specifier.contains(pin.version, prereleases=True):
            found.append(f"{wanted} of {by} is {pin.version} with {pin.hashes} hashes")
        for extra in ("", *wanted.extras):
            if (name, extra) not in seen:
                seen.add((name, extra))
                todo += [(one, name) for one in needs(name) if is_active(one, here, extra)]
    return found


@pytest.mark.parametrize("version", PYTHONS)
def test_whatever_is_needed_is_pinned_with_its_hashes(version):
    assert missing(version) == []


def test_the_oldest_python_tried_is_the_oldest_one_promised():
    promised = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert promised == ">=3.11"
    assert PYTHONS[0] in SpecifierSet(promised)
    assert "3.10.20" not in SpecifierSet(promised)
    assert "Python 3.11 or newer" in (ROOT / "README.md").read_text()
    assert "--python-version 3.11.0" in (ROOT / "Makefile").read_text()
