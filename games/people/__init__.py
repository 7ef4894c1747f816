"""Users and visitors: accounts, signing in, and keeping the work of visitors who sign up."""
