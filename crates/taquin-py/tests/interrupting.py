"""Ctrl-C in the middle of a call."""

import os
import signal
import threading
import time

import pytest


def interrupted(call, after=0.3):
    """Return how long a call continues after Ctrl-C."""
    pressed = []

    def press():
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    # Tests that a shell starts in the background ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(after, press)
    timer.start()
    try:
        call()
    except KeyboardInterrupt:
        return time.monotonic() - pressed[0]
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    pytest.fail("the call ended before it was interrupted")
