"""What belongs to one player, where that is much: modules named like the games' packages."""
