"""What gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from solver import analyse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# The quotient of Kayles is completed before the workers part, so that no request pays for it.
analyse("kayles", "1")
