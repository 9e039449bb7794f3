"""Models that a user pulls: what there is, where it comes from, and what is installed."""
