"""Lists of ten systems, in any order of columns and any encoding, are the same people."""

import csv
import io
import re
import zipfile
from base64 import b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.teach.classes.models import Membership
from games.teach.classes.rosters.columns import RosterError
from games.teach.classes.rosters.rosters import read_letters, read_names, read_roster
from games.teach.classes.rosters.sent_files import ENCODINGS, unpacked

from .lists import bring, look
from .test_columns import text_of

ANA, ZOE = {"name": "Ana Berg"}, {"name": "Zoë Núñez"}
ID = {"student_id": ("00123", "00124")}
EMAIL = {"email": ("ana@school.example", "zoe@school.example")}
LOGIN = {"username": ("aberg", "znunez")}

SYSTEMS = {
    "Canvas": (
        """Student,ID,SIS User ID,SIS Login ID,Section,Quiz (1)
,,,,,Manual Posting
    Points Possible,,,,,10
"Berg, Ana",7,00123,aberg,M-1,8
"Núñez, Zoë",8,00124,znunez,M-1,
"Student, Test",9,,x1,M-1,""",
        ID | LOGIN,
        3,
    ),
    "Canvas without the school's IDs": (
        """Student,ID,Section,Quiz (1)
    Points Possible,,,10
"Berg, Ana",7,M-1,8
"Núñez, Zoë",8,M-1,
"Student, Test",9,M-1,""",
        {},
        2,
    ),
    "Moodle": (
        """First name,Last name,ID number,Institution,Department,Email address,Course total (Real)
Ana,Berg,00123,,,ana@school.example,9
Zoë,Núñez,00124,,,zoe@school.example,-""",
        ID | EMAIL,
        0,
    ),
    "Google Classroom": (
        """Last Name,First Name,Email Address,Warm-up,Quiz
Date,,,2026-09-01,2026-09-08
Points,,,10,20
Class Average,,,8,14
Berg,Ana,ana@school.example,8,17
Núñez,Zoë,zoe@school.example,9,12""",
        EMAIL,
        3,
    ),
    "Brightspace": (
        """OrgDefinedId,Username,Last Name,First Name,Email,Quiz Points Grade,End-of-Line Indicator
#00123,#aberg,Berg,Ana,ana@school.example,8,#
#00124,#znunez,Núñez,Zoë,zoe@school.example,9,#""",
        ID | LOGIN | EMAIL,
        0,
    ),
    "Blackboard": (
        """Last Name,First Name,Username,Student ID,Last Access,Availability,Total
Berg,Ana,aberg,00123,2026-11-01,Yes,8
Núñez,Zoë,znunez,00124,2026-11-02,Yes,9
m.lind_PreviewUser,m.lind_PreviewUser,m.lind_previewuser,,,Yes,""",
        ID | LOGIN,
        1,
    ),
    "OneRoster": (
        """sourcedId,status,enabledUser,role,username,givenName,familyName,middleName,identifier,email
u1,active,true,student,aberg,Ana,Berg,,00123,ana@school.example
u2,tobedeleted,true,student,gus,Gus,Gone,,00125,gus@school.example
u3,active,true,teacher,tess,Tess,Teacher,,,tess@school.example
u4,active,false,student,ole,Ole,Out,,00126,ole@school.example
u5,active,true,student,znunez,Zoë,Núñez,,00124,zoe@school.example""",
        ID | LOGIN | EMAIL,
        3,
    ),
    "PowerSchool": (
        """Student_Number,Last_Name,First_Name,Grade_Level,Home_Room
00123,Berg,Ana,7,7b
00124,Núñez,Zoë,7,7b""",
        ID,
        0,
    ),
    "Pronote": (
        """NOM;PRÉNOM;Né(e) le;CLASSE;Courriel
Berg;Ana;01/02/2014;5B;ana@school.example
Núñez;Zoë;03/04/2014;5B;zoe@school.example""",
        EMAIL,
        0,
    ),
    "WebUntis": (
        """name\tlongName\tforeName\tgender\tklasse.name\tid\texternKey\taddress.email
BergAna\tBerg\tAna\tW\t7b\t1\t00123\tana@school.example
NunezZoe\tNúñez\tZoë\tW\t7b\t2\t00124\tzoe@school.example""",
        ID | EMAIL,
        0,
    ),
    "ASV": (
        """Familienname;Rufname;Vornamen;Klasse;Schülernummer
Berg;Ana;Ana Maria;7b;00123
Núñez;Zoë;Zoë Inés;7b;00124""",
        ID,
        0,
    ),
    "SIMS": (
        """Legal Surname,Preferred Surname,Legal Forename,Preferred Forename,Reg,UPN,Adno
Berg-Holm,Berg,Anastasia,Ana,7B,H801200001001,00123
Núñez,Núñez,Zoë,Zoë,7B,H801200001002,00124""",
        ID,
        0,
    ),
}
"""The table of each system, what it says beside the names, and how many of its lines are nobody."""


def turned(text, order):
    """The same table with its columns in another order."""
    separator = max("\t;,", key=text.partition("\n")[0].count)
    rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    order = [place for place in order if place < len(rows[0])]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator)
    writer.writerows([[row[place] for place in order] for row in rows])
    return out.getvalue()


@pytest.mark.parametrize("system", SYSTEMS)
@given(st.permutations(range(10)), st.sampled_from(["utf-8-sig", "cp1252", "utf-16"]))
@settings(max_examples=15, deadline=None)
def test_a_list_of_a_system_names_its_students_and_nobody_else(system, order, encoding):
    text, told, nobody = SYSTEMS[system]
    roster = read_roster(read_letters(turned(text, order).encode(encoding)).text)
    assert [entry.problem for entry in roster.entries] == ["", ""]
    names = [{"name": entry.values["name"]} for entry in roster.entries]
    assert names == [ANA, ZOE]
    for column in ("student_id", "email", "username"):
        found = tuple(entry.values.get(column, "") for entry in roster.entries)
        assert found == told.get(column, ("", "")), column
    left_out = [note for note in roster.notes if "not students" in note]
    assert sum(len(re.findall(r"line \d+", note)) for note in left_out) == nobody


def test_a_role_is_left_out_only_where_others_are_students():
    roster = read_roster("name,role\nAnna,Romeo\nBen,Juliet\n")
    assert [entry.values["name"] for entry in roster.entries] == ["Anna", "Ben"]
    roster = read_roster("name,role\nAnna,student\nMs Lind,teacher\n")
    assert [entry.values["name"] for entry in roster.entries] == ["Anna"]
    assert roster.notes == [
        "We left out lines that are not students: line 3, “Ms Lind” (teacher).",
    ]


def test_somebody_whose_name_is_a_word_of_gradebooks_is_a_student():
    roster = read_roster("last name,first name,email\nDate,Kei,kei@school.example\nMean,Al,\n")
    assert [entry.values["name"] for entry in roster.entries] == ["Kei Date", "Al Mean"]


WORDS = {
    "cp1252": ["Jürgen Müller", "Zoë Núñez", "Þór Guðmundsson"],
    "cp1250": ["Dvořák Žofie", "Łucja Wąś", "Jiří Šťastný"],
    "cp1251": ["Иванов Иван", "Петрова Анна"],
    "cp1253": ["Γιώργος Νίκου", "Ελένη Ζαχαρίου"],
    "cp1254": ["Şule Yıldız", "İrem Çağlar"],
    "cp1255": ["דוד לוי", "נועה כהן"],
    "cp1256": ["محمد علي", "فاطمة حسن"],
    "cp932": ["山田太郎", "佐藤花子", "たなか"],
    "gb18030": ["王小明", "李雷"],
    "cp949": ["김민수", "이서연"],
}


@pytest.mark.parametrize("encoding", WORDS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_the_letters_of_a_file_are_recognised_by_its_words(encoding, ends):
    lines = ["name;student id", *(f"{name};{n}" for n, name in enumerate(WORDS[encoding]))]
    roster = read_roster(read_letters(ends.join(lines).encode(encoding)).text)
    assert [entry.values["name"] for entry in roster.entries] == WORDS[encoding]
    assert not any(entry.problem for entry in roster.entries)


def test_a_stray_byte_is_a_wrong_line_and_the_others_are_read():
    data = "name\nJürgen\nZoë".encode() + b"\xe9" + "\nŁucja\n".encode()
    roster = read_roster(read_letters(data).text)
    assert [entry.values["name"] for entry in roster.entries if not entry.problem] == [
        "Jürgen",
        "Łucja",
    ]
    assert "a letter that cannot be read" in roster.entries[1].problem


@pytest.mark.django_db
def test_the_letters_can_be_chosen_above_the_preview_and_are_kept(owner, classroom):
    """Read as Western, chosen as Baltic, and carried out with the right letters."""
    data = "name\nMärta Ābele\n".encode("cp1257")
    looked = look(owner, classroom, file=data)
    page = text_of(looked)
    assert "Do the names have the right letters?" in page
    assert "Which of these is line 2?" in page
    assert "<bdi>Märta Ābele</bdi>" in page
    [packed] = re.findall(r'<textarea name="packed"[^>]*>([^<]*)<', page)
    form = {"roster": "1", "packed": packed, "encoding": "cp1257"}
    looked = owner.post(f"/classes/{classroom.pk}/people/preview/", form)
    assert "Märta Ābele" in text_of(looked)
    assert bring_on(owner, classroom, looked).status_code == 302
    assert Membership.objects.get().real_name == "Märta Ābele"


def bring_on(client, classroom, looked):
    """Press the button of a preview that is there."""
    values = {
        "kind": looked.context["kind"],
        "digest": looked.context["plan"].digest,
        "text": looked.context["text"],
    }
    return client.post(f"/classes/{classroom.pk}/people/add/", values)


@pytest.mark.django_db
@pytest.mark.parametrize("encoding", ["cp932", "nothing", ""])
def test_letters_that_do_not_fit_are_refused_in_one_sentence(owner, classroom, encoding):
    packed = b64encode(b"name\nAnna\x81\n").decode()
    form = {"roster": "1", "packed": packed, "encoding": encoding}
    answer = owner.post(f"/classes/{classroom.pk}/people/preview/", form)
    assert answer.status_code == 422
    assert "The file cannot be read with these letters." in text_of(answer)
    for data in ("Ж", "%%%"):
        with pytest.raises(RosterError):
            unpacked(data, "cp1252")


@pytest.mark.django_db
def test_a_file_in_unicode_is_not_asked_about(owner, classroom):
    page = text_of(look(owner, classroom, file="name\nŁucja\n"))
    assert "right letters" not in page
    for encoding in ENCODINGS:
        assert f'value="{encoding}"' not in page


def test_what_a_spreadsheet_has_done_to_ids_is_told():
    roster = read_roster("name,student id\nAnna,1.20231E+11\nBen,1.20232E+11\nEve,77\n")
    assert [entry.values.get("student_id") for entry in roster.entries] == [None, None, "77"]
    assert roster.notes == [
        "A spreadsheet has shortened the student ID in line 2 and 1 other line: “1.20231E+11”. Its "
        "last digits are lost, so we left it out. Format the column as text, and export it again."
    ]
    roster = read_roster("name,student id\nAnna,123.0\n")
    assert roster.entries[0].values["student_id"] == "123"
    assert "“123.0”. We took 123." in roster.notes[0]


@pytest.mark.django_db
def test_ids_without_their_zeros_are_the_same_students(owner, classroom):
    bring(owner, classroom, file="name,student_id\nJosé Núñez,00123\nZoë Brontë,00124\n")
    looked = look(owner, classroom, file="name,student_id\nJ. Núñez,123\nZoë Brontë,124\n")
    plan = looked.context["plan"]
    assert [row.verdict.value for row in plan.rows] == ["updated", "no change"]
    assert "student id" not in plan.rows[0].detail
    assert "taken the zeros off student IDs, such as 123." in text_of(looked)
    longer = look(owner, classroom, file="name,student_id\nJosé Núñez,000123\n").context["plan"]
    assert longer.rows[0].detail == "student id: 00123 → 000123"


def test_the_first_address_of_a_cell_is_taken():
    roster = read_roster(
        "name,email\n"
        "Ana Berg,Ana Berg <ana@school.example>\n"
        'Ben Okoro,"ben@school.example; mum@home.example"\n'
        "Eve,eve@school.example\n"
    )
    assert [entry.values["email"] for entry in roster.entries] == [
        "ana@school.example",
        "ben@school.example",
        "eve@school.example",
    ]
    assert roster.notes == [
        "There is more than an address in line 2 and 1 other line: “Ana Berg <ana@school.example>”."
        " We took ana@school.example."
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            'name,email\n"Annie" Berg,a@school.example\nBen,b@school.example\n',
            ["Annie Berg", "Ben"],
        ),
        ("name|student id|group\nAna|1|A\nBen|2|B\n", ["Ana", "Ben"]),
        ("Class list 7b;;\nPrinted;;\n;;\nName;Vorname;Klasse\nBerg;Ana;7b\n", ["Ana Berg"]),
        ("élève,classe\nDUPONT Marie,5B\n", ["DUPONT Marie"]),
    ],
)
def test_quotes_lines_and_titles_stop_no_list(text, names):
    assert [entry.values["name"] for entry in read_roster(text).entries] == names


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "surname", "as_listed"),
    [
        ("DUPONT Marie", "DUPONT", "DUPONT, Marie"),
        ("Jan VAN DER BERG", "VAN DER BERG", "VAN DER BERG, Jan"),
        ("DE LA TOUR Anne Sophie", "DE LA TOUR", "DE LA TOUR, Anne Sophie"),
        ("J. Berg", "Berg", "Berg, J."),
        ("MIA BAUER", "BAUER", "BAUER, MIA"),
    ],
)
def test_capitals_say_which_word_is_the_surname(owner, classroom, name, surname, as_listed):
    assert read_names(name).entries[0].values["name"] == name
    bring(owner, classroom, names=name)
    member = Membership.objects.get()
    assert (member.real_name, member.surname) == (name, surname)
    assert member.is_name_sure
    assert as_listed in text_of(owner.get(f"/classes/{classroom.pk}/"))


def zipped(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(name, text, zipfile.ZIP_STORED if name == "mimetype" else None)
    return out.getvalue()


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
KIND = "application/vnd.openxmlformats-"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def xlsx(rows):
    """A workbook with an empty first sheet, and the rows in the second one."""

    def cell(value):
        if isinstance(value, str):
            return f'<c t="inlineStr"><is><t>{value}</t></is></c>'
        return f"<c><v>{value}</v></c>"

    lines = "".join(f"<row>{''.join(map(cell, row))}</row>" for row in rows)
    sheet = f'<worksheet xmlns="{MAIN}"><sheetData>%s</sheetData></worksheet>'
    named = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n in (1, 2))
    linked = "".join(
        f'<Relationship Id="r{n}" Type="{LINKS}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in (1, 2)
    )
    return zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types">'
            f'<Default Extension="rels" ContentType="{KIND}package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{KIND}officedocument.'
            'spreadsheetml.sheet.main+xml"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r1" '
            f'Type="{LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{LINKS}">'
            f"<sheets>{named}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}/relationships">'
            f"{linked}</Relationships>",
            "xl/worksheets/sheet1.xml": sheet % "",
            "xl/worksheets/sheet2.xml": sheet % lines,
        }
    )


OPEN = "urn:oasis:names:tc:opendocument:xmlns"


def ods(rows):
    def cell(value):
        if isinstance(value, str):
            return (
                '<table:table-cell office:value-type="string">'
                f"<text:p>{value}</text:p></table:table-cell>"
            )
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    lines = "".join(f"<table:table-row>{''.join(map(cell, r))}</table:table-row>" for r in rows)
    content = (
        f'<office:document-content xmlns:office="{OPEN}:office:1.0" xmlns:table="{OPEN}:table:1.0" '
        f'xmlns:text="{OPEN}:text:1.0"><office:body><office:spreadsheet>'
        f'<table:table table:name="List">{lines}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'<manifest:manifest xmlns:manifest="{OPEN}:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/>'
        "</manifest:manifest>"
    )
    return zipped({"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest})


LIST = [
    ["Nachname", "Vorname", "Schülernummer"],
    ["Müller", "Jürgen", 71],
    ["Łapiński", "Ćesław", "0072"],
]


@pytest.mark.django_db
@pytest.mark.parametrize("made", [xlsx, ods])
def test_a_workbook_is_a_list_like_any_other(owner, classroom, made):
    looked = look(owner, classroom, file=made(LIST))
    assert "2 new accounts" in text_of(looked)
    assert "right letters" not in text_of(looked)
    assert bring_on(owner, classroom, looked).status_code == 302
    told = Membership.objects.order_by("student_id").values_list("real_name", "student_id")
    assert list(told) == [("Ćesław Łapiński", "0072"), ("Jürgen Müller", "71")]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04 and nothing", "neither text nor a workbook"),
        (b"\xd0\xcf\x11\xe0" + bytes(600), "neither text nor a workbook"),
        (zipped({"picture.png": "x"}), "neither text nor a workbook"),
        (ods([]), "is empty"),
        (zipped({"content.xml": " " * 51_000_000}), "too large"),
    ],
    ids=["cut off", "old", "other", "empty", "bomb"],
)
def test_a_workbook_that_cannot_be_read_is_refused_in_one_sentence(data, said):
    with pytest.raises(RosterError, match=said):
        read_letters(data)
