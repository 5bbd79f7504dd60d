"""The hands of hand_examples.md, each as `nmsim hand` tells of it in English and in Chinese.

python -m benchmarks.hand_examples > benchmarks/hand_examples.md
"""

from __future__ import annotations

import shlex

from click.testing import CliRunner

from nmsim.cli import main

# What is to be seen, and the words after `nmsim hand`.
EXAMPLES: tuple[tuple[str, str], ...] = (
    ("A plain win, drawn", "123m456m78s234p55s --win 9s"),
    ("Ready in shape, and no tile may win", "234567m345s678p1z"),
    ("No draw can make it legal", '123m5p --melds "pung 111z; pung 222z; pung 333z"'),
    ("Two waits, one of which may not win", "234456m66234p78s"),
    ("A meld leaves one tile of the wait", '46m123p789p55s --melds "pung 555m"'),
    ("A kong holds all four tiles of the wait", '46m123p789p55s --melds "kong_concealed 5555m"'),
    ("A flush, where three suits are asked for", "1112345678999m --win 5m --how discard"),
    ("The same flush where it is exempt", "1112345678999m --win 5m --how discard --rules example"),
    ("Seven pairs, in 国标 letters", "W1W1W3W3T5T5T7T7B2B2B9B9F4 --win F4"),
    ("Thirteen orphans where they are on", "19m19p19s1234567z --set thirteen_orphans=true"),
    ("Thirteen orphans where they are off", "19m19p19s1234567z --win 1z"),
    ("A robbed kong", '23m456m55s234p --melds "chow 789s" --win 1m --how rob_kong --set fan.rob_kong=1'),
    ("A kong's replacement, the feeder liable, the dealer double",
     '345678s9m --melds "kong_open 8888p; chow 123m" --win 9m --how kong_draw --set kong_feeder_liable=true --set dealer_multiplier=2'),
    ("A complete shape with neither condition", "2343367m345678s --win 8m --how discard"),
    ("Which discard: the lone third suit", "23456m3345678p9s4z"),
    ("Which discard: the only 1 or 9, in Chinese", "二三四六七八万 345条 6677筒 1条"),
    ("Far from ready, with tiles seen", '147m258p369s12345z --seen "111z 22z 5m 8p"'),
    ("Unicode tiles", "🀇🀈🀉🀋🀌🀍🀙🀙🀐🀑🀓🀔🀄︎🀄︎"),
    ("A win too small for these rules", '45678m55p --melds "chow 123s; chow 456p" --win 9m --how discard --set min_fan=2'),
    ("Two discards played out", "123456m2399p678s1z --rollouts 400"),
)  # fmt: skip


def shown(words: str, lang: str) -> str:
    """What `nmsim hand` prints for the words."""
    result = CliRunner().invoke(main, ["hand", *shlex.split(words), "--lang", lang], prog_name="nmsim")
    if result.exit_code:
        raise SystemExit(f"nmsim hand {words}: {result.stderr}")
    return result.stdout.strip("\n")


def page() -> str:
    """The whole of hand_examples.md."""
    parts = ["# Twenty hands", "`python -m benchmarks.hand_examples > benchmarks/hand_examples.md` writes this page."]
    for title, words in EXAMPLES:
        parts += [f"## {title}", f"    nmsim hand {words}"]
        parts += [f"```text\n{shown(words, lang)}\n```" for lang in ("en", "zh")]
    return "\n\n".join(parts)


if __name__ == "__main__":
    print(page())
