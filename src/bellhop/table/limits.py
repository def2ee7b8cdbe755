"""Limits on what one visitor may ask of the server, so that enough is left for everybody else.

The operator of a server can set each limit; `docs/hosting.md` lists them.
"""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from bellhop.engine.errors import BellhopError, TooMany

MAX_VISITORS = 10_000  # remembered by one gate
HOST_BITS = 64  # of an IPv6 address, which its owner chooses freely


@dataclass(frozen=True)
class Limits:
    """The limits, named as `bellhop serve --limit` names them."""

    tables_per_address: int = 60  # opened or imported within `tables_seconds`
    tables_seconds: float = 600.0
    connections_per_address: int = 500  # open at the same time, but for those of proxies
    streams_per_address: int = 200  # browsers and programs waiting for news
    remarks_per_seat: int = 12  # and as many hints, within `remarks_seconds`
    remarks_seconds: float = 30.0
    undos_per_seat: int = 60  # undo, redo and restart, within `undos_seconds`
    undos_seconds: float = 30.0
    changes_per_table: int = 60  # by one address besides moves, within `changes_seconds`
    changes_seconds: float = 30.0
    rows_with_undo: int = 2_000  # per game; later moves are final
    rows_per_file: int = 4_000  # per saved game
    replays_at_once: int = 2  # threads that replay games and check files
    replays_per_key: int = 8  # waiting, per address and per table
    replays_waiting: int = 64  # in total
    hints_per_address: int = 4
    hints_waiting: int = 16  # in total
    coach_per_address: int = 4  # analyses and judgements, waiting or under way
    coach_waiting: int = 16  # in total
    database_threads: int = 8
    head_bytes: int = 32_768  # per request
    body_bytes: int = 16_384
    file_bytes: int = 524_288  # per saved game
    head_seconds: float = 10.0  # for the head of a request to arrive
    body_seconds: float = 10.0  # for its body to arrive after that


DEFAULT_LIMITS = Limits()


def read_limits(settings: Sequence[str]) -> Limits:
    """The default limits, changed by settings such as `tables_per_address=100`."""
    kinds = {name: type(value) for name, value in asdict(DEFAULT_LIMITS).items()}
    chosen = {}
    for setting in settings:
        name, _, number = setting.partition("=")
        try:
            chosen[name] = kinds[name](number)
        except (KeyError, ValueError):
            raise BellhopError("limit", setting=setting, names=list(kinds)) from None
        if not chosen[name] > 0:
            raise BellhopError("limit_above_0", name=name)
    return replace(DEFAULT_LIMITS, **chosen)


@lru_cache(maxsize=1_000)  # asked with every request
def visitor_at(host: str) -> str:
    """Whom limits per address count: an IPv4 address, or all IPv6 addresses of one network."""
    try:
        address = ip_address(host)
    except ValueError:
        return host  # not an address, such as a Unix socket
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> HOST_BITS << HOST_BITS)}/{128 - HOST_BITS}"


class Gate:
    """Limits how often each visitor may do something within a time window."""

    def __init__(self, most: int, window: float, refusal: Callable[[], TooMany]) -> None:
        self._most, self._window, self._refusal = most, window, refusal
        self._times: dict[str, deque[float]] = {}

    def pass_through(self, visitor: str) -> None:
        """Count one more use by a visitor, or refuse it."""
        now = time.monotonic()
        self._forget(now - self._window)
        times = self._times[visitor] = self._times.pop(visitor, deque())  # the last one now
        while times and times[0] < now - self._window:
            times.popleft()
        if len(times) >= self._most:
            raise self._refusal()
        times.append(now)
        if len(self._times) > MAX_VISITORS:
            self._times.pop(next(iter(self._times)))  # of whoever was away longest

    def _forget(self, before: float) -> None:
        """Forget the visitors who were last let in before a time."""
        while self._times and self._times[first := next(iter(self._times))][-1] < before:
            del self._times[first]


class ConcurrencyLimit:
    """Limits how many things each visitor may do at the same time."""

    def __init__(self, most: int, refusal: Callable[[], TooMany]) -> None:
        self._most, self._refusal = most, refusal
        self._inside: Counter[str] = Counter()

    @contextmanager
    def inside(self, visitor: str) -> Iterator[None]:
        """Let a visitor in until the end of the block, or refuse to."""
        if self._inside[visitor] >= self._most:
            raise self._refusal()
        self._inside[visitor] += 1
        try:
            yield
        finally:
            self._inside[visitor] -= 1
            if not self._inside[visitor]:
                del self._inside[visitor]


def table_gate(limits: Limits) -> Gate:
    """The gate for opening tables, by address."""
    most = limits.tables_per_address
    return Gate(most, limits.tables_seconds, lambda: TooMany("tables", n=most))


def remark_gate(limits: Limits) -> Gate:
    """The gate for chat, by seat."""
    most = limits.remarks_per_seat
    return Gate(most, limits.remarks_seconds, lambda: TooMany("remarks"))


def change_gate(limits: Limits) -> Gate:
    """The gate for everything but moves that people do at a table, by table and address."""
    return Gate(limits.changes_per_table, limits.changes_seconds, lambda: TooMany("changes"))


def undo_gate(limits: Limits) -> Gate:
    """The gate for undo, redo and restart, by seat."""
    return Gate(limits.undos_per_seat, limits.undos_seconds, lambda: TooMany("undos"))


def stream_limit(limits: Limits) -> ConcurrencyLimit:
    """The limit on waiting for news, by address."""
    most = limits.streams_per_address
    return ConcurrencyLimit(most, lambda: TooMany("streams", n=most))
