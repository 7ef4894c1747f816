"""A form of a page as a browser without scripts fills it in and sends it."""

from html.parser import HTMLParser


class PageForm(HTMLParser):
    """The form with this id: its *fields* by name, each a list, and its *buttons* by their words,
    each with the address it sends to and the field it adds."""

    def __init__(self, response, form_id):
        super().__init__()
        self.fields, self.buttons = {}, {}
        self._id, self._action, self._inside = form_id, "", False
        self._text, self._name, self._button = None, "", {}
        self.feed(response.content.decode())

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self._inside = given.get("id") == self._id
            self._action = given.get("action") if self._inside else self._action
        mine = self._inside or given.get("form") == self._id
        if not mine:
            return
        name, kind = given.get("name"), given.get("type", "text")
        ticked = kind in ("radio", "checkbox")
        if tag == "input" and name and (not ticked or "checked" in given):
            value = given.get("value", "on" if ticked else "")
            self.fields.setdefault(name, []).append(value)
        elif tag == "select":
            self._name = name
        elif tag == "option" and (
            "selected" in given or (given["value"] == "" and self._name not in self.fields)
        ):
            self.fields[self._name] = [given["value"]]
        elif tag in ("textarea", "button"):
            self._text, self._name, self._button = "", name, given

    def handle_data(self, data):
        if self._text is not None:
            self._text += data

    def handle_endtag(self, tag):
        if tag == "form":
            self._inside = False
        if self._text is None:
            return
        if tag == "textarea":
            self.fields[self._name] = [self._text.removeprefix("\n")]
        elif tag == "button":
            where = self._button.get("formaction") or self._action
            adds = {self._name: [self._button.get("value", "")]} if self._name else {}
            self.buttons[" ".join(self._text.split())] = (where.partition("#")[0], adds)
        else:
            return
        self._text = None

    def press(self, client, words, **typed):
        """Send the form by one of its buttons, with something else typed into it."""
        where, adds = self.buttons[words]
        data = {**self.fields, **typed}
        for name, values in adds.items():
            data[name] = [*data.get(name, []), *values]
        return client.post(where, data)
