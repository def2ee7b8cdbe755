"""Events are told only to those who may hear them."""

from bellhop.engine.seats import SPECTATOR
from bellhop.engine.telling import EVERYONE, Told, all_but, listening, tell


def test_listeners_collect_events_in_order() -> None:
    tell(EVERYONE, 1)  # nobody is listening
    with listening() as story:
        tell(EVERYONE, 2, 10, 20)
        with listening() as inner:
            tell(0, 3)
        tell(all_but(1), 4, 1, 2, 3, 4, 5)
    tell(EVERYONE, 5)
    assert story == [Told(EVERYONE, 2, (10, 20, 0, 0, 0)), Told(all_but(1), 4, (1, 2, 3, 4, 5))]
    assert [told.event for told in inner] == [3]


def test_audiences() -> None:
    seats = [SPECTATOR, 0, 1, 2]
    assert [Told(EVERYONE, 0, ()).is_for(seat) for seat in seats] == [True] * 4
    assert [Told(1, 0, ()).is_for(seat) for seat in seats] == [False, False, True, False]
    assert [Told(all_but(1), 0, ()).is_for(seat) for seat in seats] == [True, True, False, True]
    assert [Told(all_but(0), 0, ()).is_for(seat) for seat in seats] == [True, False, True, True]
