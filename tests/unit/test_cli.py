"""The small commands: what they print is what is declared, in text and as JSON."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from nmsim.cli import main
from nmsim.outcomes import COLUMN_NAMES, HAND_COLUMNS
from nmsim.policies import FEATURES, POLICY_NAMES
from nmsim.rules import OPTION_NAMES, PRESETS

CASES = Path(__file__).parents[1] / "cases" / "hands.tsv"


def call(*words: str) -> Result:
    return CliRunner().invoke(main, words, prog_name="nmsim", catch_exceptions=False)


@pytest.mark.parametrize("preset", PRESETS)
def test_rules_print_every_option_with_its_source(preset: str) -> None:
    text = call("rules", preset).stdout
    for name in OPTION_NAMES:
        assert f" {name} = " in text
    facts = json.loads(call("rules", preset, "--json").stdout)
    assert [option["option"] for option in facts["options"]] == list(OPTION_NAMES)
    assert all(option["source"] and option["meaning"] and option["allowed"] for option in facts["options"])


def test_rules_say_what_differs_from_strict() -> None:
    assert call("rules").stdout.endswith("differs from strict: nothing\n")
    text = call("rules", "open", "--set", "fan.rob_kong=2", "--set", "suit_exempt=pure_suit+mixed_suit").stdout
    assert "* suit_rule = off" in text
    assert text.endswith(
        "differs from strict: suit_rule = off, suit_exempt = mixed_suit+pure_suit, second_condition = off, fan.rob_kong = 2\n"
    )


def test_policies_print_what_every_number_means() -> None:
    text = call("policies").stdout
    for name in (*POLICY_NAMES, *FEATURES):
        assert f"{name}:" in text
    assert [policy["name"] for policy in json.loads(call("policies", "--json").stdout)["policies"]] == list(POLICY_NAMES)


def test_columns_print_every_column() -> None:
    text = call("columns").stdout
    assert all(f"{column.name} " in text for column in HAND_COLUMNS)
    assert [column["name"] for column in json.loads(call("columns", "--json").stdout)] == list(COLUMN_NAMES)


def test_statistics_print_their_formulas() -> None:
    text = call("statistics").stdout
    assert "refused_suit_any_share: " in text
    assert "sum(refused_suit_any_seats) / sum(seat_hands)" in text


def test_check_hands_counts_rows_and_names_those_that_differ(tmp_path: Path) -> None:
    done = call("check-hands", str(CASES))
    assert done.exit_code == 0
    assert done.stdout.endswith(" rows, 0 differ\n")
    wrong = tmp_path / "wrong.tsv"
    lines = CASES.read_text(encoding="utf-8").splitlines()
    row = next(number for number, line in enumerate(lines) if "\t3: 平胡1 自摸1 门清1\t" in line)
    lines[row] = lines[row].replace("\t3: 平胡1", "\t4: 平胡2")
    wrong.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = call("check-hands", str(wrong))
    assert done.exit_code == 1
    assert f"{wrong}:{row + 1}: " in done.stdout
    assert done.stdout.endswith(" rows, 1 differ\n")


@pytest.mark.parametrize("command", ["rules", "policies", "statistics"])
def test_labels_are_there_in_chinese(command: str) -> None:
    assert any("\u4e00" <= char <= "\u9fff" for char in call(command, "--lang", "zh").stdout)


def test_a_reader_that_leaves_is_no_error() -> None:
    script = f"{sys.executable} -m nmsim columns | head -1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
