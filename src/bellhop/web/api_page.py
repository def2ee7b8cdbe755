"""A page on which the calls of the API can be tried, made from the API's own description."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from fastapi import Request, Response

from bellhop.web.pages import page
from bellhop.web.requests import PAGE, Route


class Field(NamedTuple):
    """A parameter of a call, for an input on the page."""

    name: str
    place: str  # `path` or `query`
    help: str


class Call(NamedTuple):
    """A call of the API, for a form on the page."""

    method: str
    path: str
    help: str
    fields: list[Field]
    body: str | None  # an example as JSON; None if the call has no body
    takes_token: bool


def calls_of(description: dict[str, Any]) -> Iterator[Call]:
    """The calls in an OpenAPI description."""
    for path, methods in description["paths"].items():
        for method, call in methods.items():
            yield Call(
                method.upper(),
                path,
                call["description"],
                [
                    Field(field["name"], field["in"], field["description"])
                    for field in call.get("parameters", ())
                ],
                _example(call, description["components"]["schemas"]),
                takes_token="security" in call,
            )


def _example(call: dict[str, Any], schemas: dict[str, Any]) -> str | None:
    """The example that the description gives for the body of a call."""
    if "requestBody" not in call:
        return None
    reference = call["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    example = schemas[reference.rpartition("/")[2]]["examples"][0]
    return json.dumps(example, indent=2)


async def try_api(request: Request) -> Response:
    """Show a form for every call of the API."""
    return page(request, "api.html", calls=list(calls_of(request.app.openapi())))


ROUTES: tuple[Route, ...] = (("GET", "/api", try_api, PAGE),)
