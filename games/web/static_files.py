"""Scripts and styles with a hash of their content in the name, so browsers cache them for good."""

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
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = (
    r"""(?m)(?P<matched>(?P<head>(?:^|;)(?:import|export)\b[^"';]*|\bimport\(\s*)"""
    r"""["'](?P<url>\.[^"']+)["'])"""
)
"""A relative import in one of our modules."""
SHEET = r'(?m)^@import "(?P<name>[^"]+)";'
"""An import in a style sheet."""

ANY_DESCENDANT = re.compile(r"(?<=[^\s,{};>+~(]) (?=::?[a-z])")
"""The blank in a selector such as ``.grades :is(th, td)``."""


def short_sheet(text: str) -> str:
    """The *text* of a style sheet without comments and blanks.

    Inside a layer, ``cssmin`` takes a selector for a declaration and drops the blank before its
    colon, which says “any descendant”. A star says the same.
    """
    return str(cssmin(ANY_DESCENDANT.sub(" *", text)))


SHORTEN = {"css": short_sheet, "js": jsmin}
"""The functions that strip comments and blanks from our own files, by folder."""


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Collect files under hashed names, and apply these names in the imports of our modules, so
    that a module's name changes with everything it imports.

    Django's ``support_js_module_import_aggregation`` would read the scripts of packages as well,
    and some of django-htmx import files that do not exist.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORT, '%(head)s"%(url)s"'),)),
    )

    def post_process(
        self, paths: dict[str, Any], *args: Any, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Strip comments and blanks from our sheets and scripts, and put imported sheets into the
        sheet that imports them; leave the files of packages unchanged."""
        smaller = InMemoryStorage()
        for name, (storage, path) in paths.items():
            if (shorten := SHORTEN.get(name.split("/")[0])) and name.endswith((".css", ".js")):
                with storage.open(path) as file:
                    text = _joined(file.read().decode(), name)
                smaller.save(name, ContentFile(shorten(text)))
                paths[name] = (smaller, name)
        yield from super().post_process(paths, *args, **options)


def parts_of(sheet: str) -> list[str]:
    """The style sheets to link for *sheet*: itself once collected, otherwise its imports."""
    if isinstance(staticfiles_storage, HashedStaticFiles):
        return [sheet]
    return [_beside(sheet, named["name"]) for named in re.finditer(SHEET, _text(sheet))]


def _joined(text: str, sheet: str) -> str:
    """The *text* of a *sheet* with each imported sheet in place of its import."""
    return re.sub(SHEET, lambda named: _text(_beside(sheet, named["name"])), text)


def _beside(sheet: str, name: str) -> str:
    return join(dirname(sheet), name)


def modules(name: str) -> list[str]:
    """The modules that the static file *name* imports, directly or indirectly, each once.

    Raises :class:`FileNotFoundError` for a name that no static file has.
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
