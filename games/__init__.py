"""What is stored, who may see it, what a page shows."""

__version__ = "1.0"
