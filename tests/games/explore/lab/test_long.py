"""What takes longer than a page may: asked for, computed by a worker, kept for everybody."""

import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.boards import bounds
from games.explore.lab import requesting, subjects
from games.explore.lab.quotients import views
from games.explore.maps import game_maps
from games.explore.studies import Study
from games.web.background import jobs
from games.web.models import Heartbeat, Job
from solver import Budget
from solver.quotients import table
from tests.solver import oracle

pytestmark = pytest.mark.django_db(transaction=True)

QUOTIENT = {"what": "quotient", "ruleset": "octal:0.1501"}
POSITION = {
    "what": "position",
    "ruleset": "octal:0.07",
    "position": "26+27",
    "convention": "misere",
}
CHEAP = {"what": "position", "ruleset": "nim", "position": "3+5"}
STUDIES = "/lab/studies/"
PAGE = "/explore/octal:0.1501/58+59/?theory=misere-quotient&tab=theories"


@pytest.fixture(autouse=True)
def _poor_pages(monkeypatch):
    """Pages that may spend next to nothing, and no quotient that is known already."""
    monkeypatch.setattr(bounds, "SEARCH_BUDGET", 125)
    monkeypatch.setattr(game_maps, "map_budget", lambda: Budget(50))
    monkeypatch.setattr(views, "page_budget", lambda: Budget(20))
    table._shared.cache_clear()


@pytest.fixture
def worker():
    return Heartbeat.objects.create(worker="one", seen_at=timezone.now())


def test_a_quotient_tells_the_seconds_it_has_had(client, worker, monkeypatch):
    """Rows are not what ends it."""
    client.post(STUDIES, QUOTIENT)
    clock, told = iter(range(1000)), []
    monkeypatch.setattr(subjects, "thread_time", lambda: 5 * next(clock))
    study = Study.objects.get()
    subjects.compute(study, Budget(60_000), lambda reached: told.append([reached(), reached()]))
    assert told == [[5, 10]]


def words(answer):
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def computed(client, fields):
    """The page of a study after the worker has done everything."""
    answer = client.post(STUDIES, fields)
    call_command("work", "--once")
    return client.get(answer.headers["Location"])


def test_a_quotient_that_a_page_refuses_is_computed_once_for_everybody(client, worker):
    before = words(client.get(PAGE))
    assert "The quotient of longer rows takes too long for one page." in before
    assert "Compute it in the background" in before
    answer = client.post(STUDIES, QUOTIENT)
    assert "0 of 60 seconds." in words(client.get(answer.headers["Location"]))
    again = Client().post(STUDIES, QUOTIENT)
    assert again.headers["Location"] == answer.headers["Location"]
    call_command("work", "--once")
    assert "It is computed. See it" in words(client.get(answer.headers["Location"]))
    known = Study.objects.get().result
    assert len(known["values"]) > 61
    shown = words(Client().get(PAGE))
    assert "This is proved for rows of every length" in shown
    assert "Compute it in the background" not in shown


def test_a_worker_that_dies_loses_nothing_but_time(client, worker, monkeypatch):
    answer = client.post(STUDIES, QUOTIENT)
    monkeypatch.setattr(requesting, "compute", lambda *given: (_ for _ in ()).throw(SystemExit))
    with pytest.raises(SystemExit):
        requesting.carry_out(Job.objects.get().pk)
    assert "0 of 60 seconds." in words(client.get(answer.headers["Location"]))


def test_who_asked_may_stop_it_and_nobody_else(client, worker):
    where = client.post(STUDIES, CHEAP).headers["Location"]
    other = Client()
    assert "Stop it" not in words(other.get(where))
    other.post(f"{where}stop/")
    assert Study.objects.get().is_open
    assert "Stop it" in words(client.get(where))
    client.post(f"{where}stop/")
    assert "You stopped it, so nothing was saved." in words(client.get(where))
    call_command("work", "--once")
    assert Study.objects.get().result is None
    assert "It is computed." in words(computed(client, CHEAP))


def test_one_that_is_being_computed_notices_that_it_is_stopped(client, worker, monkeypatch):
    where = client.post(STUDIES, KINDS | {"ruleset": "octal:0.1501"}).headers["Location"]
    monkeypatch.setattr(requesting, "TICK", 0.0)
    real, seen = subjects.Budget.look, []

    def look(budget):
        seen.append(Job.objects.get().done)
        if len(seen) == 5:
            client.post(f"{where}stop/")
        real(budget)

    monkeypatch.setattr(subjects.Budget, "look", look)
    requesting.carry_out(Job.objects.get().pk)
    assert len(seen) < 90
    assert 0 < max(seen) < 90  # it told how far it was
    assert Study.objects.get().why == requesting.STOPPED


def test_it_gives_up_in_words(client, worker, monkeypatch):
    monkeypatch.setattr(requesting, "POSITIONS", 60)
    page = words(computed(client, QUOTIENT))
    assert (
        "This is as far as the computation got. The misère quotient of Octal game 0.1501 is" in page
    )
    kept = Study.objects.get()
    reached = len(kept.result["values"]) - 1
    assert f"known for heaps up to {reached} (order" in kept.why
    assert f"Every position of rows up to {reached} is worth" in words(
        client.get("/lab/quotients/octal:0.1501/")
    )
    shown = words(client.get(PAGE))
    assert "A long computation in the background did not settle it." in shown
    assert client.post(STUDIES, QUOTIENT).status_code == 302
    assert Job.objects.count() == 1  # it would give up again


@pytest.mark.parametrize("error", [MemoryError, SystemError])
def test_what_needs_too_much_memory_gives_up_in_words(client, worker, monkeypatch, error):
    monkeypatch.setattr(requesting, "compute", lambda *given: (_ for _ in ()).throw(error))
    page = words(computed(client, CHEAP))
    assert "The computation was given up. It needs more memory than the worker may use." in page


def test_an_error_of_ours_can_be_asked_again(client, worker, monkeypatch):
    with monkeypatch.context() as broken:
        broken.setattr(requesting, "compute", lambda *given: 1 / 0)
        assert "Something went wrong, so there is no result." in words(computed(client, CHEAP))
    assert "It is computed." in words(computed(client, CHEAP))


def test_a_map_has_its_open_places_decided(client, worker, monkeypatch):
    monkeypatch.setattr(requesting, "POSITIONS", 20_000)
    path = "/maps/octal:0.1501/?size=40"
    before = words(client.get(path))
    assert "Deciding more of it takes too long for one page." in before
    upto = int(re.search(r"We know who wins every pair of rows up to (\d+)", before)[1])
    computed(client, {"what": "map", "ruleset": "octal:0.1501", "size": "40", "third": ""})
    after = re.search(r"We know who wins every pair of rows up to (\d+)", words(client.get(path)))
    assert after is None or int(after[1]) > upto


def test_a_position_too_large_for_a_page_is_decided(client, worker, monkeypatch):
    """What it is, is the solver's; here it is told where the page refused."""
    path = "/explore/octal:0.07/26+27/"
    assert "An exact answer takes too long for one page." in words(client.get(path))
    found = subjects.Computed({"wins": True, "moves": ["row 1 into 29", "row 2 into 28"]})
    monkeypatch.setattr(requesting, "compute", lambda *given: found)
    computed(client, POSITION)
    told = "the player to move wins. It wins by turning row 1 into 29, row 2 into 28."
    assert told in words(client.get(path))


def test_what_is_kept_of_a_position_is_right(client, worker):
    computed(client, CHEAP)
    assert Study.objects.get().result == {"wins": True, "moves": ["row 2 into 3"]}


def test_without_a_worker_the_page_says_so(client):
    assert "no background worker is running at the moment" in words(client.get(PAGE))
    answer = client.post(STUDIES, QUOTIENT)
    assert answer.status_code == 503
    assert "No background worker is running at the moment." in words(answer)
    assert not Study.objects.exists()


def test_visitors_fill_the_queue_of_visitors_only(signed_in, worker):
    for n in range(12):
        assert ask(Client(), n, f"6.6.6.{n // 2}").status_code == 302
    one_more = ask(Client(), 12, "6.6.6.7")
    assert one_more.status_code == 429
    assert "Many long computations are waiting already." in words(one_more)
    assert Study.objects.count() == 12
    assert ask(signed_in, 12, "6.6.6.7").status_code == 302  # visitors fill nobody else's queue
    Job.objects.update(state=Job.State.DONE)
    assert ask(Client(), 13, "6.6.6.7").status_code == 302


def ask(browser, n, address):
    """Ask for the *n*th of many studies."""
    fields = {"what": "map", "ruleset": "octal:0.07", "size": str(n + 4)}
    return browser.post(STUDIES, fields, REMOTE_ADDR=address)


def test_an_address_has_a_share_of_the_queue_however_many_visitors_it_makes(signed_in, worker):
    answers = [ask(Client(), n, "6.6.6.6") for n in range(12)]
    assert [answer.status_code for answer in answers] == [302] * 2 + [429] * 10
    told = "2 long computations from your network, without an account, are waiting already."
    assert told in words(answers[2])
    assert ask(Client(), 12, "9.9.9.9").status_code == 302
    assert ask(signed_in, 13, "6.6.6.6").status_code == 302
    assert ask(signed_in, 14, "9.9.9.9").status_code == 302
    mine = ask(signed_in, 15, "6.6.6.6")
    assert mine.status_code == 429
    assert "2 long computations of yours are waiting already." in words(mine)


def test_a_fresh_visitor_does_not_begin_the_hour_anew(signed_in, worker):
    for n in range(6):
        assert ask(Client(), n, "6.6.6.6").status_code == 302
        Job.objects.update(state=Job.State.DONE)
    full = ask(Client(), 6, "6.6.6.6")
    assert full.status_code == 429
    assert "That is too many long computations in one hour." in words(full)
    assert ask(signed_in, 6, "6.6.6.6").status_code == 302


def test_who_is_signed_in_goes_first(signed_in, worker, monkeypatch):
    done = []
    monkeypatch.setitem(jobs.PIECES, requesting.KIND, lambda job_id: done.append(job_id) or 10**6)
    ask(Client(), 0, "6.6.6.6")
    ask(signed_in, 1, "9.9.9.9")
    call_command("work", "--once")
    asked = {study.job_id: study.about for study in Study.objects.all()}
    assert [asked[job].split()[0] for job in done] == ["5", "4"]


def test_nothing_is_computed_where_all_workers_are_for_urgent_work(client, worker):
    Heartbeat.objects.update(only_urgent=True)
    assert "no background worker is running at the moment" in words(client.get(PAGE))
    assert client.post(STUDIES, QUOTIENT).status_code == 503


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({}, "it is a quotient, a map, a position or kinds"),
        ({"what": "kinds", "ruleset": "partizan-kayles", "size": "9"}, "is not an impartial game"),
        ({"what": "kinds", "ruleset": "nim", "size": "201"}, "write a number from 1 to 200"),
        ({"what": "quotient", "ruleset": "nothing"}, "nothing"),
        ({"what": "quotient", "ruleset": "partizan-kayles"}, "is not an impartial game"),
        ({"what": "map", "ruleset": "partizan-kayles"}, "needs no long computation"),
        ({"what": "map", "ruleset": "nim", "size": "999"}, "write a number from 4 to 40"),
        (POSITION | {"position": "1+x"}, "x"),
        (POSITION | {"position": "99"}, "use at most 60 in a row"),
    ],
)
def test_what_cannot_be_computed_is_refused_in_a_sentence(client, worker, fields, problem):
    answer = client.post(STUDIES, fields)
    assert answer.status_code == 422
    assert problem in words(answer)


def test_what_another_solver_found_is_not_used_and_goes(client, worker):
    computed(client, CHEAP)
    Study.objects.update(version="an older one")
    assert "0 of" in words(client.get(client.post(STUDIES, CHEAP).headers["Location"]))
    assert Study.objects.count() == 2
    call_command("tidy")
    assert Study.objects.count() == 1
    Study.objects.update(version="an older one")
    call_command("tidy")
    assert not Study.objects.exists()


def test_a_result_is_kept_for_a_year(client, worker):
    computed(client, CHEAP)
    Study.objects.update(made_at=timezone.now() - timedelta(days=364))
    call_command("tidy")
    assert Study.objects.exists()
    Study.objects.update(made_at=timezone.now() - timedelta(days=366))
    call_command("tidy")
    assert not Study.objects.exists()


def test_a_position_that_is_too_large_even_so_is_given_up_in_words(client, worker, monkeypatch):
    monkeypatch.setattr(requesting, "POSITIONS", 300)
    page = words(computed(client, POSITION))
    assert "The computation was given up." in page
    shown = words(client.get("/explore/octal:0.07/26+27/"))
    assert "A long computation in the background did not settle it." in shown


KINDS = {"what": "kinds", "ruleset": "kayles", "size": "90"}


def kinds_told(page):
    """The rows of the table: row, nim-value, wins or loses, kind."""
    rows = re.findall(r'<th scope="row">(\d+)</th>(.*?)</tr>', page.content.decode(), re.DOTALL)
    return {int(row): " ".join(re.sub(r"<[^>]*>", " ", cells).split()) for row, cells in rows}


def test_the_kinds_of_longer_rows_are_computed_and_kept(client, worker):
    rules = "/lab/kayles/"
    assert "The kinds of longer rows take too long for one page." in words(client.get(rules))
    where = client.post(STUDIES, KINDS).headers["Location"]
    assert "0 of 90 rows." in words(client.get(where))
    call_command("work", "--once")
    page = client.get(where)
    assert "It is computed." in words(page)
    assert "R1 stops at a row of 5." in words(page)
    told = kinds_told(page)
    assert set(told) == set(range(91))
    lost = {row for row, said in told.items() if " loses " in said}
    assert lost == {1, 4, 9, 12, 20}
    assert told[5] == "4 wins higher switch"
    computed(client, KINDS | {"size": "100"})
    assert "The kinds of longer rows , computed in the background" in words(Client().get(rules))


def test_as_many_kinds_as_were_found_are_kept(client, worker, monkeypatch):
    monkeypatch.setattr(requesting, "POSITIONS", 60)
    where = client.post(STUDIES, KINDS | {"ruleset": "octal:0.1501", "size": "60"})
    call_command("work", "--once")
    page = client.get(where.headers["Location"])
    assert "This is as far as the computation got." in words(page)
    told = kinds_told(page)
    assert 5 < len(told) < 61
    search = oracle.Oracle(oracle.octal("0.1501"), misere=True)
    for row in range(min(len(told), 14)):
        assert search.wins((row,)) is (" wins " in told[row])
