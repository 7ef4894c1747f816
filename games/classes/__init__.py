"""Classes read and filled in: rosters, accounts on cards, codes to scan, forms."""
