"""Ctrl-C, as the tests press it."""

import os
import signal
import threading
import time
from collections.abc import Callable


def interrupted(work: Callable[[], object], after: float = 0.3) -> None:
    """Runs `work`, sends SIGINT, and checks that the answer comes within 0.2 seconds."""
    # A background job of a shell inherits that interrupts are ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sent: list[float] = []

    def send() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        work()
    finally:
        timer.cancel()
        assert sent and time.monotonic() - sent[0] < 0.2
