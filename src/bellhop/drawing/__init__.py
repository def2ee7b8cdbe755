"""The kit that games are drawn with: pages from templates, pictures, the rules as HTML.

It knows no game; what is drawn of one comes from the game's `page`.
"""
