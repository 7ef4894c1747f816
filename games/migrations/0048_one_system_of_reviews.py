"""Read from the tries when a puzzle comes back, as lessons do, and give up the cards.

A card is what the tries at its kind of puzzle say. Only where nothing of the kind was left to ask,
a review asked a puzzle with the other end: such a try becomes a review of its own, so that it goes
on counting for the kind that it was about.
"""

from django.db import migrations
from django.db.models import F, Max

COLUMNS = ("ruleset", "position", "convention", "to_move", "goal")


def keep_reviews_of_another_end(apps, schema_editor):
    quizzes = apps.get_model("games", "Quiz").objects
    tries = apps.get_model("games", "PuzzleAttempt").objects.select_related("puzzle", "card")
    reviews = tries.exclude(card=None).exclude(answered_at=None)
    for one in reviews.exclude(puzzle__convention=F("card__convention")).order_by("answered_at"):
        owner = {"user_id": one.user_id, "visitor_id": one.visitor_id}
        about = {"kind": "review", "slug": "", **owner}
        last = quizzes.filter(**about).aggregate(last=Max("number"))["last"] or 0
        solved = bool(one.solved) and not one.hint_tier
        asked = {name: getattr(one.puzzle, name) for name in COLUMNS} | {"extra": {}}
        kind = "/".join((one.card.skill, one.card.goal, one.card.convention))
        at = one.answered_at
        made = quizzes.create(
            **about,
            number=last + 1,
            questions=[{"asked": asked, "step": None, "skill": kind}],
            answers=[{"answer": one.answer, "solved": solved, "at": at.isoformat()}],
            passed=solved,
            finished_at=at,
        )
        quizzes.filter(pk=made.pk).update(begun_at=at)


class Migration(migrations.Migration):
    dependencies = [("games", "0047_planned_items")]

    operations = [
        migrations.RunPython(keep_reviews_of_another_end, migrations.RunPython.noop),
        migrations.RemoveField("puzzleattempt", "card"),
        migrations.DeleteModel("ReviewCard"),
    ]
