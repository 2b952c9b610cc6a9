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

    timer = threading.Timer(after, press)
    timer.start()
    try:
        call()
    except KeyboardInterrupt:
        return time.monotonic() - pressed[0]
    finally:
        timer.cancel()
    pytest.fail("it was over before it was interrupted")
