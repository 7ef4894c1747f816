"""A course of Open edX as a program of its own, which ``tests/openedx/course.py`` is."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import requests
from lti_tool.models import LtiDeployment, LtiRegistration

PROGRAM = Path(__file__).parents[3] / "openedx" / "course.py"
PYTHON = Path(sys.prefix) / "openedx" / "bin" / "python"
"""The Python of Open edX, which ``make services`` installs."""


class OpenEdx:
    """The course, served while a ``with`` block lasts, and known to the *site*."""

    def __init__(self, folder: Path, site: str, people: dict[str, dict[str, str]]) -> None:
        (folder / "people.json").write_text(json.dumps(people))
        self._command = [PYTHON, PROGRAM, folder, site]

    def __enter__(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = subprocess.Popen(self._command, text=True, **pipes)
        said = self._process.stdout.readline()
        assert said, "Open edX has not begun"
        told = json.loads(said)
        self.url = told["issuer"]
        known = LtiRegistration.objects.create(name="Open edX", **told)
        LtiDeployment.objects.create(registration=known, deployment_id="1", is_active=True)
        return self

    def __exit__(self, *args):
        self._process.communicate(timeout=60)

    def page(self, subject, activity, **more):
        """The address of the course's page that shows an activity to a person."""
        query = "&".join(f"{name}={value}" for name, value in more.items())
        return f"{self.url}/course?as={subject}&activity={activity}&{query}"

    def state(self):
        """What the course has stored: chosen links, columns, scores and its gradebook."""
        return requests.get(f"{self.url}/state", timeout=60).json()
