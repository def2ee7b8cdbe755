"""The table: one sitting of a game with its seats, log of acts, undo and fair dice."""
