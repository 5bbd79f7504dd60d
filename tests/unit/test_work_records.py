"""The records of work and growth: what is counted where, and what is measured only once."""

from __future__ import annotations

import ctypes
import importlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from llvmlite import binding, ir

from benchmarks import growth
from benchmarks.whole_run import Told, measured_by, tree_memory
from benchmarks.work import LINES, Work
from benchmarks.work_inside import RECORDS, Counters, Lines, _have_count, fields, part_name
from nmsim.engine.kernel import make_record

WORK = Work(
    hands=10,
    calls={"shape.distances": 30, "hand_rows.spot_of": 50},
    intrinsics={"row_lanes.copy_row in hand_rows.spot_of": 20, "row_lanes.copy_row in hand_rows.own_row": 40},
    arrays={},
    seconds=0,
    samples={},
)


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (("shape.distances",), 3),
        (("shape.distances", "hand_rows.spot_of"), 8),
        (("row_lanes.copy_row",), 6),
        (("row_lanes.copy_row in hand_rows.spot_of",), 2),
        (("shape.distances", "shape.gone"), None),
    ],
)
def test_calls_are_added_up(names: tuple[str, ...], called: float | None) -> None:
    """By part, by intrinsic in all parts or in one; a part that is no more leaves no sum that looks whole."""
    assert WORK.called(names) == called


def test_part_is_named_as_in_its_source() -> None:
    """numba's mangled names, with and without the arguments' types and a number of the version."""
    assert part_name("_ZN5nmsim6engine5shape9distancesB3v16B72c8tJTxx5ArrayIaLi1E1C7mutable7alignedE") == "shape.distances"
    assert part_name("_ZN7cpython5nmsim6engine4play10play_wallsB2v1Ex") == "cpython.nmsim.engine.play.play_walls"
    assert part_name("memset") == ""


@pytest.mark.parametrize("name", sorted({name for _, names in LINES for name in names} | {f"{made[1]}.{made[2]}" for made in RECORDS}))
def test_engine_has_what_is_counted(name: str) -> None:
    """A part that gets another name shows a dash in the record, which nobody would notice."""
    for place in name.split(" in "):
        module, part = place.split(".")
        assert hasattr(importlib.import_module(f"nmsim.engine.{module}"), part)


def test_fields_of_a_record_are_its_memory() -> None:
    """Arrays, single numbers and records in it, each where the engine writes."""
    inner = np.dtype([("rows", "i1", (2, 3)), ("facts", "i8", (4,))], align=True)
    record = make_record(np.dtype([("number", "i8"), ("scratch", inner)], align=True))
    found = fields("WORK", np.frombuffer(record, np.uint8), record.dtype)
    record.number = 5
    record.scratch.facts[:] = 7
    assert {name: place.nbytes for name, place in found.items()} == {"WORK.number": 8, "WORK.scratch.rows": 6, "WORK.scratch.facts": 32}
    assert found["WORK.number"].view(np.int64).tolist() == [5]
    assert found["WORK.scratch.facts"].view(np.int64).tolist() == [7] * 4
    assert found["WORK.scratch.facts"].ctypes.data == record.scratch.facts.ctypes.data


def _compiled(function: ir.Function) -> binding.ExecutionEngine:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(str(function.module)), machine)
    engine.finalize_object()
    return engine


def test_code_put_into_a_function_counts_its_calls_and_the_lines_it_touches() -> None:
    """A load of a word, a store of a row that lies in two lines; a variable of the function is no memory."""
    try:
        lines = Lines()
    except OSError:
        pytest.skip("the system does not lend so much address space")
    word, row = ir.IntType(64), ir.VectorType(ir.IntType(8), 64)
    function = ir.Function(ir.Module(), ir.FunctionType(ir.VoidType(), [word, word]), "_ZN5nmsim6engine4some4partE")
    builder = ir.IRBuilder(function.append_basic_block())
    variable = builder.alloca(word)
    builder.store(builder.load(builder.inttoptr(function.args[0], word.as_pointer())), variable)
    builder.store(ir.Constant(row, [7] * 64), builder.inttoptr(function.args[1], row.as_pointer()), align=1)
    builder.ret_void()
    counters = Counters()
    _have_count(function, counters, lines)
    engine = _compiled(function)
    call = ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_uint64)(engine.get_function_address(function.name))
    memory = np.zeros(6 * 64, np.uint8)
    first = -memory.ctypes.data % 64
    five = memory[first : first + 5 * 64]
    for _ in range(3):
        call(five.ctypes.data, five.ctypes.data + 2 * 64 + 32)
    assert (counters.names, counters.memory[0]) == ([(None, "some.part")], 3)
    assert lines.of(five).tolist() == [3, 0, 3, 3, 0]
    assert lines.touched(five) == 3
    assert (lines.of(five[:96]).tolist(), lines.of(five[96:]).tolist()) == ([3, 0], [3, 3, 0])
    assert (five[2 * 64 + 32 : 3 * 64 + 32] == 7).all()


def test_finished_sizes_are_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept is taken from there, unless it comes from other code; what a killed run left is removed."""
    asked: list[int] = []

    def run(hands: int, jobs: int, folder: Path, **_: bool) -> Told:
        asked.append(hands)
        if hands == 300:
            raise KeyboardInterrupt
        return {"seconds": float(hands)}

    monkeypatch.setattr(growth, "run", run)
    left = tmp_path / "rows-of-a-killed-run"
    left.mkdir()
    with pytest.raises(KeyboardInterrupt):
        growth.grown([100, 200, 300], 2, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [growth.KEPT]
    assert {hands: told["seconds"] for hands, told in growth.grown([100, 200], 2, tmp_path).items()} == {100: 100.0, 200: 200.0}
    assert asked == [growth.WARM, 100, 200, 300]
    growth.grown([200], 1, tmp_path)
    assert asked[4:] == [growth.WARM, 200]


def test_full_disk_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any hand is played."""
    monkeypatch.setattr(growth, "SPARE", 10**18)
    monkeypatch.setattr(growth, "run", lambda hands, *_, **__: {"seconds": 0.0} if hands == growth.WARM else pytest.fail("it ran"))
    with pytest.raises(SystemExit, match="GB of disk"):
        growth.grown([10_000], 2, tmp_path)


def test_failed_process_tells_why() -> None:
    """Its own words, not only that it failed."""
    with pytest.raises(RuntimeError, match="no_such_function"):
        measured_by("benchmarks.speed_inside", "no_such_function")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells the memory of a process and its children")
def test_memory_of_children_counts() -> None:
    """A process holds what it and those it started hold."""
    code = "import sys; held = bytearray(b'x') * 50_000_000; print(flush=True); sys.stdin.read()"
    alone = tree_memory(os.getpid())
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        with_child, of_child = tree_memory(os.getpid()), tree_memory(child.pid)
        child.communicate()
    assert of_child >= 50
    assert with_child - alone >= 50
