"""Tables: seats, sittings and their logs, undo, fair dice, storage and bots that play along."""
