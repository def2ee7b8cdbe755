"""Night Porter in a browser: the table, the overview, the pictures of the rules."""
