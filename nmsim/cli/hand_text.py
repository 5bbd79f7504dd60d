"""What `nmsim hand` prints of a hand: which lines, in which columns. The words are in `nmsim.words.hand`.

Colours appear only where a person reads (click drops them elsewhere).
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence

import click

from nmsim.advice import SECOND_CONDITION, THREE_SUITS, Advice, Discard, Payment, Tiles, Wait
from nmsim.cli.hand import DEALERS, to_discard
from nmsim.outcomes import NEVER, WAITS
from nmsim.reference.judge import HOW_WON, Price, Verdict
from nmsim.reference.reasons import (
    meld_in_words,
    missing_suits,
    reason_in_short,
    reason_with_rule,
    second_lacking,
    second_met,
    suits_with_rule,
    yaojiu_in_words,
)
from nmsim.rollouts import Rollouts
from nmsim.rules import FAN_ROWS_ZH
from nmsim.stats.intervals import Interval
from nmsim.tiles import FIRST_HONOR, KONG_OPEN, Meld, format_tiles, format_tiles_zh, suit_of, tile_glyph, tile_name, tile_name_zh
from nmsim.words import language, listed, say

_INDENT = "  "


def told(advice: Advice, rules: str, played: Rollouts | None) -> str:
    """Everything that `nmsim hand` prints of a hand, in the language spoken; `rules` as they were asked for."""
    return "\n".join(_Teller(advice).lines(rules, played))


def width(text: str) -> int:
    """Columns that a terminal gives the text: two for a wide character, none for a variation selector."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 0 if char == "\ufe0e" else 1 for char in text)


def _glyphs(kinds: Iterable[int]) -> str:
    """The tiles as Unicode draws them, after a space; nothing where the output cannot hold them."""
    drawn = "".join(map(tile_glyph, kinds))
    try:
        drawn.encode(getattr(sys.stdout, "encoding", None) or "utf-8")  # None where the caller closed it
    except UnicodeEncodeError:
        return ""
    return f" {drawn}"


def _padded(text: str, columns: int, right: bool) -> str:
    space = " " * (columns - width(text))
    return space + text if right else text + space


def _table(rows: Sequence[Sequence[str]], right: Iterable[int] = (), bold: Iterable[int] = ()) -> list[str]:
    """Rows in aligned columns; `right`: columns that end flush, `bold`: rows that stand out."""
    columns = [max(width(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for number, row in enumerate(rows):
        line = _INDENT + "  ".join(_padded(cell, columns[at], at in right) for at, cell in enumerate(row)).rstrip()
        lines.append(_styled(line, dim=True) if number == 0 else _styled(line, bold=True) if number in bold else line)
    return lines


def _styled(text: str, fg: str | None = None, bold: bool | None = None, dim: bool | None = None) -> str:
    return text if os.environ.get("NO_COLOR") else click.style(text, fg=fg, bold=bold, dim=dim)


class _Teller:
    """Tells of one hand in the language spoken."""

    def __init__(self, advice: Advice) -> None:
        self.advice, self.zh = advice, language() == "zh"

    def tiles(self, kinds: Sequence[int]) -> str:
        """Tiles as text, without glyphs."""
        return (format_tiles_zh(list(kinds)) if self.zh else format_tiles(list(kinds))) or "-"

    def tile(self, kind: int) -> str:
        """One tile as text."""
        return tile_name_zh(kind) if self.zh else tile_name(kind)

    def lines(self, rules: str, played: Rollouts | None) -> list[str]:
        """All of it."""
        advice = self.advice
        lines = [*self._shown(rules)]
        if advice.asked_to_win and advice.verdict is not None:
            lines += self._judged(advice.verdict)
        lines += self._wanting()
        lines.append(_entry("distance", self._distances()))
        lines += self._routes()
        if not advice.drawn:
            lines += self._waits() if advice.waits else self._accepts()
        if to_discard(advice):
            lines += self._discards()
        if played is not None:
            lines += self._played_out(played)
        lines.append(_entry("why", self._why() + (self._against(played) if played is not None else "")))
        return lines

    # The hand

    def _shown(self, rules: str) -> Iterable[str]:
        kinds = self.advice.hand.concealed
        if self.advice.winning_tile is not None:
            kinds.remove(self.advice.winning_tile)
        yield _entry("hand", f"{self.tiles(kinds)}  {_glyphs(sorted(kinds, key=self._order))}".rstrip())
        if self.advice.hand.melds:
            yield _entry("melds", _word("semicolon").join(self._meld(meld) for meld in self.advice.hand.melds))
        if self.advice.hand.seen:
            yield _entry("seen", self.tiles(sorted(self.advice.hand.seen)))
        yield _entry("rules", rules)
        yield from (_entry("remark", remark) for remark in self.advice.hand.remarks)

    def _meld(self, meld: Meld) -> str:
        return meld_in_words(meld) + _glyphs(meld.kinds())

    def _distance(self, distance: int) -> str:
        return _word("never") if distance == NEVER else str(distance)

    def _distances(self) -> str:
        told = []
        for key, distance in (("shape", self.advice.shape), ("legal", self.advice.legal)):
            name = {0: "ready", -1: "complete"}.get(distance)
            state = _word("bracketed", text=_word(name)) if name else ""
            if key == "legal" and self.advice.too_few_fan:
                state = _word("bracketed", text=_word("ready_too_few", fan=self.advice.rules.min_fan))
            told.append(_word("distance", name=_word(key), number=self._distance(distance), state=state))
        return listed(told)

    def _routes(self) -> Iterable[str]:
        """The distances by each reading, where they differ."""
        routes = self.advice.routes
        if len(set(routes.values())) > 1 and self.advice.shape >= 0:
            yield _entry("routes", listed(self._route(name, *distance) for name, distance in routes.items()))

    def _route(self, name: str, shape: int, legal: int) -> str:
        aside = _word("bracketed", text=_word("route.shape", shape=shape)) if shape != legal else ""
        return _word("distance", name=_word(f"route.{name}"), number=self._distance(legal), state=aside)

    def _near_routes(self, after: Advice) -> Iterable[str]:
        """The routes that are at most one draw longer than the nearest, with their legal distances, or the shape's if that is never."""
        never = after.legal == NEVER
        for name, (shape, legal) in after.routes.items():
            number = shape if never else legal
            if number <= (after.shape if never else after.legal) + 1:
                yield f"{_word(f'route.short.{name}')} {number}"

    def _wanting(self) -> Iterable[str]:
        """What the hand lacks of what the rules ask for, said before any distance; a verdict on a complete hand says it itself."""
        advice, rules = self.advice, self.advice.rules
        told = advice.asked_to_win and advice.verdict is not None and advice.verdict.reading is not None
        if rules.suit_rule != "off" and advice.missing_suits and not told:
            free = listed(say(f"judge.pattern.{name}") for name in sorted(rules.suit_exempt))
            lacks = suits_with_rule(advice.missing_suits, rules)
            yield _entry("lacks", lacks + (_word("exempt", patterns=free) if free else ""))
        if rules.min_fan > 1 and not told:
            yield _entry("min_fan", _word("min_fan", fan=rules.min_fan))

    # The verdict

    def _judged(self, verdict: Verdict) -> Iterable[str]:
        tile = self.advice.winning_tile
        if tile is None:
            yield _entry("win", _word("win.unsaid"))
        else:
            yield _entry("win", _word("win.said", tile=f"{self.tile(tile)}{_glyphs([tile])}", how=say(f"judge.how.{self.advice.how}")))
        yield _entry("verdict", _styled(_word("may"), fg="green", bold=True) if verdict.legal else _refusal())
        for reason in verdict.reasons:
            yield _entry("because", reason_with_rule(reason, verdict, self.advice.rules, bool(self.advice.hand.melds)))
        if verdict.price is not None:
            yield _entry("fan", self._fan(verdict, verdict.price))
            yield _entry("met", self._met(verdict))
            for payment in self.advice.payments:
                yield _entry("pays", self._payment(payment, verdict.legal))
            if self.advice.rules.kong_payment == "immediate" and any(meld.form >= KONG_OPEN for meld in self.advice.hand.melds):
                yield _entry("pays", _word("kongs_paid"))

    def _fan(self, verdict: Verdict, price: Price) -> str:
        rows = _word("fan.join").join(
            _word("fan.row", row=FAN_ROWS_ZH[row] if self.zh else row.replace("_", " "), fan=fan) for row, fan in price.rows
        )
        capped = price.total != price.uncapped
        total = _word("fan.capped" if capped else "fan.total", fan=price.uncapped, **({"cap": price.total} if capped else {}))
        return _word("fan", rows=rows, total=total, reading=say(f"judge.reading.{verdict.reading}"))

    def _met(self, verdict: Verdict) -> str:
        missing = self.advice.missing_suits
        suits = _word("met.suits")
        if missing:
            suits = missing_suits(missing) + ("" if verdict.lacks_suit else _word("met.free"))
        rules = self.advice.rules
        second = _word("met.join").join(second_met(verdict, rules))
        neither = second_lacking(verdict, rules) + ("" if verdict.lacks_second else _word("met.free"))
        return _word("semicolon").join([suits, second or neither])

    def _payment(self, payment: Payment, legal: bool) -> str:
        groups: dict[tuple[str, bool, int], int] = {}
        for payer in payment.payers:
            groups[payer] = groups.get(payer, 0) + 1
        paid = [self._paid(who, dealer, points, seats) for (who, dealer, points), seats in groups.items()]
        winner = "" if payment.winner == "any" else _word(f"pays.winner.{payment.winner}")
        would = "" if legal else _word("pays.would")
        fed = [any(payer.who == "feeder" for payer in each.payers) for each in (payment, *self.advice.payments)]
        if any(fed):
            would += _word("pays.fed" if fed[0] else "pays.unfed")
        return _word("pays", would=would, winner=winner, paid=_word("pays.join").join(paid), total=payment.total)

    def _paid(self, who: str, dealer: bool, points: int, seats: int) -> str:
        if seats > 1:
            return _word(f"pays.{seats}", points=points)
        robbed = HOW_WON[self.advice.how].robbed
        payer = {"feeder": "feeder", "discarder": "konger" if robbed else "discarder"}.get(who, "another")
        name = _word(f"payer.{payer}")
        if dealer:
            name = _word("payer.dealer") if payer == "another" else _word("payer.as_dealer", name=name)
        return _word("pays.one", name=name, points=points)

    # Waiting

    def _waits(self) -> Iterable[str]:
        waits = sorted(self.advice.waits, key=lambda wait: self._order(wait.kind))
        winnable = [wait for wait in waits if wait.may_win]
        live = sum(wait.live for wait in winnable)
        form = _word(f"form.{WAITS[self.advice.wait_form]}")
        yield _entry("waits", _word("waits", kinds=len(waits), winnable=len(winnable), live=live, form=form))
        header = [_word(f"head.{name}") for name in ("tile", "live", "self_draw", "discard", "form")]
        rows = [[*header, ""], *(self._wait(wait) for wait in waits)]
        yield from _table(rows, right=(1, 2, 3), bold=[at for at, wait in enumerate(waits, 1) if wait.may_win and wait.live])
        refused = {reason: verdict for wait in waits for verdict in (wait.discard, wait.self_draw) for reason in verdict.reasons}
        for reason in refused:
            yield _entry("because", reason_with_rule(reason, refused[reason], self.advice.rules, bool(self.advice.hand.melds)))
        if 0 < self.advice.legal < NEVER:
            yield _entry("accepts", self._towards("legal", self.advice.legal_tiles))

    def _towards(self, key: str, tiles: Tiles) -> str:
        return _word("towards", name=_word(key), tiles=self._accepted(tiles))

    def _order(self, kind: int) -> tuple[int, int]:
        """万条筒 where Chinese is read."""
        return (0, 2, 1, 3)[suit_of(kind)] if self.zh else 0, kind

    def _wait(self, wait: Wait) -> list[str]:
        fan = [self._fan_if(verdict) for verdict in (wait.self_draw, wait.discard)]
        why = ""
        if not wait.may_win:
            why = _word("wait.barred", reasons=self._in_short(wait.self_draw))
        elif not wait.discard.legal:
            why = _word("wait.by_discard", reasons=self._in_short(wait.discard))
        elif not wait.live:
            why = _word("wait.gone")
        return [self.tile(wait.kind), str(wait.live), *fan, _word(f"form.{WAITS[wait.form]}"), why]

    def _in_short(self, verdict: Verdict) -> str:
        return _word("semicolon").join(reason_in_short(reason, verdict, self.advice.rules) for reason in verdict.reasons)

    def _fan_if(self, verdict: Verdict) -> str:
        return _word("wait.fan", fan=verdict.price.total) if verdict.legal and verdict.price else "-"

    def _accepts(self) -> Iterable[str]:
        if self.advice.shape_tiles == self.advice.legal_tiles:
            yield _entry("accepts", self._accepted(self.advice.legal_tiles))
            return
        for key, tiles in (("legal", self.advice.legal_tiles), ("shape", self.advice.shape_tiles)):
            yield _entry("accepts", self._towards(key, tiles))

    def _accepted(self, tiles: Tiles) -> str:
        if not tiles.kinds:
            return _word("nothing")
        return _word("accepted", tiles=self.tiles(tiles.kinds), kinds=len(tiles.kinds), live=tiles.live)

    # Discards

    def _discards(self) -> Iterable[str]:
        verdict = self.advice.verdict
        yield _entry("instead" if verdict is not None and verdict.legal else "discards", _word("legend"))
        discards = self.advice.discards
        names = ["throw", "legal", "live", "shape", "live", "accepting_legal", "accepting_shape", "gives_up"]
        rows = [self._discard(at, discard) for at, discard in enumerate(discards, 1)]
        if any(discard.after.nearest_routes != ("four_sets",) for discard in discards):
            names.insert(2, "route")
            for row, discard in zip(rows, discards, strict=True):
                row.insert(3, _word("semicolon").join(self._near_routes(discard.after)))
        right = [at for at, name in enumerate(names, 1) if name in ("legal", "live", "shape")]
        yield from _table([["", *(_word(f"head.{name}") for name in names)], *rows], right=[0, *right], bold=(1,))
        yield from self._waits_after_discards()

    def _waits_after_discards(self) -> Iterable[str]:
        """The discards that leave the hand ready in shape for tiles that may not win, not on a discard, or are gone; like ones together."""
        alike: dict[tuple[str, str], list[int]] = {}
        for discard in self.advice.discards:
            if found := self._limit(discard.after.waits):
                alike.setdefault(found, []).append(discard.kind)
        for (label, told), kinds in alike.items():
            yield _entry(label, _word("after", discards=self.tiles(kinds), told=told))

    def _limit(self, waits: Sequence[Wait]) -> tuple[str, str] | None:
        """The label of a limited wait, and what is waited for with its limit; None for one without."""
        barred = [wait for wait in waits if not wait.may_win]
        limited = barred or [wait for wait in waits if not wait.discard.legal]
        told = {"waits": self.tiles([wait.kind for wait in waits])}
        if limited:
            why = dict.fromkeys(self._in_short(wait.self_draw if barred else wait.discard) for wait in limited)
            told |= {"why": _word("semicolon").join(why)}
            if len(barred) == len(waits):
                return "false_waits", _word("after.none", **told)
            some = self.tiles([wait.kind for wait in limited])
            return ("false_waits", _word("after.some", **told, some=some)) if barred else ("waits", _word("after.drawn", **told, some=some))
        return ("gone", _word("after.gone", **told)) if waits and not any(wait.live for wait in waits) else None

    def _discard(self, number: int, discard: Discard) -> list[str]:
        after = discard.after
        legal = discard.tiles if discard.legal != NEVER else after.legal_tiles
        same = after.shape_tiles == legal and discard.shape == discard.legal
        return [
            str(number),
            self.tile(discard.kind),
            self._distance(discard.legal),
            str(legal.live) if discard.legal != NEVER else "-",
            str(discard.shape),
            str(after.shape_tiles.live),
            self.tiles(legal.kinds),
            "=" if same else self.tiles(after.shape_tiles.kinds),
            self._given_up(discard),
        ]

    def _given_up(self, discard: Discard) -> str:
        honor = discard.kind >= FIRST_HONOR
        values = {"yaojiu": yaojiu_in_words(self.advice.rules), "suit": "" if honor else say(f"judge.suit.{suit_of(discard.kind)}")}
        return listed(_word(f"gives_up.{name}", **values) for name in discard.gives_up)

    # Rollouts

    def _played_out(self, played: Rollouts) -> Iterable[str]:
        yield _entry("rollouts", _word("played", walls=played.n, seed=played.seed, table=self._at_table(played)))
        rows = [["", *(_word(f"head.{name}") for name in ("throw", "won", "deal_in", "mean_fan", "points", "behind"))]]
        for at, each in enumerate(played.rollouts, 1):
            rate = [_number(interval, 100, 1, "%") for interval in (each.win, each.deal_in)]
            rest = [_number(each.fan, 1, 2), _number(each.points, 1, 2), "-" if at == 1 else _number(each.behind, 1, 2)]
            rows.append([str(at), self.tile(each.discard), *rate, *rest])
        yield from _table(rows, right=range(7), bold=(1,))
        if len(played.rollouts) > 1 and not played.told_apart:
            best, second = (self.tile(each.discard) for each in played.rollouts[:2])
            name = "maybe_equal" if played.to_separate is None else "if_as_it_looks"
            yield _INDENT + say(f"rollouts.{name}", best=best, second=second, walls=played.to_separate)

    def _at_table(self, played: Rollouts) -> str:
        """Who plays how, and who deals."""
        names = [seat.name for seat in played.seats]
        alike = len(set(names)) == 1
        seats = _word("seats.alike", name=names[0]) if alike else _word("seats.each", names=listed(names))
        return _word("table", seats=seats, dealer=_word(f"dealer.{DEALERS[played.position.dealer]}"))

    def _against(self, played: Rollouts) -> str:
        """What the rollouts say against the ranking, if anything."""
        first, best = self.advice.discards[0].kind, played.best.discard
        if best == first:
            return ""
        gap = next(each.behind for each in played.rollouts if each.discard == first)
        return _word("against.clear" if gap.hi < 0 else "against.unclear", best=self.tile(best), first=self.tile(first))

    # Why

    def _why(self) -> str:
        advice = self.advice
        if advice.verdict is not None and advice.asked_to_win and advice.verdict.legal:
            return _word("why.may_win")
        if to_discard(advice):
            return self._why_this_discard()
        return _word("why.not_on_this") if advice.drawn else self._state()

    def _state(self) -> str:
        """One line on a hand that waits for a tile."""
        advice = self.advice
        if advice.legal == NEVER:
            return self._why_never()
        if advice.waits and all(not wait.may_win for wait in advice.waits):
            return _word("why.none_may_win", why=self._held_back())
        if advice.legal == 0:
            return self._ready()
        if advice.fifth_copies:
            return _word("why.fifth", tiles=self.tiles(advice.fifth_copies))
        draws = _word("why.draws", draws=advice.legal)
        return draws + (_word("semicolon") + self._held_back() if advice.held_back_by else "")

    def _ready(self) -> str:
        """How good the wait of a hand is that some tile may win."""
        waits = self.advice.waits
        barred = [wait.kind for wait in waits if not wait.may_win]
        if barred:
            return _word("why.some_may_not", tiles=self.tiles(barred))
        if not any(wait.live for wait in waits):
            return _word("why.all_seen")
        drawn_only = [wait.kind for wait in waits if not wait.discard.legal]
        return _word("why.self_draw_only", tiles=self.tiles(drawn_only)) if drawn_only else _word("why.ready")

    def _held_back(self) -> str:
        """Which conditions lengthen the way to a hand that may win."""
        names = self.advice.held_back_by
        if not names:
            return _word("why.too_few_fan")
        lacks = self._lacks(names)
        conditions = _conditions(names) + (_word("bracketed", text=lacks) if lacks else "")
        return _word("why.longer" if names == (SECOND_CONDITION,) else "why.longer_many", conditions=conditions)

    def _why_never(self) -> str:
        names = self.advice.held_back_by or (THREE_SUITS, SECOND_CONDITION)
        lacks = self._lacks(names)
        return _word("why.never", conditions=_conditions(names), lacks=_word("colon") + lacks if lacks else "")

    def _lacks(self, names: Sequence[str]) -> str:
        """The missing suits, where the three suits are among the conditions."""
        return missing_suits(self.advice.missing_suits) if THREE_SUITS in names and self.advice.missing_suits else ""

    def _why_this_discard(self) -> str:
        first, *others = self.advice.discards
        if first.legal == NEVER:
            return self._why_never()
        told = _word("why.discard", tile=self.tile(first.kind), better=self._better(first, others))
        return told + (self._by_shape(self.advice.shape_choice, first) if self.advice.shape_choice else "")

    def _better(self, first: Discard, others: Sequence[Discard]) -> str:
        if first.legal == 0 and first.after.is_trap:
            return _word("why.none_may_win", why=self._in_short(first.after.waits[0].self_draw))
        distance = _word("ready") if first.legal == 0 else _word("why.distance", number=first.legal)
        live = _word("why.live", live=first.tiles.live)
        if not others:
            return _word("why.alone", distance=distance, live=live)
        second = others[0]
        if second.legal != first.legal:
            return _word("why.only_this", distance=distance, live=live)
        if second.tiles.live != first.tiles.live:
            return _word("why.against", distance=distance, live=live, other=second.tiles.live, tile=self.tile(second.kind))
        equals = [each.kind for each in others if each.legal == first.legal and each.tiles.live == first.tiles.live]
        return _word("why.equals", distance=distance, live=live, tiles=self.tiles(equals))

    def _by_shape(self, choice: Discard, first: Discard) -> str:
        """What a player who looks at the shape alone would discard, and what comes of it."""
        tile = self.tile(choice.kind)
        if choice.legal == NEVER:
            return _word("by_shape.never", tile=tile)
        if choice.legal != first.legal:
            return _word("by_shape.further", tile=tile, steps=choice.legal - first.legal)
        return _word("by_shape.fewer", tile=tile, live=choice.tiles.live)


def _word(name: str, /, **values: object) -> str:
    return say(f"hand.{name}", None, **values)


def _entry(label: str, text: str) -> str:
    """A labelled line."""
    label = _word(f"label.{label}")
    return label + " " * (12 - width(label)) + text


def _refusal() -> str:
    return _styled(_word("may_not"), fg="red", bold=True)


def _conditions(names: Sequence[str]) -> str:
    return _word("and").join(_word(f"condition.{name}") for name in names)


def _number(interval: Interval, factor: float, digits: int, unit: str = "") -> str:
    if interval.estimate != interval.estimate:
        return "-"
    numbers = [interval.estimate * factor, interval.lo * factor, interval.hi * factor]
    estimate, low, high = (f"{number:.{digits}f}" for number in numbers)
    limits = "" if interval.lo != interval.lo else f" [{low}, {high}]"
    return f"{estimate}{unit}{limits}"
