"""The API by its own description: whatever a program sends, it is answered as described."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from games.people.models import User
from games.play.api.calls import description
from games.play.api.tokens import make_token
from games.play.models import Match

from .programs import program_of

ROOT = Path(__file__).parents[4]
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
TAKES_NOTHING = [("/api/rulesets", "get"), ("/api/opponents", "get")]
CALLS = [(path, method) for path, calls in description()["paths"].items() for method in calls]
SENT = [
    (path, method, mode)
    for path, method in CALLS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or (path, method) not in TAKES_NOTHING
]
ASKED = 40
"""Requests of each call and kind, well-formed and not: seven calls take some seconds."""


def answer(program, case):
    """What the site says to a case of schemathesis."""
    written = requests.Request(**case.as_transport_kwargs(base_url="http://testserver")).prepare()
    said = program.client.generic(
        written.method,
        written.path_url,
        written.body or b"",
        content_type=written.headers.get("Content-Type", ""),
        headers=program.headers,
    )
    headers = {name: [value] for name, value in said.headers.items()}
    return Response(said.status_code, headers, said.content, written, elapsed=0, verify=False)


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "method", "mode"), SENT)
def test_whatever_is_sent_is_answered_as_it_is_described(path, method, mode, alice):
    program = program_of(alice)
    games = [program.begin()["id"], program.begin(position="1+1")["id"]]
    schema = schemathesis.openapi.from_dict(description())
    met = set()

    @settings(
        max_examples=ASKED,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
    )
    @given(schema[path][method.upper()].as_strategy(generation_mode=mode), st.sampled_from(games))
    def sent(case, game):
        if "match_id" in case.path_parameters and mode is GenerationMode.POSITIVE:
            case.path_parameters["match_id"] = game
        said = answer(program, case)
        case.validate_response(said, checks=CHECKS)
        met.add(said.status_code)

    sent()
    assert met


@pytest.mark.django_db
def test_an_answer_that_is_not_as_described_would_be_found(alice, monkeypatch):
    monkeypatch.setattr("games.play.api.calls.answer_as_data", lambda question, theory: {})
    with pytest.raises(FailureGroup) as found:
        test_whatever_is_sent_is_answered_as_it_is_described(*SENT[2], alice)
    assert '"ruleset" is a required property' in str(found.value.exceptions[0])


BOT = re.search(r"```python\n(.*?)```", (ROOT / "docs/api.md").read_text(), re.DOTALL)


def test_the_bot_of_the_guide_plays_a_whole_game_on_a_real_server(live_server, transactional_db):
    """In a process of its own, with nothing but Python; it moves second and wins."""
    token = make_token(User.objects.create_user("carol"), "The guide's", "127.0.0.1")
    lines = BOT[1].strip().splitlines()
    assert len([line for line in lines if line]) <= 20
    played = subprocess.run(
        [sys.executable, "-I", "-c", BOT[1]],
        env={**os.environ, "SITE": live_server.url, "TOKEN": token},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert played.returncode == 0, played.stderr
    match = Match.objects.get()
    assert (match.state, match.user.username) == (Match.State.FINISHED, "carol")
    assert played.stdout.split()[-1] == f"{live_server.url}/play/{match.pk}/"
    assert ("You win." in played.stdout) == (match.winner == "owner")
