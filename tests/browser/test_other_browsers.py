"""A first game, a film, a step and a room in Firefox, and in WebKit, the engine of Safari.

Chromium does all of this in the other files, and complains there about what is no fault here.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import subprocess
import tempfile
import time
from contextlib import closing, contextmanager
from functools import partial

import pytest
import websocket
from django.urls import reverse
from selenium.common.exceptions import WebDriverException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from games.learn.lessons.models import StepRecord
from games.people.models import User
from games.play.models import Match
from games.teach.live.rooms.models import Answer
from tests.services import IN_CI, find_firefox, find_webkit

from ..games.learn.lessons.lessons import PREDICT, lesson
from ..games.teach.live.rooms import KAYLES, room
from .hands import WAIT
from .test_programs import FAULTS, NIM_SUM

pytestmark = [
    pytest.mark.browser,
    pytest.mark.filterwarnings("ignore:setting remote_server_addr"),  # of selenium to itself
]

IN_VIEW = """(() => {
  const one = document.querySelector(%s);
  one.scrollIntoView({block: "center", behavior: "instant"});
  return one;
})()"""
"""What a selector names, once it is in the window."""
PLACE = "(({x, y}) => [x, y])(document.querySelector(%s).getBoundingClientRect())"
BUSY = ".htmx-request, .htmx-swapping, .htmx-settling"


class Browser:
    """What a person does in a browser, with the patience of one.

    *go* opens an address, *js* computes an expression in the page, *press* presses what a selector
    names, *write* types into it, *forget* deletes the cookies.
    """

    def __init__(self, *, go, js, press, write, forget):
        self.go, self.js, self.forget = go, js, forget
        self._press, self._write = press, write

    def waits(self, holds):
        """Wait until *holds* is true; a page that is just being swapped is asked again."""
        until = time.monotonic() + WAIT / 1000
        while True:
            try:
                if result := holds():
                    return result
            except (WebDriverException, CommandError):
                if time.monotonic() > until:
                    raise
            assert time.monotonic() < until, self.js("location.href + document.body.innerText")
            time.sleep(0.05)

    def has(self, css):
        return self.js(f"document.querySelectorAll({json.dumps(css)}).length")

    def text(self, css):
        return self.js(f"document.querySelector({json.dumps(css)})?.innerText ?? ''")

    def says(self, css, text):
        self.waits(lambda: text in self.text(css))

    def stands(self, css):
        """Whether it is there, and neither it nor the page is on the way somewhere."""
        before = self.js(PLACE % json.dumps(css))
        time.sleep(0.1)
        return before == self.js(PLACE % json.dumps(css)) and not self.has(BUSY)

    def press(self, css):
        self.waits(lambda: self.has(css) and self.stands(css))
        self.waits(lambda: self._press(css) is None)

    def write(self, css, text):
        self.waits(lambda: self.has(css))
        self._write(css, text)


class CommandError(Exception):
    """What Firefox says to a command that fails."""


class Firefox:
    """Firefox by WebDriver BiDi, which Debian's Firefox speaks without another program."""

    def __init__(self, address):
        self.socket = websocket.create_connection(
            f"{address}/session", timeout=60, suppress_origin=True
        )
        self.numbers = itertools.count(1)
        self.ask("session.new", capabilities={})
        [tab] = self.ask("browsingContext.getTree")["contexts"]
        self.tab = tab["context"]

    def ask(self, method, **params):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (told := json.loads(self.socket.recv())).get("id") != number:
            pass
        if told["type"] == "error":
            raise CommandError(told["message"])
        return told["result"]

    def go(self, address):
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def computed(self, expression):
        told = self.ask(
            "script.evaluate",
            expression=expression,
            target={"context": self.tab},
            awaitPromise=False,
        )
        if told["type"] == "exception":
            raise CommandError(told["exceptionDetails"]["text"])
        return told["result"]

    def js(self, expression):
        return json.loads(self.computed(f"JSON.stringify({expression})").get("value", "null"))

    def act(self, *actions, **source):
        self.ask("input.performActions", context=self.tab, actions=[source | {"actions": actions}])

    def press(self, css):
        one = {"sharedId": self.computed(IN_VIEW % json.dumps(css))["sharedId"]}
        move = {
            "type": "pointerMove",
            "x": 0,
            "y": 0,
            "origin": {"type": "element", "element": one},
        }
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self.act(move, down, up, type="pointer", id="mouse")

    def write(self, css, text):
        self.press(css)
        keys = [{"type": kind, "value": letter} for letter in text for kind in ("keyDown", "keyUp")]
        self.act(*keys, type="key", id="keys")

    def forget(self):
        self.ask("storage.deleteCookies")


@contextmanager
def firefox(path):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        arguments = ["--headless", "--remote-debugging-port=0", "--profile", profile]
        command = [path, *arguments, "about:blank"]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            lines = (re.search(r"BiDi listening on (ws://\S+)", line) for line in process.stderr)
            told = Firefox(next(filter(None, lines))[1])
            with closing(told.socket):
                yield Browser(
                    go=told.go, js=told.js, press=told.press, write=told.write, forget=told.forget
                )
        finally:
            process.terminate()
            process.communicate()


@contextmanager
def webkit(paths):
    """WebKit draws in a window, so it gets a screen that nobody sees."""
    program, page, screen = paths
    show = [screen, "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    shown = subprocess.Popen(show, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    options = Options()
    options.binary_location = page
    options.add_argument("--automation")
    env = os.environ | {"DISPLAY": f":{shown.stdout.readline().strip()}"}
    try:
        driver = WebKitGTK(options=options, service=Service(executable_path=program, env=env))
        find = partial(driver.find_element, "css selector")

        def js(expression):
            return driver.execute_script(f"return {expression}")

        def press(css):
            js(f"!!{IN_VIEW % json.dumps(css)}")
            find(css).click()

        try:
            yield Browser(
                go=driver.get,
                js=js,
                press=press,
                write=lambda css, text: find(css).send_keys(text),
                forget=driver.delete_all_cookies,
            )
        finally:
            driver.quit()
    finally:
        shown.terminate()
        shown.communicate()


BROWSERS = {"firefox": (firefox, find_firefox), "webkit": (webkit, find_webkit)}


@pytest.fixture(scope="module", params=BROWSERS)
def started(request):
    start, find = BROWSERS[request.param]
    there = find()
    if not there:
        message = f"no {request.param}: make test installs it on Debian"
        pytest.fail(message) if IN_CI else pytest.skip(message)
    with start(there) as browser:
        yield browser


@pytest.fixture
def somebody(started, site):
    """A browser that has never been here."""
    started.go(f"{site}/healthz")
    started.forget()
    return started


def version(browser):
    return browser.js("document.querySelector('#play-form [name=version]')?.value")


def test_a_first_game(somebody, site):
    somebody.go(site)
    somebody.press("#row-3-take-1")
    somebody.waits(lambda: re.search(r"/play/[0-9a-f-]{36}/", somebody.js("location.href")))
    for _ in range(10):
        somebody.waits(lambda: somebody.has("#ending, #play-form [name=version]"))
        now = version(somebody)
        if now is None:
            break
        last = "[...document.querySelectorAll('#board button')].pop().id"
        somebody.press(f"#{somebody.js(last)}")
        somebody.waits(lambda now=now: version(somebody) != now)
    assert re.fullmatch(r"(You win|Learner wins)\.", somebody.text("#ending"))
    match = Match.objects.get()
    assert match.state == Match.State.FINISHED
    assert (somebody.text("#ending") == "You win.") == match.is_won


def test_a_film(somebody, site):
    somebody.go(f"{site}/explore/kayles/4+3+1/?convention=misere&theory=r1")
    for _ in range(20):  # a frame of many words has several parts
        if "Take 2 from row 2, leaving 1" in somebody.text("#film-sentence"):
            break
        before = somebody.js("location.search")
        somebody.press("#film-next")
        somebody.waits(lambda before=before: somebody.js("location.search") != before)
    somebody.says("#film-sentence", "Take 2 from row 2, leaving 1")
    assert somebody.has(".is-taken") == 1
    somebody.press("#film-back")
    somebody.says(".case-card.applies", "Case 2")


def test_a_step(somebody, site):
    lesson(PREDICT)
    somebody.go(f"{site}/learn/a-lesson/1/")
    somebody.press("#choice-N")
    somebody.says("#verdict", "Not quite.")
    assert not StepRecord.objects.filter(done_at__isnull=False)
    somebody.press("#choice-P")
    somebody.waits(lambda: somebody.has("#verdict.good"))
    assert StepRecord.objects.filter(done_at__isnull=False).count() == 1


def test_a_room(somebody, site, client, settings):
    settings.SLOWER_POLLS = 0.1
    teacher = User.objects.create(username="ms-lind", teaches=True)
    client.force_login(teacher)
    made = room(KAYLES, owner=teacher)

    def lead(step):
        made.refresh_from_db()
        address = reverse("live:do", args=[made.code, step])
        assert client.post(address, {"version": made.version}).status_code < 400

    somebody.go(f"{site}/live/{made.code.lower()}/")
    somebody.write("[name=name]", "Ada")
    somebody.press("form.phone-join button")
    somebody.says("#live", "You're in")
    lead("next")
    somebody.says("#live", "You haven't answered yet.")
    somebody.press("#board button")
    somebody.says("#live", "You chose to")
    lead("show")
    somebody.says("#live", "to see what the class chose")
    assert not somebody.has(".verdict")
    lead("judge")
    somebody.waits(lambda: somebody.has(".verdict"))
    assert Answer.objects.get().participant.name == "Ada"


def run_program(somebody, code, button="one"):
    """Put a program into the editor, once its script has put the draft there, and run it."""
    somebody.waits(lambda: somebody.has("[data-needs-scripts]:not([hidden]) button[value=one]"))
    somebody.js(f"document.querySelector('#program-code').value = {json.dumps(code)}")
    somebody.press(f"button[value={button}]")


def test_a_program(somebody, site):
    """Python and JavaScript, a hundred games, and a loop that is ended from outside."""
    for language in ("python", "javascript"):
        somebody.go(f"{site}/play/program/?start={language}")
        somebody.press("button[value=many]")
        somebody.says("#program-result", "of 100 games against Learner.")
        somebody.says("#program-why", "It takes as much as it can")
        loop = "def choose(rows, moves):\n    while True: pass"
        loop = loop if language == "python" else "function choose() { for (;;); }"
        run_program(somebody, loop)
        somebody.says("#program-fault", "thought for more than a second")


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("crashes", "The program stopped in line 3, on 1 + 3 + 5 + 7: IndexError"),
        ("eats memory", "The program used more than 64 MB in line 2, on 1 + 3 + 5 + 7"),
        ("tries the network", "The program tried to reach the network in line 3"),
        ("cheats", "the program answered (0, (9,)). That is not one of its moves."),
        ("crashes in JavaScript", "on 1 + 3 + 5 + 7: TypeError"),
        ("tries the network in JavaScript", "The program tried to reach the network"),
    ],
)
def test_a_program_that_goes_wrong_is_told_and_the_page_lives_on(somebody, site, what, says):
    language, code, _ = FAULTS[what]
    somebody.go(f"{site}/play/program/?start={language}")
    run_program(somebody, code)
    somebody.says("#program-fault", says)
    somebody.press("#program-anew")
    somebody.press("button[value=one]")
    somebody.says("#program-result", "wins.")
    assert not somebody.text("#program-fault")


def test_a_program_that_wins(somebody, site):
    somebody.go(f"{site}/play/program/?start=python")
    run_program(somebody, NIM_SUM, "many")
    somebody.says("#program-result", "of 100 games against Learner.")
    somebody.says("#program-why", "It never gave a win away.")
