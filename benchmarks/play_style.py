"""Does it look like mahjong? One line a policy, four alike under `strict`: how hands end, how soon, and how much is claimed.

python benchmarks/play_style.py [HANDS] [SEED]
"""

from __future__ import annotations

import sys

import pandas as pd

from nmsim import playing
from nmsim.outcomes import DISCARD, EXHAUSTIVE, SEATS, SELF_DRAW
from nmsim.policies import POLICY_NAMES


def over_seats(frame: pd.DataFrame, name: str) -> pd.Series:
    """A seat column's four columns one below the other, seat by seat."""
    return pd.concat([frame[f"{name}_{seat}"] for seat in range(SEATS)], ignore_index=True)


def describe(policy: str, hands: int, seed: int) -> dict[str, str]:
    """The table's row of one policy."""
    frame = playing.simulate("strict", [policy] * SEATS, walls=hands, seed=seed, jobs=2).to_pandas()
    won = frame[frame.winner >= 0]
    claims = sum(over_seats(frame, name) for name in ("chows", "pungs", "kongs_open"))
    ready = over_seats(frame, "ready_legal")
    winner_turn = [int(row[f"discards_{row['winner']}"]) for _, row in won.iterrows()]
    return {
        "policy": policy,
        "wins a seat": f"{100 * len(won) / len(frame) / SEATS:.2f} %",
        "drawn": f"{100 * (frame.ending == EXHAUSTIVE).mean():.2f} %",
        "self-draw, of wins": f"{100 * (won.ending == SELF_DRAW).mean():.1f} %",
        "deal-in a seat": f"{100 * (frame.ending == DISCARD).mean() / SEATS:.2f} %",
        "winner's turn": f"{sum(winner_turn) / max(1, len(winner_turn)) + 1:.1f}",
        "seats that claim": f"{100 * (claims > 0).mean():.1f} %",
        "claims a seat": f"{claims.mean():.2f}",
        "ever ready": f"{100 * (ready >= 0).mean():.1f} %",
        "turn of readiness": f"{ready[ready >= 0].mean():.1f}",
        "start distance": f"{over_seats(frame, 'start_legal').mean():.2f}",
        "fan": f"{won.fan.mean():.2f}",
    }


def main(hands: int = 10_000, seed: int = 11) -> None:
    """Print the table as Markdown."""
    rows = [describe(policy, hands, seed) for policy in POLICY_NAMES]
    print(f"{hands} hands each, strict, seed {seed}\n")
    print("| " + " | ".join(rows[0]) + " |\n|" + "---|" * len(rows[0]))
    for row in rows:
        print("| " + " | ".join(row.values()) + " |")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
