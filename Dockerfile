FROM python:3.11-slim
# pg_dump, pg_restore and psql, for backups.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /site
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock
COPY manage.py ./
COPY config config
COPY solver solver
COPY games games
COPY templates templates
COPY static static
COPY deploy/setup.sh deploy/setup.sh
RUN SECRET_KEY=$(python -c 'import secrets; print(secrets.token_urlsafe(50))') ALLOWED_HOSTS=build \
    python manage.py collectstatic --noinput \
 && mkdir -p var/backups var/static && useradd --system marienbad && chown -R marienbad var
USER marienbad
EXPOSE 8000
CMD ["gunicorn", "config.wsgi", "--config", "config/gunicorn.py", "--bind", "0.0.0.0:8000"]
