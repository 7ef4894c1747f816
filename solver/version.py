"""Which solver this is; data that it computed names the version."""

VERSION = "1.0"
