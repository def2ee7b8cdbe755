"""What every game is built on: records, dice, events, cards, words, rulebook, compiled twin.

Nothing here knows about any particular game.
"""
