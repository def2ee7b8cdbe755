"""Night Porter in a browser: the table, the overview, and the pictures in the rules."""
