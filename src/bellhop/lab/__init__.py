"""The lab: matches between bots, ratings, statistics over many games, and speed measurements."""
