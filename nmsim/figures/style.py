"""One look for all charts: fonts that come along, sizes for an article column, colours, and saving to the same bytes every time."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

from nmsim.errors import InputError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TEXT_FONT, TILE_FONT = "nmsim Sans SC", "nmsim Tiles"
FONT_FILES = ("nmsim-sans-sc.ttf", "nmsim-tiles.ttf")
WIDTH = 14 / 2.54  # inches: the width of an article column
DPI = 200
SMALL, NORMAL, LARGE = 7.0, 8.0, 10.0
GREY, LIGHT, INK = "#666666", "#dddddd", "#222222"
# Okabe and Ito's colours, told apart by colour-blind readers too.
PALETTE = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999999")
# A PNG says who wrote it, but neither a version nor a time: the same chart is the same file.
_METADATA = {"Software": "nmsim"}
PNG_MARK = b"Software\0nmsim"  # near its beginning


class MissingGlyph(InputError):
    """A label holds a character that the charts' fonts lack."""


@cache
def register_fonts() -> None:
    """Make the package's fonts known to matplotlib; must come before any axes."""
    from matplotlib import font_manager

    for name in FONT_FILES:
        with as_file(files("nmsim.figures") / "fonts" / name) as path:
            font_manager.fontManager.addfont(str(path))


@cache
def advance(char: str) -> float:
    """Width of a character of the text font, in ems."""
    from matplotlib.ft2font import FT2Font

    with as_file(files("nmsim.figures") / "fonts" / FONT_FILES[0]) as path:
        font = FT2Font(str(path))
    font.set_size(100, 72)
    return float(font.load_char(ord(char)).linearHoriAdvance) / 65536 / 100


@contextmanager
def style() -> Iterator[None]:
    """The settings under which a chart is built and saved, whatever the user's own are; they come back afterwards.

    Raises MissingGlyph, naming the character, if the fonts lack one.
    """
    import matplotlib

    register_fonts()
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_settings())
        warnings.filterwarnings("error", message="Glyph .* missing from")
        try:
            yield
        except UserWarning as warning:
            raise MissingGlyph(f"chart: {str(warning)[0].lower()}{str(warning)[1:]}") from None


def _settings() -> dict[Any, Any]:
    return {
        "font.family": [TEXT_FONT, TILE_FONT],
        "font.size": NORMAL,
        "text.parse_math": False,  # a $ in a user's label is a $
        "axes.titlesize": NORMAL,
        "axes.labelsize": NORMAL,
        "axes.labelcolor": INK,
        "axes.edgecolor": GREY,
        "axes.linewidth": 0.6,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "axes.unicode_minus": True,
        "xtick.labelsize": SMALL,
        "ytick.labelsize": NORMAL,
        "xtick.color": GREY,
        "ytick.color": GREY,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "xtick.major.width": 0.6,
        "ytick.major.width": 0.6,
        "legend.frameon": False,
        "legend.fontsize": SMALL,
        "text.color": INK,
        "savefig.dpi": DPI,
    }


def png(figure: Figure) -> bytes:
    """The chart as PNG, the same bytes for the same chart; to be called under `style`."""
    out = io.BytesIO()
    figure.set_dpi(DPI)
    if engine := figure.get_layout_engine():  # savefig would draw everything once to no purpose but this
        engine.execute(figure)
        figure.set_layout_engine("none")
    figure.savefig(out, format="png", dpi=DPI, metadata=_METADATA)
    return out.getvalue()
