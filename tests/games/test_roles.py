"""Who may do what: every address, as everybody, with and without htmx.

An address that is missing here fails, so nobody can add one without saying whom it is for.
"""

import copy
from itertools import islice

import pytest
from django.db import transaction
from django.test import Client

from .world import every_row

pytestmark = pytest.mark.django_db

EVERYBODY = {
    "anonymous",
    "student",
    "classmate",
    "outsider",
    "instructor",
    "assistant",
    "tutor",
    "other_tutor",
    "other_instructor",
    "admin",
}
KNOWN = EVERYBODY - {"anonymous"}
OWNER = {"student"}
STUDENTS = {"student", "classmate"}
STAFF = {"instructor", "assistant"}
EDITORS = {"instructor"}
TUTORS = {"tutor", "other_tutor"}
"""The student whose work the addresses name is in the section of the first."""
GRADERS = EDITORS | TUTORS
OF_STUDENT = STAFF | {"tutor"}
GRADES_STUDENT = EDITORS | {"tutor"}
TEACHERS = {"instructor", "other_instructor"}
CLASS = STUDENTS | STAFF
CURATORS = {"admin"}

READ, WRITE, FORM = {"GET"}, {"POST"}, {"GET", "POST"}


class WhomFor(dict):
    """What may be done at each address, and the roles that may."""

    def __missing__(self, name):
        row = f"{name} has no row in MATRIX of tests/games/test_roles.py"
        pytest.fail(f"{row}: write down what may be done there, and by whom")


MATRIX = WhomFor()
MATRIX |= {
    "healthz": (READ, EVERYBODY),
    "readyz": (READ, EVERYBODY),
    "metrics": (set(), set()),  # there is nothing without a token
    # play
    "site:home": (READ, EVERYBODY),
    "teach:teach": (READ, EVERYBODY),
    "teach:ready": (READ, EVERYBODY),
    "teach:tests": (READ, EVERYBODY),
    "teach:parents": (READ, {"student"} | OF_STUDENT),
    "teach:tour": (FORM, EVERYBODY),
    "play:opponents": (READ, EVERYBODY),
    "play:setup": (FORM, EVERYBODY),
    "play:match": (READ, OWNER),
    "play:review": (READ, OWNER),
    "play:mistake": (FORM, OWNER),
    "play:move": (WRITE, OWNER),
    "play:starter": (WRITE, OWNER),
    "play:hint": (WRITE, OWNER),
    "play:back": (WRITE, OWNER),
    "play:resign": (WRITE, OWNER),
    "play:retry": (WRITE, OWNER),
    "play:program": (READ, EVERYBODY),
    "play:cage": (READ, EVERYBODY),
    "play:program-round": (WRITE, EVERYBODY),
    "play:program-faults": (WRITE, EVERYBODY),
    "play:program-game": (WRITE, EVERYBODY),
    "play:program-save": (WRITE, EVERYBODY),
    "play:saved-program": (READ, OWNER),
    "play:program-share": (WRITE, OWNER),
    "play:program-delete": (WRITE, OWNER),
    "play:rival": (READ, EVERYBODY),
    "play:program-by-hand": (WRITE, EVERYBODY),
    "play:reference": (READ, EVERYBODY),
    "play:openapi": (READ, EVERYBODY),
    "play:tokens": (FORM, EVERYBODY),
    "play:revoke-token": (WRITE, OWNER),
    # for programs: whoever plays sends a token, and no browser here does
    "api:api-root": (READ, EVERYBODY),
    "api:rulesets": (READ, EVERYBODY),
    "api:opponents": (READ, EVERYBODY),
    "api:position": (READ, EVERYBODY),
    "api:begin": (WRITE, set()),
    "api:game": (READ, set()),
    "api:move": (WRITE, set()),
    "api:resign": (WRITE, set()),
    "play:invited": (FORM, EVERYBODY),
    "play:leave": (WRITE, OWNER),
    "play:again": (WRITE, OWNER),
    "play:challenge": (FORM, OWNER),
    # explore
    "explore:start": (READ, EVERYBODY),
    "explore:position": (READ, EVERYBODY),
    "explore:theories": (READ, EVERYBODY),
    "explore:questions": (READ, EVERYBODY),
    "explore:theory": (READ, EVERYBODY),
    "explore:errata": (READ, EVERYBODY),
    "explore:erratum": (READ, EVERYBODY),
    "explore:sources": (READ, EVERYBODY),
    "explore:source": (READ, EVERYBODY),
    "explore:source-item": (READ, EVERYBODY),
    "explore:certificate": (READ, EVERYBODY),
    "explore:checking-program": (READ, EVERYBODY),
    "explore:program": (READ, EVERYBODY),
    "explore:picture": (READ, EVERYBODY),
    "explore:embed": (READ, EVERYBODY),
    "explore:maps": (READ, EVERYBODY),
    "lab:reach": (READ, EVERYBODY),
    "explore:map": (READ, EVERYBODY),
    "explore:map-picture": (READ, EVERYBODY),
    "explore:company": (READ, EVERYBODY),
    "lab:index": (READ, EVERYBODY),
    "lab:rules": (READ, EVERYBODY),
    "lab:row": (READ, EVERYBODY),
    "lab:save": (WRITE, EVERYBODY),
    "lab:forget": (WRITE, OWNER),
    "lab:conjectures": (READ, EVERYBODY),
    "lab:distinguisher": (READ, EVERYBODY),
    "lab:partizan": (READ, EVERYBODY),
    "lab:forms": (READ, EVERYBODY),
    "lab:workshop": (READ, EVERYBODY),
    "lab:ask": (WRITE, EVERYBODY),
    "lab:lenses": (READ, EVERYBODY),
    "lab:conditions": (READ, EVERYBODY),
    "lab:study": (READ, EVERYBODY),
    "lab:stop": (WRITE, EVERYBODY),
    "lab:quotients": (READ, EVERYBODY),
    "lab:quotient": (READ, EVERYBODY),
    "lab:quotient-json": (READ, EVERYBODY),
    "lab:quotient-tex": (READ, EVERYBODY),
    "lab:quotient-graph": (READ, EVERYBODY),
    # accounts
    "people:signup": (FORM, EVERYBODY),
    "people:login": (FORM, EVERYBODY),
    "people:logout": (WRITE, EVERYBODY),
    "people:fresh": (WRITE, EVERYBODY),
    "site:me": (READ, EVERYBODY),
    "site:proved": (READ, EVERYBODY),
    "site:privacy": (READ, EVERYBODY),
    "site:accessibility": (READ, EVERYBODY),
    "site:story": (READ, EVERYBODY),
    "site:offline": (READ, EVERYBODY),
    "site:worker": (READ, EVERYBODY),
    "site:manifest": (READ, EVERYBODY),
    "site:export": (READ, KNOWN),
    "people:password": (FORM, KNOWN),
    "people:time-zone": (FORM, KNOWN),
    "people:card": (FORM, EVERYBODY),
    "people:forgotten": (FORM, EVERYBODY),
    "people:codes": (FORM, KNOWN),
    "people:devices": (READ, KNOWN),
    "people:end-device": (WRITE, KNOWN),
    "people:end-devices": (WRITE, KNOWN),
    "people:my-devices": (WRITE, KNOWN),
    "site:delete": (FORM, KNOWN),
    # the course
    "lessons:index": (READ, EVERYBODY),
    "lessons:lesson": (READ, EVERYBODY),
    "lessons:test": (FORM, EVERYBODY),
    "lessons:checkpoint": (FORM, EVERYBODY),
    "lessons:review": (FORM, EVERYBODY),
    "lessons:telling": (FORM, EVERYBODY),
    "lessons:moved-review": (READ, EVERYBODY),
    "lessons:moved-review-card": (READ, EVERYBODY),
    "lessons:taken": (READ, OWNER),
    "lessons:taken-answer": (WRITE, OWNER),
    "lessons:step": (READ, EVERYBODY),
    "lessons:answer": (WRITE, EVERYBODY),
    "lessons:next": (WRITE, EVERYBODY),
    "lessons:hint": (WRITE, EVERYBODY),
    "lessons:reveal": (WRITE, EVERYBODY),
    "lessons:play": (WRITE, EVERYBODY),
    "lessons:like": (FORM, EVERYBODY),
    "lessons:preview": (FORM, CURATORS),
    "site:checks": (FORM, CURATORS),
    "site:condition": (READ, CURATORS),
    # the course of a class, which the class of these tests has not
    "lti:roster": (FORM, set()),
    "lti:people": (FORM, set()),
    "lti:send": (WRITE, set()),
    # from a course of another platform: nobody here has begun a launch
    "lti:keys": (READ, EVERYBODY),
    "lti:login": (FORM, set()),
    "lti:login-of": (FORM, set()),
    "lti:register": (FORM, set()),
    "lti:launch": (WRITE, set()),
    "lti:enter": (FORM, set()),
    "lti:join": (WRITE, set()),
    "lti:course": (FORM, set()),
    "lti:choose": (FORM, set()),
    # puzzles
    "puzzles:index": (READ, EVERYBODY),
    "puzzles:daily": (READ, EVERYBODY),
    "puzzles:theme": (READ, EVERYBODY),
    "puzzles:week": (FORM, EVERYBODY),
    "puzzles:set": (READ, EVERYBODY),
    "puzzles:puzzle": (READ, EVERYBODY),
    "puzzles:answer": (WRITE, EVERYBODY),
    "puzzles:hint": (WRITE, EVERYBODY),
    "puzzles:play": (WRITE, EVERYBODY),
    "puzzles:attempt": (READ, OWNER),
    "puzzles:drill": (FORM, EVERYBODY),
    "puzzles:drill-next": (FORM, EVERYBODY),
    "puzzles:train": (READ, EVERYBODY),
    "puzzles:training": (WRITE, EVERYBODY),
    "puzzles:start-round": (WRITE, EVERYBODY),
    "puzzles:round": (READ, OWNER),
    "puzzles:round-next": (WRITE, OWNER),
    # rooms
    "live:lessons": (READ, EVERYBODY),
    "live:lesson": (READ, EVERYBODY),
    "live:preview": (READ, EVERYBODY),
    "live:lesson-paper": (READ, EVERYBODY),
    "live:copy-lesson": (WRITE, TEACHERS),
    "live:own-lessons": (READ, TEACHERS),
    "live:new-lesson": (FORM, TEACHERS),
    "live:import-lesson": (FORM, TEACHERS),
    "live:write-lesson": (FORM, {"instructor"}),
    "live:lesson-versions": (READ, {"instructor"}),
    "live:restore-lesson": (FORM, {"instructor"}),
    "live:export-lesson": (READ, {"instructor"}),
    "live:share-lesson": (WRITE, {"instructor"}),
    "live:archive-lesson": (WRITE, {"instructor"}),
    "live:delete-lesson": (WRITE, {"instructor"}),
    "live:code": (FORM, EVERYBODY),
    "people:enter": (FORM, EVERYBODY),
    "live:room": (FORM, EVERYBODY),
    "live:back": (WRITE, EVERYBODY),
    "live:leave": (WRITE, EVERYBODY),
    "live:poll": (READ, EVERYBODY),
    "live:answer": (WRITE, EVERYBODY),
    "live:projector": (READ, STAFF),
    "live:projector-poll": (READ, STAFF),
    "live:do": (WRITE, STAFF),
    "live:desk": (READ, STAFF),
    "live:desk-poll": (READ, STAFF),
    "live:evening": (FORM, (STAFF, EDITORS)),
    "live:paper": (READ, STAFF),
    "live:keep": (WRITE, EDITORS),
    "live:round": (READ, STAFF),
    "live:round-poll": (READ, STAFF),
    # reports
    "reports:puzzle": (WRITE, EVERYBODY),
    "reports:step": (WRITE, EVERYBODY),
    "reports:statement": (WRITE, EVERYBODY),
    "reports:question": (WRITE, EVERYBODY),
    # classes
    "classes:join": (FORM, EVERYBODY),
    "classes:join-class": (FORM, EVERYBODY),
    "classes:index": (READ, EVERYBODY),
    "classes:new": (FORM, KNOWN),
    "classes:teach": (FORM, KNOWN),
    "classes:invitation": (FORM, KNOWN),
    "teach:classroom": (READ, CLASS | TUTORS),
    "teach:first": (READ, EDITORS),
    "teach:looked": (WRITE, KNOWN),
    "classes:project": (READ, STAFF),
    "classes:settings": (FORM, (STAFF, EDITORS)),
    "classes:joining": (WRITE, EDITORS),
    "classes:code": (WRITE, EDITORS),
    "classes:archive": (WRITE, EDITORS),
    "classes:keep": (WRITE, EDITORS),
    "classes:restore": (WRITE, EDITORS),
    "classes:delete": (FORM, EDITORS),
    "classes:leave": (WRITE, STUDENTS),
    "classes:week": (FORM, (CLASS | TUTORS, STUDENTS)),
    "tournaments:tournament": (READ, CLASS | TUTORS),
    "tournaments:start": (WRITE, EDITORS),
    "tournaments:enter": (WRITE, STUDENTS),
    "tournaments:change": (WRITE, EDITORS),
    "tournaments:run": (FORM, EDITORS),
    "classes:people": (READ, STAFF),
    "classes:preview": (WRITE, EDITORS),
    "classes:add": (WRITE, EDITORS),
    "classes:cards": (FORM, EDITORS),
    "classes:cards-sheet": (READ, EDITORS),
    "classes:cards-file": (READ, EDITORS),
    "classes:cards-made": (FORM, EDITORS),
    "classes:revoke-card": (WRITE, EDITORS),
    "classes:give-code": (WRITE, EDITORS),
    "classes:roster": (READ, STAFF),
    "classes:person": (FORM, (STAFF, EDITORS)),
    "classes:offer": (FORM, {"outsider"}),
    "classes:withdraw-offer": (WRITE, EDITORS),
    "classes:move": (FORM, (STAFF, EDITORS)),
    "classes:take": (WRITE, EDITORS),
    "classes:remove": (WRITE, EDITORS),
    "classes:put-back": (WRITE, EDITORS),
    "classes:groups": (FORM, (STAFF, EDITORS)),
    "classes:group": (FORM, (STAFF, EDITORS)),
    "classes:delete-group": (WRITE, EDITORS),
    "classes:sections": (FORM, (STAFF, EDITORS)),
    "classes:section": (FORM, (STAFF, EDITORS)),
    "classes:delete-section": (WRITE, EDITORS),
    "classes:staff": (FORM, (STAFF | TUTORS, EDITORS)),
    "classes:withdraw": (WRITE, EDITORS),
    "classes:dismiss": (WRITE, STAFF),  # an assistant may go of their own accord
    "classes:hand-over": (WRITE, EDITORS),
    "assignments:grades": (READ, STAFF | TUTORS),
    "assignments:grades-file": (READ, STAFF | TUTORS),
    "assignments:grades-files": (READ, STAFF | TUTORS),
    "assignments:grades-download": (READ, STAFF | TUTORS),
    "assignments:work": (READ, OF_STUDENT),
    # assignments, doing
    "assignments:index": (READ, KNOWN),
    "assignments:assignment": (READ, CLASS | TUTORS),
    "assignments:start": (WRITE, STUDENTS),
    "assignments:hand-in": (WRITE, STUDENTS),
    "assignments:item": (READ, STUDENTS),
    "assignments:answer": (WRITE, STUDENTS),
    "assignments:hint": (WRITE, STUDENTS),
    "assignments:draft": (WRITE, STUDENTS),
    "assignments:time": (READ, {"student"}),
    "assignments:play": (WRITE, STUDENTS),
    # assignments, giving
    "assignments:identities": (FORM, (STAFF, EDITORS)),
    "assignments:set": (READ, KNOWN),
    "assignments:new": (FORM, EDITORS),
    "assignments:drafts": (FORM, EDITORS),
    "assignments:edit": (READ, EDITORS),
    "assignments:preview": (FORM, EDITORS),
    "assignments:lines": (WRITE, EDITORS),
    "assignments:draw": (WRITE, EDITORS),
    "assignments:points": (WRITE, EDITORS),
    "assignments:find": (WRITE, EDITORS),
    "assignments:add": (WRITE, EDITORS),
    "assignments:change": (WRITE, EDITORS),
    "assignments:settings": (WRITE, EDITORS),
    "assignments:publish": (WRITE, EDITORS),
    "assignments:archive": (WRITE, EDITORS),
    "assignments:section-times": (FORM, EDITORS),
    "assignments:extend": (FORM, GRADERS),
    # plans
    "plans:copy": (FORM, EDITORS),
    "plans:save": (WRITE, EDITORS),
    "plans:index": (READ, EVERYBODY),
    "plans:plan": (FORM, (EVERYBODY, KNOWN)),
    "plans:templates": (READ, KNOWN),
    "plans:template": (FORM, EDITORS),
    "plans:edit": (READ, EDITORS),
    "plans:lines": (WRITE, EDITORS),
    "plans:draw": (WRITE, EDITORS),
    "plans:points": (WRITE, EDITORS),
    "plans:find": (WRITE, EDITORS),
    "plans:add": (WRITE, EDITORS),
    "plans:change": (WRITE, EDITORS),
    "plans:settings": (WRITE, EDITORS),
    "plans:share": (WRITE, EDITORS),
    "plans:delete": (WRITE, EDITORS),
    "plans:shared": (FORM, TEACHERS),
    "plans:take": (WRITE, TEACHERS),
    "assignments:withdraw": (WRITE, EDITORS),
    # rooms
    "live:entrance": (READ, EVERYBODY),
    "live:open": (FORM, KNOWN),
    # assignments, following
    "assignments:results": (READ, STAFF | TUTORS),
    "assignments:items": (READ, STAFF | TUTORS),
    "assignments:question": (READ, STAFF | TUTORS),
    "assignments:diagnosis": (FORM, EDITORS),
    "assignments:files": (READ, STAFF | TUTORS),
    "assignments:download": (READ, STAFF | TUTORS),
    "assignments:student": (READ, OF_STUDENT),
    "assignments:grant": (WRITE, GRADES_STUDENT),
    "assignments:give-points": (WRITE, GRADES_STUDENT),
    "assignments:another-test": (WRITE, EDITORS),
    "assignments:comment": (WRITE, GRADES_STUDENT),
    "assignments:remove-comment": (WRITE, EDITORS),  # and its author
    "assignments:another-try": (FORM, GRADERS),
    "assignments:take-back-try": (WRITE, GRADES_STUDENT),
    "assignments:drop": (FORM, EDITORS),
    "assignments:replay": (READ, OF_STUDENT),
    "assignments:see-to": (WRITE, GRADES_STUDENT),
}


def allowed(name, method):
    """The roles that may use an address with a method."""
    roles = MATRIX[name][1]
    if isinstance(roles, tuple):
        return roles[0] if method == "GET" else roles[1]
    return roles


def asks_for_login(response):
    target = response.headers.get("Location", "") or response.headers.get("HX-Redirect", "")
    return target.startswith("/accounts/login/")


NO_PAGES = {"healthz", "readyz", "metrics"}
"""Lines for machines, answered before everything that makes a page."""
FRAMED = {"explore:embed", *NO_PAGES}
"""What others may show in a frame."""


def test_every_address_is_in_the_matrix(world):
    assert all(MATRIX[name] for name in world.addresses)
    assert MATRIX.keys() - world.addresses.keys() == set(), "no address has these names any more"
    with pytest.raises(pytest.fail.Exception, match="site:new has no row in MATRIX"):
        allowed("site:new", "GET")


@pytest.mark.long
@pytest.mark.parametrize("half", [0, 1])
def test_every_address_lets_in_whom_it_is_for_and_nobody_else_and_reading_writes_nothing(
    world, half
):
    """Half of the addresses each time. GET asks for a page and HEAD for a part of it, or the other
    way round. Only the board for pages of others may be framed."""
    before = every_row()
    for number, (name, address) in enumerate(islice(world.addresses.items(), half, None, 2)):
        methods = MATRIX[name][0]
        for place, (role, browser) in enumerate(world.browsers.items()):
            for method in ("GET", "HEAD", "POST", "PUT", "DELETE"):
                asked = "GET" if method == "HEAD" else method
                reads = asked == "GET" and "GET" in methods
                wants_part = (number + place + (method == "HEAD")) % 2
                headers = {"HX-Request": "true"} if wants_part else {}
                cookies = copy.deepcopy(browser.cookies)
                with transaction.atomic():
                    response = browser.generic(method, address, headers=headers)
                    transaction.set_rollback(not reads)
                browser.cookies = cookies  # a log-out that never was
                where = (name, role, method, response.status_code)
                if asked not in methods:
                    assert response.status_code in (404, 405) or asks_for_login(response), where
                elif role in allowed(name, asked):
                    assert response.status_code not in (403, 404, 405), where
                    assert response.status_code < 500, where
                    assert not asks_for_login(response), where
                else:
                    refusals = (401,) if name.startswith("api:") else (403, 404)
                    assert response.status_code in refusals or asks_for_login(response), where
                if reads:
                    policy = response.headers.get("Content-Security-Policy", "")
                    refused = response.headers.get("X-Frame-Options")
                    is_open = (refused, "frame-ancestors 'none'" in policy)
                    expected = (None, False) if name in FRAMED else ("DENY", True)
                    assert is_open == expected, where
    assert every_row() == before


def test_every_post_needs_the_forms_token(world):
    client = Client(enforce_csrf_checks=True)
    for name, address in world.addresses.items():
        if "POST" in MATRIX[name][0]:
            # There the code is what counts, and a program has a token in place of a session.
            known = 404 if name == "lti:register" else 401 if name.startswith("api:") else 403
            assert client.post(address, {}).status_code == known, name
