"""The lab: matches and ratings of bots, what very many games tell, and how fast they go."""
