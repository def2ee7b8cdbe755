"""The same traffic against a boardgame.io server, if Node is installed."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from processes import cpu_seconds_of, free_port, wait_for

HERE = Path(__file__).parent / "node"
PACKAGE = "boardgame.io@0.50.2"
MATCHES, SECONDS = 100, 10


class NotInstalled(Exception):
    """A package could not be installed; the message says why."""


def install(folder: str) -> None:
    """Install boardgame.io into a separate folder."""
    npm = shutil.which("npm")
    if not npm or not shutil.which("node"):
        raise NotInstalled("Node is missing")
    options = ("--silent", "--no-audit", "--no-fund", "--prefix", folder)
    command = [npm, "install", *options, PACKAGE]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        raise NotInstalled(f"{PACKAGE} could not be installed")


def environment_of(folder: str) -> dict[str, str]:
    """Environment variables with which Node finds the packages in a folder."""
    return {**os.environ, "NODE_PATH": f"{folder}/node_modules", "NODE_ENV": "production"}


def measure_boardgame_io(programs: dict[str, Any]) -> dict[str, Any]:
    """Measure boardgame.io, and compare it with our results for programs."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            install(folder)
        except NotInstalled as reason:
            return {"in_words": f"not measured: {reason}"}
        figures = _measure(environment_of(folder))
    ratio = programs["moves_per_second"] / figures["moves_per_second"]
    figures["ratio_of_moves_per_second"] = round(ratio, 2)
    figures["in_words"] = (
        f"{ratio:.2f} times its moves per second "
        f"({programs['moves_per_second']} on disk, {figures['moves_per_second']} in memory only)"
    )
    return figures


def _measure(environment: dict[str, str]) -> dict[str, Any]:
    port = free_port()
    server = subprocess.Popen(
        ["node", str(HERE / "server.js"), str(port)], env=environment, stdout=subprocess.DEVNULL
    )
    try:
        wait_for(port)
        command = ["node", str(HERE / "players.js"), str(port), str(MATCHES), str(SECONDS)]
        with subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as players:
            assert players.stdin
            assert players.stdout
            assert players.stdout.readline() == "connected\n"
            used = cpu_seconds_of(server.pid)
            players.stdin.write("go\n")
            players.stdin.flush()
            figures: dict[str, Any] = json.loads(players.stdout.readline())
            used = cpu_seconds_of(server.pid) - used
    finally:
        server.terminate()
        server.wait()
    figures["server_cpu"] = round(used / figures["seconds"], 2)
    figures["cpu_ms_per_move"] = round(1000 * used / max(1, figures["moves"]), 2)
    figures["load"] = round(os.getloadavg()[0], 2)
    return figures
