# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # How often does 三门齐 stop a hand, and what does it cost?
#
# A hand of 内蒙麻将 may be declared only with all three suits (三门齐) and a 1 or 9 or a pair of 2, 5 or 8 (条件二). This
# notebook reads the results of `experiments/01_three_suits.toml`: five arms on the same walls.

# %%
import os
from pathlib import Path

from nmsim.figures import picture
from nmsim.record import read_record, recorded_experiment
from nmsim.stats import format_limits, format_row, headline_table, pick, read_summary

folder = Path(os.environ.get("NMSIM_RESULTS", "../results")) / "01_three_suits"
record = read_record(folder)
experiment = recorded_experiment(record)
print(f"experiment {experiment.name}: seed {experiment.seed}, hands {record['hands']}, policies {record['policies']}")
print(f"nmsim {record['software']['nmsim']}, content hash {record['content_hash'][:16]}; again: {record['command']}")

# %% [markdown]
# ## Load
# One row a statistic, arm and group, each with its interval and n. Intervals count walls, since the four seats of a
# wall hang together.

# %%
summary = read_summary(folder / "summary.csv")
summary.head(8)

# %% [markdown]
# ## Summarise
# Three statistics that are never mixed: (a) how many seat-hands are stopped at least once, (b) how often it happens,
# (c) how many were stopped and then never won. `strict` are four players who steer by what may be declared,
# `strict_blind` four who look at the shape alone.

# %%
for arm in ("strict", "strict_blind"):
    print(headline_table(summary[summary["arm"] == arm]))

# %% [markdown]
# ## Plot

# %%
picture("refusals", summary, experiment)

# %%
picture("cost", summary, experiment)

# %% [markdown]
# The deals themselves are checked against the exact shares.

# %%
picture("deals", summary, experiment)


# %% [markdown]
# ## Answer


# %%
def said(statistic: str, arm: str) -> str:
    """The estimate with its 95 % interval."""
    (row,) = pick(summary, statistic, arm).itertuples()
    return f"{format_row(row)} ({format_limits(row)})"


print(f"Players blind to the conditions are stopped by 三门齐 alone in {said('refused_suit_any_share', 'strict_blind')} of their hands;")
print(f"players who see it coming in {said('refused_suit_any_share', 'strict')}.")
print(f"For these it costs little but time: three suits alone add {said('turns_difference', 'three_suits - open')} discards to a hand,")
print(f"both conditions {said('turns_difference', 'strict - open')}; hands won change by {said('win_difference', 'strict - open')}.")
print(f"Blindness costs: hands won change by {said('win_difference', 'strict_blind - strict')}.")
