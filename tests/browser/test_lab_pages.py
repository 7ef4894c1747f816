"""Every page of the lab on a phone, as it is first opened, read by axe."""

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = (
    "/lab/",
    "/lab/octal:0.35/",
    "/lab/reach/",
    "/lab/quotients/",
    "/lab/quotients/kayles/",
    "/lab/quotients/octal:0.354/",
    "/lab/quotients/octal:0.26/",
    "/lab/lenses/",
    "/lab/conditions/",
    "/lab/conjectures/",
    "/lab/conjectures/?way=kinds",
    "/lab/distinguisher/",
    "/lab/partizan/",
    "/lab/workshop/",
    "/lab/workshop/?game=kayles&up_to=8&told=14",
)


@pytest.mark.parametrize("address", PAGES)
def test_a_page_of_the_lab_fits_a_phone(page, site, axe_finds_nothing, address):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(site + address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    axe_finds_nothing(page)
