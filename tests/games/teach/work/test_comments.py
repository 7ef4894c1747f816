"""Comments to a student, answered or not, and the reason of points given by hand."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from games.teach.classes.models import Membership, Staff
from games.teach.classes.sections import Section
from games.teach.work.comments import Comment
from games.teach.work.models import Assignment, GivenPoints

from .assignments import address, assignment, give, person

pytestmark = pytest.mark.django_db


def text(client, url):
    return " ".join(client.get(url).content.decode().split())


def student_page(work, client):
    return f"{address(work)}results/{client.membership.pk}/"


def write(staff, work, client, words, item=""):
    given = {"text": words, "item": item}
    return staff.post(f"{student_page(work, client)}comment/", given, follow=True)


def test_a_student_reads_a_comment_on_a_question_that_was_never_answered(
    teacher, ann, ben, homework
):
    second = homework.items.all()[1]
    page = write(teacher, homework, ann, "Try four lights first.\nThen five.", second.pk)
    assert "Try four lights first.<br>Then five." in page.content.decode()
    for url in (address(homework), address(homework, 2)):
        assert "Try four lights first.<br>Then five." in text(ann, url)
        assert "Try four lights" not in text(ben, url)
    assert "Try four lights" not in text(ann, address(homework, 1))
    for url in ("/assignments/", homework.classroom.get_absolute_url()):
        assert "teacher wrote to you about question 2 of “Homework”" in text(ann, url)
    assert "teacher wrote to you" in text(ann, "/")
    for url in ("/", "/assignments/"):
        assert "wrote to you" not in text(ben, url)
    replay = f"{student_page(homework, ann)}{second.pk}/"
    assert "Try four lights first." in text(teacher, replay)
    first = f"{student_page(homework, ann)}{homework.items.first().pk}/"
    assert "Try four lights" not in text(teacher, first)


def test_a_comment_on_the_whole_assignment_stands_above_the_questions(teacher, ann, homework):
    write(teacher, homework, ann, "A good week.")
    write(teacher, homework, ann, "A good week.")
    assert Comment.objects.count() == 1
    page = text(ann, address(homework))
    assert page.index("A good week.") < page.index('class="assigned"')
    assert "A good week." not in text(ann, address(homework, 1))


def test_an_empty_comment_is_refused_and_a_long_one_keeps_its_words(teacher, ann, homework):
    refused = write(teacher, homework, ann, " ")
    assert refused.status_code == 422
    assert "Write the comment first." in refused.content.decode()
    long = write(teacher, homework, ann, "word " * 500)
    assert long.status_code == 422
    assert "word word word" in long.content.decode()
    assert not Comment.objects.exists()


def test_in_a_test_a_comment_and_a_reason_are_read_after_it_closes(teacher, ann, room):
    later = timezone.now() + timedelta(hours=1)
    work = assignment(room, "nim 1+2+4 misere", mode="check", closes_at=later)
    item = work.items.get()
    give(ann, work, 1, move="2>1")
    write(teacher, work, ann, "Look at the last row.", item.pk)
    points = {"item": item.pk, "points": "1", "why": "You named the rule."}
    teacher.post(f"{student_page(work, ann)}points/", points)
    for url in (address(work), address(work, 1), "/assignments/", "/"):
        assert "Look at the last row." not in text(ann, url)
        assert "You named the rule." not in text(ann, url)
        assert "wrote to you" not in text(ann, url)
    over = timezone.now() - timedelta(minutes=5)
    Assignment.objects.update(closes_at=over, due_at=over)
    for url in (address(work), address(work, 1)):
        assert "Look at the last row." in text(ann, url)
        assert "You named the rule." in text(ann, url)
    assert "1 point from your instructor: You named the rule." in text(ann, address(work, 1))
    assert "Your instructor’s reason: You named the rule." in text(ann, address(work))
    assert "wrote to you about question 1" in text(ann, "/assignments/")


def test_the_reason_of_points_is_read_by_its_student_and_an_old_one_is_not(
    teacher, ann, ben, homework
):
    item = homework.items.first()
    points = {"item": item.pk, "points": "1", "why": "Half of the proof is right."}
    teacher.post(f"{student_page(homework, ann)}points/", points)
    assert "1 point from your instructor: Half of the proof is right." in text(
        ann, address(homework, 1)
    )
    assert "Half of the proof" not in text(ben, address(homework, 1))
    exported = json.loads(ann.get("/me/export/").content)
    assert exported["points_by_hand"][0]["why"] == "Half of the proof is right."
    GivenPoints.objects.update(is_shown=False)  # as it was written before students could read it
    assert "Half of the proof" not in text(ann, address(homework, 1))
    assert "Half of the proof" in text(teacher, student_page(homework, ann))
    assert "Half of the proof" not in ann.get("/me/export/").content.decode()
    teacher.post(f"{student_page(homework, ann)}points/", points | {"points": "", "back": "1"})
    GivenPoints.objects.update(is_shown=True)
    assert "from your instructor" not in text(ann, address(homework, 1))


def test_a_tutor_comments_in_the_own_section_and_removes_only_the_own(
    teacher, ann, ben, room, homework
):
    tutor = person("tutor")
    section = Section.objects.create(classroom=room, name="Tuesday")
    section.tutors.add(Staff.objects.create(classroom=room, user=tutor.user, role="tutor"))
    Membership.objects.filter(pk=ann.membership.pk).update(section=section)
    write(teacher, homework, ann, "From the instructor.")
    write(tutor, homework, ann, "From the tutor.")
    assert write(tutor, homework, ben, "Not mine.").status_code == 404
    theirs, own = Comment.objects.all()
    page = f"{student_page(homework, ann)}comments/"
    assert tutor.post(f"{page}{theirs.pk}/remove/").status_code == 403
    tutor.post(f"{page}{own.pk}/remove/")
    assert [one.text for one in Comment.objects.all()] == ["From the instructor."]
    assert "From the tutor." not in text(ann, address(homework))
    teacher.post(f"{page}{theirs.pk}/remove/")
    assert not Comment.objects.exists()


def test_comments_are_in_the_file_of_both_and_go_with_the_student_and_not_with_the_author(
    teacher, ann, homework
):
    assistant = person("helper")
    Staff.objects.create(classroom=homework.classroom, user=assistant.user, role="instructor")
    write(assistant, homework, ann, "Well done.")
    exported = json.loads(ann.get("/me/export/").content)
    assert exported["comments_to_you"][0]["text"] == "Well done."
    written = assistant.get("/me/export/").content.decode()
    assert json.loads(written)["comments_by_you"][0]["text"] == "Well done."
    assert "Archer" not in written
    assistant.user.delete()
    assert "a deleted account" in text(ann, address(homework))
    assert "Well done." in text(ann, address(homework))
    ann.user.delete()
    assert not Comment.objects.exists()


def test_nobody_comments_in_an_archived_class_and_its_comments_stay_readable(
    teacher, ann, homework
):
    write(teacher, homework, ann, "Well done.")
    homework.classroom.archived_at = timezone.now()
    homework.classroom.save()
    assert write(teacher, homework, ann, "Too late.").status_code == 409
    assert "Well done." in text(ann, address(homework))
    assert "Write the comment" not in text(teacher, student_page(homework, ann))
    assert Comment.objects.count() == 1
