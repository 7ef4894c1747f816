"""Standings, one system of reviews, links that stay, weekly lists.

A card of a review is what the tries at its kind of puzzle say. Only where nothing of the kind was
left to ask, a review asked a puzzle with the other end: such a try becomes a review of its own, so
that it goes on counting for the kind that it was about.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Max

SHARES = {"none": 1.0, "half": 0.5, "all": 0.0}


def derive_standings(apps, schema_editor):
    """Write down what the tries of every student at every question come to."""
    attempts = apps.get_model("games", "ItemAttempt").objects
    standings = apps.get_model("games", "Standing").objects
    for assignment in apps.get_model("games", "Assignment").objects.all():
        rows = attempts.filter(item__assignment=assignment, set_aside_by=None).order_by(
            F("answered_at").asc(nulls_first=True), "created_at", "pk"
        )
        tries = {}
        for row in rows:
            tries.setdefault((row.membership_id, row.item_id), []).append(row)
        standings.bulk_create(
            [
                standings.model(membership_id=student, item_id=item, **derived(assignment, some))
                for (student, item), some in tries.items()
            ],
            batch_size=500,
        )


def derived(assignment, tries):
    is_test = assignment.mode == "check"
    answered = [row for row in tries if row.solved is not None]
    if is_test and answered:
        tries = answered = answered[-1:]
    counting = answered[-1:] if assignment.keeps == "latest" else answered
    right = next((row for row in counting if row.solved), None)
    before = answered[: answered.index(right) + 1] if right else []
    is_helped = any(row.hint_tier for row in before)
    worth = SHARES[assignment.hint_cost] if is_helped else 1.0
    is_done = right is not None or (is_test and bool(answered))
    return {
        "tries": len(answered),
        "wrong": sum(not row.solved for row in answered),
        "hints": max(row.hint_tier for row in tries),
        "is_right": right is not None,
        "at_once": bool(answered and answered[0].solved and not answered[0].hint_tier),
        "worth": worth if right else 0.0,
        "is_done": is_done,
        "last_at": max(row.answered_at or row.created_at for row in tries),
        "done_at": (right or answered[0]).answered_at if is_done else None,
    }


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


def move_on(apps, schema_editor):
    """Give the invitation of a game to the last of the games that followed it."""
    matches = apps.get_model("games", "Match").objects.using(schema_editor.connection.alias)
    for match in matches.exclude(invitation=None).exclude(next=None).iterator():
        newest = match
        while newest.next is not None:
            newest = newest.next
        matches.filter(pk=match.pk).update(invitation=None)
        matches.filter(pk=newest.pk).update(invitation=match.invitation)


class Migration(migrations.Migration):

    replaces = [
        ('games', '0044_plain_help_texts'),
        ('games', '0045_standings'),
        ('games', '0046_names_for_leaving'),
        ('games', '0047_planned_items'),
        ('games', '0048_one_system_of_reviews'),
        ('games', '0049_links_that_stay'),
        ('games', '0050_weekly_lists'),
    ]

    dependencies = [
        ('games', '0040_squashed_0043_words_of_terms'),
    ]

    operations = [
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tries', models.PositiveIntegerField()),
                ('wrong', models.PositiveIntegerField()),
                ('hints', models.PositiveSmallIntegerField()),
                ('is_right', models.BooleanField()),
                ('at_once', models.BooleanField()),
                ('worth', models.FloatField()),
                ('is_done', models.BooleanField()),
                ('last_at', models.DateTimeField()),
                ('done_at', models.DateTimeField(null=True)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='games.item')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='games.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('item', 'membership'), name='one_standing_for_a_student_and_item')],
            },
        ),
        migrations.RenameField(
            model_name='match',
            old_name='left',
            new_name='left_by',
        ),
        migrations.RenameField(
            model_name='membership',
            old_name='left',
            new_name='has_left',
        ),
        migrations.RenameField(
            model_name='planneditem',
            old_name='entry',
            new_name='assignment',
        ),
        migrations.AddField(
            model_name='classroom',
            name='has_weekly_list',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='membership',
            name='is_listed',
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(derive_standings, migrations.RunPython.noop),
        migrations.RunPython(keep_reviews_of_another_end, migrations.RunPython.noop),
        migrations.RunPython(move_on, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name='puzzleattempt',
            name='card',
        ),
        migrations.DeleteModel(
            name='ReviewCard',
        ),
    ]
