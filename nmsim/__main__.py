"""`python -m nmsim` is the command line."""

from nmsim.cli import main

main(prog_name="nmsim")
