"""What `benchmarks.work` starts in fresh processes, each with an empty compile cache: `python -m benchmarks.work_inside count|sample JSON`.

Prints JSON. `count` has every part of the engine count its calls and the memory that it touches: code for that is put into each part's
LLVM IR before the parts become one library, so nothing in the engine's source knows of it. `sample` leaves the code as it is and looks at
it with `perf`.
"""

from __future__ import annotations

import bisect
import ctypes
import functools
import hashlib
import importlib
import json
import mmap
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numba.extending
import numpy as np
import numpy.typing as npt
from llvmlite import ir

Array = npt.NDArray[Any]
MOST_COUNTERS = 1 << 14
WORD, COUNT = ir.IntType(64), ir.IntType(32)
LINE_BITS = 6
ADDRESS_BITS = 47  # of what Linux gives a process that does not ask for more
NO_RESERVE = getattr(mmap, "MAP_NORESERVE", 0x4000)  # Python names it from 3.13 on
# Records of a worker: their names, and which function of which module of the engine makes each.
RECORDS = (
    ("TABLES", "tables", "build_tables"),
    ("SETTING", "state", "make_setting"),
    ("TABLE", "state", "make_table"),
    ("WORK", "state", "make_work"),
)
HEAVY = 0.9  # the share of all accesses of which it is told how few lines take it
SAMPLES_A_SECOND = 3_999
OUTSIDE = "outside the kernel"
SLICE = 100  # hands between looks whether perf has ended
TIMED = 5


def part_name(mangled: str) -> str:
    """`shape.distances` of numba's mangled name: what stands before the argument types, without the engine's package."""
    names, at = [], mangled.find("_ZN") + 3
    while mangled[at : at + 1].isdigit():
        end = at
        while mangled[end].isdigit():
            end += 1
        at = end + int(mangled[at:end])
        names.append(mangled[end:at])
    return ".".join(names).removeprefix("nmsim.engine.")


def play(policy: str, seed: int, first: int, last: int) -> Array:
    """The rows of walls first..last-1, strict, four equal seats."""
    make_plan: Any = importlib.import_module("nmsim.plan").make_plan
    playing: Any = importlib.import_module("nmsim.playing")
    rows: Array = playing.play_blocks(make_plan("strict", (policy,) * 4, seed), first, last)
    return rows


def digest(rows: Array) -> str:
    """What tells rows apart."""
    return hashlib.sha256(rows.tobytes()).hexdigest()


# ---------------------------------------------------------------- counting


class Counters:
    """64-bit counters in memory, each with a name; the code that raises one holds its address as a constant."""

    def __init__(self) -> None:
        self.memory = (ctypes.c_uint64 * MOST_COUNTERS)()
        self.names: list[tuple[Any, str]] = []

    def raise_one(self, builder: ir.IRBuilder, name: tuple[Any, str]) -> None:
        """Put code that raises a new counter where the builder stands."""
        place = ir.Constant(WORD, ctypes.addressof(self.memory) + 8 * len(self.names)).inttoptr(WORD.as_pointer())
        self.names.append(name)
        if len(self.names) > MOST_COUNTERS:
            raise RuntimeError("too many counters")
        builder.store(builder.add(builder.load(place), WORD(1)), place)

    def clear(self) -> None:
        """All counters to 0."""
        ctypes.memset(self.memory, 0, ctypes.sizeof(self.memory))


class Lines:
    """How often each cache line of this process's memory was touched: 32 bits a line, in address space that is only lent where written."""

    def __init__(self) -> None:
        size = 4 << ADDRESS_BITS - LINE_BITS
        self.memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE)
        self.counts = np.frombuffer(self.memory, np.uint32)

    def touch(self, builder: ir.IRBuilder, address: Any, offset: int) -> None:
        """Put code that counts the line of the byte `offset` after an address where the builder stands."""
        line = builder.lshr(builder.add(address, WORD(offset)), WORD(LINE_BITS))
        place = builder.add(builder.shl(line, WORD(2)), WORD(self.counts.ctypes.data))
        place = builder.inttoptr(place, COUNT.as_pointer())
        builder.store(builder.add(builder.load(place), COUNT(1)), place)

    def of(self, array: Array) -> Array:
        """The counts of the lines that begin in an array, to be read or set: of two arrays that share a line one has it."""
        first = array.ctypes.data
        return self.counts[-(-first >> LINE_BITS) : -(-(first + array.nbytes) >> LINE_BITS)]

    def touched(self, array: Array) -> int:
        """How many of an array's lines were touched."""
        return int(np.count_nonzero(self.of(array)))

    def clear(self, arrays: dict[str, Array]) -> None:
        """The counts of these arrays to 0."""
        for array in arrays.values():
            self.of(array)[:] = 0


def _bytes_of(kind: Any) -> int:
    """Size of what is loaded or stored at once, if it is more than one number; else 1."""
    return kind.count * kind.element.width // 8 if isinstance(kind, ir.VectorType) else 1


def _is_memory(pointer: Any) -> bool:
    """Whether a pointer leads to memory: not to a variable of the function, most of which live in registers, nor to a constant place."""
    while isinstance(pointer, (ir.GEPInstr, ir.CastInstr)):
        pointer = pointer.operands[0]
    return not isinstance(pointer, (ir.AllocaInstr, ir.Constant, ir.GlobalVariable))


def _accesses(function: ir.Function) -> Iterator[tuple[Any, Any, Any]]:
    """Each load and store of memory: the instruction, the pointer, the type of the value."""
    for block in function.blocks:
        for instruction in list(block.instructions):
            if isinstance(instruction, ir.LoadInstr):
                pointer, kind = instruction.operands[0], instruction.type
            elif isinstance(instruction, ir.StoreInstr):
                pointer, kind = instruction.operands[1], instruction.operands[0].type
            else:
                continue
            if _is_memory(pointer):
                yield instruction, pointer, kind


def put_in(counters: Counters, lines: Lines | None) -> None:
    """Have the parts compiled from now on count. Must come before any module with intrinsics of the engine is imported."""
    plain_intrinsic = numba.extending.intrinsic

    def counting_intrinsic(*given: Any, **options: Any) -> Any:
        if options or not given:
            return lambda function: plain_intrinsic(**options)(_counting(function, counters))
        return plain_intrinsic(_counting(given[0], counters))

    numba.extending.intrinsic = counting_intrinsic
    library: Any = importlib.import_module("nmsim.engine.compiling")._Library
    add_module = library.add_ir_module

    done: set[ir.Function] = set()  # a kernel's module grows by a part each time, and comes whole

    def add_counting_module(self: Any, module: Any) -> None:
        for function in module.functions:
            part_code = function.blocks and function.name.startswith("_ZN") and not module.name.endswith("wrapper")
            if part_code and function not in done:
                done.add(function)
                _have_count(function, counters, lines)
        add_module(self, module)

    library.add_ir_module = add_counting_module


def _have_count(function: ir.Function, counters: Counters, lines: Lines | None) -> None:
    """Put the counting code into a part."""
    builder = ir.IRBuilder()
    if lines:
        for instruction, pointer, kind in list(_accesses(function)):
            builder.position_before(instruction)
            address = builder.ptrtoint(pointer, WORD)
            for offset in sorted({0, _bytes_of(kind) - 1}):
                lines.touch(builder, address, offset)
    builder.position_at_start(function.entry_basic_block)
    counters.raise_one(builder, (None, part_name(function.name)))


def _counting(function: Callable[..., Any], counters: Counters) -> Callable[..., Any]:
    """An intrinsic, which is code put into its callers, that counts how often each of them runs it."""

    @functools.wraps(function)
    def typed(*arguments: Any) -> Any:
        given = function(*arguments)
        if given is None:
            return None
        signature, build = given

        def counted(context: Any, builder: Any, *rest: Any) -> Any:
            counters.raise_one(builder, (typed, part_name(builder.function.name)))
            return build(context, builder, *rest)

        return signature, counted

    return typed


def _intrinsic_names() -> dict[Any, str]:
    """The names under which the engine's modules keep their intrinsics."""
    names = {}
    for module_name, module in list(sys.modules.items()):
        for name, value in list(vars(module).items()) if module_name.startswith("nmsim.engine.") else ():
            definition = getattr(value, "_defn", None)
            if definition is not None and definition.__module__ == module_name:
                names[definition] = f"{module_name.removeprefix('nmsim.engine.')}.{name}"
    return names


def fields(prefix: str, room: Array, kind: np.dtype[Any]) -> dict[str, Array]:
    """Memory uint8[] of each field of a record of this kind in `room` uint8[], and of the records in it, by dotted name."""
    found: dict[str, Array] = {}
    for name, (of_field, start, *_) in (kind.fields or {}).items():
        place = room[start : start + of_field.itemsize]
        found |= fields(f"{prefix}.{name}", place, of_field) if of_field.names else {f"{prefix}.{name}": place}
    return found


def _arrays(records: dict[str, Any]) -> dict[str, Array]:
    """Memory of all fields of the records; of the tables, which have room for any rule set, up to the last byte that is not zero."""
    found: dict[str, Array] = {}
    for name, record in records.items():
        found |= fields(name, np.frombuffer(record, np.uint8), record.dtype)
    return {name: np.trim_zeros(place, "b") if name.startswith("TABLES.") else place for name, place in found.items()}


def _note(notes: dict[str, Any], name: str, module_name: str, maker: str) -> None:
    """Keep what a function of a module of the engine made last, from now on."""
    module = importlib.import_module(f"nmsim.engine.{module_name}")
    function = getattr(module, maker)

    def noting(*arguments: Any, **options: Any) -> Any:
        notes[name] = function(*arguments, **options)
        return notes[name]

    setattr(module, maker, noting)


def _heavy(lines: Lines, arrays: dict[str, Array]) -> dict[str, int]:
    """Of each array the lines among those that, the busiest of all arrays, take most accesses."""
    counts = np.concatenate([lines.of(array).astype(np.int64) for array in arrays.values()])
    owners = np.repeat(np.arange(len(arrays)), [len(lines.of(array)) for array in arrays.values()])
    order = np.argsort(-counts, kind="stable")
    running = np.cumsum(counts[order])
    heavy = owners[order[: int(np.searchsorted(running, HEAVY * running[-1])) + 1]]
    return dict(zip(arrays, np.bincount(heavy, minlength=len(arrays)).tolist(), strict=True))


def _touched(lines: Lines, arrays: dict[str, Array], policy: str, seed: int, hands: range) -> dict[str, dict[str, float]]:
    """Of each array its size, the byte of a line that it begins at, and what is touched of it.

    `accesses` of a hand; lines touched by `all` hands, by most accesses (`heavy`), and by one `hand` in the mean. All hands were just
    played; for the last they are played again one by one.
    """
    told: dict[str, dict[str, float]] = {
        name: {
            "bytes": array.nbytes,
            "begins": array.ctypes.data % (1 << LINE_BITS),
            "accesses": float(lines.of(array).sum(dtype=np.int64)) / len(hands),
            "all": lines.touched(array),
        }
        for name, array in arrays.items()
    }
    for name, heavy in _heavy(lines, arrays).items():
        told[name] |= {"heavy": heavy, "hand": 0.0}
    for hand in hands:
        lines.clear(arrays)
        play(policy, seed, hand, hand + 1)
        for name, array in arrays.items():
            told[name]["hand"] += lines.touched(array) / len(hands)
    return told


def count(policies: list[str], hands: int, seed: int) -> dict[str, Any]:
    """Play `hands` walls with each policy, after as many others to warm up; tell the calls of every part, and the lines of every array.

    The lines are missing where the system does not lend the address space for them.
    """
    counters = Counters()
    try:
        lines: Lines | None = Lines()
    except OSError:
        lines = None
    put_in(counters, lines)
    records: dict[str, Any] = {}
    for made in RECORDS:
        _note(records, *made)
    told = {}
    for policy in policies:
        play(policy, seed, 0, hands)
        arrays = _arrays(records)
        counters.clear()
        if lines:
            lines.clear(arrays)
        rows = play(policy, seed, hands, 2 * hands)
        told[policy] = {"rows": digest(rows), **_calls(counters)}
        if lines:
            told[policy]["arrays"] = _touched(lines, arrays, policy, seed, range(hands, 2 * hands))
    return told


def _calls(counters: Counters) -> dict[str, Counter[str]]:
    """Calls of each part, and of each intrinsic in each part that has it."""
    names, parts, intrinsics = _intrinsic_names(), Counter[str](), Counter[str]()
    for (definition, name), number in zip(counters.names, counters.memory, strict=False):
        if definition is None:
            parts[name] += number
        else:
            intrinsics[f"{names[definition]} in {name}"] += number
    return {"parts": parts, "intrinsics": intrinsics}


# ---------------------------------------------------------------- sampling


class Symbols(NamedTuple):
    """Where each function of the kernel's library lies in memory, in rising order."""

    starts: list[int]
    sizes: list[int]
    names: list[str]

    def at(self, address: int) -> str:
        """The function that an address is in."""
        place = bisect.bisect_right(self.starts, address) - 1
        inside = place >= 0 and address < self.starts[place] + self.sizes[place]
        return self.names[place] if inside else OUTSIDE


def kernel_symbols() -> Symbols:
    """The functions of the library of `play_walls`, which was just compiled."""
    (compiled,) = importlib.import_module("nmsim.engine.play").play_walls.door.overloads.values()
    with tempfile.NamedTemporaryFile() as file:
        file.write(compiled.library._get_compiled_object())
        file.flush()
        listed = subprocess.run(["nm", "-n", "-S", file.name], check=True, capture_output=True, text=True).stdout
    rows = [line.split(maxsplit=3) for line in listed.splitlines()]
    places = {row[3]: (int(row[0], 16), int(row[1], 16)) for row in rows if len(row) == 4 and row[2] in "tTwW"}
    entry = compiled.fndesc.llvm_func_name
    base = compiled.library.get_pointer_to_function(entry) - places[entry][0]
    found = sorted((base + start, size, part_name(name) or name) for name, (start, size) in places.items())
    return Symbols(*(list(column) for column in zip(*found, strict=True)))


def _sampled(policy: str, seed: int, hands: range, seconds: float, symbols: Symbols, file: Path) -> Counter[str]:
    """Play these hands again and again while `perf` looks on; how often it found each part running."""
    words = [
        "perf",
        "record",
        "-e",
        "cpu-clock",
        "-F",
        str(SAMPLES_A_SECOND),
        "-p",
        str(os.getpid()),
        "-o",
        str(file),
        "--",
        "sleep",
        str(seconds),
    ]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as perf:
        while perf.poll() is None:
            for first in hands[::SLICE]:
                play(policy, seed, first, min(first + SLICE, hands.stop))
        if perf.returncode:
            raise RuntimeError(f"perf record: {perf.stderr.read().strip() if perf.stderr else ''}")
    addresses = subprocess.run(["perf", "script", "-i", str(file), "-F", "ip"], check=True, capture_output=True, text=True).stdout
    return Counter(symbols.at(int(word, 16)) for word in addresses.split())


def sample(policies: list[str], hands: int, seed: int, seconds: float) -> dict[str, Any]:
    """Look at the same walls as `count` for so many seconds a policy: samples by part, CPU seconds of a hand without `perf`.

    `why` tells why there are no samples, if so.
    """
    told: dict[str, Any] = {"policies": {}, "code": {}, "why": ""}
    walls = range(hands, 2 * hands)
    for policy in policies:
        play(policy, seed, 0, hands)
        spent = []
        for _ in range(TIMED):
            begun = time.process_time()
            rows = play(policy, seed, walls.start, walls.stop)
            spent.append((time.process_time() - begun) / hands)
        told["policies"][policy] = {"rows": digest(rows), "seconds": min(spent), "samples": {}}
    if missing := [program for program in ("perf", "nm") if shutil.which(program) is None]:
        return told | {"why": f"{' and '.join(missing)} not found"}
    symbols = kernel_symbols()
    told["code"] = dict(zip(symbols.names, symbols.sizes, strict=True))
    with tempfile.TemporaryDirectory() as folder:
        for policy in policies:
            try:
                told["policies"][policy]["samples"] = _sampled(policy, seed, walls, seconds, symbols, Path(folder) / "samples")
            except RuntimeError as error:
                return told | {"why": str(error).splitlines()[-1]}
    return told


if __name__ == "__main__":
    asked: Any = {"count": count, "sample": sample}[sys.argv[1]]
    print(json.dumps(asked(**json.loads(sys.argv[2]))))
