"""The layer between the site and the network; it knows requests and nothing of games."""
