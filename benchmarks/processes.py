"""Other processes: the ports they listen on, and the resources they use."""

import os
import socket
import time
from pathlib import Path


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(port: int, seconds: float = 120.0) -> None:
    """Wait until a process listens on a port."""
    end = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.01)


def cpu_seconds_of(process: int) -> float:
    """The CPU time that a process has used so far."""
    text = Path(f"/proc/{process}/stat").read_text("utf-8")
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def waiting_seconds_of(process: int) -> float:
    """How long its threads have been ready to run while others had the cores."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(int((task / "schedstat").read_text("utf-8").split()[1]) for task in tasks) / 1e9


def disk_seconds() -> float:
    """How long some process of the machine has been waiting for a disk; 0 where it is not told."""
    pressure = Path("/proc/pressure/io")
    told = pressure.read_text("utf-8") if pressure.exists() else "some total=0\n"
    return int(told.partition("total=")[2].split()[0]) / 1e6


def megabytes_of(process: int) -> float:
    """The memory that a process uses."""
    text = Path(f"/proc/{process}/status").read_text("utf-8")
    return int(text.partition("VmRSS:")[2].split()[0]) / 1000


def descriptors_of(process: int) -> int:
    """Files and connections that a process has open."""
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def threads_of(process: int) -> int:
    """Threads of a process."""
    return len(list(Path(f"/proc/{process}/task").iterdir()))


def children_of(process: int) -> list[int]:
    """The processes that a process has started and that still run."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]
