"""`bellhop serve` in the foreground, stopped by Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from bellhop.cli.serving import _show_code
from bellhop.games import GAMES


def test_ctrl_c_stops_server_and_bots_silently(tmp_path: Path) -> None:
    """A terminal sends Ctrl-C to every process that was started in it."""
    command = [sys.executable, "-m", "bellhop", "serve", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--database", str(tmp_path / "tables.sqlite")],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert server.stdout
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found
    seats = [{"name": name, "kind": "random"} for name in ("Ann", "Bob")]
    wanted = {"game": GAMES[0].name, "seats": seats}
    address = f"{found[0]}api/tables"
    browser = httpx2.Client(timeout=60)  # the printed address already accepts connections
    table = browser.post(address, json=wanted).json()["table"]
    while browser.get(f"{address}/{table}").json()["row"] < 2:
        time.sleep(0.05)
    browser.close()
    os.killpg(server.pid, signal.SIGINT)
    try:
        _, errors = server.communicate(timeout=60)
    finally:
        server.kill()
    assert "Traceback" not in errors


@pytest.mark.skipif(sys.platform != "linux", reason="limits of a process are read from /proc")
def test_a_server_may_have_as_many_connections_as_the_system_allows(tmp_path: Path) -> None:
    code = """
import resource
from bellhop.cli import main
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 1_000))
main()
"""
    arguments = ("serve", "--port", "0", "--database", str(tmp_path / "tables.sqlite"))
    server = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    try:
        assert server.stdout
        assert server.stdout.readline()
        limits = Path(f"/proc/{server.pid}/limits").read_text("utf-8")
    finally:
        server.kill()
        server.communicate()
    assert re.search(r"Max open files +1000 +1000 ", limits)


def test_an_address_that_fits_into_no_code_is_printed_without_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _show_code("http://club.example/")
    assert capsys.readouterr().out
    _show_code(f"https://{'a.' * 2_000}example")
    assert capsys.readouterr() == ("", "")
