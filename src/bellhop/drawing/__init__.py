"""Drawing what one seat sees: as text for terminals, as HTML for browsers."""
