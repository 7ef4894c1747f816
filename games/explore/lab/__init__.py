"""The lab: experiments with theory, and long computations whose results are kept for everybody."""
