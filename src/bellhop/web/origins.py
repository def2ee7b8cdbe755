"""Origins: where a page comes from, written in one way only."""

from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}


class Origin(NamedTuple):
    """The scheme, host and port of an address."""

    scheme: str
    host: str  # in lower case, with the letters of a domain name in ASCII, as browsers send it
    port: int

    @property
    def netloc(self) -> str:
        """The host and, unless it is the default, the port."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


@lru_cache(maxsize=1_000)  # asked with every move
def read_origin(address: str) -> Origin | None:
    """The origin of an address; None if it has none that a browser could open."""
    try:
        parts = urlsplit(address)
        if parts.scheme not in DEFAULT_PORTS or not parts.hostname or "@" in parts.netloc:
            return None
        host = parts.hostname.encode("idna").decode().lower()
        return Origin(parts.scheme, host, parts.port or DEFAULT_PORTS[parts.scheme])
    except ValueError:
        return None
