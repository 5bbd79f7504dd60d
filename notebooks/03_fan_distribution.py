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
# # How many fan is a win worth, and how often is each row scored?
#
# Four `legal` players under the rule text (`strict`), with flushes exempt from 三门齐 as in its worked example
# (`example`), and with no condition (`open`). Results of `experiments/03_fan_distribution.toml`.

# %%
from nmsim.experiment import find_results
from nmsim.figures import picture
from nmsim.record import read_record, recorded_experiment
from nmsim.stats import format_limits, format_row, pick, read_summary

folder = find_results("03_fan_distribution")
record = read_record(folder)
experiment = recorded_experiment(record)
print(f"experiment {experiment.name}: seed {experiment.seed}, hands {record['hands']}, policies {record['policies']}")
print(f"nmsim {record['software']['nmsim']}, content hash {record['content_hash']['rows'][:16]}; again: {record['command']}")

# %% [markdown]
# ## Load

# %%
summary = read_summary(folder / "summary.csv")
pick(summary, "fan_share", "strict", None).query("estimate > 0")

# %% [markdown]
# ## Summarise
# The rows of the fan table, the commonest first. A row never seen has an upper bound, not a zero.

# %%
pick(summary, "fan_row", "strict", None).sort_values("estimate", ascending=False, kind="stable")

# %% [markdown]
# ## Plot

# %%
picture("fan_distribution", summary, experiment)

# %%
picture("fan_rows", summary, experiment)

# %%
picture("winning_tiles", summary, experiment)


# %% [markdown]
# ## Answer
# In brackets stands the standard error of the last digits; the range after it is the 95 % interval.


# %%
def said(statistic: str, arm: str, group: str = "all") -> str:
    """The estimate with its 95 % interval."""
    (row,) = pick(summary, statistic, arm, group).itertuples()
    return f"{format_row(row, 'en')}, {format_limits(row, 'en')}"


print(f"A win under `strict` is worth {said('fan', 'strict')} fan on average;")
print(f"{said('fan_share', 'strict', '1')} of wins are worth a single fan.")
print(f"门清 is scored in {said('fan_row', 'strict', 'concealed_hand')}, 七对 in {said('fan_row', 'strict', 'seven_pairs')} of wins.")
print(
    f"混一色: {said('fan_row', 'strict', 'mixed_suit')} under `strict`, {said('fan_row', 'example', 'mixed_suit')} once flushes are exempt."
)
print(f"The exemption changes the mean by {said('fan_difference', 'example - strict')} fan.")
