"""The web server: pages, news and acts over HTTP."""
