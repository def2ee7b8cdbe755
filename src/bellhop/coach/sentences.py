"""What an analysis says in words: sentences about the moments that decided a game, and reasons."""

from collections.abc import Sequence

from bellhop.coach.analysis import TOTAL, Cause, Highlight, Reason
from bellhop.engine.game import Game
from bellhop.engine.telling import Told
from bellhop.engine.words import MINUS, shell_words


def say_highlight(game: Game, language: str, players: Sequence[str], found: Highlight) -> str:
    """The sentence about a moment that decided a game."""
    shell, words = shell_words(language), game.words(language)
    values = {
        "round": found.round + 1,
        "player": players[found.seat],
        "percent": round(100 * abs(found.change)),
    }
    if found.kind == Cause.ERROR:
        chosen, better, turn = (
            game.speech.say_move(words, game.read(seen), game.move_named(name)) if name else ""
            for seen, name in (
                (found.seen, found.move),
                (found.seen, found.better),
                (found.turn_seen, found.turn),
            )
        )
        values |= {"move": chosen, "better": better}
        if turn:
            return shell.say("coach.error_in_turn", turn=turn, **values)
        return shell.say("coach.error", **values)
    said = say_events(game, language, players, found.events)
    sign = "up" if found.change > 0 else "down"
    return shell.say(f"coach.{found.kind}.{sign}", events=said, **values)


def say_events(
    game: Game, language: str, players: Sequence[str], events: Sequence[Sequence[int]]
) -> str:
    """Events as one clause, in the words of the game log."""
    words = game.words(language)
    said = (
        game.speech.say_event(words, Told(to, event, tuple(numbers)), players)
        for to, event, *numbers in events
    )
    return "; ".join(line.rstrip(".") for line in said if line)


def say_why(
    game: Game, language: str, players: Sequence[str], seat: int, reasons: Sequence[Reason]
) -> str:
    """Why a better move of a seat is better, or that no difference can be told."""
    said = say_reasons(game, language, players, seat, reasons)
    return said or shell_words(language).say("analysis.no_reasons")


def say_reasons(
    game: Game, language: str, players: Sequence[str], seat: int, reasons: Sequence[Reason]
) -> str:
    """Why a better move of a seat is better: what it brings, what others lose, what it costs."""
    shell, words = shell_words(language), game.words(language)

    def say_line(item: str) -> str:
        return shell.say("coach.total") if item == TOTAL else game.speech.say_item(words, item)

    def told(other: int, sign: int) -> str:
        """The lines of a seat that speak for the better move, or with another sign against it."""
        wanted = sign if other == seat else -sign
        return "; ".join(
            f"{say_line(one.item)} {signed_points(language, one.points)}"
            for one in reasons
            if one.seat == other and one.points * wanted > 0
        )

    said, rivals = list[str](), [one for one in range(len(players)) if one != seat]
    if gains := told(seat, 1):
        said.append(shell.say("coach.why", reasons=gains))
    for other in rivals:
        if gains := told(other, 1):
            said.append(shell.say("coach.why_others", player=players[other], reasons=gains))
    if price := told(seat, -1):
        said.append(shell.say("coach.price", reasons=price))
    for other in rivals:
        if price := told(other, -1):
            said.append(shell.say("coach.price_others", player=players[other], reasons=price))
    return " ".join(said)


def signed_points(language: str, points: float) -> str:
    """Points with their sign and one decimal, as the language writes them."""
    from babel.numbers import format_decimal

    number = format_decimal(abs(points), "0.0", locale=language)
    return f"+{number}" if points >= 0 else f"{MINUS}{number}"
