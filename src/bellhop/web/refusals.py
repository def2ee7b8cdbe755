"""Refusals: errors as one line in the reader's language, on a page or as JSON."""

import logging

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from bellhop.engine.errors import BellhopError, NotFound, Unavailable
from bellhop.web.devices import language_of
from bellhop.web.pages import page
from bellhop.web.requests import Answer, PageRoute, house_of

ASK = {"WWW-Authenticate": "Bearer"}
HANDLED = (BellhopError, HTTPException, SQLAlchemyError, OSError, UnicodeError)

log = logging.getLogger(__name__)


class WrongMethod(BellhopError):
    """The address does not accept this HTTP method."""

    status = 405


class NoLength(BellhopError):
    """A request does not give its length."""

    status = 411


class TooLarge(BellhopError):
    """A request is larger than allowed."""

    status = 413


class WrongShape(BellhopError):
    """A part of a request is missing, or has another type than described."""

    status = 422


async def refuse(request: Request, error: Exception) -> Response:
    """Handle every error that can be explained."""
    return answer(request, _explain(request, error), getattr(error, "headers", None))


async def refuse_shape(request: Request, error: Exception) -> Response:
    """Handle a request that does not match the API description; its content is not sent back."""
    assert isinstance(error, RequestValidationError)
    found = [{key: entry[key] for key in ("type", "loc", "msg")} for entry in error.errors()]
    refused = WrongShape("shape", part=".".join(map(str, found[0]["loc"])))
    told = refused.say(language_of(request))
    return JSONResponse({**in_json(refused, told), "found": found}, refused.status)


def answer(
    request: Request, error: BellhopError, headers: dict[str, str] | None = None
) -> Response:
    """Answer with an error in the form that the route uses: a page or JSON."""
    told = error.say(language_of(request))
    if error.status == 401:
        headers = {**(headers or {}), **ASK}
    if _wants_page(request):
        response: Response = page(request, "error.html", error.status, told=told)
        response.headers.update(headers or {})
        return response
    return JSONResponse(in_json(error, told), error.status, headers)


def in_json(error: BellhopError, told: str) -> dict[str, str]:
    """An error as JSON, for programs and scripts."""
    return {"detail": told, "key": error.key, "told": told}


def _explain(request: Request, error: Exception) -> BellhopError:
    """The error as the sender of the request should see it."""
    match error:
        case BellhopError():
            return error
        case HTTPException(status_code=404):
            return NotFound("page")
        case HTTPException(status_code=405):
            return WrongMethod("method", method=request.method)
        case HTTPException() | UnicodeError():  # invalid text, or text that cannot be stored
            return BellhopError("request")
    if not house_of(request).store.failure:  # a failed store has been logged already
        reason = str(error).partition("\n")[0]  # the rest is SQL, in a traceback many times
        log.error("the database cannot be used: %s: %s", type(error).__name__, reason)
    return Unavailable("unavailable")


def _wants_page(request: Request) -> bool:
    """Does the route answer with a page?  Without a route, the Accept header decides."""
    route = request.scope.get("route")
    if isinstance(route, PageRoute):
        return route.answer is Answer.PAGE
    return route is None and "text/html" in request.headers.get("accept", "")
