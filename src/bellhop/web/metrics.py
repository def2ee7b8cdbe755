"""Metrics for the operator, in Prometheus's format: only numbers, no names, tables or secrets."""

from collections.abc import Iterator
from contextlib import suppress

from fastapi import Request, Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.types import Scope

from bellhop.table.house import House

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._answers = Counter(
            "bellhop_answers", "Answers to requests.", ["route", "status"], registry=self.registry
        )
        self._refusals = Counter(
            "bellhop_refusals", "Requests that were refused.", ["status"], registry=self.registry
        )
        self._answer_seconds = Histogram(
            "bellhop_answer_seconds", "Time until an answer begins.", ["route"],
            buckets=QUICK, registry=self.registry,
        )  # fmt: skip
        self._act_seconds = Histogram(
            "bellhop_act_seconds", "Time until an act is on disk, by who acted.", ["kind"],
            buckets=QUICK, registry=self.registry,
        )  # fmt: skip
        self._bot_seconds = Histogram(
            "bellhop_bot_seconds", "Time a bot thinks about a move.", ["kind"],
            buckets=SLOW, registry=self.registry,
        )  # fmt: skip

    def watch(self, house: House) -> None:
        """Count the tables of a house whenever the metrics are read."""
        self.registry.register(Tables(house))

    def answered(self, scope: Scope, status: int, seconds: float) -> None:
        """A response has begun; routes are named by their pattern, which keeps their number low."""
        route = getattr(scope.get("route"), "path", "other")
        self._answers.labels(route, status).inc()
        self._answer_seconds.labels(route).observe(seconds)
        if status >= 400:
            self._refusals.labels(status).inc()

    def acted(self, kind: str, seconds: float) -> None:
        """Somebody has acted."""
        self._act_seconds.labels(kind).observe(seconds)

    def thought(self, kind: str, seconds: float) -> None:
        """A bot has chosen a move."""
        self._bot_seconds.labels(kind).observe(seconds)

    async def serve(self, _: Request) -> Response:
        """Serve the metrics as text."""
        text = await run_in_threadpool(generate_latest, self.registry)
        return Response(text, media_type=CONTENT_TYPE_LATEST)


class Tables(Collector):
    """Counts the tables in memory and on disk, and the listeners at them."""

    def __init__(self, house: House) -> None:
        self._house = house

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield the current gauges."""
        live = self._house.live_tables()
        listening = sum(len(table.signals) for table in live)
        running = sum(not (table.sitting and table.sitting.is_over) for table in live)
        fails = bool(self._house.store.failure)
        yield GaugeMetricFamily("bellhop_writing_fails", "Is 1 while nothing can be kept.", fails)
        yield GaugeMetricFamily("bellhop_live_tables", "Tables in memory.", len(live))
        with suppress(SQLAlchemyError, OSError):  # only this needs the database
            sleeping = max(0, self._house.store.count_running() - running)
            yield GaugeMetricFamily(
                "bellhop_sleeping_tables", "Games that go on, but are on disk only.", sleeping
            )
        yield GaugeMetricFamily(
            "bellhop_open_streams", "Browsers and programs that wait for news.", listening
        )
