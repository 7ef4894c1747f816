"""Which release this is. The site, the package and CITATION.cff say the same."""

RELEASE = "1.0.0"
VERSION = RELEASE.rpartition(".")[0]
"""What data says that the solver has computed: a release that only mends changes none of it."""
__version__ = RELEASE
