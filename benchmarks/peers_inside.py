"""Other packages at play, for `benchmarks.peers`, which runs this file inside an environment that holds them and not this toolkit.

Reads lines of JSON, writes lines of JSON: `{"do": "offer"}` is answered with the contenders that can be measured here and why others
cannot; `{"do": NAME, "seconds": S}` with units done, CPU seconds and a word on what was done. Units are hands played, or hands measured.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterable
from importlib import metadata
from typing import Any, NamedTuple

SEED = 20261130
KINDS = 34


class Done(NamedTuple):
    """Units done in so many CPU seconds; `decided` of them ended in a change of scores, where that is known; `total` is a checksum."""

    units: int
    seconds: float
    decided: int | None = None
    total: int | None = None


Measure = Callable[[float], Done]


# ---------------------------------------------------------------- play


def riichienv_hands(choose: Callable[[Any, random.Random], Any]) -> Measure:
    """Single hands of `riichienv` without its logging; `choose` answers each observation."""
    riichienv = importlib.import_module("riichienv")
    rng = random.Random(SEED)
    env = riichienv.RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=True)

    def measure(seconds: float) -> Done:
        hands = decided = 0
        begun = time.process_time()
        while time.process_time() - begun < seconds:
            observations = env.reset(seed=rng.getrandbits(32))
            before = env.scores()
            while not env.done():
                observations = env.step({seat: choose(seen, rng) for seat, seen in observations.items()})
            hands += 1
            decided += env.scores() != before
        return Done(hands, time.process_time() - begun, decided)

    return measure


def riichienv_random() -> Measure:
    """A random legal action at each decision."""
    return riichienv_hands(lambda seen, rng: rng.choice(seen.legal_actions()))


def riichienv_greedy() -> Measure:
    """Wins when it can, never claims, discards at random among tiles whose loss does not lengthen the distance: one question a turn."""
    riichienv, xiangting = importlib.import_module("riichienv"), importlib.import_module("xiangting")
    four, unneeded = xiangting.PlayerCount.FOUR, xiangting.calculate_unnecessary_tiles
    types = riichienv.ActionType
    wins, passes, discards = (types.Tsumo, types.Ron), types.Pass, types.Discard

    def choose(seen: Any, rng: random.Random) -> Any:
        own = []
        for action in seen.legal_actions():
            sort = action.action_type
            if sort in wins:
                return action
            if sort == passes:
                declined = action
            elif sort == discards:
                own.append(action)
        if not own:
            return declined
        counts = [0] * KINDS
        for tile in seen.hand:
            counts[tile >> 2] += 1
        mask = unneeded(counts, four)[1]
        return rng.choice([action for action in own if mask >> (action.tile >> 2) & 1] or own)

    return riichienv_hands(choose)


def jansou_games(agent: str) -> Measure:
    """Whole games of `jansou` by one of the agents it ships, Tenhou rules; counted in hands."""
    environment, agents = importlib.import_module("jansou.game.environment"), importlib.import_module("jansou.game.agents")
    rules = importlib.import_module("jansou.core.rules").preset("tenhou")
    make = getattr(agents, agent)
    rng = random.Random(SEED)

    def measure(seconds: float) -> Done:
        hands = 0
        begun = time.process_time()
        while time.process_time() - begun < seconds:
            game = environment.Environment(rules, seed=rng.getrandbits(32))
            game.run([make(rng.getrandbits(32)) for _ in range(4)])
            hands += len(game.records)
        return Done(hands, time.process_time() - begun)

    return measure


# ---------------------------------------------------------------- distances


def counts_of_hands(hands: int) -> list[list[int]]:
    """So many hands of 14 tiles, the same ones in every process."""
    rng = random.Random(SEED)
    wall = [kind for kind in range(KINDS) for _ in range(4)]
    dealt = []
    for _ in range(hands):
        counts = [0] * KINDS
        for kind in rng.sample(wall, 14):
            counts[kind] += 1
        dealt.append(counts)
    return dealt


def spelled(counts: list[int]) -> str:
    """A hand in the notation of `cmajiang`: m123p456s789z1234."""
    suits = (counts[first : first + 9] for first in range(0, KINDS, 9))
    return "".join(
        letter + "".join(str(rank + 1) * many for rank, many in enumerate(suit)) for letter, suit in zip("mpsz", suits, strict=True)
    )


def passes(hands: Any, distances: Callable[[Any], Iterable[Any]]) -> Measure:
    """Passes over prepared hands; the checksum is the sum of their distances."""

    def measure(seconds: float) -> Done:
        done, begun = 0, time.process_time()
        while time.process_time() - begun < seconds:
            found = distances(hands)
            done += 1
        took = time.process_time() - begun
        return Done(done * len(hands), took, total=sum(int(value) for value in found))

    return measure


def xiangting_distances() -> Measure:
    """A call a hand; it counts draws, one more than the distance."""
    xiangting = importlib.import_module("xiangting")
    ask, four = xiangting.calculate_replacement_number, xiangting.PlayerCount.FOUR
    measured = passes(counts_of_hands(10_000), lambda hands: [ask(hand, four) for hand in hands])

    def measure(seconds: float) -> Done:
        done = measured(seconds)
        return done._replace(total=(done.total or 0) - 10_000)

    return measure


def mahjong_distances() -> Measure:
    """A call a hand."""
    ask = importlib.import_module("mahjong.shanten").Shanten.calculate_shanten
    return passes(counts_of_hands(10_000), lambda hands: [ask(hand) for hand in hands])


def cmajiang_distances() -> Measure:
    """A call a hand, its own objects ready."""
    cmajiang = importlib.import_module("cmajiang")
    hands = [cmajiang.Shoupai(spelled(counts)) for counts in counts_of_hands(10_000)]
    return passes(hands, lambda hands: [cmajiang.xiangting(hand) for hand in hands])


CONTENDERS: dict[str, Callable[[], Measure]] = {
    "riichienv, random": riichienv_random,
    "riichienv + xiangting, greedy": riichienv_greedy,
    "jansou, SmartEfficiencyAgent": lambda: jansou_games("SmartEfficiencyAgent"),
    "jansou, EfficiencyAgent": lambda: jansou_games("EfficiencyAgent"),
    "xiangting, distances": xiangting_distances,
    "mahjong, distances": mahjong_distances,
    "cmajiang, distances": cmajiang_distances,
}
PACKAGES = ("riichienv", "xiangting", "jansou", "jansou-native", "cmajiang", "mahjong")


def versions() -> dict[str, str]:
    """The packages that are installed here."""
    found = {}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found


def offer() -> tuple[dict[str, Measure], dict[str, str]]:
    """The contenders that are ready, and for the others one line why not."""
    ready, absent = {}, {}
    for name, make in CONTENDERS.items():
        try:
            measure = make()
            measure(0.05)
        except Exception as error:  # whatever ails another package is told, and the others are measured
            absent[name] = f"{type(error).__name__}: {error}".splitlines()[0]
        else:
            ready[name] = measure
    return ready, absent


def main() -> None:
    """Answer until the input ends."""
    ready, absent = offer()
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["do"] == "offer":
            told: dict[str, Any] = {"ready": list(ready), "absent": absent, "versions": versions(), "python": sys.version.split()[0]}
        else:
            told = ready[asked["do"]](asked["seconds"])._asdict()
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
