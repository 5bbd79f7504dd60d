"""The command `nmsim`, also as `python -m nmsim`: the command line, which Ctrl-C may end even while it is being loaded."""

import signal
import sys


def main() -> None:
    """Load the command line and run it."""
    try:
        from nmsim.cli import main as command_line

        command_line(prog_name="nmsim")
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        from nmsim.cli import interrupted

        sys.exit(interrupted(sys.argv[1:]))


if __name__ == "__main__":
    main()
