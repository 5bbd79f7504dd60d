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
# # How often does 三门齐 stop a complete hand, and what does it cost?
#
# A hand of 内蒙麻将 may win only with all three suits (三门齐) and a 1 or 9 or a pair of 2, 5 or 8 (条件二). This
# notebook reads the results of `experiments/01_three_suits.toml`: five arms on the same walls.

# %%
from nmsim.experiment import find_results
from nmsim.figures import picture
from nmsim.record import read_record, recorded_experiment
from nmsim.stats import format_limits, format_row, headline_table, pick, read_summary

folder = find_results("01_three_suits")
record = read_record(folder)
experiment = recorded_experiment(record)
print(f"experiment {experiment.name}: seed {experiment.seed}, hands {record['hands']}, policies {record['policies']}")
print(f"nmsim {record['software']['nmsim']}, content hash {record['content_hash']['rows'][:16]}; again: {record['command']}")

# %% [markdown]
# ## Load
# One row a statistic, arm and group, each with its interval and n. Intervals count walls, since the four seats of a
# wall hang together.

# %%
summary = read_summary(folder / "summary.csv")
summary.head(8)

# %% [markdown]
# ## Summarise
# Complete hands that may not win: (a) how many of the seat-hands ever complete (below it, of all seat-hands, and of
# hands with any seat so stopped), (b) how often it happens, (c) how many then never won. They have different
# denominators and are never mixed. `strict` are four players who plan for the conditions, `strict_blind` four who
# ignore them.

# %%
for arm in ("strict", "strict_blind"):
    print(headline_table(summary[summary["arm"] == arm], "en"))

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
# In brackets stands the standard error of the last digits; the range after it is the 95 % interval.


# %%
def said(statistic: str, arm: str) -> str:
    """The estimate with its 95 % interval."""
    (row,) = pick(summary, statistic, arm).itertuples()
    return f"{format_row(row, 'en')}, {format_limits(row, 'en')}"


ignoring, planning = "strict_blind", "strict"
print(f"Of the hands that players who ignore the conditions complete, {said('refused_suit_any_of_complete', ignoring)} may not win")
print(f"for a missing suit alone; where players plan for them, {said('refused_suit_any_of_complete', planning)}.")
print(f"Some seat is so stopped in {said('refused_suit_any_of_hands', ignoring)} of games,")
print(f"and in {said('refused_suit_any_of_hands', planning)}.")
print(f"For those who plan the rule costs little but time: three suits alone add {said('turns_difference', 'three_suits - open')}")
print(f"discards to a hand, both conditions {said('turns_difference', 'strict - open')};")
print(f"hands won change by {said('win_difference', 'strict - open')}.")
print(f"Those who ignore it pay {said('turns_difference', 'strict_blind - open')} discards a hand,")
print(f"and hands won change by {said('win_difference', 'strict_blind - open')}.")
