"""What lies between the players, where that is much: modules named like the games' packages."""
