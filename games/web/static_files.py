"""Scripts and styles under names that say what is in them: browsers keep them for good."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath

from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = (
    r"""(?m)(?P<matched>(?P<head>^(?:import|export)\b[^"';]*|\bimport\(\s*)"""
    r"""["'](?P<url>\.[^"']+)["'])"""
)
"""Where one of our modules names another."""


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


def modules(name: str) -> list[str]:
    """The modules that *name*, a module among the static files, imports in turn; each once.

    A name that no static file has is a :class:`FileNotFoundError`.
    """
    names = [name]
    for importer in names:
        path = finders.find(importer)
        if path is None:
            raise FileNotFoundError(importer)
        for found in re.finditer(IMPORT, Path(path).read_text(encoding="utf-8")):
            imported = normpath(join(dirname(importer), found["url"]))
            if imported not in names:
                names.append(imported)
    return names[1:]
