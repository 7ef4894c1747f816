"""Users and visitors: signing up, signing in, and keeping what a visitor did."""
