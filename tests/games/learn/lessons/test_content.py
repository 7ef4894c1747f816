"""The shipped course: every position, key and claim executed; files, loading and writing."""

import copy
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError, call_command

from games.content.reading import FOLDER, ContentError, as_yaml, read_file
from games.learn.lessons.checks import check_lesson, check_step
from games.learn.lessons.course import Course, needs
from games.learn.lessons.editor import pages as course
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, LessonVersion, Route, Skill, Step, Track, step_kinds
from games.learn.lessons.schema import MAX_STEPS, read_lesson

from .lessons import MOVE, PLAY, PREDICT, TELL, lesson, read_course

FILES = sorted((FOLDER / "lessons").glob("*.yaml"))


@pytest.fixture(scope="module")
def shipped():
    return read_course()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_claim_of_a_lesson_is_true(path, shipped):
    content, wrong = read_lesson(read_file(path)[0], path.name)
    assert wrong == []
    skills = [skill["slug"] for skill in shipped.skills]
    tracks = [track["slug"] for track in shipped.tracks]
    assert check_lesson(content, path.name, skills=skills, tracks=tracks) == []
    assert any(step.get("claims") for step in content["steps"])


def test_the_course_is_lessons_in_order_of_every_kind_of_step(shipped):
    lessons = list(shipped.lessons.values())
    numbers = [content["number"] for content in lessons]
    assert numbers == sorted(numbers)
    assert len(numbers) >= 18
    kinds = {step["kind"] for content in lessons for step in content["steps"]}
    assert kinds == {kind for kind, _ in step_kinds()}
    for content in lessons:
        assert len(content["steps"]) <= MAX_STEPS
        first = next(step for step in content["steps"] if step["kind"] != "tell")
        before = content["steps"][: content["steps"].index(first) + 1]
        assert sum(len(step["text"].split()) for step in before) <= 60, content["slug"]
        for step in content["steps"]:
            if step["kind"] != "tell":
                assert step["hints"], (content["slug"], step["title"])
                assert step["otherwise"], (content["slug"], step["title"])
                assert step["after"], (content["slug"], step["title"])


def test_the_players_route_builds_on_no_lesson_of_another_route(shipped):
    lessons = tuple(
        Lesson(slug=one["slug"], number=one["number"], skills=one["skills"], state="published")
        for one in shipped.lessons.values()
    )
    routes = tuple(Route(**route) for route in shipped.routes)
    skills = tuple(
        Skill(slug=one["slug"], requires=one.get("requires", [])) for one in shipped.skills
    )
    builds_on = needs(Course(lessons, {}, routes, skills, {}))
    [player] = [route.lessons for route in routes if route.slug == "player"]
    elsewhere = {
        slug: [one.slug for one in builds_on[slug] if one.slug not in player] for slug in player
    }
    assert {slug: wanted for slug, wanted in elsewhere.items() if wanted} == {}


def test_what_is_known_today_is_told_with_its_source_and_the_day_it_was_looked_up(shipped):
    last = shipped.lessons["26-open-questions.yaml"]
    assert "arXiv 2410.06924 (2024), checked on 22 November 2026" in last["source"]
    titles = [step["title"] for step in last["steps"]]
    answered = titles.index("Answered in 2024: every inverse a negative")
    assert titles[answered - 1] == "Asked in 2015: what must a universe have?"
    said = " ".join(str(last["steps"]).split())
    assert "Nobody has a condition" not in said
    assert "The boards of one game alone, strips or rows of Kayles, are no such universe." in said


def test_every_skill_is_taught(shipped):
    taught = {skill for content in shipped.lessons.values() for skill in content["skills"]}
    assert taught == {skill["slug"] for skill in shipped.skills}


def wrong_in_text(text, **known):
    files = LessonFiles()
    files.lists = {name: [{"slug": slug} for slug in slugs] for name, slugs in known.items()}
    with pytest.raises(ContentError) as error:
        files.read_text(text, "a.yaml")
    return str(error.value)


def wrong_in(step, **changes):
    return check_step(copy.deepcopy(step) | changes, ["look-back"])


@pytest.mark.parametrize(
    ("step", "changes", "said"),
    [
        (PREDICT, {"answer": "N"}, "the right answer is P"),
        (PREDICT, {"answer": None}, "the right answer is P"),
        (PREDICT, {"skill": "juggling"}, "does not teach 'juggling'"),
        (PREDICT, {"ruleset": ""}, "ruleset is missing"),
        (PREDICT, {"position": ""}, "position is missing"),
        (PREDICT, {"ruleset": "chess"}, "is not a ruleset"),
        (PREDICT, {"position": "2+61"}, "at most 60"),
        (PREDICT, {"to_move": "left"}, "same moves"),
        (PREDICT, {"text": ""}, "the text is missing"),
        (PREDICT, {"diagram": "reduction"}, "diagram"),
        (PREDICT, {"diagram": "astrology"}, "astrology"),
        (MOVE, {"answer": ["2>1"]}, "taking 4 from row 2 does not win; taking 5 from row 2 does"),
        (MOVE, {"position": "2+2", "answer": None}, "ask who wins instead"),
        (MOVE, {"ruleset": "partizan-kayles"}, "Left or Right"),
        (MOVE, {"kind": "all-moves", "answer": []}, "taking 5 from row 2 wins"),
        (MOVE, {"kind": "case", "answer": 2}, "the right answer is 3"),
        (MOVE, {"kind": "classify", "answer": ["null", "trap"]}, "inverter"),
        (MOVE, {"kind": "reduce", "answer": [1, 1]}, "partizan"),
        (
            MOVE,
            {"kind": "reduce", "ruleset": "partizan-kayles", "position": "7", "answer": [1, 1]},
            "the right answer is [3, 2]",
        ),
        (PLAY, {"starter": "computer"}, "the one who starts wins"),
        (PLAY, {"position": "2+2"}, "the one who starts loses"),
        (PLAY, {"opponent": "nobody"}, "nobody"),
        (
            PREDICT,
            {"kind": "build", "position": "", "goal": {"outcome": "P"}, "answer": "1+5"},
            "the player to move wins",
        ),
        (PREDICT, {"kind": "build", "position": "", "answer": "1"}, "goal is missing"),
        (
            PREDICT,
            {"claims": [{"outcome": "N"}]},
            "Who wins: “the player to move wins” is wrong; it is “the player to move loses”",
        ),
        (
            PREDICT,
            {"claims": [{"position": "1+5", "winning": ["1>0"]}]},
            "; taking 5 from row 2 does",
        ),
        (
            PREDICT,
            {"claims": [{"position": "1+5", "wins": "1>0"}]},
            "taking 1 from row 1 does not win",
        ),
        (PREDICT, {"claims": [{"position": "1+5", "loses": "2>0"}]}, "taking 5 from row 2 wins"),
        (PREDICT, {"claims": [{"position": "1+5", "wins": "2>6"}]}, "fact 1: "),
        (PREDICT, {"claims": [{"kinds": ["trap", "trap"]}]}, "higher switch"),
        (PREDICT, {"claims": [{"nim_values": [2, 1]}]}, "it is “2 and 2”"),
        (PREDICT, {"claims": [{"position": "1+5", "case": 4}]}, "it is “Case 3: "),
        (
            PREDICT,
            {"claims": [{"ruleset": "partizan-kayles", "position": "7", "reduces": [1, 1]}]},
            "it is “3 and 2”",
        ),
    ],
)
def test_what_is_wrong_is_told_with_the_right_answer(step, changes, said):
    assert said in " ".join(wrong_in(step, **changes))


@pytest.mark.parametrize("step", [PREDICT, MOVE, TELL, PLAY], ids=lambda step: step["kind"])
def test_what_is_right_is_not_complained_about(step):
    assert wrong_in(step) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda c: c.pop("title"), "title is missing"),
        (lambda c: c.update(colour="red"), "unknown key 'colour'"),
        (lambda c: c.update(track="nowhere"), "no track 'nowhere'"),
        (lambda c: c.update(skills=["x"]), "no skill 'x'"),
        (lambda c: c.update(steps=[]), "1 to 20 steps"),
        (lambda c: c.update(steps="none"), "1 to 20 steps"),
        (lambda c: c.update(minutes="many"), "whole number"),
        (lambda c: c["steps"][0].update(kind="dance"), "'dance' is not one of"),
        (lambda c: c["steps"][0].update(hints=["?"] * 5), "at most 4"),
        (lambda c: c["steps"][0].update(feedback={"laziness": "No."}), "is not a misconception"),
        (lambda c: c["steps"][0].update(feedback={"1>x": "No."}), "is not a misconception"),
        (lambda c: c["steps"][0].update(position="two"), "position"),
    ],
)
def test_a_file_that_is_wrong_in_shape_says_where(change, said):
    content = {
        "slug": "a",
        "number": 1,
        "title": "A",
        "track": "rows",
        "skills": ["look-back"],
        "summary": "S.",
        "minutes": 5,
        "state": "draft",
        "steps": [copy.deepcopy(PREDICT)],
    }
    change(content)
    assert said in wrong_in_text(as_yaml(content), skills=["look-back"], tracks=["rows"])


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (MOVE | {"feedback": {"2>1": "No."}}, []),
        (MOVE | {"feedback": {"2>0": "No."}}, ["taking 5 from row 2 wins, so it is not a mistake"]),
        (MOVE | {"feedback": {"2>7": "No."}}, ["feedback: No move takes a row of 5 to 7"]),
        (
            PREDICT | {"feedback": {"1>0": "No."}},
            ["1>0 is a move, but the step asks for no move"],
        ),
    ],
)
def test_what_is_said_to_a_move_is_said_to_a_wrong_one_that_is_asked_for(step, said):
    problems = [str(problem) for problem in check_step(step, ["look-back"])]
    assert len(problems) == len(said)
    for problem, words in zip(problems, said, strict=True):
        assert words in problem


@pytest.mark.parametrize("text", ["a: [", "- 1\n- 2", "x" * 300_000, "&a [*a]", "!!python/name:os"])
def test_what_is_not_a_lesson_is_refused(text):
    assert wrong_in_text(text, skills=[], tracks=[]).startswith("a.yaml: ")


def test_writing_and_reading_a_lesson_gives_the_same(shipped):
    for name, content in shipped.lessons.items():
        again, wrong = read_lesson(yaml.safe_load(as_yaml(content)), name)
        assert wrong == []
        assert again == content


@pytest.fixture
def folder(tmp_path):
    """A content folder with one lesson."""
    (tmp_path / "lessons").mkdir()
    for name in ("tracks.yaml", "skills.yaml"):
        (tmp_path / name).write_text((FOLDER / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "lessons" / FILES[0].name).write_text(FILES[0].read_text(encoding="utf-8"))
    return tmp_path


def edit(folder: Path, old: str, new: str) -> None:
    path = folder / "lessons" / FILES[0].name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.django_db
def test_loading_twice_changes_nothing_and_a_dry_run_nothing_at_all(folder, capsys):
    call_command("load_content", folder, "--dry-run")
    assert not Lesson.objects.exists()
    call_command("load_content", folder)
    before = list(Step.objects.values()), list(Lesson.objects.values())
    call_command("load_content", folder)
    assert (list(Step.objects.values()), list(Lesson.objects.values())) == before
    assert LessonVersion.objects.count() == 1
    assert "1 unchanged" in capsys.readouterr().out


@pytest.mark.django_db
def test_a_changed_file_is_shown_as_a_diff_and_updates_the_lesson(folder, capsys):
    call_command("load_content", folder)
    kept = Step.objects.get(order=2).pk
    edit(folder, "title: When did you know?", "title: When did you see it?")
    call_command("load_content", folder, "--dry-run", "--diff")
    out = capsys.readouterr().out
    assert "-  title: When did you know?" in out
    assert "+  title: When did you see it?" in out
    assert Step.objects.get(order=2).title == "When did you know?"
    call_command("load_content", folder)
    changed = Step.objects.get(order=2)
    assert (changed.title, changed.pk) == ("When did you see it?", kept)
    assert Lesson.objects.get().version == 2


@pytest.mark.django_db
def test_what_a_curator_changed_is_kept_unless_asked_otherwise(folder, capsys):
    call_command("load_content", folder)
    Lesson.objects.update(summary="Mine.")
    edit(folder, "title: When did you know?", "title: When did you see it?")
    call_command("load_content", folder)
    assert "1 kept" in capsys.readouterr().out
    assert Lesson.objects.get().summary == "Mine."
    call_command("load_content", folder, "--overwrite")
    assert Lesson.objects.get().summary != "Mine."


@pytest.mark.django_db
def test_wrong_content_is_not_loaded_and_the_right_answer_is_told(folder):
    edit(folder, 'answer: ["1>1"]', 'answer: ["1>2"]')
    with pytest.raises(CommandError, match=r"step 3: answer: taking .* not win; taking 3 "):
        call_command("load_content", folder)
    assert not Lesson.objects.exists()
    assert not Track.objects.exists()


@pytest.mark.django_db
def test_the_course_written_out_and_loaded_again_is_equal(tmp_path, shipped):
    LessonFiles.load()
    call_command("export_content", tmp_path)
    again = read_course(tmp_path)
    assert again == shipped
    Lesson.objects.all().delete()
    Track.objects.all().delete()
    Skill.objects.all().delete()
    LessonFiles.load(tmp_path)
    assert [found.content for found in Lesson.objects.all()] == list(shipped.lessons.values())


@pytest.mark.django_db
def test_publishing_and_going_back_are_checked(alice):
    found = lesson(PREDICT, state="draft")
    Step.objects.update(answer="N")
    with pytest.raises(ContentError, match="the right answer is P"):
        course.publish(Lesson.objects.get(), "Now.", alice)
    Step.objects.update(answer="P")
    first = course.publish(Lesson.objects.get(), "Now.", alice)
    assert Lesson.objects.get().state == "published"
    Lesson.objects.update(title="Renamed")
    course.publish(Lesson.objects.get(), "Renamed.", alice)
    back = LessonFiles().restore(Lesson.objects.get(), first, alice)
    assert back.title == "A lesson"
    assert [v.note for v in found.versions.all()] == [
        "Restored version 1.",
        "Renamed.",
        "Now.",
    ]
    first.content["steps"][0]["answer"] = "N"
    with pytest.raises(ContentError):
        LessonFiles().restore(Lesson.objects.get(), first, alice)


@pytest.mark.django_db
def test_everything_is_checked_again_by_a_command(capsys):
    lesson(PREDICT)
    call_command("check_content")
    assert "1 lessons and 0 puzzles are right" in capsys.readouterr().out
    Step.objects.update(answer="N")
    with pytest.raises(CommandError, match="1 check failed"):
        call_command("check_content")
    assert "the right answer is P" in capsys.readouterr().err


def test_where_left_can_win_beside_a_single_square_taking_it_wins():
    """What *Left and Right* says Left does; searched for every board of up to 13 squares."""
    from solver import answer, ask

    seen = 0
    for total in range(1, 14):
        for position in partitions(total):
            if 1 in position:
                found = answer(ask("partizan-kayles", position, "misere", "left"))
                if found.moves:
                    seen += 1
                    assert any(move.size == 1 for move in found.moves), position
    assert seen > 15


def partitions(total, largest=99):
    """Every way to write *total* as a sum, the largest row first."""
    if not total:
        yield ()
    for row in range(min(total, largest), 0, -1):
        for rest in partitions(total - row, row):
            yield (row, *rest)
