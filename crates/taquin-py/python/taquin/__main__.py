"""The command ``taquin``."""

import signal
import sys

from ._taquin import run_command


def main() -> None:
    """Run the command with the arguments of the process."""
    # The command handles Ctrl-C itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run_command(["taquin", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
