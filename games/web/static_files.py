"""Scripts and styles under names that say what is in them: browsers keep them for good."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = (
    r"""(?m)(?P<matched>(?P<head>^(?:import|export)\b[^"';]*|\bimport\(\s*)"""
    r"""["'](?P<url>\.[^"']+)["'])"""
)
"""Where one of our modules names another."""
SHEETS = "css/every_page.css"
"""The style sheets of every page."""
SHEET = r'(?m)^@import "(?P<name>[^"]+)";'
"""Where it names one of them."""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Collected files under hashed names, in the imports of our modules too: so the name of a
    module changes with everything it imports.

    Django's ``support_js_module_import_aggregation`` would read the scripts of packages as well,
    and django-htmx has some that import what is not there.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORT, '%(head)s"%(url)s"'),)),
    )

    def post_process(
        self, paths: dict[str, Any], *args: Any, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """The sheets of every page are collected as one, the others as they are."""
        if SHEETS in paths:
            joined = InMemoryStorage()
            joined.save(SHEETS, ContentFile(_every_sheet()))
            paths[SHEETS] = (joined, SHEETS)
        yield from super().post_process(paths, *args, **options)


def sheets() -> list[str]:
    """The style sheets of every page: one where they are collected, else each of them."""
    if isinstance(staticfiles_storage, HashedStaticFiles):
        return [SHEETS]
    return [_beside(named["name"]) for named in re.finditer(SHEET, _text(SHEETS))]


def _every_sheet() -> str:
    return re.sub(SHEET, lambda named: _text(_beside(named["name"])), _text(SHEETS))


def _beside(name: str) -> str:
    return join(dirname(SHEETS), name)


def modules(name: str) -> list[str]:
    """The modules that *name*, a module among the static files, imports in turn; each once.

    A name that no static file has is a :class:`FileNotFoundError`.
    """
    names = [name]
    for importer in names:
        for found in re.finditer(IMPORT, _text(importer)):
            imported = normpath(join(dirname(importer), found["url"]))
            if imported not in names:
                names.append(imported)
    return names[1:]


def _text(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path).read_text(encoding="utf-8")
