#!/bin/sh
# Before the site starts: the tables, the course, the static files. Nothing is lost by running it
# again, and several at once wait for one another.
set -e
python manage.py migrate --noinput --backup
python manage.py load_content
python manage.py collectstatic --noinput --verbosity 0
