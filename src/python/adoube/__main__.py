"""The program `adoube`, as this package runs it: `adoube …` or `python -m adoube …`."""

import os
import signal
import sys

from . import _adoube


def main() -> None:
    """Runs the program with the arguments of this process, and ends the process with its exit code."""
    # As in a program without an interpreter: Ctrl-C is for the program, and no file gets the number of a standard stream
    # that is closed.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    for stream in range(3):
        try:
            os.fstat(stream)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.exit(_adoube.main(["adoube", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
