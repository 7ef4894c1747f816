"""A platform such as Moodle, built on lti1p3platform: it answers over real HTTP, signs what it
says, keeps a register of grades as the standard asks, and can be slow, broken or away."""

from __future__ import annotations

import json
import re
import threading
import time
from dataclasses import dataclass, field
from html import unescape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import requests
from jwcrypto.jwk import JWK
from lti1p3platform.ltiplatform import LTI1P3PlatformConfAbstract
from lti1p3platform.message_launch import LTIAdvantageMessageLaunchAbstract
from lti1p3platform.oidc_login import OIDCLoginAbstract
from lti1p3platform.registration import Registration

ROLE = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
INSTRUCTOR, LEARNER = f"{ROLE}Instructor", f"{ROLE}Learner"
ASSISTANT = "http://purl.imsglobal.org/vocab/lis/v2/membership/Instructor#TeachingAssistant"
CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
PER_PAGE = 50


def new_key():
    return JWK.generate(kty="RSA", size=2048)


KEY, OTHER_KEY, KEY_OF_TOOL = new_key(), new_key(), new_key()


def pem(key):
    private = key.export_to_pem(private_key=True, password=None).decode()
    return key.export_to_pem().decode(), private


class Config(LTI1P3PlatformConfAbstract):
    def init_platform_config(self, registration):
        self._registration = registration

    def get_registration_by_params(self, **kwargs):
        return self._registration


class Begins(OIDCLoginAbstract):
    def set_lti_message_hint(self, hint):
        self._lti_message_hint = hint

    def get_redirect(self, url):
        return url


class Says(LTIAdvantageMessageLaunchAbstract):
    def __init__(self, query, config):
        super().__init__(None, config)
        self.query = query
        self._registration = config.get_registration()

    def get_preflight_response(self):
        return self.query

    def render_launch_form(self, launch_data, **kwargs):
        return launch_data


@dataclass
class Platform:
    """*twist* changes the claims of a message before it is signed, *sign* signs it differently;
    *fault* is a status, or a number of seconds to wait, for what the services are asked."""

    name: str = "Moodle"
    client_id: str = "marienbad-at-moodle"
    deployment: str = "1"
    context: str = "course-7"
    title: str = "Algebra 1"
    key: JWK = KEY
    twist: object = None
    sign: object = None
    fault: object = None
    tool_keys: object = None
    people: dict = field(default_factory=dict)
    groups: dict = field(default_factory=dict)
    columns: dict = field(default_factory=dict)
    scores: list = field(default_factory=list)
    asked: list = field(default_factory=list)
    registered: dict = field(default_factory=dict)
    services: bool = True
    takes_several: bool = True

    def __enter__(self):
        platform = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                platform.answer(self, "")

            def do_POST(self):
                size = int(self.headers.get("Content-Length", 0))
                platform.answer(self, self.rfile.read(size).decode())

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        return self

    def __exit__(self, *args):
        self.server.shutdown()
        self.server.server_close()

    def person(self, subject, name="", *roles, **more):
        self.people[subject] = {"name": name, "roles": list(roles or (LEARNER,)), **more}

    # --- what the standard asks of a platform ---

    def registration(self, site="http://testserver"):
        public, private = pem(self.key)
        made = Registration()
        made.set_iss(self.url).set_client_id(self.client_id).set_deployment_id(self.deployment)
        made.set_platform_public_key(public).set_platform_private_key(private)
        made.set_launch_url(f"{site}/lti/launch/").set_deeplink_launch_url(f"{site}/lti/launch/")
        made.set_oidc_login_url(f"{site}/lti/login/").set_tool_key_set_url(f"{site}/lti/keys.json")
        if self.tool_keys:
            made.set_tool_key_set(self.tool_keys)
        return made

    def config(self, site="http://testserver"):
        return Config(registration=self.registration(site))

    def begins(self, subject, target="", *, site="http://testserver", deep=False, **hint):
        """The address at the tool with which a launch begins."""
        login = Begins(None, self.config(site))
        login.set_lti_message_hint(
            json.dumps({"target": target, "deep": deep, "site": site, **hint})
        )
        login.set_launch_url(target or f"{site}/lti/launch/")
        return login.initiate_login(subject)

    def message(self, query):
        """The signed message with which the platform answers the tool."""
        hint = json.loads(query["lti_message_hint"])
        says = Says(query, self.config(hint["site"]))
        who = self.people[query["login_hint"]]
        says.set_user_data(query["login_hint"], who["roles"], who["name"], who.get("email"))
        if not hint["deep"]:
            says.set_resource_link_claim(hint.get("link", "link-1"))
        says.set_launch_url(hint["target"] or f"{hint['site']}/lti/launch/")
        says.set_launch_context_claim(
            hint.get("context", self.context), context_title=hint.get("title", self.title)
        )
        says.set_launch_presentation_claim(hint.get("shown_in", "window"), f"{self.url}/course")
        if self.services:
            says.set_ags(f"{self.url}/lineitems", hint.get("lineitem"))
            says.set_nrps(f"{self.url}/members")
        if self.groups:
            gs = "https://purl.imsglobal.org/spec/lti-gs/claim/groupsservice"
            says.set_extra_claims({gs: {"context_groups_url": f"{self.url}/groups"}})
        says.set_custom_parameters_claim({"sections": who.get("sections", "$sections")})
        if hint["deep"]:
            says.set_dl(f"{self.url}/chosen", extra_data={"csrf": "abc"})
            [settings] = says._deep_linking_launch_data.values()
            settings["accept_multiple"] = self.takes_several
        if self.twist:
            before = says.get_launch_data

            def twisted():
                claims, state = before()
                return self.twist(claims) or claims, state

            says.get_launch_data = twisted
        if self.sign:
            says._registration.platform_encode_and_sign = self.sign
        return says.lti_launch()

    def answer(self, ask, body):
        parts = urlsplit(ask.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        page = parts.path
        self.asked.append((ask.command, page))
        if page not in {"/keys", "/auth", "/course", "/frame"} and self.fault is not None:
            if isinstance(self.fault, float):
                self.do(ask, page, query, body, quietly=True)
                time.sleep(self.fault)
                return
            reply(ask, self.fault, {"error": "no"})
            return
        self.do(ask, page, query, body)

    def do(self, ask, page, query, body, *, quietly=False):
        said, status, more = {}, 200, {}
        if page == "/favicon.ico":
            status = 204
        elif page == "/keys":
            said = self.config().get_jwks()
        elif page == "/auth":
            said = form_of(self.message(query))
        elif page == "/frame":
            said = (
                f'<h1>A course</h1><iframe width="900" height="700" src="{query["src"]}"></iframe>'
            )
        elif page == "/course":
            said = "<h1>A course</h1>"
        elif page == "/chosen":
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self.chosen = self.config(self.site).validate_deeplinking_resp(form)
            said = "<h1>Added</h1>"
        elif page == "/token":
            form = {name: values[0] for name, values in parse_qs(body).items()}
            said = self.config(self.site).get_access_token(form)
        elif page == "/openid":
            said = {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/auth",
                "token_endpoint": f"{self.url}/token",
                "jwks_uri": f"{self.url}/keys",
                "registration_endpoint": f"{self.url}/register",
                "https://purl.imsglobal.org/spec/lti-platform-configuration": {
                    "product_family_code": "moodle"
                },
            }
        elif page == "/register":
            assert ask.headers["Authorization"] == "Bearer a-token"
            self.registered = json.loads(body)
            tool = "https://purl.imsglobal.org/spec/lti-tool-configuration"
            said = self.registered | {"client_id": self.client_id}
            said[tool] = said[tool] | {"deployment_id": self.deployment}
        else:
            token = ask.headers.get("Authorization", "").removeprefix("Bearer ")
            assert self.config().validate_token(token)
            said, status, more = self.serve(ask.command, page, query, body)
        if not quietly:
            reply(ask, status, said, **more)

    site = "http://testserver"

    def serve(self, method, page, query, body):
        if page == "/members":
            start = int(query.get("from", 0))
            everybody = [
                {"user_id": subject, "status": "Active", **person}
                for subject, person in self.people.items()
            ]
            more = {}
            if start + PER_PAGE < len(everybody):
                # Upper case counts in an address.
                next_page = f"{self.url}/members?from={start + PER_PAGE}&Bookmark=W10K"
                more = {"Link": f'<{next_page}>; rel="next"'}
            assert "from" not in query or query["Bookmark"] == "W10K"
            return {"id": "m", "members": everybody[start : start + PER_PAGE]}, 200, more
        if page == "/groups":
            found = [{"id": key, "name": name} for key, name in self.groups.items()]
            return {"id": "g", "groups": found}, 200, {}
        if page == "/lineitems" and method == "GET":
            wanted = query.get("resource_id")
            found = [c for c in self.columns.values() if wanted in (None, c.get("resourceId"))]
            return found, 200, {}
        if page == "/lineitems":
            url = f"{self.url}/lineitems/{len(self.columns) + 1}"
            self.columns[url] = json.loads(body) | {"id": url}
            return self.columns[url], 201, {}
        url = self.url + page.removesuffix("/scores")
        if url not in self.columns:
            return {"error": "no such column"}, 404, {}
        return self.score(url, json.loads(body))

    def score(self, url, score):
        """As the standard says: what is not newer than what is known is refused."""
        if score["userId"] not in self.people:
            return {"error": "no such student"}, 404, {}
        before = [
            s["timestamp"] for u, s in self.scores if (u, s["userId"]) == (url, score["userId"])
        ]
        if before and score["timestamp"] <= max(before):
            return {"error": "older"}, 409, {}
        self.scores.append((url, score))
        return {"resultUrl": url}, 200, {}

    def grades(self):
        """What the register shows: by column and student."""
        found = {}
        for url, score in self.scores:
            found[self.columns[url]["label"], score["userId"]] = (
                score.get("scoreGiven"),
                score["scoreMaximum"],
            )
        return found


def form_of(launch):
    fields = "".join(
        f'<input type="hidden" name="{name}" value="{launch[name]}">'
        for name in ("state", "id_token")
    )
    return (
        f'<form method="post" action="{launch["launch_url"]}">{fields}</form>'
        "<script>document.forms[0].submit()</script>"
    )


def reply(ask, status, said, **headers):
    is_page = isinstance(said, str)
    data = said.encode() if is_page else json.dumps(said).encode()
    try:
        ask.send_response(status)
        ask.send_header("Content-Type", "text/html" if is_page else "application/json")
        ask.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            ask.send_header(name, value)
        ask.end_headers()
        ask.wfile.write(data)
    except BrokenPipeError:
        pass  # nobody has waited


def launch_form(url):
    """What the platform posts to the tool when a browser comes to *url*."""
    page = requests.get(url, timeout=10).text
    return {
        name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', page)
    } | {"to": unescape(re.search(r'action="([^"]+)"', page)[1])}


def query_of(url):
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


def path_of(url):
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def with_query(url, **changes):
    parts = urlsplit(url)
    return f"{parts.path}?{urlencode(query_of(url) | changes)}"
