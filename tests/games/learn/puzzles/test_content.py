import shutil
from datetime import date, timedelta
from fractions import Fraction
from itertools import chain
from random import Random

import pytest
import time_machine
import yaml
from django.core.management import CommandError, call_command
from django.test import Client

from games.content.loading import digest
from games.content.reading import FOLDER, ContentError, Finding
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.puzzles.days import daily_puzzle, easy_puzzle, puzzles_of
from games.learn.puzzles.models import SKILLS, Daily, Puzzle, PuzzleAttempt, PuzzleSet, Rating
from games.learn.puzzles.puzzle_files import (
    FIRST_DAY,
    MAX_ROWS,
    MAX_SIZE,
    DailyFiles,
    SetFiles,
    as_yaml,
    generate,
    read_puzzles,
    read_sets,
)
from games.learn.puzzles.set_progress import THEMES
from games.people.models import User
from games.questions.facts import difficulty_of
from games.questions.goals import PUZZLE_GOALS
from games.questions.guessing import chance
from games.questions.shown_question import ShownQuestion
from solver import Convention, Player, get_ruleset
from solver.budget import Budget
from solver.search import Search

from .puzzles import solve


def every():
    return [entry for found in read_sets() for entry in read_puzzles(found["slug"])]


def test_there_are_enough_and_none_twice_and_all_of_a_friendly_size():
    entries = every()
    assert len(entries) >= 200
    assert len(read_sets()) >= 12
    assert len({tuple(sorted(entry.items())) for entry in entries}) == len(entries)
    for entry in entries:
        rows = rows_of(entry)
        assert rows == sorted(rows)
        assert len(rows) <= MAX_ROWS
        assert max(rows) <= MAX_SIZE


def test_the_sets_practise_lessons_that_exist_and_have_a_note_of_one_sentence():
    sets = read_sets()
    lessons = {content["number"] for content in LessonFiles().read().values()}
    practised = {found["lesson"] for found in sets if "lesson" in found}
    assert practised <= lessons
    assert len(practised) >= 18
    for found in sets:
        assert found["note"].endswith(".")
        assert len(found["note"]) <= 200


def test_the_files_are_what_the_recipes_give():
    call_command("generate_puzzles", "--check", verbosity=0)


ONLY_PLAYED = {"grundy", "hexa", "lasker"}
"""Games that one may play and explore, and that no set of puzzles is about yet."""


@pytest.mark.django_db
def test_every_shipped_puzzle_is_solved_again_by_search_alone():
    SetFiles.load()
    goals, games, themes = set(), set(), set()
    for puzzle in Puzzle.objects.all():
        task = ShownQuestion(puzzle)
        rules = get_ruleset(puzzle.ruleset)
        search = Search(rules, Convention(puzzle.convention), Budget())
        position = task.question.position
        if task.player or not rules.partizan:
            found = {(m.size, m.canonical.becomes) for m in task.facts.winning}
            wins = search.winning_moves(position, task.player)
            assert found == {(m.size, m.canonical.becomes) for m in wins}, puzzle
        assert task.facts.outcome == search.outcome(position), puzzle
        if puzzle.goal in ("move", "all-moves", "play"):
            mover = task.player or Player.LEFT
            assert search.wins(position, mover if rules.partizan else None), puzzle
            assert task.facts.winning
        goals.add(puzzle.goal)
        games.add(puzzle.skill)
        themes |= set(puzzle.themes.split())
    assert goals == set(PUZZLE_GOALS)
    assert games == set(SKILLS) - ONLY_PLAYED
    assert themes == set(THEMES)


@pytest.mark.django_db
def test_loading_twice_changes_nothing_and_a_dry_run_stores_nothing(capsys):
    call_command("load_content", "--dry-run")
    assert "nothing stored" in capsys.readouterr().out
    assert not Puzzle.objects.exists()
    call_command("load_content")
    before = list(Puzzle.objects.values()), list(PuzzleSet.objects.values("id", "items"))
    days = list(Daily.objects.values())
    call_command("load_content")
    assert "0 new, 0 retired, 0 days added" in capsys.readouterr().out
    after = list(Puzzle.objects.values()), list(PuzzleSet.objects.values("id", "items"))
    assert before == after
    assert days == list(Daily.objects.values())


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(FOLDER / "puzzles", tmp_path / "puzzles")
    shutil.copy(FOLDER / "sets.yaml", tmp_path)
    return tmp_path


@pytest.fixture
def few(folder):
    """The folder with four of the sets."""
    sets = yaml.safe_load((folder / "sets.yaml").read_text())
    kept = [one for one in sets if one["slug"] in FEW]
    (folder / "sets.yaml").write_text(yaml.safe_dump(kept))
    return folder


FEW = ("marienbad", "two-rows", "frames", "kayles-traps")


@pytest.mark.django_db
def test_what_left_the_files_is_retired_and_changed_facts_are_mended(few):
    SetFiles.load(few)
    file = few / "puzzles" / "marienbad.yaml"
    entries = yaml.safe_load(file.read_text())
    file.write_text(as_yaml(entries[1:]))
    Puzzle.objects.filter(position="3+4+5").update(difficulty=5, themes=" ", shipped=False)
    done = SetFiles.load(few)
    assert (done.more["new"], done.more["retired"]) == (0, 1)
    assert Puzzle.objects.get(state="retired").position == entries[0]["position"]
    mended = Puzzle.objects.get(ruleset="nim", position="3+4+5", goal="move", convention="misere")
    assert mended.shipped
    assert "only-move" in mended.themes


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "- {ruleset: nim, position: 2+2, convention: misere, goal: move}",
            "the player to move loses",
        ),
        ("- {ruleset: nim, position: 1+x, convention: misere, goal: move}", "not a position"),
        ("- {ruleset: nim, position: 1, note: x}", "unknown key 'note'; known are ruleset"),
        ("- {ruleset: [", "marienbad.yaml"),
    ],
)
def test_a_file_that_is_wrong_is_refused_and_nothing_is_stored(few, line, said):
    (few / "puzzles" / "marienbad.yaml").write_text(line)
    with pytest.raises(ContentError, match=said):
        SetFiles.load(few)
    assert not Puzzle.objects.exists()


def test_a_recipe_that_cannot_be_met_says_which(folder):
    sets = folder / "sets.yaml"
    entry = {"slug": "s", "title": "t", "note": "n."}
    line = {"goal": "move", "ruleset": "nim", "count": 5}
    for changes, said in (
        ({"rows": [1, 1], "sizes": [1, 3]}, "s, line 1: Too few positions fit: 1 instead of 5"),
        ({"rows": [1, 9]}, "friendly"),
        ({"colour": 1}, "s, line 1"),
    ):
        sets.write_text(yaml.safe_dump([entry | {"recipe": [line | changes]}]))
        with pytest.raises(ContentError, match=said):
            generate(folder)
    sets.write_text(yaml.safe_dump([entry | {"colour": 1}]))
    with pytest.raises(ContentError, match=r"sets\.yaml, set 1: unknown key 'colour'"):
        generate(folder)


@pytest.mark.django_db
def test_the_commands_say_what_is_wrong(monkeypatch, tmp_path):
    from games.management.commands import generate_puzzles

    def refuse(*args, **kwargs):
        raise ContentError([Finding("s.yaml", 0, "here is why")])

    monkeypatch.setattr(generate_puzzles, "generate", refuse)
    monkeypatch.setattr(SetFiles, "load", refuse)
    for command in ("generate_puzzles", "load_content"):
        with pytest.raises(CommandError, match="here is why"):
            call_command(command)
    monkeypatch.setattr(generate_puzzles, "generate", lambda: {"s": []})
    monkeypatch.setattr(generate_puzzles, "FOLDER", tmp_path)
    with pytest.raises(CommandError, match=r"s\.yaml"):
        call_command("generate_puzzles", "--check")
    call_command("generate_puzzles")
    assert (tmp_path / "puzzles" / "s.yaml").exists()


@pytest.mark.django_db
def test_a_set_chosen_anew_keeps_its_addresses_tries_and_what_was_solved(visitor, few):
    SetFiles.load(few)
    file = few / "puzzles" / "marienbad.yaml"
    entries = yaml.safe_load(file.read_text())
    [left, tried, *rest] = (Puzzle.objects.get(**{"to_move": "", **entry}) for entry in entries)
    task = ShownQuestion(left)
    solve(visitor, left, **task.asking.fields(task, task.asking.right(task)))
    solve(visitor, tried, **tried_wrong(tried))
    rating = Rating.objects.get().rating
    file.write_text(as_yaml(entries[2:]))
    SetFiles.load(few)
    page = visitor.get("/puzzles/").content.decode()
    assert f"1 of {len(rest) + 1} solved" in page
    listed = visitor.get("/puzzles/sets/marienbad/").content.decode()
    assert "Solved earlier" in listed
    assert left.get_absolute_url() in listed
    assert tried.get_absolute_url() not in listed
    for one in (left, tried):
        assert visitor.get(one.get_absolute_url()).status_code == 200
    assert PuzzleAttempt.objects.filter(solved=True, puzzle=left).count() == 1
    assert Rating.objects.get().rating == rating
    # Somebody else sees the new set alone.
    other = Client().get("/puzzles/sets/marienbad/").content.decode()
    assert "Solved earlier" not in other
    assert left.get_absolute_url() not in other
    # And what comes back is there once.
    file.write_text(as_yaml(entries))
    SetFiles.load(few)
    assert f"1 of {len(entries)} solved" in visitor.get("/puzzles/").content.decode()


def tried_wrong(puzzle):
    task = ShownQuestion(puzzle)
    return task.asking.fields(task, task.asking.wrong(task, Random(1)))


@pytest.mark.django_db
def test_loading_mends_the_facts_of_the_sites_own_puzzles(few):
    own = Puzzle(ruleset="nim", position="5+6+7", convention="misere", goal="predict")
    own.save()
    right = own.themes, own.difficulty
    Puzzle.objects.filter(pk=own.pk).update(themes=" lost only-move ", difficulty=5)
    SetFiles.load(few)
    own.refresh_from_db()
    assert (own.themes, own.difficulty) == right
    assert own.state == Puzzle.State.PUBLISHED
    assert not own.shipped


@pytest.mark.django_db
def test_no_theme_and_no_level_gives_an_answer_away():
    telling = {"lost", "only-move", "normal-trap", "splitting-move"}
    cases = {f"case-{number}" for number in range(1, 5)}
    seen = set()
    for goal, position, hidden in (
        ("predict", "1+4+5", telling | cases),
        ("predict", "1+3+7", telling | cases),
        ("case", "1+3+7", cases),
        ("move", "1+3+7", set()),
    ):
        one = Puzzle(ruleset="nim", position=position, convention="misere", goal=goal)
        one.compute()
        assert not hidden & set(one.themes.split())
        seen |= set(one.themes.split())
    assert {"only-move", "case-1"} <= seen


@pytest.mark.django_db
def test_the_hard_puzzles_rise_from_monday_to_sunday_and_are_never_guessed_by_half(few):
    with time_machine.travel("2026-11-20 12:00Z", tick=False):
        SetFiles.load(few)
        monday = date(2026, 11, 23)
        for week in range(8):
            days = [monday + timedelta(weeks=week, days=day) for day in range(7)]
            puzzles = [puzzles_of(None, day) for day in days]
            assert all(len(both) == 2 for both in puzzles)
            for level in (0, 1):
                levels = [both[level].difficulty for both in puzzles]
                assert levels == sorted(levels)
            assert all(chance(one) < Fraction(1, 2) for both in puzzles for one in both)
        far = [daily_puzzle(date(2041, 1, 7) + timedelta(days=day)).difficulty for day in range(7)]
        assert far == sorted(far)


@pytest.mark.django_db
def test_coming_days_follow_new_sets_but_not_the_past_or_what_was_chosen_by_hand(few):
    with time_machine.travel("2026-11-04 12:00Z", tick=False):
        SetFiles.load(few)
        days = {name: date(2026, 11, day) for name, day in DAYS.items()}
        guessed = Puzzle.objects.filter(goal="predict", skill="nim").first()
        Daily.objects.filter(day__in=days.values()).update(puzzle=guessed)
        chosen = Daily.objects.get(day=days["chosen by hand"])
        admin = Client()
        admin.force_login(User.objects.create_superuser("root", password="x"))
        admin.post(
            f"/admin/games/daily/{chosen.pk}/change/",
            {
                "day": chosen.day.isoformat(),
                "puzzle": str(guessed.pk),
                "state": "published",
                "note": "It stays.",
                "seen": digest(DailyFiles().file_of(chosen)),
            },
        )
        SetFiles.load(few)
    kept = {name for name, day in days.items() if Daily.objects.get(day=day).puzzle == guessed}
    assert kept == {"past", "today", "chosen by hand"}


DAYS = {"past": 2, "today": 4, "tomorrow": 5, "chosen by hand": 6}


@pytest.mark.django_db
def test_every_day_has_one_puzzle_for_everybody_past_the_end_too(client):
    assert daily_puzzle(FIRST_DAY) is None
    assert client.get("/puzzles/daily/").status_code == 200
    SetFiles.load()
    assert (
        daily_puzzle(FIRST_DAY + timedelta(days=3))
        == Daily.objects.get(day=FIRST_DAY + timedelta(days=3)).puzzle
    )
    assert daily_puzzle(date(2040, 5, 1)) == daily_puzzle(date(2040, 5, 1)) is not None
    with time_machine.travel("2026-11-20 12:00Z", tick=False):
        page = client.get("/puzzles/daily/").content.decode()
        assert "20 November 2026" in page
        past = (date(2026, 11, 20) - FIRST_DAY).days
        seen, folded = page.split(f"<summary>{past - 6} older</summary>")
        assert "19 November" in seen
        assert "14 November" in seen
        assert "13 November" in folded
        assert "13 November" not in seen
        assert daily_puzzle(date(2026, 11, 20)).get_absolute_url() in page


@pytest.mark.django_db
def test_past_the_end_of_the_plan_each_week_has_the_puzzles_of_another_week(few):
    """A plan of seven weeks: a choice by the day alone would always give the same of them."""
    SetFiles.load(few)
    Daily.objects.all().delete()
    monday = date(2026, 1, 5)
    puzzles = list(Puzzle.objects.all()[:14])
    for week in range(7):
        for weekday in (0, 3):
            day = monday + timedelta(weeks=week, days=weekday)
            Daily.objects.create(
                state="published", day=day, puzzle=puzzles[2 * week + (weekday > 0)]
            )
    for weekday, planned in ((0, puzzles[::2]), (3, puzzles[1::2])):
        later = [
            daily_puzzle(monday + timedelta(weeks=week, days=weekday)) for week in range(20, 27)
        ]
        assert sorted(one.pk for one in later) == sorted(one.pk for one in planned)


MONDAY = date(2026, 11, 23)


def four_weeks(owner):
    """The easy puzzles of a person, week by week."""
    return [
        [easy_puzzle(owner, MONDAY + timedelta(days=7 * w + d)) for d in range(7)] for w in range(4)
    ]


@pytest.mark.django_db
def test_the_easy_puzzle_grows_harder_through_the_week_and_changes_every_week():
    assert easy_puzzle(None, FIRST_DAY) is None
    SetFiles.load()
    weeks = four_weeks(None)
    for week in weeks:
        assert [one.difficulty for one in week] == sorted(one.difficulty for one in week)
        assert len(set(week)) == 7
    assert len({week[0].pk for week in weeks[:2]}) == 2
    hard = [daily_puzzle(MONDAY + timedelta(days=n)) for n in range(28)]
    easy = [one for week in weeks for one in week]
    assert sum(one.difficulty for one in easy) < sum(one.difficulty for one in hard)


@pytest.mark.django_db
def test_the_easy_puzzle_has_a_board_such_as_its_reader_has_met():
    SetFiles.load()
    with time_machine.travel("2026-11-20 12:00Z", tick=False):
        newcomer, knows_kayles = (User.objects.create(username=name) for name in ("new", "knows"))
        met = Puzzle.objects.filter(skill="kayles", position__regex=r"^\d+\+\d+\+\d+$").first()
        PuzzleAttempt.objects.create(
            user=knows_kayles,
            puzzle=met,
            ruleset=met.ruleset,
            goal=met.goal,
            position=met.position,
            solved=False,
        )
    for person in (None, newcomer):
        for one in chain.from_iterable(four_weeks(person)):
            assert one.skill in {"nim", "rows"}
            assert one.position.count("+") <= 1
            assert one.difficulty <= 2
    more = list(chain.from_iterable(four_weeks(knows_kayles)))
    boards = {one.position for one in more if one.skill == "kayles"}
    assert boards
    assert all(text.count("+") <= 2 for text in boards)
    assert {one.skill for one in more} <= {"nim", "rows", "kayles"}
    day = date(2026, 11, 20)
    assert easy_puzzle(knows_kayles, day) == easy_puzzle(newcomer, day), (
        "what is met today changes nothing before tomorrow"
    )


def test_the_set_about_r1_asks_where_the_note_goes_wrong_in_both_directions():
    asked = {
        puzzle["position"]
        for puzzle in read_puzzles("where-r1-breaks")
        if (puzzle["ruleset"], puzzle["goal"]) == ("octal:0.35", "predict")
    }
    search = Search(get_ruleset("octal:0.35"), Convention.MISERE, Budget())
    won = {text for text in asked if search.wins(tuple(map(int, text.split("+"))))}
    assert won == {"1+1+1+4"}
    assert asked - won == {"1+1+2+4"}


def puzzles_by_set():
    return {found["slug"]: read_puzzles(found["slug"]) for found in read_sets()}


def rows_of(entry):
    return list(get_ruleset(entry["ruleset"]).read_position(entry["position"]))


def test_no_puzzle_asks_what_a_step_of_the_course_asks():
    asked = {
        (step["ruleset"], "+".join(sorted(step["position"].split("+"), key=int)), step["kind"])
        for content in LessonFiles().read().values()
        for step in content["steps"]
        if step.get("convention", "misere") == "misere" and step.get("position")
    }
    assert ("subtraction:3", "13", "play") in asked
    for entry in every():
        if entry["convention"] == "misere" and not entry["to_move"]:
            assert (entry["ruleset"], entry["position"], entry["goal"]) not in asked


def test_the_answer_cannot_be_read_off_the_set():
    for slug, entries in puzzles_by_set().items():
        won = [
            Search(
                get_ruleset(entry["ruleset"]), Convention(entry["convention"]), Budget()
            ).outcome(tuple(rows_of(entry)))
            for entry in entries
            if entry["goal"] == "predict"
        ]
        assert len(won) < 2 or len(set(won)) > 1, slug


def test_a_move_in_the_longest_row_of_nim_is_hardly_ever_the_one():
    """Where the two endings part there is one long row: that row alone may not be the answer."""
    right = []
    for slug in ("nim-sum", "marienbad", "laundry-room"):
        for entry in read_puzzles(slug):
            if entry["goal"] != "move" or entry["ruleset"] != "nim":
                continue
            rows = tuple(rows_of(entry))
            search = Search(get_ruleset("nim"), Convention(entry["convention"]), Budget())
            wins = [move for move in search.winning_moves(rows) if move.size == max(rows)]
            right.append(len({move.becomes for move in wins}) / max(rows))
    assert len(right) > 20
    assert sum(right) / len(right) < 1 / 4


def test_no_two_puzzles_of_a_set_are_one_in_disguise():
    remainders: dict[tuple[str, ...], list[str]] = {}
    for slug, entries in puzzles_by_set().items():
        for entry in entries:
            family, _, most = entry["ruleset"].partition(":")
            if family == "subtraction" and most.isdigit() and len(rows_of(entry)) > 1:
                if entry["goal"] in ("case", "classify"):
                    continue
                rests = sorted(size % (int(most) + 1) for size in rows_of(entry))
                key = (slug, most, entry["convention"], entry["goal"])
                key += tuple(str(rest) for rest in rests if rest)
                remainders.setdefault(key, []).append(entry["position"])
    assert all(len(positions) == 1 for positions in remainders.values())
    assert len(remainders) > 15


def test_every_set_goes_from_easy_to_hard_and_reductions_and_moves_are_asked():
    for entries in puzzles_by_set().values():
        levels = [
            difficulty_of(ShownQuestion(Puzzle(**entry)).facts, entry["goal"]) for entry in entries
        ]
        assert levels == sorted(levels)
    goals = {slug: [e["goal"] for e in entries] for slug, entries in puzzles_by_set().items()}
    assert goals["squares-and-dominoes"].count("reduce") >= 6
    assert goals["four-cases"].count("move") >= 6
