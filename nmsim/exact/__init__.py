"""Exact combinatorics of the deal under any rule set: every one of all hands of 13 and 14 tiles is counted (docs/exact.md)."""
