"""Statistics with intervals: declared once, summed exactly over blocks, written to the same bytes every time."""

from nmsim.stats.accumulate import Accumulator
from nmsim.stats.registry import HEADLINE, STATISTICS, Statistic, statistic
from nmsim.stats.summary import (
    Headline,
    headline_estimate,
    pick,
    read_summary,
    summary,
    summary_text,
    write_summary,
)
from nmsim.stats.text import format_estimate, format_limits, format_row, format_share, headline_table, summary_table

__all__ = [
    "HEADLINE",
    "STATISTICS",
    "Accumulator",
    "Headline",
    "Statistic",
    "format_estimate",
    "format_limits",
    "format_row",
    "format_share",
    "headline_estimate",
    "headline_table",
    "pick",
    "read_summary",
    "statistic",
    "summary",
    "summary_table",
    "summary_text",
    "write_summary",
]
