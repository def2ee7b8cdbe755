"""Tools for drawing games: pages from templates, pictures, the rules as HTML.

Nothing here knows about any particular game; a game's `page` provides what is drawn.
"""
