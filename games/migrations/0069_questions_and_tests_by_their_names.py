from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0066_squashed_0068_answer_drafts")]

    operations = [
        migrations.RenameModel("Question", "RoomQuestion"),
        migrations.RenameModel("Quiz", "TakenTest"),
        migrations.AlterModelOptions(
            name="takentest",
            options={"ordering": ("-begun_at",), "verbose_name_plural": "taken tests"},
        ),
        migrations.RemoveConstraint(model_name="takentest", name="quiz_has_one_owner"),
        migrations.AddConstraint(
            model_name="takentest",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("user__isnull", True), ("visitor__isnull", True), _connector="XOR"
                ),
                name="takentest_has_one_owner",
            ),
        ),
    ]
