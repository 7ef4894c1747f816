"""A real Chromium that must not complain: every console error and policy violation fails."""

from __future__ import annotations

import os

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.staticfiles import handlers

from config import urls
from games.web.middleware import MARK
from tests.services import IN_CI, MISSING, find_chromium

assert urls.urlpatterns, "the whole site is read before a browser waits for its first page"

# Playwright runs an event loop of its own in this thread; the tests' own queries are safe in it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


class MarkedStaticFiles(handlers.StaticFilesHandler):
    """The server of the tests answers for static files before any middleware; on a site, the files
    pass through it and get the mark."""

    def serve(self, request):
        response = super().serve(request)
        response.headers[MARK] = "1"
        return response


handlers.StaticFilesHandler = MarkedStaticFiles

LISTEN_TO_POLICY = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`));
"""

AXE = Axe().axe_script
VIOLATIONS = """([include, options]) =>
  axe.run(include.length ? {include} : document, options).then((found) => found.violations)"""

# A theme changes colours only, so that in the second one only the rules of axe's category
# "cat.color" that are on by default can find anything new.
READ_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
THEMES = {"light": {}, "dark": READ_COLOURS}

# No rule that runs reads style sheets, and preloading would write the admin's into the page,
# against its policy.
PRELOAD = {"assets": ["media"], "timeout": 10_000}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item):
    if find_chromium() is None:
        message = f"no Chromium: sudo {MISSING['chromium']}"
        pytest.fail(message) if IN_CI else pytest.skip(message)


@pytest.fixture(autouse=True)
def nobody_computes_too_much(monkeypatch):
    """One browser opens in a moment what a school opens in an hour, and a busy machine computes it
    for long; what one address may compute is asked in ``tests/games/web/test_fence.py``."""
    for limit in ("MUCH", "SHARE", "ALL", "QUICK"):
        monkeypatch.setattr(f"games.web.background.fence.{limit}", 10_000.0)


@pytest.fixture(scope="session")
def browser_type_launch_args():
    return {
        "executable_path": find_chromium(),
        "args": ["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
    }


@pytest.fixture(scope="session")
def browser_context_args():
    # What a worker fetches would pass by the tests that hold a request back or count it.
    return {
        "viewport": {"width": 1280, "height": 900},
        "reduced_motion": "reduce",
        "service_workers": "block",
        # Without windows, Chromium denies what it allows after a touch elsewhere.
        "permissions": ["clipboard-read", "clipboard-write"],
    }


@pytest.fixture(scope="session")
def kept_context(browser, browser_context_args):
    """A context whose cache keeps the styles and scripts of the site, and what empties the rest."""
    context = browser.new_context(**browser_context_args)
    yield context, context.new_cdp_session(context.new_page())
    context.close()


@pytest.fixture
def context(request, kept_context, live_server):
    """One context for all tests, without what the last one left in it: a new one would fetch thirty
    files before its first page. A test that changes the context itself has its own, by the mark
    ``browser_context_args``."""
    if request.node.get_closest_marker("browser_context_args"):
        yield request.getfixturevalue("new_context")()
        return
    context, session = kept_context
    blank = context.pages[0]
    yield context
    context.set_offline(True)  # what a page sends at its end would come to the next test
    for page in context.pages:
        if page != blank:
            page.close()
    context.set_offline(False)
    context.clear_cookies()
    everything = {"origin": live_server.url, "storageTypes": "all"}
    session.send("Storage.clearDataForOrigin", everything)


@pytest.fixture
def complaints():
    """What the browser complained about; a test that expects some clears them."""
    return []


@pytest.fixture
def watched(complaints):
    """Watch a page of a context."""

    def complain(error):
        # Of two changes within a moment, and in a tab that nobody sees, the browser leaves the
        # movement out and says so.
        if not error.startswith("Transition was "):
            complaints.append(error)

    def watch(page):
        page.add_init_script(LISTEN_TO_POLICY)
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: complain(str(error)))
        page.on(
            "request",
            lambda r: (
                complaints.append(f"request to {r.url}")
                if not r.url.startswith(("http://localhost", "http://127.0.0.1", "data:", "blob:"))
                else None
            ),
        )
        return page

    return watch


@pytest.fixture
def page(page, watched, complaints):
    yield watched(page)
    assert complaints == []


@pytest.fixture
def site(live_server, transactional_db):
    """The address of the running site."""
    return live_server.url


@pytest.fixture
def axe_finds_nothing():
    """Check a page, or the parts of it that are there, for accessibility in both themes."""

    def check(page, *parts):
        page.wait_for_load_state()
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE)
        include = [[part] for part in parts if page.locator(part).count()]
        assert include or not parts, "none of the parts is there"
        for scheme, rules in THEMES.items():
            page.emulate_media(color_scheme=scheme)
            options = {"resultTypes": ["violations"], "preload": PRELOAD, **rules}
            found = page.evaluate(VIOLATIONS, [include, options])
            assert not found, [
                (rule["id"], [node["html"][:160] for node in rule["nodes"]]) for rule in found
            ]

    return check
