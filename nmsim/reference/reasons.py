"""Why a hand may not win, in words: the reasons of a verdict in short, and with the rule text's own words."""

from __future__ import annotations

from collections.abc import Sequence

from nmsim.reference.judge import Verdict
from nmsim.rules import Rules
from nmsim.tiles import MELD_NAMES, SUIT_NAMES_ZH, SUIT_READING_ORDER, Meld, format_tiles, format_tiles_zh
from nmsim.words import language, say

_MISSING = "missing_suit:"
_OF_PAIRS = ("no_yaojiu_no_258", "second_condition:jiang258", "second_condition:both")  # of seven pairs, told by what is asked of them


def meld_in_words(meld: Meld) -> str:
    """`open kong 8888p`, 明杠8888筒."""
    kinds = meld.kinds()
    return say(f"hand.meld.{MELD_NAMES[meld.form]}", tiles=format_tiles_zh(kinds) if language() == "zh" else format_tiles(kinds))


def missing_suits(suits: Sequence[int]) -> str:
    """`no dots and no bamboos`, in the order of the rule text."""
    named = [say(f"judge.suit.{suit}") for suit in SUIT_READING_ORDER if suit in suits]
    return say("judge.missing", suits=say("judge.missing.join").join(named))


def suits_with_rule(suits: Sequence[int], rules: Rules) -> str:
    """The missing suits with the rule's own words."""
    aside = say("judge.why.open_melds_aside") if rules.suit_scope == "concealed" else ""
    return say("judge.why.missing_suit", short=missing_suits(suits), aside=aside, rule=say("judge.rule.suits"))


def suits_missing_in(verdict: Verdict) -> list[int]:
    """The suits that a verdict's reasons name."""
    return [
        SUIT_NAMES_ZH.index(name) for reason in verdict.reasons if reason.startswith(_MISSING) for name in reason.removeprefix(_MISSING)
    ]


def yaojiu_in_words(rules: Rules) -> str:
    """What counts as 幺九 under the rules, and where."""
    aside = say("judge.why.open_melds_aside") if rules.yaojiu_scope == "concealed" else ""
    return say("judge.yaojiu.honors" if rules.honors_satisfy_yaojiu else "judge.yaojiu") + aside


def second_met(verdict: Verdict, rules: Rules) -> list[str]:
    """What the hand has of the second condition: of the half that the rules ask for, or of both."""
    pair = "jiang258.pairs" if verdict.reading == "seven_pairs" else "jiang258"
    halves = {"yaojiu": (verdict.met_yaojiu, "yaojiu"), "jiang258": (verdict.met_jiang258, pair)}
    asked = [rules.second_condition] if rules.second_condition in halves else list(halves)
    return [say(f"judge.met.{name}", yaojiu=yaojiu_in_words(rules)) for met, name in (halves[half] for half in asked) if met]


def second_lacking(verdict: Verdict, rules: Rules) -> str:
    """That it has nothing of it."""
    half = rules.second_condition in ("yaojiu", "jiang258")
    return reason_in_short(f"second_condition:{rules.second_condition}" if half else "no_yaojiu_no_258", verdict, rules)


def reason_in_short(reason: str, verdict: Verdict, rules: Rules) -> str:
    """A reason of a verdict, without the rule."""
    if reason.startswith(_MISSING):
        return missing_suits(suits_missing_in(verdict))
    values: dict[str, object] = {"yaojiu": yaojiu_in_words(rules)}
    if reason == "below_min_fan" and verdict.price is not None:
        values = {"fan": verdict.price.uncapped, "min_fan": rules.min_fan}
    elif reason.startswith("rob_"):
        values = {"rob_kong": rules.rob_kong}
    pairs = f".{rules.seven_pairs_jiang}" if verdict.reading == "seven_pairs" and reason in _OF_PAIRS else ""
    return say(f"judge.short.{reason}{pairs}", None, **values)


def reason_with_rule(reason: str, verdict: Verdict, rules: Rules, melded: bool) -> str:
    """A reason of a verdict in the rule's own words; `melded`: whether the hand has melds, so that sets alone complete it."""
    short = reason_in_short(reason, verdict, rules)
    yaojiu, jiang = say("judge.rule.yaojiu.honors" if rules.honors_satisfy_yaojiu else "judge.rule.yaojiu"), say("judge.rule.jiang258")
    match reason:
        case _ if reason.startswith(_MISSING):
            return suits_with_rule(suits_missing_in(verdict), rules)
        case "no_yaojiu_no_258" | "second_condition:both":
            return say(f"judge.why.{reason}", short=short, yaojiu=yaojiu, jiang=jiang)
        case "second_condition:yaojiu":
            return say(f"judge.why.{reason}", short=short, yaojiu=yaojiu)
        case "second_condition:jiang258":
            return say(f"judge.why.{reason}", short=short, jiang=jiang)
        case "not_complete":
            return say("judge.why.not_complete", shapes=_shapes(rules, melded))
    return short


def _shapes(rules: Rules, melded: bool) -> str:
    """The shapes that a hand may have under the rules."""
    others = [name for name in ("seven_pairs", "thirteen_orphans") if not melded and getattr(rules, name)]
    return say("judge.or").join([say("judge.rule.shape"), *(say(f"judge.reading.{name}") for name in others)])
