"""The fence around thinking: what never asks its budget is ended from outside."""

import ast
import dis
import gc
import threading
import time
from pathlib import Path
from types import FunctionType

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import RequestFactory

import config.gunicorn
import solver.maps
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.web.background import fence
from games.web.errors import ThinkingTooLongError, TooManyThinkersError
from solver.teaching import Atlas

from ..play.games import START

MAP = "/maps/subtraction:3/map.svg?size=4"


def as_solver(function):
    """The function as if it stood in a module of the solver."""
    there = {**function.__globals__, "__name__": "solver.maps"}
    return FunctionType(function.__code__, there, function.__name__, None, function.__closure__)


@as_solver
def without_end(*arguments):
    """A computation that asks nobody."""
    until = time.thread_time() + 60
    while time.thread_time() < until:
        pass
    raise AssertionError("Nobody ended it.")


def work_for_a_second():
    until = time.thread_time() + 1
    while time.thread_time() < until:
        pass


def fenced(view):
    """The view behind the fence, as a server calls it."""

    def answered(request):
        guard.process_view(request, view)
        return view(request)

    guard = fence.Fence(answered)
    return guard


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(fence, "LIMIT", 0.3)
    monkeypatch.setattr(fence, "TICK", 0.02)


def used(work, *arguments):
    """What *work* answers, and the processor time of this thread that it took."""
    begun = time.thread_time()
    return work(*arguments), time.thread_time() - begun


@pytest.mark.django_db
def test_a_computation_that_never_asks_its_budget_ends_in_one_sentence(client, monkeypatch, quick):
    client.get("/privacy/")
    with monkeypatch.context() as broken:
        broken.setattr(Atlas, "two_rows", without_end)
        page, seconds = used(client.get, MAP)
    assert page.status_code == 422
    said = page.content.decode()
    assert "This took too long to compute, so we stopped it." in said
    assert "Traceback" not in said
    assert 0.3 <= seconds < 3
    # The same thread goes on as if nothing had been.
    for _ in range(3):
        assert client.get(MAP).status_code == 200
    assert not fence._spells


@pytest.mark.django_db
def test_others_go_on_while_one_is_being_ended(client, rf, quick):
    ended, answered = [], []

    def lost(request):
        with pytest.raises(ThinkingTooLongError):
            without_end()
        ended.append(threading.get_ident())
        return HttpResponse()

    thread = threading.Thread(target=fenced(lost), args=[rf.get("/")])
    thread.start()
    while thread.is_alive():
        answered.append(fenced(lambda request: HttpResponse("well"))(rf.get("/")).content)
        time.sleep(0.01)
    assert len(ended) == 1
    assert set(answered) == {b"well"}


def test_nothing_is_ended_outside_the_solver(rf, quick):
    """A view may compute, write and wait as long as it likes: it has an end of its own."""

    def view(request):
        work_for_a_second()
        return HttpResponse("written")

    assert fenced(view)(rf.get("/")).content == b"written"


def test_nothing_is_ended_while_it_is_put_into_the_pool(rf, quick):
    """Otherwise the pool would no longer know how much it holds."""
    there = {**without_end.__globals__, "__name__": "solver.pool", "time": time}
    busy = FunctionType(work_for_a_second.__code__, there)

    def view(request):
        busy()
        return HttpResponse("kept")

    assert fenced(view)(rf.get("/")).content == b"kept"


@pytest.mark.django_db(transaction=True)
def test_what_is_ended_while_it_writes_has_written_nothing(django_user_model, rf, quick):
    @transaction.atomic
    def write():
        django_user_model.objects.create(username="half")
        without_end()

    def view(request):
        with pytest.raises(ThinkingTooLongError):
            write()
        return HttpResponse()

    fenced(view)(rf.get("/"))
    assert not django_user_model.objects.filter(username="half").exists()
    django_user_model.objects.create(username="whole")


def test_where_the_first_time_is_not_heard_it_is_ended_again(rf, quick, monkeypatch):
    monkeypatch.setattr(fence, "AGAIN", 0.1)
    heard = []

    def view(request):
        for _ in range(3):
            try:
                without_end()
            except ThinkingTooLongError:
                heard.append(time.thread_time())
        return HttpResponse()

    fenced(view)(rf.get("/"))
    assert len(heard) == 3


def test_what_ends_just_when_it_is_late_is_never_hit_afterwards(rf, monkeypatch):
    """Thousands of short spells, each late as it begins, watched without a pause."""
    monkeypatch.setattr(fence, "LIMIT", 0.0)
    hit, stop = [], threading.Event()

    @as_solver
    def think():
        return sum(range(60))

    def view(request):
        try:
            for _ in range(20):
                think()
        except ThinkingTooLongError:
            hit.append(True)
        return HttpResponse()

    def watch():
        while not stop.is_set():
            for thread, spell in list(fence._spells.items()):
                fence.end_if_late(thread, spell)

    watcher = threading.Thread(target=watch)
    watcher.start()
    handler, request = fenced(view), rf.get("/")
    outside = 0
    until = time.monotonic() + 3
    try:
        while time.monotonic() < until:
            handler(request)
            outside += sum(range(20)) > 0
    finally:
        stop.set()
        watcher.join()
    assert hit
    assert outside > 100
    assert gc.isenabled()


def test_between_the_look_and_the_error_nothing_is_called():
    """What the proof of safety rests on: no instruction there lets another thread run."""
    steps = list(dis.get_instructions(fence._end))
    look = next(place for place, step in enumerate(steps) if step.opname.startswith("FOR_ITER"))
    told = {step.opname for step in steps[look:]}
    assert "LIST_EXTEND" in told
    passing = ("CALL", "JUMP_BACKWARD", "RESUME", "YIELD", "SEND", "BINARY_SLICE", "IMPORT")
    assert [name for name in told if any(part in name for part in passing)] == []


def test_a_thread_that_has_ended_is_left_alone(rf):
    spells = []
    thread = threading.Thread(target=lambda: spells.append(fence.Spell(rf.get("/"), 0)))
    thread.start()
    thread.join()
    fence.end_if_late(thread.ident, spells[0])


def budgets_without_a_seat():
    """Where the site makes a budget, or lets the solver make one, without taking a seat."""
    door = {"analyse", "ask", "bearing", "classified", "classify", "distinguish", "genus_film"}
    door |= {"mex_function", "miscount", "nim_value", "quotient_of", "reach_of", "row_kinds"}
    made_there = {
        "games/boards/bounds.py",
        "games/explore/lab/requesting.py",
    }  # the second is no request
    root = Path(settings.BASE_DIR)
    for file in sorted((root / "games").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            name, where = node.func.id, file.relative_to(root).as_posix()
            if name == "Budget" and where not in made_there:
                yield f"{where}:{node.lineno}"
            handed = [word.arg for word in node.keywords] + [ast.unparse(one) for one in node.args]
            if name in door and not any("budget" in (one or "") for one in handed):
                yield f"{where}:{node.lineno}"


def test_every_budget_of_a_request_takes_a_seat():
    assert list(budgets_without_a_seat()) == []


# --- seats ---------------------------------------------------------------------------------------


def test_a_thread_is_left_for_what_needs_no_thinking():
    assert 0 < fence.THINKERS < config.gunicorn.threads


@pytest.fixture
def one_seat(monkeypatch):
    monkeypatch.setattr(fence, "_seats", fence.Seats(1))
    monkeypatch.setattr(fence, "PATIENCE", 0.1)
    monkeypatch.setattr(fence, "PATIENCE_WITH_FORMS", 0.1)


@pytest.fixture(autouse=True)
def nobody_has_computed(monkeypatch):
    monkeypatch.setattr(fence, "_seats", fence.Seats(fence.THINKERS))
    monkeypatch.setattr(fence, "_shares", fence.UsedShares())
    monkeypatch.setattr(fence, "_refused", set())


THINKS = "/lab/quotients/octal:0.123/"
AT_SCHOOL = "address 127.0.0.1"


@pytest.mark.django_db(transaction=True)
def test_who_finds_no_seat_is_told_to_come_again(client, one_seat):
    fence._seats.take("somebody else")
    page = client.get(THINKS)
    assert page.status_code == 503
    assert page.headers["Retry-After"] == page.headers["Refresh"]
    assert "You have lost nothing. Try again in a few seconds." in page.content.decode()
    assert "This page tries again by itself." in page.content.decode()
    assert client.get("/privacy/").status_code == 200  # it needs no thinking
    fence._seats.give_back("somebody else")
    assert client.get(THINKS).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_form_that_finds_no_seat_is_not_sent_again_by_itself(client, one_seat):
    fence._seats.take("somebody else")
    page = client.post("/play/", START)
    assert page.status_code == 503
    assert page.headers["Retry-After"]
    assert "Refresh" not in page.headers
    assert "by itself" not in page.content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_request_holds_one_seat_until_it_is_answered(rf, one_seat):
    def view(request):
        fence.take_a_seat()
        fence.take_a_seat()
        assert not fence._seats.take("somebody else")
        raise LookupError

    for _ in range(2):
        with pytest.raises(LookupError):
            fenced(view)(RequestFactory().get("/"))
    assert fence._seats.take("somebody else")


@pytest.mark.django_db(transaction=True)
def test_who_holds_the_database_waits_for_nobody(rf, one_seat):
    fence._seats.take("somebody else")

    def view(request):
        with transaction.atomic():
            fence.take_a_seat()
        with pytest.raises(TooManyThinkersError):
            fence.take_a_seat()
        return HttpResponse("written")

    assert fenced(view)(rf.get("/")).content == b"written"


def test_while_one_request_waits_for_a_seat_the_others_are_answered_at_once(one_seat):
    """Two hundred that wait would be two hundred threads in which nobody reads a page."""
    fence._seats.take("a")
    waits = threading.Thread(target=fence._seats.take, args=("b", 20.0))
    waits.start()
    while not fence._seats._is_awaited:
        time.sleep(0.01)
    for who in ("c", "d", "e"):
        assert not fence._seats.take(who, 1e9)  # waiting would never end
    fence._seats.give_back("a")
    waits.join()
    assert not fence._seats.take("c")
    fence._seats.give_back("b")
    assert fence._seats.take("c")


@pytest.mark.django_db(transaction=True)
def test_one_computer_that_computes_much_leaves_seats_for_everybody_else(client, alice):
    fence._shares.count(AT_SCHOOL, 2 * fence.MUCH)
    fence._seats.take(AT_SCHOOL)
    assert client.get(THINKS).status_code == 503
    assert client.get("/privacy/").status_code == 200
    assert client.get(THINKS, REMOTE_ADDR="192.0.2.7").status_code == 200
    client.force_login(alice)  # at the same school, but known
    assert client.get(THINKS).status_code == 200
    fence._seats.give_back(AT_SCHOOL)


def while_it_computes(ask):
    """What *ask* answers while a long request of the same address computes."""
    asked = []

    def view(request):
        fence.take_a_seat()
        until = time.thread_time() + 2 * fence.QUICK
        while time.thread_time() < until:
            pass
        other = threading.Thread(target=lambda: asked.append(ask().status_code))
        other.start()
        other.join()
        return HttpResponse()

    fenced(view)(RequestFactory().get("/"))
    return asked[0]


@pytest.mark.django_db(transaction=True)
def test_while_one_long_computation_runs_its_address_gets_no_second_one(client):
    """Thirty that begin in one moment must not all begin before the first has been counted."""
    assert while_it_computes(lambda: client.get(THINKS)) == 503
    assert client.get(THINKS).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_form_is_taken_while_a_long_computation_of_its_address_runs(client):
    assert while_it_computes(lambda: client.post("/play/", START)) == 302


@pytest.mark.django_db(transaction=True)
def test_a_form_waits_for_the_one_seat_of_whoever_has_computed_much(client, monkeypatch):
    monkeypatch.setattr(fence, "PATIENCE", 20.0)
    fence._shares.count(AT_SCHOOL, 2 * fence.MUCH)
    fence._seats.take(AT_SCHOOL)
    answered = []
    sends = threading.Thread(target=lambda: answered.append(client.post("/play/", START)))
    sends.start()
    while sends.is_alive() and not fence._seats._is_awaited:
        time.sleep(0.01)
    assert client.get(THINKS).status_code == 503  # nobody waits for a page
    fence._seats.give_back(AT_SCHOOL)
    sends.join()
    assert answered[0].status_code == 302


@pytest.mark.django_db(transaction=True)
def test_of_many_dear_forms_one_computes_and_one_waits(client):
    """The other two threads of the process are for everybody else."""
    fence._shares.count(AT_SCHOOL, 2 * fence.MUCH)
    fence._seats.take(AT_SCHOOL)
    fence._seats._is_awaited = True
    assert client.post("/play/", START).status_code == 503
    assert client.get("/privacy/").status_code == 200
    assert client.post("/play/", START, REMOTE_ADDR="192.0.2.7").status_code == 302


@pytest.mark.django_db(transaction=True)
def test_a_school_that_shares_an_address_may_use_every_seat_for_quick_pages(client):
    for _ in range(100):
        assert client.get("/explore/nim/1+2+3/").status_code == 200
    assert fence._shares.counted(AT_SCHOOL) < fence.MUCH
    for _ in range(fence.THINKERS - 1):
        fence._seats.take(AT_SCHOOL)
    assert client.get(THINKS).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_who_has_used_their_share_gets_what_is_quick_and_no_more(client, alice, monkeypatch, quick):
    monkeypatch.setattr(fence, "QUICK", 3.0)  # the first page of a process reads its templates
    monkeypatch.setattr(fence, "LIMIT", 30.0)
    fence._shares.count(AT_SCHOOL, 1.1 * fence.SHARE)
    assert client.get(MAP).status_code == 200
    with monkeypatch.context() as slow:
        slow.setattr(Atlas, "two_rows", without_end)
        page, seconds = used(client.get, f"{MAP}&third=4")
        assert page.status_code == 503
        assert "Try again in a minute." in page.content.decode()
        assert int(page.headers["Retry-After"]) >= 30
        assert seconds < 20
    client.force_login(alice)
    assert fence._shares.counted(fence.name_of(client.get(MAP).wsgi_request)) == 0


@pytest.mark.django_db(transaction=True)
def test_who_goes_on_beyond_their_share_waits_until_it_is_forgotten(client, rf, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(fence.time, "monotonic", lambda: now[0])
    fence._shares.count(AT_SCHOOL, fence.SHARE + 0.1)

    def view(request):
        fence.take_a_seat()
        return HttpResponse(str(sum(range(1000))))

    before = fence._shares.counted(AT_SCHOOL)
    fenced(view)(rf.get("/"))
    assert fence._shares.counted(AT_SCHOOL) > before  # quick, and counted all the same
    fence._shares.count(AT_SCHOOL, fence.ALL)
    page = client.get(THINKS)
    assert page.status_code == 503
    assert "Try again in a minute." in page.content.decode()
    assert client.get("/privacy/").status_code == 200
    now[0] += 2 * fence.MINUTE
    assert client.get(THINKS).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_who_has_used_up_everything_is_turned_away_at_the_door(client, alice, monkeypatch, caplog):
    fence._shares.count(AT_SCHOOL, 2 * fence.ALL)
    first = client.get(THINKS)
    assert first.status_code == 503
    with monkeypatch.context() as closed:
        closed.setattr(fence, "Spell", None)  # nobody comes as far as the fence
        page = client.get("/lab/quotients/octal:0.26/", {"a": '"><b>'})
        text = page.content.decode()
        assert page.status_code == 503
        assert "Try again in a minute. This page tries again by itself." in text
        assert 'href="/lab/quotients/octal:0.26/?a=%22%3E%3Cb%3E">Try again' in text
        assert int(page.headers["Refresh"]) == int(page.headers["Retry-After"]) >= 30
        assert page.headers["Marienbad"] == "1"
        assert "Content-Security-Policy" in page.headers
        assert ": ShareIsUsedError in web/background/fence.py:" in caplog.text  # the log says why
    # What needs no thinking opens, an unknown address is unknown, and htmx gets its fragment.
    assert client.get("/privacy/").status_code == 200
    assert client.get("/lab/nowhere/at/all/").status_code == 404
    fragment = client.get(THINKS, headers={"HX-Request": "true"})
    assert (fragment.status_code, fragment.headers["HX-Retarget"]) == (503, "#content")
    # A colleague at the same address has an account, and a share of their own.
    client.force_login(alice)
    assert client.get(THINKS).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_what_takes_long_counts_for_whoever_asked_and_is_forgotten(rf, alice, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(fence.time, "monotonic", lambda: now[0])

    def view(request):
        fence.take_a_seat()
        until = time.thread_time() + 0.3
        while time.thread_time() < until:
            pass
        return HttpResponse()

    fenced(view)(rf.get("/"))
    counted = fence._shares.counted(AT_SCHOOL)
    assert 0.2 <= counted < 0.3
    now[0] += fence.MINUTE * counted / fence.SHARE
    assert fence._shares.counted(AT_SCHOOL) == 0


def test_no_more_are_counted_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(fence, "MOST_COUNTED", 10)
    shares = fence.UsedShares()
    for number in range(25):
        shares.count(f"address {number}", 1.0 + number / 100)
    counted = [number for number in range(25) if shares.counted(f"address {number}")]
    assert len(counted) <= 10
    assert 24 in counted


def test_outside_a_request_nobody_needs_a_seat(one_seat):
    fence._seats.take("somebody else")
    fence.take_a_seat()


def test_the_module_that_is_ended_is_one_of_the_solver():
    assert solver.maps.__name__ == without_end.__globals__["__name__"]


def test_who_waits_for_a_seat_keeps_nobody_from_the_same_property(monkeypatch):
    """Two requests draw the board of a question: one has the only seat, the other waits for it."""
    monkeypatch.setattr(fence, "_seats", fence.Seats(1))
    monkeypatch.setattr(fence, "PATIENCE", 20.0)
    has_seat, waits, drawn = threading.Event(), threading.Event(), []

    def seated(request):
        fence.take_a_seat()
        has_seat.set()
        waits.wait(5)
        time.sleep(0.2)
        drawn.append(ShownQuestion(Question("nim", "1+2", "misere", "", "move")).board)
        return HttpResponse()

    def waiting(request):
        has_seat.wait(5)
        waits.set()
        drawn.append(ShownQuestion(Question("nim", "3+4", "misere", "", "move")).board)
        return HttpResponse()

    begun = time.monotonic()
    both = [
        threading.Thread(target=fenced(view), args=(RequestFactory().get("/"),))
        for view in (seated, waiting)
    ]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert len(drawn) == 2
    assert time.monotonic() - begun < 10
