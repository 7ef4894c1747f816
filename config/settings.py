"""The settings of the site; everything read from the environment is at the top.

With nothing set, the site serves only its own machine, with DEBUG on. A secret or hosts turn DEBUG
off, and with DEBUG off the site does not start without both.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from tempfile import gettempdir

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import Env, validate

BASE_DIR = Path(__file__).resolve().parent.parent

env = Env()

SECRET_KEY = env.str("SECRET_KEY", "")
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", [])
DEBUG = env.bool("DEBUG", not (SECRET_KEY or ALLOWED_HOSTS))
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
DATABASE_URL = env.str("DATABASE_URL", "")
CACHE_URL = env.str("CACHE_URL", "")
DATA_DIR = Path(env.str("DATA_DIR", str(BASE_DIR / "var")))
# Plain http for local use, https for everybody else.
HTTPS = env.bool("HTTPS", not DEBUG)
# The hosts for which browsers remember for a year to use only https: "" for this host, "subdomains"
# for its subdomains too, "preload" also in the browsers' own lists. Anything beyond the host cannot
# be undone.
HSTS = env.str("HSTS", "", validate=validate.OneOf(["", "subdomains", "preload"]))
# The number of proxies in front, whose word about the client's address and https we trust.
PROXIES = env.int("PROXIES", 0)
# The hosts of learning platforms that may be inside our own network, and without https. We send
# requests to other platforms only by https and to public addresses.
LTI_LOCAL_PLATFORMS: list[str] = env.list(
    "LTI_LOCAL_PLATFORMS", ["localhost", "127.0.0.1"] if DEBUG else []
)
# The format of the log: lines to read, or lines of JSON for programs, with every request. A request
# that takes at least SLOW_MS milliseconds is slow, and both formats log it.
LOG_FORMAT = env.str("LOG_FORMAT", "line", validate=validate.OneOf(["line", "json"]))
SLOW_MS = env.int("SLOW_MS", 1000)
# How many times slower than usual pages poll, for a machine with too much to do.
SLOWER_POLLS = env.int("SLOWER_POLLS", 1, validate=validate.Range(1, 30))
# What /privacy/ says of the people who run the site: who they are, how to reach them, where the
# data lies, on what legal basis they hold it, and the least age of a person with an account.
OPERATOR = {
    "operator": env.str("OPERATOR", ""),
    "contact": env.str("CONTACT", ""),
    "place": env.str("DATA_PLACE", ""),
    "basis": env.str("LEGAL_BASIS", ""),
    "age": env.str("LEAST_AGE", ""),
}
# The years after which an archived class is deleted; 0 for never.
YEARS_OF_CLASSES = env.int("YEARS_OF_CLASSES", 2, validate=validate.Range(0, 50))
# The token that Prometheus sends for /metrics; without one, that page does not exist.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
METRICS = (DATA_DIR if os.access(DATA_DIR, os.W_OK) else Path(gettempdir())) / "metrics"

if DEBUG:
    SECRET_KEY = SECRET_KEY or "only-for-development-never-served-to-anyone-else-0123456789"
    ALLOWED_HOSTS = ALLOWED_HOSTS or ["localhost", "127.0.0.1", "[::1]", "testserver"]
elif not SECRET_KEY:
    raise ImproperlyConfigured("SECRET_KEY is not set. With DEBUG off, the site needs one.")
elif len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 10:
    raise ImproperlyConfigured(
        "SECRET_KEY is too easy to guess. Set at least 50 random characters, "
        "from: python -c 'import secrets; print(secrets.token_urlsafe(50))'"
    )
elif not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS is not set. With DEBUG off, list the host names.")

STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "axes",
    "csp",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "lti_tool",
    "template_partials",
    "solver",
    "games",
]

MIDDLEWARE = [
    "games.web.middleware.probes",  # whatever else does not work
    "games.web.watch.watching.watch",
    "games.web.middleware.security_headers",
    "games.teach.lti.framing.framed",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "games.web.middleware.turn_away",
    "games.web.polling.answer_polls",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "games.web.middleware.isolate_names",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.web.middleware.own_time",
    "games.web.middleware.what_may_be_kept",
    "games.people.lockout.keep_known_browser",
    "games.people.browsers.NewPasswordFirst",
    "games.web.middleware.login_redirects",
    "games.web.background.fence.Fence",
    "games.web.middleware.Refusals",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "games.templatetags.sentences",
                "games.templatetags.pictures",
                "games.templatetags.moments",
                "games.templatetags.parts",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.people.browsers.told",
            ],
        },
    }
]

# The template templates/django/forms/field.html renders fields.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# --- What is stored -------------------------------------------------------------------

if DATABASE_URL:
    DATABASES = {"default": env.dj_db_url("DATABASE_URL", conn_max_age=60)}
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    if DATABASES["default"]["ENGINE"].endswith("postgresql"):
        # A request that waits longer for a lock or a result fails instead of keeping its thread.
        DATABASES["default"].setdefault("OPTIONS", {})["options"] = (
            "-c lock_timeout=4s -c statement_timeout=30s"
        )
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "marienbad.sqlite3",
            "CONN_MAX_AGE": 60,
            "OPTIONS": {
                # Otherwise, a transaction that reads first and writes later would fail at once if
                # another writer came between, whatever the timeout.
                "transaction_mode": "IMMEDIATE",
                "timeout": 5,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
            # A file, so that threads and browsers in tests share one database.
            "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
        }
    }
# Redis or Valkey caches sessions, so that most requests need no query for them. It never holds the
# only copy: without it, and while it is away, the database answers.
if CACHE_URL:
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    from games.web.breaker import PATIENCE, connection_class

    CACHES = {
        "default": {
            "BACKEND": "django_redis.cache.RedisCache",
            "LOCATION": CACHE_URL,
            # A copy names the module of its class. When classes have moved, this number rises, and
            # the copies that an earlier release has left are not read.
            "VERSION": 2,
            "OPTIONS": {
                "IGNORE_EXCEPTIONS": True,
                "SOCKET_CONNECT_TIMEOUT": PATIENCE,
                "SOCKET_TIMEOUT": PATIENCE,
                "CONNECTION_POOL_KWARGS": {
                    "connection_class": connection_class(CACHE_URL),
                    "retry": Retry(NoBackoff(), 0),
                },
            },
        }
    }
    SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Long tasks wait in the database for `manage.py work`.
TASKS = {
    "default": {
        "BACKEND": "django_tasks_db.DatabaseBackend",
        "QUEUES": ["default", "later"],  # the second for jobs that nobody waits for
    }
}

# How long we keep data. `manage.py tidy` deletes what is older; docs/deploy.md and /privacy/ show
# the table.
KEPT = {
    "visitors": timedelta(days=90),  # after the last activity; sessions last as long
    "visitors without work": timedelta(days=7),
    "rounds without an answer": timedelta(days=90),
    "closed reports": timedelta(days=365),
    "trainer positions": timedelta(days=90),
    "background work": timedelta(days=7),
    "unused sign-in cards": timedelta(days=90),
    "long computations": timedelta(days=365),
    "admin log": timedelta(days=730),
    "audit log": timedelta(days=365),
    "answers in a room": timedelta(days=30),  # in a class's room; others are deleted with the room
    "rooms of nobody": timedelta(days=1),
    "launches": timedelta(days=1),
}

# The folder for `manage.py backup` if no file is named, and the number of backups to keep there.
BACKUPS = DATA_DIR / "backups"
BACKUPS_KEPT = 14

# --- People ---------------------------------------------------------------------------

AUTH_USER_MODEL = "games.User"
LOGIN_URL = "people:login"
LOGIN_REDIRECT_URL = "site:home"
LOGOUT_REDIRECT_URL = "site:home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
# django-axes brings every try to sign in, the admin's included, to our handler, which counts it.
AXES_HANDLER = "games.people.lockout.LockOut"
AXES_CLIENT_IP_CALLABLE = "games.web.limits.client_address"
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_LOCKOUT_CALLABLE = "games.people.views.locked_out"
AXES_ENABLE_ADMIN = False  # its tables stay empty; the admin lists the counts of games.web.limits
AXES_VERBOSE = False
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
# Each kind of code at /enter/ gives the address that a typed text opens, or None.
WHAT_CODES_OPEN = (
    "games.teach.classes.joining.newcomers.class_behind",
    "games.teach.classes.joining.newcomers.invitation_behind",
    "games.teach.live.rooms.access.room_behind",
    "games.people.ways_in.card_behind",
    "games.play.access.invitation_behind",
)
CSRF_FAILURE_VIEW = "games.web.errors.csrf_failure"

# --- What a browser is told -----------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = HSTS in {"subdomains", "preload"}
    SECURE_HSTS_PRELOAD = HSTS == "preload"
    # Only the owner of a domain can decide about all of it, so these warnings do not apply.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
if PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000

# --- Static files, language, time, logs -----------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "games.web.static_files.HashedStaticFiles"
    },
}
WHITENOISE_USE_FINDERS = DEBUG

LANGUAGE_CODE = "en"
# The site has one language, and looking up translations for numbers and addresses takes a tenth of
# the time of a page.
USE_I18N = False
USE_TZ = True
TIME_ZONE = env.str("TIME_ZONE", "UTC")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"},
        "json": {"()": "games.web.watch.logs.JsonLines"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "django.request": {"level": "ERROR"},
        # Refused requests, such as one for another host, are not our errors.
        "django.security": {"level": "CRITICAL"},
        "django.security.csrf": {"level": "WARNING"},  # why a form was refused
        "axes": {"level": "WARNING"},
        "games.web.watch.watching": {"level": "INFO" if LOG_FORMAT == "json" else "WARNING"},
    },
}
