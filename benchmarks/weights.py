"""The transfer size of a table page, compressed as the server sends it."""

import gzip
import http.client
import re
from typing import Any
from urllib.parse import urljoin, urlsplit


def weigh_pages(address: str, table: str, secrets: list[str]) -> dict[str, Any]:
    """The size of a table page alone, and with all files of a first visit; headers included."""
    cookie = f"seats={table}~{secrets[0]}"
    page, text = _weigh(f"{address}/t/{table}", cookie)
    found = re.findall(r'<(?:link|script|img)[^>]*(?:href|src)="([^"]+)"', text)
    files = {urlsplit(urljoin(f"{address}/t/{table}", link)).path for link in found}
    weights: dict[str, int] = {}
    while files:
        path = files.pop()
        weights[path], content = _weigh(address + path, cookie)
        imported = re.findall(r'^import[^"]*"([^"]+)"', content, re.MULTILINE)
        files |= {urljoin(path, name) for name in imported} - weights.keys()
    return {
        "table_page_kb": round(page / 1000, 1),
        "first_visit_kb": round((page + sum(weights.values())) / 1000, 1),
        "uncompressed_page_kb": round(len(text.encode()) / 1000, 1),
        "files_kb": {path: round(size / 1000, 1) for path, size in sorted(weights.items())},
    }


def _weigh(address: str, cookie: str) -> tuple[int, str]:
    """The number of bytes of a response, and its decoded text."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc)
    headers = {"Accept-Encoding": "gzip, br, zstd", "Cookie": cookie}
    connection.request("GET", parts.path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    head = sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
    is_packed = answer.getheader("Content-Encoding") == "gzip"
    connection.close()
    return len(body) + head, (gzip.decompress(body) if is_packed else body).decode("utf-8")
