"""Ctrl-C in the middle of a call."""

import os
import signal
import threading
import time

import pytest


def interrupted(call, after=0.3):
    """How long a call goes on after Ctrl-C."""
    pressed = []

    def press():
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    # A shell that starts tests in the background lets them ignore Ctrl-C.
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
    pytest.fail("it was over before it was interrupted")
