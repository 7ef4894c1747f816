"""What stands between the site and the network: who asks, how often, and what can go wrong."""
