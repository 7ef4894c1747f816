"""The notebooks run, and print what they hold; each compares with what is published."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[2]
BOOKS = sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def printed(book):
    """What each cell says, as one text, however many pieces it comes in."""
    return [
        "".join(out.get("text") or out["data"]["text/plain"] for out in cell.outputs)
        for cell in book.cells
        if cell.cell_type == "code"
    ]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.no_cover
def test_a_notebook_prints_what_it_holds(path):
    book = nbformat.read(path, as_version=4)
    before = printed(book)
    assert all(before)
    NotebookClient(book, timeout=300, resources={"metadata": {"path": ROOT}}).execute()
    assert printed(book) == before


def test_there_are_eight_and_each_asserts():
    assert len(BOOKS) == 8
    for path in BOOKS:
        book = nbformat.read(path, as_version=4)
        assert any("assert " in cell.source for cell in book.cells if cell.cell_type == "code")
