from django.urls import path

from games.people import ways_in_views
from games.teach.classes import staff_views as staff
from games.teach.classes import student_views as people
from games.teach.classes import views as classes
from games.teach.classes.cards import issuing
from games.teach.classes.groups import group_views as groups
from games.teach.classes.joining import moving, newcomers

app_name = "classes"

urlpatterns = [
    # /join/
    path("join/", ways_in_views.enter, name="join"),
    path("join/<str:code>/", newcomers.join_class, name="join-class"),
    # /classes/
    path("classes/", classes.index, name="index"),
    path("classes/new/", classes.new, name="new"),
    path("classes/teach/", classes.teach, name="teach"),
    path("classes/invitation/<str:code>/", staff.invitation, name="invitation"),
    path("classes/asked/<uuid:offer_id>/", newcomers.offer, name="offer"),
    # /classes/<classroom>/
    path("classes/<uuid:classroom_id>/project/", classes.project, name="project"),
    path("classes/<uuid:classroom_id>/settings/", classes.settings, name="settings"),
    path("classes/<uuid:classroom_id>/joining/", classes.joining, name="joining"),
    path("classes/<uuid:classroom_id>/code/", classes.code, name="code"),
    path("classes/<uuid:classroom_id>/archive/", classes.archive, name="archive"),
    path("classes/<uuid:classroom_id>/keep/", classes.keep, name="keep"),
    path("classes/<uuid:classroom_id>/restore/", classes.restore, name="restore"),
    path("classes/<uuid:classroom_id>/delete/", classes.delete, name="delete"),
    path("classes/<uuid:classroom_id>/leave/", classes.leave, name="leave"),
    path("classes/<uuid:classroom_id>/week/", classes.week, name="week"),
    # /classes/<classroom>/people/
    path("classes/<uuid:classroom_id>/people/", people.people, name="people"),
    path("classes/<uuid:classroom_id>/people/preview/", people.preview, name="preview"),
    path("classes/<uuid:classroom_id>/people/add/", people.add, name="add"),
    path("classes/<uuid:classroom_id>/cards/", issuing.cards, name="cards"),
    path("classes/<uuid:classroom_id>/cards/sheet/", issuing.sheet, name="cards-sheet"),
    path("classes/<uuid:classroom_id>/cards/cards.csv", issuing.cards_file, name="cards-file"),
    path("classes/<uuid:classroom_id>/cards/<uuid:job_id>/", issuing.cards_made, name="cards-made"),
    path("classes/<uuid:classroom_id>/roster.csv", people.roster, name="roster"),
    path("classes/<uuid:classroom_id>/people/<uuid:membership_id>/", people.person, name="person"),
    path(
        "classes/<uuid:classroom_id>/people/<uuid:membership_id>/remove/",
        people.remove,
        name="remove",
    ),
    path(
        "classes/<uuid:classroom_id>/people/<uuid:membership_id>/code/",
        issuing.give_a_code,
        name="give-code",
    ),
    path(
        "classes/<uuid:classroom_id>/people/<uuid:membership_id>/revoke/",
        issuing.revoke_card,
        name="revoke-card",
    ),
    path(
        "classes/<uuid:classroom_id>/people/<uuid:membership_id>/put-back/",
        people.put_back,
        name="put-back",
    ),
    path(
        "classes/<uuid:classroom_id>/asked/<uuid:offer_id>/withdraw/",
        newcomers.withdraw_offer,
        name="withdraw-offer",
    ),
    path(
        "classes/<uuid:classroom_id>/people/<uuid:membership_id>/move/",
        moving.move_student,
        name="move",
    ),
    path(
        "classes/<uuid:classroom_id>/handed/<uuid:handover_id>/take/",
        moving.take,
        name="take",
    ),
    # /classes/<classroom>/groups/
    path("classes/<uuid:classroom_id>/groups/", groups.groups, name="groups"),
    path("classes/<uuid:classroom_id>/groups/<int:group_id>/", groups.group, name="group"),
    path(
        "classes/<uuid:classroom_id>/groups/<int:group_id>/delete/",
        groups.delete_group,
        name="delete-group",
    ),
    # /classes/<classroom>/sections/
    path("classes/<uuid:classroom_id>/sections/", groups.sections, name="sections"),
    path("classes/<uuid:classroom_id>/sections/<int:section_id>/", groups.section, name="section"),
    path(
        "classes/<uuid:classroom_id>/sections/<int:section_id>/delete/",
        groups.delete_section,
        name="delete-section",
    ),
    # /classes/<classroom>/staff/
    path("classes/<uuid:classroom_id>/staff/", staff.staff, name="staff"),
    path(
        "classes/<uuid:classroom_id>/staff/withdraw/<uuid:invitation_id>/",
        staff.withdraw,
        name="withdraw",
    ),
    path(
        "classes/<uuid:classroom_id>/staff/<int:staff_id>/dismiss/", staff.dismiss, name="dismiss"
    ),
    path(
        "classes/<uuid:classroom_id>/staff/<int:staff_id>/hand-over/",
        staff.hand_over,
        name="hand-over",
    ),
]
