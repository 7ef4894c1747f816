"""Look up the results of studies, for pages that do not compute them."""

from __future__ import annotations

import uuid
from typing import Any

from games.explore.lab.subjects import map_from_json
from games.explore.shelves import MAPS, QUOTIENTS, Found
from games.explore.studies import Study, solver_version
from solver import Known, pooled

MAX_LISTED_GAMES = 60
"""The most games in a list."""


@pooled(lambda study_id: (str(study_id),))
def _known(study_id: uuid.UUID) -> Known:
    """A stored quotient, read once in each process."""
    result: Any = Study.objects.values_list("result", flat=True).get(pk=study_id)
    return Known.from_json(result)


def _finished(**key: str) -> Any:
    done = Study.objects.filter(version=solver_version(), **key)
    return done.filter(result__isnull=False)


def studied_quotients() -> list[str]:
    """The games with a quotient that was computed in the background, the latest last."""
    done = _finished(what=Study.What.QUOTIENT).order_by("made_at")
    return list(done.values_list("ruleset", flat=True)[:MAX_LISTED_GAMES])


def quotient(ruleset: str) -> Known | None:
    """The quotient of a game that was computed in the background, if there is one."""
    done = _finished(what=Study.What.QUOTIENT, ruleset=ruleset)
    study_id = done.values_list("pk", flat=True).first()
    return _known(study_id) if study_id else None


def chart(ruleset: str, size: int, third: int) -> Found | None:
    """The map of a game that was computed in the background, if there is one."""
    done = _finished(what=Study.What.MAP, ruleset=ruleset, about=f"{size} {third}")
    result = done.values_list("result", flat=True).first()
    return map_from_json(result) if result else None


QUOTIENTS.append(quotient)
MAPS.append(chart)
