"""Random but consistent outcome rows, so that statistics and figures are tested without playing hands."""

from __future__ import annotations

import numpy as np
import pandas as pd

from nmsim.outcomes import COLUMNS, DISCARD, EXHAUSTIVE, NEVER, NONE, ROB_KONG, SEATS, SELF_DRAW
from nmsim.rules import FAN_ROWS

SUITS = 3
KINDS = 34


def synthetic_hands(
    walls: int, seed: int = 1, *, arm: int = 0, rotations: int = 1, hands_per_match: int = 0, policies: int = 1, win_rate: float = 0.6
) -> pd.DataFrame:
    """`walls` walls of `rotations` hands each (or, with `hands_per_match`, matches of that many hands), columns as declared."""
    random = np.random.default_rng(seed)
    n = walls * rotations
    columns = {column.name: np.zeros(n, dtype=np.int64) for column in COLUMNS}
    columns["arm"][:] = arm
    columns["wall"] = np.repeat(np.arange(walls), rotations)
    columns["rotation"] = np.tile(np.arange(rotations), walls)
    columns["match"] = columns["wall"] // hands_per_match if hands_per_match else np.full(n, NONE)
    columns["hand"] = columns["wall"] % hands_per_match if hands_per_match else np.zeros(n, dtype=np.int64)
    columns["dealer"] = random.integers(0, SEATS, n) if hands_per_match else np.zeros(n, dtype=np.int64)
    for seat in range(SEATS):
        columns[f"policy_{seat}"] = (columns["rotation"] + seat) % policies
    _end(columns, random, win_rate)
    for seat in range(SEATS):
        _sit(columns, random, seat)
    return pd.DataFrame({column.name: columns[column.name].astype(column.dtype) for column in COLUMNS})


def _end(columns: dict[str, np.ndarray], random: np.random.Generator, win_rate: float) -> None:
    n = len(columns["wall"])
    luck = np.repeat(random.normal(0, 0.1, n), 1)[columns["wall"] % n]  # hands of one wall resemble each other
    won = random.random(n) < win_rate + luck
    columns["ending"] = np.where(won, random.choice([SELF_DRAW, DISCARD, ROB_KONG], n, p=[0.3, 0.69, 0.01]), EXHAUSTIVE)
    winner = random.integers(0, SEATS, n)
    other = (winner + random.integers(1, SEATS, n)) % SEATS
    columns["winner"] = np.where(won, winner, NONE)
    columns["winners"] = np.where(won, 1 << winner, 0)
    columns["discarder"] = np.where(won & (columns["ending"] != SELF_DRAW), other, NONE)
    columns["winning_tile"] = np.where(won, random.integers(0, KINDS, n), NONE)
    columns["legal_winners"] = np.where(
        won, np.where(columns["ending"] == SELF_DRAW, 1, random.choice([1, 2, 3], n, p=[0.9, 0.09, 0.01])), 0
    )
    columns["met_yaojiu"] = won & (random.random(n) < 0.8)
    columns["met_jiang258"] = won & ((random.random(n) < 0.5) | ~columns["met_yaojiu"])
    columns["fan"] = np.where(won, 1 + random.poisson(1.2, n), 0)
    for row in FAN_ROWS:
        columns[f"fan_{row}"] = won & (random.random(n) < (1 if row == "basic_win" else 0.1 / (1 + len(row))))
    columns["turns"] = random.integers(10, 80, n)
    columns["tiles_left"] = np.where(won, 83 - columns["turns"].clip(max=83), 0)


def _sit(columns: dict[str, np.ndarray], random: np.random.Generator, seat: int) -> None:
    n = len(columns["wall"])
    won = columns["winner"] == seat
    sign = np.where(won, 3, np.where(columns["winner"] >= 0, -1, 0))
    columns[f"points_{seat}"] = sign * columns["fan"]
    columns[f"seat_fan_{seat}"] = np.where(won, columns["fan"], 0)
    columns[f"start_shape_{seat}"] = random.integers(1, 6, n)
    columns[f"start_legal_{seat}"] = np.where(random.random(n) < 0.001, NEVER, columns[f"start_shape_{seat}"] + random.integers(0, 3, n))
    columns[f"suits_dealt_{seat}"] = np.where(random.random(n) < 0.044, SUITS - 1, SUITS)
    columns[f"terminals_dealt_{seat}"] = random.integers(0, 6, n)
    columns[f"ready_shape_{seat}"] = np.where(won | (random.random(n) < 0.5), random.integers(2, 15, n), NONE)
    columns[f"ready_legal_{seat}"] = np.where(won | (random.random(n) < 0.4), random.integers(2, 15, n), NONE)
    columns[f"wait_{seat}"] = np.where(columns[f"ready_legal_{seat}"] >= 0, random.integers(1, 7, n), 0)
    columns[f"discards_{seat}"] = columns["turns"] // SEATS
    columns[f"chows_{seat}"] = random.integers(0, 2, n)
    columns[f"pungs_{seat}"] = random.integers(0, 2, n)
    columns[f"kongs_concealed_{seat}"] = random.random(n) < 0.01
    for source in ("own", "other"):
        for reason, rate in (("suit", 0.06), ("second", 0.03), ("both", 0.01)):
            columns[f"refused_{source}_{reason}_{seat}"] = (random.random(n) < rate) * random.integers(1, 3, n)
    refused = sum(columns[f"refused_{source}_{reason}_{seat}"] for source in ("own", "other") for reason in ("suit", "second", "both"))
    columns[f"completions_{seat}"] = won.astype(np.int64) + refused
    columns[f"refused_first_{seat}"] = np.where(refused > 0, 5, NONE)
