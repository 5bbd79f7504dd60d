"""What `nmsim hand` prints of a hand: which lines, in which columns. The words are in `nmsim.words.hand`.

Colours appear only where a person reads (click drops them elsewhere).
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence

import click

from nmsim.advice import SECOND_CONDITION, THREE_SUITS, Discard, Hand, Payment, Tiles, Wait
from nmsim.cli.hand import DEALERS, to_discard
from nmsim.outcomes import NEVER, WAITS
from nmsim.reference.judge import HOW_WON, Price, Verdict
from nmsim.reference.reasons import missing_suits, reason_in_short, reason_with_rule
from nmsim.rollouts import Rollouts
from nmsim.rules import FAN_ROWS_ZH
from nmsim.stats.intervals import Interval
from nmsim.tiles import KINDS, KONG_OPEN, MELD_NAMES, Meld, format_tiles, format_tiles_zh, suit_of, tile_glyph, tile_name, tile_name_zh
from nmsim.words import Lang, language, listed, say, speaking

_INDENT = "  "


def told(hand: Hand, rules: str, played: Rollouts | None, lang: Lang) -> str:
    """Everything that `nmsim hand` prints of a hand; `rules` as they were asked for."""
    with speaking(lang):
        return "\n".join(_Teller(hand).lines(rules, played))


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

    def __init__(self, hand: Hand) -> None:
        self.hand, self.zh = hand, language() == "zh"

    def tiles(self, kinds: Sequence[int]) -> str:
        """Tiles as text, without glyphs."""
        return (format_tiles_zh(list(kinds)) if self.zh else format_tiles(list(kinds))) or "-"

    def tile(self, kind: int) -> str:
        """One tile as text."""
        return tile_name_zh(kind) if self.zh else tile_name(kind)

    def lines(self, rules: str, played: Rollouts | None) -> list[str]:
        """All of it."""
        hand = self.hand
        lines = [*self._shown(rules)]
        if hand.asked_to_win and hand.verdict is not None:
            lines += self._judged(hand.verdict)
        lines.append(_entry("distance", self._distances()))
        if not hand.drawn:
            lines += self._waits() if hand.waits else self._accepts()
        if to_discard(hand):
            lines += self._discards()
        if played is not None:
            lines += self._played_out(played)
        lines.append(_entry("why", self._why() + (self._against(played) if played is not None else "")))
        return lines

    # The hand

    def _shown(self, rules: str) -> Iterable[str]:
        kinds = [kind for kind in range(KINDS) for _ in range(self.hand.counts[kind])]
        if self.hand.winning_tile is not None:
            kinds.remove(self.hand.winning_tile)
        yield _entry("hand", f"{self.tiles(kinds)}  {_glyphs(sorted(kinds, key=self._order))}".rstrip())
        if self.hand.melds:
            yield _entry("melds", _word("semicolon").join(self._meld(meld) for meld in self.hand.melds))
        if any(self.hand.seen):
            yield _entry("seen", self.tiles([kind for kind in range(KINDS) for _ in range(self.hand.seen[kind])]))
        yield _entry("rules", rules)

    def _meld(self, meld: Meld) -> str:
        return _word(f"meld.{MELD_NAMES[meld.form]}", tiles=self.tiles(meld.kinds())) + _glyphs(meld.kinds())

    def _distance(self, distance: int) -> str:
        return _word("never") if distance == NEVER else str(distance)

    def _distances(self) -> str:
        told = []
        for key, distance in (("shape", self.hand.shape), ("legal", self.hand.legal)):
            name = {0: "ready", -1: "complete"}.get(distance)
            state = _word("bracketed", text=_word(name)) if name else ""
            told.append(_word("distance", name=_word(key), number=self._distance(distance), state=state))
        return listed(told)

    # The verdict

    def _judged(self, verdict: Verdict) -> Iterable[str]:
        tile = self.hand.winning_tile
        if tile is None:
            yield _entry("win", _word("win.unsaid"))
        else:
            yield _entry("win", _word("win.said", tile=f"{self.tile(tile)}{_glyphs([tile])}", how=say(f"judge.how.{self.hand.how}")))
        yield _entry("verdict", _styled(_word("may"), fg="green", bold=True) if verdict.legal else _refusal())
        for reason in verdict.reasons:
            yield _entry("because", reason_with_rule(reason, verdict, self.hand.rules, bool(self.hand.melds)))
        if verdict.price is not None:
            yield _entry("fan", self._fan(verdict, verdict.price))
            yield _entry("met", self._met(verdict))
            for payment in self.hand.payments:
                yield _entry("pays", self._payment(payment, verdict.legal))
            if self.hand.rules.kong_payment == "immediate" and any(meld.form >= KONG_OPEN for meld in self.hand.melds):
                yield _entry("pays", _word("kongs_paid"))

    def _fan(self, verdict: Verdict, price: Price) -> str:
        rows = _word("fan.join").join(
            _word("fan.row", row=FAN_ROWS_ZH[row] if self.zh else row.replace("_", " "), fan=fan) for row, fan in price.rows
        )
        capped = price.total != price.uncapped
        total = _word("fan.capped" if capped else "fan.total", fan=price.uncapped, **({"cap": price.total} if capped else {}))
        return _word("fan", rows=rows, total=total, reading=say(f"judge.reading.{verdict.reading}"))

    def _met(self, verdict: Verdict) -> str:
        missing = self.hand.missing_suits
        suits = _word("met.suits")
        if missing:
            suits = missing_suits(missing) + ("" if verdict.lacks_suit else _word("met.free"))
        pair = "met.jiang258.pairs" if verdict.reading == "seven_pairs" else "met.jiang258"
        second = [_word(name) for holds, name in ((verdict.met_yaojiu, "met.yaojiu"), (verdict.met_jiang258, pair)) if holds]
        neither = _word("met.neither") + ("" if verdict.lacks_second else _word("met.free"))
        return _word("semicolon").join([suits, _word("met.join").join(second) or neither])

    def _payment(self, payment: Payment, legal: bool) -> str:
        groups: dict[tuple[str, bool, int], int] = {}
        for payer in payment.payers:
            groups[payer] = groups.get(payer, 0) + 1
        paid = [self._paid(who, dealer, points, seats) for (who, dealer, points), seats in groups.items()]
        winner = "" if payment.winner == "any" else _word(f"pays.winner.{payment.winner}")
        would = "" if legal else _word("pays.would")
        fed = [any(payer.who == "feeder" for payer in each.payers) for each in (payment, *self.hand.payments)]
        if any(fed):
            would += _word("pays.fed" if fed[0] else "pays.unfed")
        return _word("pays", would=would, winner=winner, paid=_word("pays.join").join(paid), total=payment.total)

    def _paid(self, who: str, dealer: bool, points: int, seats: int) -> str:
        if seats > 1:
            return _word(f"pays.{seats}", points=points)
        robbed = HOW_WON[self.hand.how].robbed
        payer = {"feeder": "feeder", "discarder": "konger" if robbed else "discarder"}.get(who, "another")
        name = _word(f"payer.{payer}")
        if dealer:
            name = _word("payer.dealer") if payer == "another" else _word("payer.as_dealer", name=name)
        return _word("pays.one", name=name, points=points)

    # Waiting

    def _waits(self) -> Iterable[str]:
        waits = sorted(self.hand.waits, key=lambda wait: self._order(wait.kind))
        winnable = [wait for wait in waits if not wait.dead]
        live = sum(wait.live for wait in winnable)
        form = _word(f"form.{WAITS[self.hand.wait_form]}")
        yield _entry("waits", _word("waits", kinds=len(waits), winnable=len(winnable), live=live, form=form))
        header = [_word(f"head.{name}") for name in ("tile", "live", "self_draw", "discard", "form")]
        rows = [[*header, ""], *(self._wait(wait) for wait in waits)]
        yield from _table(rows, right=(1, 2, 3), bold=[at for at, wait in enumerate(waits, 1) if not wait.dead and wait.live])
        refused = {reason: verdict for wait in waits for verdict in (wait.discard, wait.self_draw) for reason in verdict.reasons}
        for reason in refused:
            yield _entry("because", reason_with_rule(reason, refused[reason], self.hand.rules, bool(self.hand.melds)))
        if 0 < self.hand.legal < NEVER:
            yield _entry("accepts", self._towards("legal", self.hand.legal_tiles))

    def _towards(self, key: str, tiles: Tiles) -> str:
        return _word("towards", name=_word(key), tiles=self._accepted(tiles))

    def _order(self, kind: int) -> tuple[int, int]:
        """万条筒 where Chinese is read."""
        return (0, 2, 1, 3)[suit_of(kind)] if self.zh else 0, kind

    def _wait(self, wait: Wait) -> list[str]:
        fan = [self._fan_if(verdict) for verdict in (wait.self_draw, wait.discard)]
        why = ""
        if wait.dead:
            why = _word("wait.barred", reasons=self._in_short(wait.self_draw))
        elif not wait.discard.legal:
            why = _word("wait.by_discard", reasons=self._in_short(wait.discard))
        elif not wait.live:
            why = _word("wait.gone")
        return [self.tile(wait.kind), str(wait.live), *fan, _word(f"form.{WAITS[wait.form]}"), why]

    def _in_short(self, verdict: Verdict) -> str:
        return _word("semicolon").join(reason_in_short(reason, verdict, self.hand.rules) for reason in verdict.reasons)

    def _fan_if(self, verdict: Verdict) -> str:
        return _word("wait.fan", fan=verdict.price.total) if verdict.legal and verdict.price else "-"

    def _accepts(self) -> Iterable[str]:
        if self.hand.shape_tiles == self.hand.legal_tiles:
            yield _entry("accepts", self._accepted(self.hand.legal_tiles))
            return
        for key, tiles in (("legal", self.hand.legal_tiles), ("shape", self.hand.shape_tiles)):
            yield _entry("accepts", self._towards(key, tiles))

    def _accepted(self, tiles: Tiles) -> str:
        if not tiles.kinds:
            return _word("nothing")
        return _word("accepted", tiles=self.tiles(tiles.kinds), kinds=len(tiles.kinds), live=tiles.live)

    # Discards

    def _discards(self) -> Iterable[str]:
        verdict = self.hand.verdict
        yield _entry("instead" if verdict is not None and verdict.legal else "discards", _word("legend"))
        names = ("throw", "legal", "live", "shape", "live", "accepting_legal", "accepting_shape", "gives_up")
        rows = [["", *(_word(f"head.{name}") for name in names)]]
        rows += [self._discard(at, discard) for at, discard in enumerate(self.hand.discards, 1)]
        yield from _table(rows, right=(0, 2, 3, 4, 5), bold=(1,))

    def _discard(self, number: int, discard: Discard) -> list[str]:
        same = discard.shape_tiles == discard.legal_tiles and discard.shape == discard.legal
        return [
            str(number),
            self.tile(discard.kind),
            self._distance(discard.legal),
            str(discard.legal_tiles.live) if discard.legal != NEVER else "-",
            str(discard.shape),
            str(discard.shape_tiles.live),
            self.tiles(discard.legal_tiles.kinds),
            "=" if same else self.tiles(discard.shape_tiles.kinds),
            self._given_up(discard),
        ]

    def _given_up(self, discard: Discard) -> str:
        return listed(
            _word(f"gives_up.{name}", **({"suit": say(f"judge.suit.{suit_of(discard.kind)}")} if name == "last_of_suit" else {}))
            for name in discard.gives_up
        )

    # Rollouts

    def _played_out(self, played: Rollouts) -> Iterable[str]:
        yield _entry("rollouts", _word("played", walls=played.n, seed=played.seed, table=self._at_table(played)))
        rows = [["", *(_word(f"head.{name}") for name in ("throw", "won", "deal_in", "mean_fan", "points", "behind"))]]
        for at, each in enumerate(played.rollouts, 1):
            rate = [_number(interval, 100, 1, "%") for interval in (each.win, each.deal_in)]
            rest = [_number(each.fan, 1, 2), _number(each.points, 1, 2), "-" if at == 1 else _number(each.behind, 1, 2)]
            rows.append([str(at), self.tile(each.discard), *rate, *rest])
        yield from _table(rows, right=range(7), bold=(1,))
        if played.to_separate is not None and played.to_separate > played.n:
            best, second = (self.tile(each.discard) for each in played.rollouts[:2])
            yield _INDENT + _word("not_apart", best=best, second=second, walls=played.to_separate)

    def _at_table(self, played: Rollouts) -> str:
        """Who plays how, and who deals."""
        names = [seat.name for seat in played.seats]
        alike = len(set(names)) == 1
        seats = _word("seats.alike", name=names[0]) if alike else _word("seats.each", names=listed(names))
        return _word("table", seats=seats, dealer=_word(f"dealer.{DEALERS[played.position.dealer]}"))

    def _against(self, played: Rollouts) -> str:
        """What the rollouts say against the ranking, if anything."""
        first, best = self.hand.discards[0].kind, played.best.discard
        if best == first:
            return ""
        gap = next(each.behind for each in played.rollouts if each.discard == first)
        return _word("against.clear" if gap.hi < 0 else "against.unclear", best=self.tile(best), first=self.tile(first))

    # Why

    def _why(self) -> str:
        hand = self.hand
        if hand.verdict is not None and hand.asked_to_win and hand.verdict.legal:
            return _word("why.may_win")
        if to_discard(hand):
            return self._why_this_discard()
        return _word("why.not_on_this") if hand.drawn else self._state()

    def _state(self) -> str:
        """One line on a hand that waits for a tile."""
        hand = self.hand
        if hand.legal == NEVER:
            return self._why_never()
        if hand.waits and all(wait.dead for wait in hand.waits):
            return _word("why.none_may_win", why=self._held_back())
        if hand.legal == 0:
            return self._ready()
        if hand.fifth_copies:
            return _word("why.fifth", tiles=self.tiles(hand.fifth_copies))
        draws = _word("why.draws", draws=hand.legal)
        return draws + (_word("semicolon") + self._held_back() if hand.held_back_by else "")

    def _ready(self) -> str:
        """How good the wait of a hand is that some tile may win."""
        waits = self.hand.waits
        barred = [wait.kind for wait in waits if wait.dead]
        if barred:
            return _word("why.some_may_not", tiles=self.tiles(barred))
        if not any(wait.live for wait in waits):
            return _word("why.all_seen")
        drawn_only = [wait.kind for wait in waits if not wait.discard.legal]
        return _word("why.self_draw_only", tiles=self.tiles(drawn_only)) if drawn_only else _word("why.ready")

    def _held_back(self) -> str:
        """Which conditions lengthen the way to a hand that may win."""
        names = self.hand.held_back_by
        if not names:
            return _word("why.too_few_fan")
        lacks = self._lacks(names)
        conditions = _conditions(names) + (_word("bracketed", text=lacks) if lacks else "")
        return _word("why.longer" if names == (SECOND_CONDITION,) else "why.longer_many", conditions=conditions)

    def _why_never(self) -> str:
        names = self.hand.held_back_by or (THREE_SUITS, SECOND_CONDITION)
        lacks = self._lacks(names)
        return _word("why.never", conditions=_conditions(names), lacks=_word("colon") + lacks if lacks else "")

    def _lacks(self, names: Sequence[str]) -> str:
        """The missing suits, where the three suits are among the conditions."""
        return missing_suits(self.hand.missing_suits) if THREE_SUITS in names and self.hand.missing_suits else ""

    def _why_this_discard(self) -> str:
        first, *others = self.hand.discards
        if first.legal == NEVER:
            return self._why_never()
        told = _word("why.discard", tile=self.tile(first.kind), better=self._better(first, others))
        return told + (self._by_shape(self.hand.shape_choice, first) if self.hand.shape_choice else "")

    def _better(self, first: Discard, others: Sequence[Discard]) -> str:
        distance = _word("ready") if first.legal == 0 else _word("why.distance", number=first.legal)
        live = _word("why.live", live=first.legal_tiles.live)
        if not others:
            return _word("why.alone", distance=distance, live=live)
        second = others[0]
        if second.legal != first.legal:
            return _word("why.only_this", distance=distance, live=live)
        if second.live != first.live:
            return _word("why.against", distance=distance, live=live, other=second.live, tile=self.tile(second.kind))
        equals = [each.kind for each in others if each.legal == first.legal and each.live == first.live]
        return _word("why.equals", distance=distance, live=live, tiles=self.tiles(equals))

    def _by_shape(self, choice: Discard, first: Discard) -> str:
        """What a player who looks at the shape alone would discard, and what comes of it."""
        tile = self.tile(choice.kind)
        if choice.legal == NEVER:
            return _word("by_shape.never", tile=tile)
        if choice.legal != first.legal:
            return _word("by_shape.further", tile=tile, steps=choice.legal - first.legal)
        return _word("by_shape.fewer", tile=tile, live=choice.live)


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
