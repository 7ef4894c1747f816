"""How many students a machine carries: ``make load``."""
