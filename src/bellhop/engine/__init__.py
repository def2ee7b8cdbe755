"""What every game stands on: records, dice, telling, cards, words, the rulebook, the compiled twin.

Nothing here knows any game.
"""
