"""What belongs to one player, for games where that is much; modules are named like the games' packages."""
