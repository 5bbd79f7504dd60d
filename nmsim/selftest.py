"""The toolkit examined by itself: deals against exact odds, played hands against laws, the engine against the reference.

Checks of chance have a stated rate of false alarms, shared equally among them; the others must hold on every hand. All of it follows from
the seed, so that the same software always comes to the same verdict.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from nmsim.books import broken_laws
from nmsim.errors import InputError
from nmsim.exact.odds import ExactOdds, exact_odds, lacking_odds
from nmsim.outcomes import COLUMN_NAMES, NEVER, SEATS
from nmsim.plan import LARGEST_SEED, Plan, make_plan
from nmsim.playing import log_hand, play_blocks
from nmsim.tiles import COPIES, FIRST_HONOR, KINDS, RANKS, SUITS, TILES
from nmsim.whole_file import write_whole
from nmsim.words import LANGS, Lang, language, say

FALSE_ALARMS = 1e-6  # of the whole self test
SEED = 20261130
DEALT = (13, 14)
FEWEST_EXPECTED = 100  # hands that a cell of a chi-square test is to expect: rarer distances share one
BOOKS, LOGS = (say(f"selftest.{name}", "en") for name in ("books", "logs"))
VERDICT_NAME = "selftest.json"
Walls = npt.NDArray[np.int8]
# Rules, four policies, options: presets, private stacks, matches, many claims and kongs.
GAMES: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
    ("strict", ("legal", "legal", "legal", "shape"), {}),
    ("open", ("shape",) * SEATS, {}),
    ("dongbei", ("legal",) * SEATS, {"deal": "private"}),
    ("example", ("shape", "shape", "legal", "legal"), {"design": "match", "hands_per_match": 8}),
    ("open", ("random",) * SEATS, {"design": "match", "hands_per_match": 8}),
)


class Size(NamedTuple):
    """How much is examined: walls shuffled, hands measured of each number of tiles, hands played and logs checked of each game.

    `games`: how many of GAMES are played.
    """

    walls: int
    measured: int
    played: int
    logs: int
    games: int


FULL = Size(walls=40_000, measured=40_000, played=2_000, logs=8, games=len(GAMES))
QUICK = Size(walls=4_000, measured=0, played=200, logs=0, games=3)  # the games that need one kernel alone


class Check(NamedTuple):
    """One check: what was found, over so many cases, and its p-value where it is one of chance; name and finding also in Chinese."""

    name: str
    passed: bool
    cases: int
    found: str
    p_value: float | None
    zh: tuple[str, str] = ("", "")

    def told(self, lang: Lang | None = None) -> tuple[str, str]:
        """Its name and what was found, in the language (by default the one spoken)."""
        return self.zh if (lang or language()) == "zh" and any(self.zh) else (self.name, self.found)


@dataclass(frozen=True)
class Examination:
    """The checks of one self test."""

    seed: int
    size: Size
    checks: tuple[Check, ...]

    @property
    def failed(self) -> tuple[str, ...]:
        """Names of the checks that failed."""
        return tuple(check.name for check in self.checks if not check.passed)

    def to_json(self) -> dict[str, Any]:
        """Everything as JSON."""
        checks = [check._asdict() for check in self.checks]
        return {"passed": not self.failed, "seed": self.seed, "false_alarms": FALSE_ALARMS, **self.size._asdict(), "checks": checks}


Text = dict[Lang, str]


def _text(key: str, **values: Any) -> Text:
    """Words in each language; a value may be words itself."""
    return {lang: say(f"selftest.{key}", lang, **{name: _in(value, lang) for name, value in values.items()}) for lang in LANGS}


def _in(value: Any, lang: Lang) -> Any:
    return value[lang] if isinstance(value, dict) else value


class _Finding(NamedTuple):
    """What a check found: `p_value` of a check of chance, else `passed`."""

    name: Text
    cases: int
    found: Text
    passed: bool = True
    p_value: float | None = None


def examine(seed: int = SEED, size: Size = FULL) -> Examination:
    """Examine the toolkit. Raises InputError for a seed out of range."""
    if not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"seed: {say('errors.out_of_range', given=seed, least=0, most=LARGEST_SEED)}")
    walls = _shuffled(seed, size.walls)
    findings = [*_walls(walls), *_lacking(walls), *_distances(walls[: size.measured])]
    findings += [finding for number in range(size.games) for finding in _game(number, seed, size)]
    limit = FALSE_ALARMS / sum(finding.p_value is not None for finding in findings)
    checks = [_judged(finding, limit) for finding in findings]
    return Examination(seed, size, tuple(checks))


def _judged(finding: _Finding, limit: float) -> Check:
    passed = finding.passed if finding.p_value is None else finding.p_value >= limit
    name, found = finding.name, finding.found
    return Check(name["en"], passed, finding.cases, found["en"], finding.p_value, (name["zh"], found["zh"]))


# ---------------------------------------------------------------- the deal


def _shuffled(seed: int, walls: int) -> Walls:
    """int8[walls, 136]: the seed's walls, as they are dealt from."""
    from nmsim.engine.rng import WALL_WORDS, shuffle

    made = np.tile(np.repeat(np.arange(KINDS, dtype=np.int8), COPIES), (walls, 1))
    key = np.array([seed & 0xFFFFFFFF, seed >> 32], np.uint64)
    words = np.zeros(WALL_WORDS, np.uint32)
    for number in range(walls):
        shuffle(made[number], TILES, key, np.array([number, 0], np.uint64), words)
    return made


def _walls(walls: Walls) -> Iterator[_Finding]:
    """Each wall holds four of a kind, each place every kind equally often, neighbours are alike as often as they should."""
    from scipy import stats

    wrong = int((np.sort(walls, axis=1) != np.repeat(np.arange(KINDS), COPIES)).any(axis=1).sum())
    yield _Finding(_text("four_each"), len(walls), _text("wrong", n=wrong), passed=not wrong)
    counts = np.array([np.bincount(place, minlength=KINDS) for place in walls.T])
    expected = len(walls) / KINDS
    # A kind's four copies lie in different places: the statistic is chi-square once scaled by the factor (places - 1) / places.
    statistic = float(((counts - expected) ** 2 / expected).sum()) * (TILES - 1) / TILES
    p_value = 2 * min(stats.chi2.sf(statistic, (TILES - 1) * (KINDS - 1)), stats.chi2.cdf(statistic, (TILES - 1) * (KINDS - 1)))
    yield _Finding(_text("places"), len(walls), _text("chi_square", value=f"{statistic:.0f}"), p_value=float(p_value))
    alike = int((walls[:, :-1:2] == walls[:, 1::2]).sum())
    yield _rate("neighbours", alike, walls[:, ::2].size, Fraction(COPIES - 1, TILES - 1))


def _rate(name: str, hits: int, cases: int, exact: Fraction) -> _Finding:
    """A rate against its exact value."""
    from scipy import stats

    p_value = stats.binomtest(hits, cases, float(exact)).pvalue
    told = _text("rate", found=f"{hits / cases:.6f}", exact=f"{float(exact):.6f}")
    return _Finding(_text(name), cases, told, p_value=float(p_value))


def _lacking(walls: Walls) -> Iterator[_Finding]:
    """Thirteen tiles lack a suit, a 1 or 9, a 258 pair as often as counted. One seat of a wall, each in turn: hands of a wall depend."""
    first = 13 * (np.arange(len(walls)) % SEATS)
    counts = _counts(np.take_along_axis(walls, first[:, None] + np.arange(13), axis=1))
    suits = counts[:, :FIRST_HONOR].reshape(-1, SUITS, RANKS)
    exact = lacking_odds()
    yield _rate("lacks_suit", int((suits.sum(axis=2) == 0).any(axis=1).sum()), len(walls), exact["suit"])
    yield _rate("lacks_yaojiu", int((suits[:, :, [0, 8]].sum(axis=(1, 2)) == 0).sum()), len(walls), exact["yaojiu"])
    yield _rate("lacks_jiang258", int((suits[:, :, [1, 4, 7]] < 2).all(axis=(1, 2)).sum()), len(walls), exact["jiang258"])


def _counts(hands: Walls) -> Walls:
    """int8[n, 34] of hands int8[n, tiles]."""
    counts = np.zeros((len(hands), KINDS), np.int8)
    for tile in hands.T:
        counts[np.arange(len(hands)), tile] += 1
    return counts


def _distances(walls: Walls) -> Iterator[_Finding]:
    """Both distances of dealt hands, as the engine measures them, are spread as counted."""
    for preset in ("strict", "dongbei") if len(walls) else ():
        odds = exact_odds(preset)
        for tiles in DEALT:
            shape, legal = _measured(odds, _counts(walls[:, :tiles]))
            both = (("shape", shape, odds.shape[tiles]), ("legal", legal, odds.legal[tiles]))
            for name, found, exact in both if preset == "strict" else both[1:]:  # the presets have the same shapes
                yield _spread(_text(f"distance_{name}", tiles=tiles, preset=preset), found, {**exact.hands, NEVER: exact.never})


def _measured(odds: ExactOdds, counts: Walls) -> tuple[Counter[int], Counter[int]]:
    """Hands by shape and by legal distance."""
    from nmsim.engine.batch import measure_hands
    from nmsim.engine.hand_rows import make_scratch
    from nmsim.engine.tables import build_tables

    hands = len(counts)
    shape, legal = np.zeros(hands, np.int8), np.zeros(hands, np.int8)
    no_melds, unasked = np.zeros((hands, 4), np.int8), np.zeros((0, KINDS), np.bool_)
    measure_hands(
        build_tables(odds.rules), make_scratch(), counts, no_melds, no_melds, np.zeros(hands, np.int64), shape, legal, unasked, unasked
    )
    return Counter(shape.tolist()), Counter(legal.tolist())


def _spread(name: Text, found: Mapping[int, int], exact: Mapping[int, int]) -> _Finding:
    """Chi-square of a distribution against its exact one; a value that cannot be is a failure by itself."""
    from scipy import stats

    cases, total = sum(found.values()), sum(exact.values())
    strange = [value for value in found if not exact.get(value)]
    common = [value for value, hands in exact.items() if hands * cases >= FEWEST_EXPECTED * total]
    cells = [(found.get(value, 0), exact[value]) for value in common]
    cells.append((cases - sum(hits for hits, _ in cells), total - sum(hands for _, hands in cells)))
    kept = [(hits, hands / total * cases) for hits, hands in cells if hands]
    statistic = sum((hits - expected) ** 2 / expected for hits, expected in kept)
    told = _text("chi_square_of", value=f"{statistic:.1f}", cells=len(kept))
    if strange:
        beside = _text("strange", values=sorted(strange))
        told = {lang: told[lang] + beside[lang] for lang in LANGS}
    return _Finding(name, cases, told, p_value=0.0 if strange else float(stats.chi2.sf(statistic, len(kept) - 1)))


# ---------------------------------------------------------------- played hands


def _game(number: int, seed: int, size: Size) -> Iterator[_Finding]:
    """The laws on played hands, and logs checked by the reference."""
    preset, seats, options = GAMES[number]
    plan = make_plan(preset, seats, seed, **options)
    rows = play_blocks(plan, 0, -(-size.played // plan.hands_per_block))
    broken = +Counter(broken_laws(plan, rows))
    kind = _text(f"kind_{'match' if plan.design == 'match' else 'private' if plan.deal == 'private' else 'hands'}")
    game = {"preset": preset, "kind": kind, "seats": "/".join(dict.fromkeys(seats))}
    laws = _joined([_text("law_broken", law=_text(law), rows=rows) for law, rows in broken.items()])
    found = _text("broken", laws=laws) if broken else _text("none_broken")
    yield _Finding(_text("game", check=_text("books"), **game), len(rows), found, passed=not broken)
    if size.logs:
        faults = [fault for block in range(size.logs) if (fault := _log_fault(plan, block))]
        found = _text("differ", faults=_joined(faults[:2])) if faults else _text("none_differ")
        yield _Finding(_text("game", check=_text("logs"), **game), size.logs, found, passed=not faults)


def _joined(texts: Sequence[Text]) -> Text:
    return {lang: "; ".join(text[lang] for text in texts) for lang in LANGS}


def _log_fault(plan: Plan, block: int) -> Text | None:
    """What the reference has against the first hand of a block as the engine played it."""
    from nmsim.reference.game import check

    log, numbers, wall = log_hand(plan, block)
    row = dict(zip(COLUMN_NAMES, (int(value) for value in numbers), strict=True))
    try:
        told = check(log, plan.rules, wall, row["dealer"], row["repeats"], plan.deal, plan.players)
    except ValueError as error:
        return _text("log_fault", block=block, fault=error)  # of the log itself, whose words are English
    differing = [_text("differs", name=name, found=row[name], told=value) for name, value in told.items() if row[name] != value]
    return _text("log_fault", block=block, fault=_joined(differing[:3])) if differing else None


# ---------------------------------------------------------------- words


def in_one_line(examined: Examination, lang: Lang | None = None) -> str:
    """What the self test proved, or which checks failed."""
    if examined.failed:
        names = [check.told(lang)[0] for check in examined.checks if not check.passed]
        return say("selftest.failed", lang, names="; ".join(names), seed=examined.seed)
    size, chance = examined.size, sum(check.p_value is not None for check in examined.checks)
    played, logs = (sum(check.cases for check in examined.checks if check.name.startswith(kind)) for kind in (BOOKS, LOGS))
    facts = {"walls": size.walls, "measured": size.measured, "played": played, "logs": logs, "chance": chance}
    return say("selftest.passed", lang, **facts, alarms=FALSE_ALARMS, seed=examined.seed)


# ---------------------------------------------------------------- for the record of a run


def recorded_verdict() -> dict[str, Any]:
    """The quick self test that this engine passed, for a run's record: the same words on every machine. Kept beside the compiled kernels.

    Raises InputError, naming the checks, if one fails: rows of such software are worth nothing.
    """
    from nmsim.engine.kernel import CACHE_FOLDER, source_digest

    asked = {"engine": source_digest(), "seed": SEED, "false_alarms": FALSE_ALARMS, **QUICK._asdict()}
    path = Path(CACHE_FOLDER) / VERDICT_NAME
    kept = _kept_verdict(path)
    if asked.items() <= kept.items():
        return kept
    examined = examine(SEED, QUICK)
    if examined.failed:
        raise InputError(in_one_line(examined))
    verdict = {**asked, "passed": [check.name for check in examined.checks]}
    with suppress(OSError):  # it is done again next time
        write_whole(path, json.dumps(verdict))
    return verdict


def _kept_verdict(path: Path) -> dict[str, Any]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
