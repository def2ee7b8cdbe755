"""Where the lab's tasks run."""

import os
import subprocess
import sys
import time

PARENT = """
import os, time
from bellhop.lab.executors import Processes
if __name__ == "__main__":
    results = Processes(1).results(os.getpid, [()] * 9)
    print(next(results), flush=True)
    time.sleep(600)
"""


def is_running(process: int) -> bool:
    """Is there such a process, other than one that has ended and waits to be noticed?"""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(process)],
                           capture_output=True, text=True, check=False).stdout  # fmt: skip
    return bool(state.strip()) and not state.startswith("Z")


def test_no_worker_outlives_a_command_that_was_killed(tmp_path: os.PathLike[str]) -> None:
    script = os.path.join(tmp_path, "parent.py")
    with open(script, "w", encoding="utf-8") as file:
        file.write(PARENT)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        worker = int(parent.stdout.readline())
        assert is_running(worker)
        parent.kill()
    while is_running(worker):  # the limit on time of all tests ends this if it never does
        time.sleep(0.05)
