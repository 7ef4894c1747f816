"""The application that gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from solver import analyse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# Complete the quotient of Kayles before the workers fork, so that no request has to.
analyse("kayles", "1")
