"""The forms of a lesson's steps: read by the readers of its files, checked by the solver, and what
is wrong lands on its field."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.forms.models import BaseInlineFormSet

from games.content.shapes import Content, Problem
from games.exercises.goals import ASKINGS
from games.exercises.tasks import Task
from games.lessons.admin.fields import AnswerField, LinesField, YamlField, plain, sentence
from games.lessons.checks import check_step
from games.lessons.models import EXTRA_KEYS, Step
from games.lessons.schema import MAX_STEPS, MISCONCEPTION_IDS, read_step
from solver import THEORIES, SolverError

PLAIN = ("title", "text", "ruleset", "position", "convention", "to_move", "diagram", "skill")


class StepForm(forms.ModelForm):  # type: ignore[type-arg]
    """A step. *content* is what it says, in canonical form, once the form is valid."""

    place = forms.IntegerField(
        label="Number",
        required=False,
        min_value=1,
        max_value=99,
        help_text="Its place in the lesson. Steps in between move over; empty puts it last.",
    )
    diagram = forms.ChoiceField(
        required=False,
        choices=[("", "none"), *((theory.key, theory.name) for theory in THEORIES)],
        help_text="A theory drawn beside the board.",
    )
    answer = AnswerField(
        rows=1,
        help_text="Leave empty and the solver fills it in (not for build). Moves: 1>0, 3>2. "
        "Who wins: N the player to move, P the other player, L Left, R Right.",
    )
    extra = YamlField(
        label="More",
        help_text="Only for some kinds, one per line. "
        + " ".join(f"{a.key}: {a.extras_help}." for a in ASKINGS.values() if a.extras),
    )
    scene = YamlField(
        help_text="A picture on the board, one per line: theory: r1 and frame: 4; with to: 6 those "
        'frames are stepped through. Or your own: groups: ["4 (lit), 2", "4"] and tags: '
        '[switch, ""], one a row.',
    )
    hints = LinesField(rows=4, help_text="One per line, up to four; the last one gives it away.")
    feedback = YamlField(
        rows=3,
        help_text=f"One mistake per line, such as mirror: Copying fails here. "
        f"Known: {', '.join(MISCONCEPTION_IDS)}.",
    )
    claims = YamlField(
        rows=3,
        help_text="What the text says, checked by the solver, one per line: - {outcome: P} or "
        "- {position: 1+2, wins: 1>0}. Keys: ruleset, position, convention, to_move; outcome, "
        "winning, wins, loses, kinds, nim_values, reduces, case.",
    )

    class Meta:
        model = Step
        fields: ClassVar = [
            "kind",
            *PLAIN,
            "extra",
            "answer",
            "hints",
            "feedback",
            "otherwise",
            "after",
            "claims",
        ]
        widgets: ClassVar = {
            "text": forms.Textarea(attrs={"rows": 7, "class": "vLargeTextField"}),
            "ruleset": forms.TextInput(attrs={"class": "vTextField", "data-place": ""}),
            "position": forms.TextInput(attrs={"class": "vTextField", "data-place": ""}),
            "convention": forms.Select(attrs={"data-place": ""}),
            "to_move": forms.Select(attrs={"data-place": ""}),
            "otherwise": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
            "after": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
        }
        labels: ClassVar = {
            "otherwise": "Other mistakes",
            "after": "Afterwards",
            "to_move": "To move",
        }
        help_texts: ClassVar = {
            "text": "Markdown without links and pictures.",
            "ruleset": "nim, subtraction:3, kayles, partizan-kayles, octal:0.07 …",
            "position": "Rows with plus signs, such as 1+3+5.",
            "to_move": "Only where Left and Right move differently.",
            "skill": "What a try counts for; empty for the first of the lesson.",
            "otherwise": "Said after a mistake that has no words of its own.",
            "after": "Said after the right answer.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "place" in self.fields:
            self.fields["place"].initial = self.instance.order
        extra = dict(self.instance.extra)
        self.initial.update({"scene": extra.pop("scene", None), "extra": extra})

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        self.content: Content = {}
        if cleaned.get("DELETE") or self.errors:
            return cleaned
        typed, problems = self._typed(cleaned), list[Problem]()
        self.content = read_step(typed, problems)
        for problem in problems:
            self._blame(problem)
        if not self.errors:
            self._ask_the_solver()
        return cleaned

    def _typed(self, cleaned: dict[str, Any]) -> Content:
        """What was typed, as a file would say it."""
        kind, extra, answer = cleaned["kind"], cleaned["extra"], cleaned["answer"]
        if extra is not None and not isinstance(extra, dict):
            self.add_error("extra", "Write one name and value per line, such as starter: you.")
            extra = None
        asking = ASKINGS.get(kind)
        extras = asking.extras if asking else {}
        for key in extra or {}:
            if key not in extras:
                what = f"known are {', '.join(extras)}" if extras else "leave this empty"
                self.add_error("extra", f"This kind of step has no {str(key)[:60]!r}; {what}.")
                return {"kind": kind}
        if answer is not None and not (asking and asking.answers):
            self.add_error("answer", "A step of this kind has no answer; leave this empty.")
            answer = None
        if asking and asking.lists_answers and not isinstance(answer, list | None):
            answer = [answer]
        content = {name: plain(cleaned.get(name)) for name in (*PLAIN, "otherwise", "after")}
        content = {name: value or None for name, value in content.items()}
        content |= {name: cleaned[name] for name in ("scene", "hints", "feedback", "claims")}
        content |= extra or {}
        return {"kind": kind, **content, **({} if answer is None else {"answer": answer})}

    def _ask_the_solver(self) -> None:
        """Check the step, and fill an empty answer in."""
        problems = check_step(self.content, self.instance.lesson.skills)
        asking = ASKINGS.get(self.content["kind"])
        if asking and asking.answers and "answer" not in self.content:
            problems = [wrong for wrong in problems if not wrong.startswith("answer is missing")]
            if not problems:
                try:
                    self.content["answer"] = asking.solution(Task(Step.of(self.content)))
                except SolverError as error:
                    problems = [Problem(error, error.field)]
        for problem in problems:
            self._blame(problem)

    def _blame(self, problem: Problem) -> None:
        """Put a problem on the field it is about."""
        field = problem.field or "position"
        if field in EXTRA_KEYS and field not in self.fields:
            field = "extra"
        if field not in self.errors:
            self.add_error(field, sentence(problem.sentence if field == problem.field else problem))


class StepFormSet(BaseInlineFormSet):  # type: ignore[type-arg]
    """The steps of a lesson, in the order of their numbers."""

    def _construct_form(self, i: int, **kwargs: Any) -> Any:
        form = super()._construct_form(i, **kwargs)  # type: ignore[misc]
        form.instance.lesson = self.instance  # also one that is not stored yet
        return form

    def clean(self) -> None:
        super().clean()
        live = len(self.live_forms)
        if not any(self.errors) and not 1 <= live <= MAX_STEPS:
            raise ValidationError(f"A lesson has 1 to {MAX_STEPS} steps; this one has {live}.")

    @property
    def live_forms(self) -> list[StepForm]:
        """The forms that are steps of the lesson, in the order asked for.

        Of two with one number the one that was moved there from above comes after, one that was
        moved from below or is new before.
        """
        forms = [
            form
            for form in self.forms
            if not _is_deleted(form) and (form.instance.pk or form.has_changed())
        ]

        def place(form: StepForm) -> tuple[int, int]:
            before = form.instance.order
            wanted = form.cleaned_data.get("place") if hasattr(form, "cleaned_data") else None
            if wanted is None:
                return 100, 0
            if before is None or wanted < before:
                return wanted, -1
            return wanted, int(wanted > before)

        return sorted(forms, key=place)

    @property
    def contents(self) -> list[Content]:
        return [form.content for form in self.live_forms]

    @property
    def rows(self) -> list[int | None]:
        return [form.instance.pk for form in self.live_forms]


def _is_deleted(form: StepForm) -> bool:
    return bool(getattr(form, "cleaned_data", {}).get("DELETE"))
