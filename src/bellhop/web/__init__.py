"""The table in a browser: pages, events and acts over HTTP."""
