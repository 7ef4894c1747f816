"""A class's tournament of programs: who enters, who holds it, what is stored and who reads it."""

import json
from random import Random

import pytest
from django.urls import reverse

from games.play.programs.arena import Arena, games_for_programs
from games.play.programs.saved_programs import SavedProgram
from games.site.own_data import export
from games.teach.classes.models import Membership, Staff
from games.teach.classes.teaching import describe, leave
from games.teach.tournaments.entering import MOST_ENTRIES, judge, read_games
from games.teach.tournaments.models import Tournament, TournamentEntry, TournamentGame
from solver import BudgetExceededError, analyse, format_position

from ..work.assignments import classroom, member, person

pytestmark = pytest.mark.django_db

CODE = "def choose(rows, moves):\n    return moves[0]\n"
NAMES = ("ada", "ben", "cleo", "dan", "eva", "finn", "gil", "hana")
STOPPED = "The program stopped in line 2, on 1 + 3 + 5: IndexError: list index out of range"


def program(client, name=""):
    saved = SavedProgram.objects.create(
        user=client.user, name=name or f"{client.user.username}’s player", language="python"
    )
    saved.versions.create(number=1, code=CODE)
    return saved


class Held:
    """A class with a tournament, its instructor and its students, each with a program."""

    def __init__(self, *names, game="pyramid"):
        self.teacher = person("teacher")
        self.room = classroom(self.teacher)
        self.students = {name: person(name) for name in names}
        for name, client in self.students.items():
            member(self.room, client, f"{name.title()} Berg")
            program(client)
        self.page = reverse("tournaments:tournament", args=[self.room.pk])
        self.teacher.post(f"{self.page}start/", {"game": game})
        self.held = Tournament.objects.get()

    def enter(self, name, **fields):
        fields = fields or {"program": self.students[name].user.savedprogram_set.first().pk}
        return self.students[name].post(f"{self.page}{self.held.pk}/enter/", fields)

    def all_enter(self):
        for name in self.students:
            assert self.enter(name).status_code == 302

    def change(self, what, client=None):
        return (client or self.teacher).post(f"{self.page}{self.held.pk}/change/", {"what": what})

    def send(self, games, client=None):
        text = games if isinstance(games, str) else json.dumps(games)
        return (client or self.teacher).post(f"{self.page}{self.held.pk}/run/", {"games": text})

    def read(self, client):
        return " ".join(client.get(self.page).content.decode().split())

    def entry(self, name):
        return TournamentEntry.objects.get(membership__user__username=name)

    def close(self):
        assert self.change("close").status_code == 302
        return [one["id"] for one in self.teacher.get(self.run).json()["entries"]]

    @property
    def run(self):
        return f"{self.page}{self.held.pk}/run/"


def played(game, choose):
    """All moves of a game in which *choose* picks each of the legal ones."""
    arena = Arena(game)
    question, moves = arena.question(arena.preset.position), []
    while legal := list(question.legal_moves()):
        move = choose(question, legal)
        moves.append(str(move))
        question = question.after(move)
    return moves


def round_robin(entries, game="pyramid", seed=1):
    lot = Random(seed)
    return [
        {
            "first": first,
            "second": second,
            "moves": " ".join(played(game, lambda _, legal: lot.choice(legal))),
            "fault": "",
        }
        for first in entries
        for second in entries
        if first != second
    ]


def perfect(question, legal):
    analysis = analyse("nim", question.position, "misere")
    return next(filter(analysis.keeps_win, legal), legal[0])


@pytest.mark.parametrize("game", [one.key for one in games_for_programs()])
def test_every_game_for_programs_is_played_to_its_end_and_judged(game):
    """Some go on with more rows than anybody may type, or with a heap that has grown."""
    lines = round_robin(range(8), game)
    games = read_games(json.dumps(lines), range(8))
    assert judge(game, games) is not None
    ends = {one.first_won == (len(one.moves.split()) % 2 == 0) for one in games}
    assert ends == {Arena(game).preset.convention == "misere"}


@pytest.mark.database
def test_eight_programs_play_each_other_and_the_class_reads_the_table():
    held = Held(*NAMES)
    held.all_enter()
    assert "8 programs" not in held.read(held.teacher)
    entries = held.close()
    assert "8 programs play 56 games" in held.read(held.teacher)
    games = round_robin(entries)
    # The last one stops in all its games, before its first move or its second.
    for one in games:
        if entries[-1] in (one["first"], one["second"]):
            ply = 0 if one["first"] == entries[-1] else 1
            one.update(moves=" ".join(one["moves"].split()[:ply]), fault=STOPPED)
    assert held.send(games).status_code == 200
    assert TournamentGame.objects.count() == 56

    # Who won is counted here once more, from the moves alone.
    wins = dict.fromkeys(entries, 0)
    for one in games:
        is_even = len(one["moves"].split()) % 2 == 0
        first_won = not is_even if one["fault"] else is_even
        wins[one["first"] if first_won else one["second"]] += 1
    assert sum(wins.values()) == 56
    assert wins[entries[-1]] == 0
    page = held.teacher.get(held.page)
    rungs = page.context["ladder"]
    assert {one.entry.pk: one.wins for one in rungs} == wins
    assert [one.wins for one in rungs] == sorted(wins.values(), reverse=True)
    for one in rungs:
        assert one.place == 1 + sum(number > one.wins for number in wins.values())
        assert one.games == 14
    assert (rungs[-1].name, rungs[-1].stopped) == ("Berg, Hana", 14)
    assert STOPPED in held.read(held.teacher)

    # Nobody of the class reads it before it is shown, and then no real name.
    ada = held.students["ada"]
    assert "Your instructor has not shown the table yet" in held.read(ada)
    assert "ben’s player" not in held.read(ada)
    held.change("show")
    seen = held.read(ada)
    assert "ben’s player" in seen
    assert "Berg" not in seen
    assert STOPPED not in seen
    assert STOPPED in held.read(held.students["hana"])
    assert held.entry("ada").version.program.get_absolute_url() in seen
    assert held.entry("ben").version.program.get_absolute_url() not in seen
    held.change("hide")
    assert "ben’s player" not in held.read(ada)


def test_wins_given_away_are_counted_by_the_solver():
    held = Held("ada", "ben")
    held.all_enter()
    ada, ben = held.close()
    # From 1 + 3 + 5, misère, the first player wins. Perfect keeps it; the other gives it away once.
    best = played("pyramid", perfect)
    lost = played(
        "pyramid", lambda q, legal: legal[0] if len(q.position) == 3 else perfect(q, legal)
    )
    boards, given = Arena("pyramid"), {ada: 0, ben: 0}
    for first, second, moves in ((ada, ben, best), (ben, ada, lost)):
        position = boards.preset.position
        for ply, text in enumerate(moves):
            question = boards.question(position)
            move = boards.move(question, text)
            analysis = analyse("nim", position, "misere")
            given[second if ply % 2 else first] += analysis.to_move_wins and not analysis.keeps_win(
                move
            )
            position = format_position(question.after(move).position)
    assert sum(given.values()) > 0
    sent = [
        {"first": ada, "second": ben, "moves": " ".join(best), "fault": ""},
        {"first": ben, "second": ada, "moves": " ".join(lost), "fault": ""},
    ]
    assert held.send(sent).status_code == 200
    stored = dict(TournamentEntry.objects.values_list("pk", "given_away"))
    assert stored == given


def changed(place, **to):
    """The same games with one of them changed; a function makes a value from the one before."""

    def change(games):
        made = {key: value(games[place]) for key, value in to.items()}
        games[place] = games[place] | made
        return games

    return change


FORGED = {
    "too few": (lambda games: games[1:], "A tournament of 3 has 6 games."),
    "a pair twice": (lambda games: [games[0], *games[:-1]], "Not every program has played"),
    "an unknown program": (changed(-1, second=lambda _: 10**30), "Not every program has played"),
    "against itself": (changed(0, second=lambda one: one["first"]), "Not every program has played"),
    "an illegal move": (
        changed(0, moves=lambda one: f"1>1 {one['moves']}"),
        "“1>1” is no move on 1+3+5.",
    ),
    "no move": (changed(0, moves=lambda _: "resigns"), "“resigns” is no move on 1+3+5."),
    "not over": (
        changed(0, moves=lambda one: one["moves"].rpartition(" ")[0]),
        "where there are moves.",
    ),
    "on after the end": (
        changed(0, moves=lambda one: f"{one['moves']} 1>0"),
        "“1>0” is no move on",
    ),
    "over and stopped": (
        changed(0, fault=lambda _: STOPPED),
        "A game was over, and a program stopped in it all the same.",
    ),
    "too long": (changed(0, moves=lambda _: "1>0 " * 1000), "A game has at most 720 moves."),
    "another shape": (changed(0, moves=lambda _: ["1>0"]), "A game has its two programs"),
    "no list": (lambda games: {"games": games}, "A tournament of 3 has 6 games."),
    "no JSON": (lambda _: "games", "These are no games of a tournament."),
    "too deep": (lambda _: "[" * 100_000, "These are no games of a tournament."),
}
"""What cannot be so in the games of three programs, and the sentence that refuses them."""


@pytest.mark.parametrize("what", FORGED)
def test_forged_results_are_refused_in_one_sentence_and_nothing_is_stored(what):
    held = Held("ada", "ben", "cleo")
    held.all_enter()
    entries = held.close()
    games = round_robin(entries)
    forge, says = FORGED[what]
    refused = held.send(forge(games))
    assert refused.status_code == 422
    assert says in refused.json()["problem"]
    assert not TournamentGame.objects.exists()
    assert Tournament.objects.get().finished_at is None
    assert held.send(round_robin(entries)).status_code == 200


def test_a_winner_that_is_sent_along_is_never_read():
    held = Held("ada", "ben")
    held.all_enter()
    entries = held.close()
    games = round_robin(entries)
    for one in games:
        one["first_won"] = len(one["moves"].split()) % 2 == 1
    held.send(games)
    for one in TournamentGame.objects.all():
        assert one.first_won == (len(one.moves.split()) % 2 == 0)


def test_results_are_stored_once_and_only_of_a_closed_tournament():
    held = Held("ada", "ben")
    held.all_enter()
    entries = [held.entry("ada").pk, held.entry("ben").pk]
    assert "Close the tournament first" in held.send(round_robin(entries)).json()["problem"]
    held.close()
    assert held.send(round_robin(entries)).status_code == 200
    assert "stored already" in held.send(round_robin(entries, seed=2)).json()["problem"]
    assert TournamentGame.objects.count() == 2
    assert "has been played" in held.change("open").content.decode()


def test_a_program_is_replaced_and_withdrawn_until_the_tournament_is_closed():
    held = Held("ada", "ben", "cleo")
    held.all_enter()
    old = held.entry("ada").pk
    better = program(held.students["ada"], "Better")
    better.versions.create(number=2, code=CODE + "# better\n")
    held.enter("ada", program=better.pk)
    now = held.entry("ada")
    assert (now.program_name, now.version.number) == ("Better", 2)
    held.enter("cleo", withdraw="1")
    entries = held.close()
    assert sorted(entries) == sorted([now.pk, held.entry("ben").pk])
    codes = {one["code"] for one in held.teacher.get(held.run).json()["entries"]}
    assert codes == {CODE, CODE + "# better\n"}
    refused = held.enter("cleo")
    assert refused.status_code == 422
    assert "The tournament is closed" in refused.content.decode()
    assert held.enter("ada", withdraw="1").status_code == 422
    assert held.entry("ada") == now
    # What was played by the program before it says nothing about this one.
    assert held.send(round_robin([old, held.entry("ben").pk])).status_code == 422
    held.change("open")
    assert held.enter("cleo").status_code == 302


def test_a_program_that_is_deleted_and_a_student_who_leaves_do_not_play():
    held = Held("ada", "ben", "cleo", "dan")
    held.all_enter()
    held.entry("cleo").version.program.delete()
    leave(Membership.objects.get(user__username="dan"))
    page = held.read(held.teacher)
    assert "the program was deleted" in page
    assert "the student left" in page
    assert "which you have deleted. It does not play." in held.read(held.students["cleo"])
    entries = held.close()
    assert entries == [held.entry("ada").pk, held.entry("ben").pk]
    assert held.send(round_robin(entries)).status_code == 200
    held.change("show")

    # Afterwards the results stay, without the name of somebody who left.
    held.entry("ben").version.program.delete()
    leave(Membership.objects.get(user__username="ben"))
    for client in (held.teacher, held.students["ada"]):
        rungs = client.get(held.page).context["ladder"]
        assert {one.name for one in rungs} & {"Berg, Ben", "ben"} == set()
        assert sum(one.wins for one in rungs) == 2
        assert "A student who left" in held.read(client)
    assert held.students["ben"].get(held.page).status_code == 404


def test_a_program_that_goes_while_the_games_run_has_them_refused():
    held = Held("ada", "ben", "cleo")
    held.all_enter()
    entries = held.close()
    held.entry("cleo").version.program.delete()
    assert "A tournament of 2 has 2 games." in held.send(round_robin(entries)).json()["problem"]
    assert not TournamentGame.objects.exists()


def test_the_class_reads_first_names_only_if_its_owner_allows_them():
    held = Held("ada", "ben")
    held.all_enter()
    held.send(round_robin(held.close()))
    held.change("show")
    ada = held.students["ada"]
    assert {one.name for one in ada.get(held.page).context["ladder"]} == {"ada", "ben"}
    describe(held.room, shows_first_names=True)
    assert {one.name for one in ada.get(held.page).context["ladder"]} == {"Ada", "Ben"}
    staff = held.teacher.get(held.page).context["ladder"]
    assert {one.name for one in staff} == {"Berg, Ada", "Berg, Ben"}


def test_a_second_class_an_assistant_and_a_stranger_change_nothing():
    held = Held("ada", "ben")
    held.all_enter()
    assistant, stranger, other = person("assistant"), person("stranger"), person("other")
    Staff.objects.create(classroom=held.room, user=assistant.user, role="assistant")
    elsewhere = classroom(other, "8c")
    member(elsewhere, stranger)
    program(stranger)
    before = list(TournamentEntry.objects.values())
    for client in (assistant, stranger, other, held.students["ada"]):
        for what in ("close", "show", "delete"):
            assert held.change(what, client).status_code in (403, 404)
        assert client.get(held.run).status_code in (403, 404)
        assert held.send([], client).status_code in (403, 404)
        started = client.post(f"{held.page}start/", {"game": "marienbad"})
        assert started.status_code in (403, 404)
    mine = stranger.user.savedprogram_set.get().pk
    for client in (assistant, stranger, other, held.teacher):
        entered = client.post(f"{held.page}{held.held.pk}/enter/", {"program": mine})
        assert entered.status_code in (403, 404)
    # Not through the address of the own class either, and with nobody else's program.
    own = reverse("tournaments:tournament", args=[elsewhere.pk])
    assert stranger.post(f"{own}{held.held.pk}/enter/", {"program": mine}).status_code == 404
    assert other.post(f"{own}{held.held.pk}/change/", {"what": "close"}).status_code == 404
    assert held.enter("ada", program=mine).status_code == 404
    assert held.enter("ada", program="nonsense").status_code == 404
    assert stranger.get(held.page).status_code == 404
    assert assistant.get(held.page).status_code == 200
    assert "Close it for programs" not in held.read(assistant)
    assert list(TournamentEntry.objects.values()) == before


def test_a_class_has_one_unfinished_tournament_and_the_finished_ones_stay():
    held = Held("ada", "ben")
    again = held.teacher.post(f"{held.page}start/", {"game": "marienbad"})
    assert again.url == held.held.get_absolute_url()
    wrong = held.teacher.post(f"{held.page}start/", {"game": "left-and-right"})
    assert wrong.status_code == 422
    held.all_enter()
    held.send(round_robin(held.close()))
    held.teacher.post(f"{held.page}start/", {"game": "marienbad"})
    assert Tournament.objects.count() == 2
    assert f"?number={held.held.pk}" in held.read(held.teacher)
    assert f"?number={held.held.pk}" not in held.read(held.students["ada"])
    held.change("show")
    assert f"?number={held.held.pk}" in held.read(held.students["ada"])
    held.change("delete")
    assert not TournamentGame.objects.exists()
    assert SavedProgram.objects.count() == 2


def test_the_forty_first_program_finds_no_room():
    held = Held("ada", "ben")
    held.enter("ada")
    for number in range(MOST_ENTRIES - 1):
        other = person(f"s{number}")
        held.held.entries.create(membership=member(held.room, other), program_name="A player")
    refused = held.enter("ben")
    assert refused.status_code == 422
    assert "There is room for no more" in refused.content.decode()
    assert held.enter("ada").status_code == 302


def test_an_archived_class_keeps_its_table_and_takes_no_program():
    held = Held("ada", "ben")
    held.teacher.post(reverse("classes:archive", args=[held.room.pk]))
    assert held.enter("ada").status_code == 409
    assert held.change("close").status_code == 409
    assert not TournamentEntry.objects.exists()
    assert "Enter it" not in held.read(held.students["ada"])


def test_a_student_takes_their_games_along_and_deletes_them_with_the_account():
    held = Held("ada", "ben")
    held.all_enter()
    games = round_robin(held.close())
    games[0].update(moves="", fault=STOPPED)
    held.send(games)
    [mine] = export(held.students["ada"].user)["tournaments"]
    assert (mine["class"], mine["game"], mine["program"]) == ("7b", str(held.held), "ada’s player")
    assert [one["fault"] for one in mine["games"]] == [STOPPED, ""]
    assert mine["games"][0]["won"] is False
    [theirs] = export(held.students["ben"].user)["tournaments"]
    assert [one["fault"] for one in theirs["games"]] == ["", ""]
    held.students["ada"].user.delete()
    assert [one.program_name for one in TournamentEntry.objects.all()] == ["ben’s player"]
    assert held.teacher.get(held.page).status_code == 200
    held.room.delete()
    assert not Tournament.objects.exists()


def test_the_page_of_the_class_leads_there():
    held = Held("ada")
    for client in (held.teacher, held.students["ada"]):
        assert f'href="{held.page}"' in client.get(held.room.get_absolute_url()).content.decode()
    held.change("delete")
    page = held.students["ada"].get(held.room.get_absolute_url()).content.decode()
    assert f'href="{held.page}"' not in page


def test_where_the_solvers_budget_ends_the_results_stand_without_what_was_given_away(monkeypatch):
    held = Held("ada", "ben")
    held.all_enter()
    entries = held.close()

    def too_dear(*_, **__):
        raise BudgetExceededError("That is too much.", budget=1)

    monkeypatch.setattr("games.teach.tournaments.entering.analyse", too_dear)
    assert held.send(round_robin(entries)).status_code == 200
    assert set(TournamentEntry.objects.values_list("given_away", flat=True)) == {None}
    page = held.read(held.teacher)
    assert page.count("not counted") == 2
    assert "There were too many positions for the solver to count that." in page


def test_a_tutor_reads_the_names_that_the_class_reads():
    held = Held("ada", "ben")
    held.all_enter()
    held.send(round_robin(held.close()))
    tutor = person("tutor")
    Staff.objects.create(classroom=held.room, user=tutor.user, role="tutor")
    assert {one.name for one in tutor.get(held.page).context["ladder"]} == {"ada", "ben"}
    assert "Berg" not in held.read(tutor)
