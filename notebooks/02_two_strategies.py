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
# # How much is it worth to look at the conditions, and not at the shape alone?
#
# Two strategies at one table: `legal` counts the draws to a hand that may be declared, `shape` to any complete hand.
# Every wall is played in every distinct seating, and the two are compared wall by wall. Results of
# `experiments/02_two_strategies.toml`.

# %%
from nmsim.experiment import find_results
from nmsim.figures import picture
from nmsim.record import read_record, recorded_experiment
from nmsim.stats import format_limits, format_row, pick, read_summary

folder = find_results("02_two_strategies")
record = read_record(folder)
experiment = recorded_experiment(record)
print(f"experiment {experiment.name}: seed {experiment.seed}, hands {record['hands']}, policies {record['policies']}")
print(f"nmsim {record['software']['nmsim']}, content hash {record['content_hash']['rows'][:16]}; again: {record['command']}")

# %% [markdown]
# ## Load

# %%
summary = read_summary(folder / "summary.csv")
pick(summary, "seat_win", group=None)[lambda rows: rows["group"].str.startswith("policy")]

# %% [markdown]
# ## Summarise
# Paired differences: one score a wall, the mean of one policy's seats less that of the other's in the same games. Luck
# of the deal that both share falls out.

# %%
duels = summary[summary["statistic"].str.endswith("_difference") & summary["group"].str.startswith("policy")]
duels[duels["statistic"].isin(["seat_win_difference", "points_difference", "deal_in_difference", "winning_turn_difference"])]

# %% [markdown]
# ## Plot

# %%
picture("strategies", summary, experiment)

# %%
picture("refusals", summary, experiment)


# %% [markdown]
# ## Answer
# In brackets stands the standard error of the last digits; the range after it is the 95 % interval.


# %%
def said(statistic: str, arm: str, group: str) -> str:
    """The estimate with its 95 % interval."""
    (row,) = pick(summary, statistic, arm, group).itertuples()
    return f"{format_row(row, 'en')}, {format_limits(row, 'en')}"


both = ("two_each", "policy:legal - shape")
print(f"Two against two, a `legal` seat wins {said('seat_win_difference', *both)} more of its hands than a `shape` seat on the same walls,")
print(f"and takes {said('points_difference', *both)} a hand more.")
print(
    f"Alone among three `shape` players it wins {said('seat_win', 'one_legal', 'policy:legal')} of its hands, where a fair share is 25 %."
)
