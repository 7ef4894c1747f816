"""What is stored, who may see it, what a page shows."""

from solver import RELEASE

__version__ = RELEASE
