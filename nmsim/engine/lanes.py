"""Vector instructions that plain loops do not become: the rows of many hands side by side, a hand a lane.

A loop of known length is unrolled into scalar code, ten times as slow. Here the few such loops that matter are spelled out in LLVM's
vector types, for any processor. A *half* is 16 bytes of a row (suit_rows): numbers of sets 0 to 4 without the pair, and PAIR bytes on with
it. Of a block of hands a half is 16 columns of BLOCK bytes, one for each hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic
from numba.np import arrayobj

from nmsim.engine.kernel import part
from nmsim.engine.suit_rows import ABSENT, ASK_HALF, ASK_NONE, HALF_READY, MEETING, MET_READY, PAIR, READY, ROW, SETS
from nmsim.outcomes import NEVER
from nmsim.tiles import KINDS

BLOCK = 64
HALF = 16
VECTOR = 32  # bytes worked on at once
_BYTE, _WORD, _INDEX = ir.IntType(8), ir.IntType(64), ir.IntType(32)


def address(context: Any, builder: Any, array_type: Any, array: Any, offset: Any, what: Any) -> Any:
    """Pointer to `what` at the byte `offset` of an int8 array."""
    data = arrayobj.make_array(array_type)(context, builder, array).data
    start = builder.gep(builder.bitcast(data, _BYTE.as_pointer()), [offset])
    return builder.bitcast(start, what.as_pointer())


def lesser(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(builder.icmp_signed("<", a, b), a, b)


@intrinsic
def word_at(typing_context, array, offset):
    """The eight bytes of an int8 array from `offset` on as a uint64, the first one lowest."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(address(context, builder, signature.args[0], arguments[0], arguments[1], _WORD), align=1)

    return types.uint64(array, types.int64), build


def _kinds(relation: str) -> Any:
    def typed(typing_context, counts, count):
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            single = ir.VectorType(_BYTE, VECTOR)
            first = ir.Constant(ir.VectorType(_INDEX, VECTOR), [0] * VECTOR)
            value = builder.insert_element(ir.Constant(single, ir.Undefined), builder.trunc(arguments[1], _BYTE), _INDEX(0))
            every = builder.shuffle_vector(value, value, first)

            def mask(start: int) -> Any:
                found = builder.load(address(context, builder, signature.args[0], arguments[0], _WORD(start), single), align=1)
                return builder.zext(builder.bitcast(builder.icmp_signed(relation, found, every), ir.IntType(VECTOR)), _WORD)

            return builder.or_(mask(0), builder.shl(mask(KINDS - VECTOR), _WORD(KINDS - VECTOR)))

        return types.int64(counts, types.int64), build

    typed.__doc__ = f"Mask of the kinds of which counts int8[34] hold {relation} `count`."
    return intrinsic(typed)


kinds_of = _kinds("==")
kinds_above = _kinds(">")


@intrinsic
def lowest_bit(typing_context, mask):
    """The place of the lowest bit set of an int64 that is not 0."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(1))

    return types.int64(types.int64), build


@intrinsic
def bits_set(typing_context, mask):
    """How many bits of an int64 are set."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@part
def nth_bit_in_turn(mask, number):
    """The place of the bit of an int64 mask that has `number` set bits below it."""
    for _ in range(number):
        mask &= mask - 1
    return lowest_bit(mask)


@intrinsic
def _nth_bit_at_once(typing_context, mask, number):
    """As `nth_bit_in_turn`, by an instruction that not every processor has: a loop's end, different every time, costs ten times as much."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        name = "llvm.x86.bmi.pdep.64"
        deposit = builder.module.globals.get(name) or ir.Function(builder.module, ir.FunctionType(_WORD, [_WORD, _WORD]), name)
        bit = builder.call(deposit, [builder.shl(_WORD(1), arguments[1]), arguments[0]])
        return builder.cttz(bit, ir.IntType(1)(1))

    return types.int64(types.int64, types.int64), build


# What numba compiles for, which the user may have set to less than this processor.
_TARGET_FEATURES = cpu_target.target_context.codegen()._tm_features.split(",")
nth_bit = _nth_bit_at_once if "+bmi2" in _TARGET_FEATURES else nth_bit_in_turn


def _interleaved(first: int) -> Any:
    """Shuffle that takes in turn from two vectors, from place `first` of each half on."""
    places = [HALF * half + first + at // 2 + (VECTOR if at % 2 else 0) for half in range(2) for at in range(HALF)]
    return ir.Constant(ir.VectorType(_INDEX, VECTOR), places)


def _columns(builder: Any, rows: list[Any]) -> list[Any]:
    """The columns of two squares of bytes, given their 16 rows side by side."""
    low, high = _interleaved(0), _interleaved(HALF // 2)
    for _ in range(4):
        pairs = zip(rows[: HALF // 2], rows[HALF // 2 :], strict=True)
        rows = [builder.shuffle_vector(a, b, order) for a, b in pairs for order in (low, high)]
    return rows


@intrinsic
def turn_halves(typing_context, rows, numbers, first, half, out, at):
    """Of the rows numbers[first:first+VECTOR] the 16 bytes from `half` on, turned into columns of a block, the first at out[at]."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        table, numbers, first, half, out, at = arguments
        vector = ir.VectorType(_BYTE, HALF)
        both = ir.Constant(ir.VectorType(_INDEX, VECTOR), list(range(VECTOR)))
        listed = arrayobj.make_array(signature.args[1])(context, builder, numbers).data

        def load(row: int) -> Any:
            number = builder.load(builder.gep(listed, [builder.add(first, _WORD(row))]))
            offset = builder.add(builder.mul(number, _WORD(ROW)), half)
            return builder.load(address(context, builder, signature.args[0], table, offset, vector), align=1)

        loaded = [builder.shuffle_vector(load(row), load(row + HALF), both) for row in range(HALF)]
        for place, column in enumerate(_columns(builder, loaded)):
            offset = builder.add(at, _WORD(place * BLOCK))
            builder.store(column, address(context, builder, signature.args[4], out, offset, ir.VectorType(_BYTE, VECTOR)), align=1)
        return context.get_dummy_value()

    whole = types.int64
    return types.void(rows, numbers, whole, whole, out, whole), build


def _ways(pair: int, sets: int) -> Iterator[tuple[int, int]]:
    """The columns of a half that go together to so many sets and the pair or none."""
    for pair_here in range(pair + 1):
        for here in range(sets + 1):
            yield PAIR * pair_here + here, PAIR * (pair - pair_here) + sets - here


def _add_halves(keep: bool) -> Any:
    def typed(typing_context, lanes, x, y, out, hand):
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lanes, x, y, out, hand = arguments
            vector = ir.VectorType(_BYTE, VECTOR)

            def column(start: Any, place: int) -> Any:
                offset = builder.add(builder.add(start, hand), _WORD(place * BLOCK))
                return address(context, builder, signature.args[0], lanes, offset, vector)

            places = [PAIR * pair + sets for pair in range(2) for sets in range(SETS)]
            ours = {place: builder.load(column(x, place), align=1) for place in places}
            theirs = {place: builder.load(column(y, place), align=1) for place in places}
            for place in places:
                target = column(out, place)
                least = builder.load(target, align=1) if keep else ir.Constant(vector, [ABSENT] * VECTOR)
                for here, there in _ways(place // PAIR, place % PAIR):
                    least = lesser(builder, least, builder.add(ours[here], theirs[there]))
                builder.store(least, target, align=1)
            return context.get_dummy_value()

        whole = types.int64
        return types.void(lanes, whole, whole, whole, whole), build

    typed.__doc__ = (
        "Min-plus sum of the halves that begin at lanes[x] and lanes[y], at most ABSENT, to lanes[out] on, for VECTOR hands from `hand` on"
        + ("; what is less there stays." if keep else ".")
    )
    return intrinsic(typed)


add_halves = _add_halves(keep=False)
add_halves_too = _add_halves(keep=True)


@intrinsic
def meet_halves(typing_context, lanes, x, y, out, hand):
    """Fewest missing tiles of four sets and a pair from two halves that share them, for VECTOR hands; what is less at lanes[out] stays."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, x, y, out, hand = arguments
        vector = ir.VectorType(_BYTE, VECTOR)

        def column(start: Any, place: int) -> Any:
            offset = builder.add(builder.add(start, hand), _WORD(place * BLOCK))
            return address(context, builder, signature.args[0], lanes, offset, vector)

        least = builder.load(column(out, 0), align=1)
        for here, there in _ways(1, SETS - 1):
            missing = builder.add(builder.load(column(x, here), align=1), builder.load(column(y, there), align=1))
            least = lesser(builder, least, missing)
        builder.store(least, column(out, 0), align=1)
        return context.get_dummy_value()

    whole = types.int64
    return types.void(lanes, whole, whole, whole, whole), build


@intrinsic
def meet_pairs(typing_context, lanes, first, step, plain, out, hand):
    """Seven pairs of VECTOR hands: at lanes[out] the fewest missing tiles, in the next column 1 where so few surely make legal ones.

    The four shape halves begin at lanes[first] and every `step` bytes on; `plain` as tables.PAIRS_PLAIN. Pairs that lack one tile are
    free to choose from while there are more of them than are wanted, and so are pairs of which no tile is held.
    """

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, first, step, plain, out, hand = arguments
        vector = ir.VectorType(_BYTE, VECTOR)

        def every(value: int) -> Any:
            return ir.Constant(vector, [value] * VECTOR)

        def column(start: Any, place: int) -> Any:
            offset = builder.add(builder.add(start, hand), _WORD(place * BLOCK))
            return address(context, builder, signature.args[0], lanes, offset, vector)

        def together(place: int, combine: Any) -> Any:
            colors = [builder.add(first, builder.mul(step, _WORD(color))) for color in range(4)]
            total, *others = [builder.load(column(start, place), align=1) for start in colors]
            for other in others:
                total = combine(total, other)
            return total

        def one_if(condition: Any) -> Any:
            return builder.zext(condition, vector)

        ready, half = together(READY, builder.add), together(HALF_READY, builder.add)
        wanted = builder.sub(every(7), ready)  # at most 14 tiles hold at most seven pairs
        from_half = lesser(builder, half, wanted)
        from_none = builder.sub(wanted, from_half)
        met = together(MEETING, builder.or_)
        lacking = builder.icmp_signed("<", met, every(MET_READY))
        never_half = builder.icmp_signed("==", met, every(0))
        ask_none = builder.add(together(ASK_NONE, builder.add), one_if(never_half))
        ask_half = builder.add(together(ASK_HALF, builder.add), one_if(builder.and_(lacking, builder.not_(never_half))))
        halves_do = builder.or_(builder.icmp_signed(">", from_none, every(0)), builder.icmp_signed("<=", ask_half, from_half))
        free = builder.and_(halves_do, builder.icmp_signed("<=", ask_none, from_none))
        plain_bytes = builder.insert_element(ir.Constant(vector, ir.Undefined), builder.trunc(plain, _BYTE), _INDEX(0))
        plain_bytes = builder.shuffle_vector(plain_bytes, plain_bytes, ir.Constant(ir.VectorType(_INDEX, VECTOR), [0] * VECTOR))
        builder.store(builder.add(builder.add(from_none, from_none), from_half), column(out, 0), align=1)
        builder.store(builder.and_(one_if(free), plain_bytes), column(out, 1), align=1)
        return context.get_dummy_value()

    whole = types.int64
    return types.void(lanes, whole, whole, whole, whole, whole), build


@intrinsic
def finish_distances(typing_context, lanes, shape, legal, pairs, hand):
    """Settle VECTOR hands with their seven pairs (`meet_pairs`): missing tiles at lanes[shape] and lanes[legal] become the least ones.

    In the column after lanes[legal] 1 where the pairs might be legal and nearer, which takes a closer look.
    """

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, shape, legal, pairs, hand = arguments
        vector = ir.VectorType(_BYTE, VECTOR)

        def column(start: Any, place: int = 0) -> Any:
            return address(context, builder, signature.args[0], lanes, builder.add(builder.add(start, hand), _WORD(place * BLOCK)), vector)

        missing, free = builder.load(column(pairs), align=1), builder.load(column(pairs, 1), align=1)
        before = builder.load(column(legal), align=1)
        builder.store(lesser(builder, builder.load(column(shape), align=1), missing), column(shape), align=1)
        nearer = builder.icmp_signed("<", missing, before)
        sure = builder.and_(nearer, builder.icmp_signed("!=", free, ir.Constant(vector, [0] * VECTOR)))
        builder.store(builder.select(sure, missing, before), column(legal), align=1)
        builder.store(builder.zext(builder.and_(nearer, builder.not_(sure)), vector), column(legal, 1), align=1)
        return context.get_dummy_value()

    whole = types.int64
    return types.void(lanes, whole, whole, whole, whole), build


@intrinsic
def write_distances(typing_context, lanes, missing, out, at):
    """Distances of VECTOR hands, int8, to `out` from `at` on: their missing tiles at lanes[missing] less one, NEVER for ABSENT and more."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lanes, missing, out, at = arguments
        vector = ir.VectorType(_BYTE, VECTOR)

        def every(value: int) -> Any:
            return ir.Constant(vector, [value] * VECTOR)

        found = builder.load(address(context, builder, signature.args[0], lanes, missing, vector), align=1)
        distances = builder.select(builder.icmp_signed("<", found, every(ABSENT)), builder.sub(found, every(1)), every(NEVER))
        builder.store(distances, address(context, builder, signature.args[2], out, at, vector), align=1)
        return context.get_dummy_value()

    whole = types.int64
    return types.void(lanes, whole, out, whole), build
