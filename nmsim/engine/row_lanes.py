"""Vector instructions on the rows of one hand: sums of rows, their least meeting, and which kinds lower what is least.

As in `lanes`, what numba would unroll into scalar code is spelled out in LLVM's vector types. A row (suit_rows) is three halves of 16
bytes: what the rules count without the second condition, with it, and the bare shape.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np import arrayobj

from nmsim.engine.lanes import HALF, address, lesser
from nmsim.engine.suit_rows import ABSENT, HALF_READY, HELD, LEGAL, PAIR, READY, ROW, SETS, SHAPE

MASK_LANES = 48
MASKS = 2 * MASK_LANES
LEGAL_BITS, SHAPE_BITS = 255, 8  # of what `meet` returns: the legal sum, and how far up the shape's is
WHOLE = types.int64
_BYTE, _SHORT, _WORD, _INDEX = ir.IntType(8), ir.IntType(16), ir.IntType(64), ir.IntType(32)
_SHORTS = ir.VectorType(_SHORT, HALF)
_WORDS = ir.VectorType(_WORD, 2)
_HALF, _TWO, _ROW = ir.VectorType(_BYTE, HALF), ir.VectorType(_BYTE, 2 * HALF), ir.VectorType(_BYTE, ROW)
_PLACES = [PAIR * pair + sets for pair in range(2) for sets in range(SETS)]
_USED = [half + place for half in (0, HELD, SHAPE) for place in _PLACES]


def _order(places: list[int]) -> Any:
    return ir.Constant(ir.VectorType(_INDEX, len(places)), places)


class _Rows:
    """The rows int8[:, ROW] that an instruction works on."""

    def __init__(self, context: Any, builder: Any, array_type: Any, array: Any) -> None:
        self.context, self.builder, self.type, self.array = context, builder, array_type, array

    def _at(self, row: Any, byte: int, vector: Any) -> Any:
        offset = self.builder.add(self.builder.mul(row, _WORD(ROW)), _WORD(byte))
        return address(self.context, self.builder, self.type, self.array, offset, vector)

    def load(self, row: Any, byte: int, vector: Any) -> Any:
        return self.builder.load(self._at(row, byte, vector), align=1)

    def store(self, value: Any, row: Any, byte: int) -> None:
        self.builder.store(value, self._at(row, byte, value.type), align=1)


def _blanked(builder: Any, row: Any) -> Any:
    """The row, ABSENT in the lanes that no row uses."""
    used = ir.Constant(ir.VectorType(ir.IntType(1), ROW), [lane in _USED for lane in range(ROW)])
    return builder.select(used, row, ir.Constant(_ROW, [ABSENT] * ROW))


@intrinsic
def copy_row(typing_context, source, start, rows, at):
    """Copy row `start` of one array to row `at` of another, ABSENT in unused lanes."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row = _Rows(context, builder, signature.args[0], arguments[0]).load(arguments[1], 0, _ROW)
        _Rows(context, builder, signature.args[2], arguments[2]).store(_blanked(builder, row), arguments[3], 0)
        return context.get_dummy_value()

    return types.void(source, WHOLE, rows, WHOLE), build


def _shifted(builder: Any, halves: Any, place: int) -> Any:
    """In each half the entry for `place` fewer sets and pair; ABSENT where there is none."""
    width = halves.type.count
    pair, sets = divmod(place, PAIR)
    order = []
    for lane in range(width):
        start, own = lane - lane % HALF, lane % HALF
        own_pair, own_sets = divmod(own, PAIR)
        valid = own_pair >= pair and own_sets >= sets
        order.append(start + own - place if valid else width)
    return builder.shuffle_vector(halves, ir.Constant(halves.type, [ABSENT] * width), _order(order))


def _sum(builder: Any, ours: _Rows, x: Any, y: Any) -> tuple[Any, Any]:
    """Min-plus sum of rows x and y: its legal lanes, and its shape lanes."""
    return _sum_of(builder, ours.load(x, 0, _HALF), ours.load(x, HELD, _TWO), ours.load(y, 0, _TWO), ours.load(y, SHAPE, _HALF))


def _sum_of(builder: Any, x_plain: Any, x_others: Any, y_legal: Any, y_shape: Any) -> tuple[Any, Any]:
    """As `_sum`, of row x without the second condition and the rest of it, and row y's legal and shape lanes."""
    y_plain = builder.shuffle_vector(y_legal, y_legal, _order(list(range(HALF))))
    y_mixed = builder.shuffle_vector(y_plain, y_shape, _order(list(range(2 * HALF))))
    first = second = ir.Constant(_TWO, [ABSENT] * 2 * HALF)
    for place in _PLACES:
        # [none + none | none + met], then [met + none | shape + shape]
        by = builder.shuffle_vector(x_plain, x_plain, _order([place] * 2 * HALF))
        first = lesser(builder, first, builder.add(by, _shifted(builder, y_legal, place)))
        by = builder.shuffle_vector(x_others, x_others, _order([place] * HALF + [HALF + place] * HALF))
        second = lesser(builder, second, builder.add(by, _shifted(builder, y_mixed, place)))
    low, high = _order(list(range(HALF))), _order(list(range(HALF, 2 * HALF)))
    absent = ir.Constant(_HALF, [ABSENT] * HALF)
    lifted = builder.shuffle_vector(absent, builder.shuffle_vector(second, second, low), _order(list(range(2 * HALF))))
    return lesser(builder, first, lifted), builder.shuffle_vector(second, second, high)


def _as_row(builder: Any, legal: Any, shape: Any) -> Any:
    wide = builder.shuffle_vector(shape, ir.Constant(_HALF, [ABSENT] * HALF), _order(list(range(2 * HALF))))
    return _blanked(builder, builder.shuffle_vector(legal, wide, _order(list(range(ROW)))))


def _turned(builder: Any, row: Any) -> Any:
    """Lane (met, pair, sets) of what others still bring: (not met, no pair, 4 - sets) of `row`."""
    order = [ROW] * ROW
    for half, other in ((0, HELD), (HELD, 0), (SHAPE, SHAPE)):
        for place in _PLACES:
            pair, sets = divmod(place, PAIR)
            order[half + place] = other + PAIR * (1 - pair) + SETS - 1 - sets
    return builder.shuffle_vector(row, ir.Constant(_ROW, [ABSENT] * ROW), _order(order))


@intrinsic
def add_rows(typing_context, rows, x, y, out):
    """Row `out` of rows x and y taken together: the cheapest way to share out sets, pair and second condition (a min-plus sum)."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        ours = _Rows(context, builder, signature.args[0], arguments[0])
        ours.store(_as_row(builder, *_sum(builder, ours, *arguments[1:3])), arguments[3], 0)
        return context.get_dummy_value()

    return types.void(rows, WHOLE, WHOLE, WHOLE), build


@intrinsic
def add_rest(typing_context, rows, x, y, out):
    """As `add_rows`, turned round: lane e of row `out` is what x and y bring at least to a row that brings e."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        ours = _Rows(context, builder, signature.args[0], arguments[0])
        ours.store(_turned(builder, _as_row(builder, *_sum(builder, ours, *arguments[1:3]))), arguments[3], 0)
        return context.get_dummy_value()

    return types.void(rows, WHOLE, WHOLE, WHOLE), build


def _words(builder: Any, half: Any, word: int) -> Any:
    """One of the two words of a half."""
    return builder.extract_element(builder.bitcast(half, _WORDS), _INDEX(word))


def _with_melds(builder: Any, half: Any, melds: Any) -> Any:
    """The half as if it brought so many sets more."""
    bits = builder.mul(melds, _WORD(8))
    absent = _WORD(int.from_bytes(bytes([ABSENT] * 8), "little"))
    fill = builder.lshr(builder.lshr(absent, builder.sub(_WORD(56), bits)), _WORD(8))
    moved = builder.shl(builder.bitcast(half, _WORDS), _every(builder, bits, _WORDS))
    return builder.bitcast(builder.or_(moved, _every(builder, fill, _WORDS)), _HALF)


@intrinsic
def least_of_rows(typing_context, rows, first, second, third, honors, three_suits):
    """What rows of the four colors make together, in one int64; `three_suits`: a target holds every suit.

    Bits 0-7: the missing tiles of four sets and a pair, legally; 8-15: in shape; 16-23: pairs ready; 24-31: pairs that lack one tile.
    """

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        ours = _Rows(context, builder, signature.args[0], arguments[0])
        colors = [ours.load(number, 0, _ROW) for number in arguments[1:5]]
        counted = colors[0]
        for color in colors[1:]:
            counted = builder.add(counted, color)
        shape_word = builder.extract_element(builder.bitcast(counted, ir.VectorType(_WORD, ROW // 8)), _INDEX(SHAPE // 8))
        pairs = builder.and_(builder.lshr(shape_word, _WORD(8 * READY)), _WORD(0xFFFF))
        asked = builder.icmp_signed("!=", arguments[5], _WORD(0))
        forbidden = ir.Constant(_ROW, [ABSENT if lane in (0, HELD) else 0 for lane in range(ROW)])
        floor = builder.select(asked, forbidden, ir.Constant(_ROW, [0] * ROW))
        colors[:3] = [builder.select(builder.icmp_signed(">", floor, color), floor, color) for color in colors[:3]]

        def lanes(row: Any, start: int, size: int) -> Any:
            return builder.shuffle_vector(row, row, _order(list(range(start, start + size))))

        def together(x: Any, y: Any) -> Any:
            parts = lanes(x, 0, HALF), lanes(x, HELD, 2 * HALF), lanes(y, 0, 2 * HALF), lanes(y, SHAPE, HALF)
            return _as_row(builder, *_sum_of(builder, *parts))

        total = builder.add(together(colors[0], colors[1]), _turned(builder, together(colors[2], colors[3])))
        legal, shape = _least(builder, lanes(total, 0, 2 * HALF)), _least(builder, lanes(total, SHAPE, HALF))
        return builder.or_(builder.or_(legal, builder.shl(shape, _WORD(8))), builder.shl(pairs, _WORD(16)))

    return types.int64(rows, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE), build


@intrinsic
def least_in_shape(typing_context, rows, first, second, third, fourth, melds):
    """What rows of the four colors make together in shape, `melds` sets aside, in one int64.

    Bits 0-7: the missing tiles of four sets and a pair; 8-15: the pairs that are ready; 16-23: those that lack one tile.
    """

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows, *numbers, melds = arguments
        ours = _Rows(context, builder, signature.args[0], rows)
        low, both = _order(list(range(HALF))), _order(list(range(2 * HALF)))
        halves = [ours.load(number, SHAPE, _HALF) for number in numbers]
        counted = builder.add(builder.add(halves[0], halves[1]), builder.add(halves[2], halves[3]))
        pairs = builder.and_(builder.lshr(_words(builder, counted, 0), _WORD(8 * READY)), _WORD(0xFFFF))
        usable = ir.Constant(ir.VectorType(ir.IntType(1), HALF), [lane in _PLACES for lane in range(HALF)])
        halves = [builder.select(usable, half, ir.Constant(_HALF, [ABSENT] * HALF)) for half in halves]
        halves[0] = _with_melds(builder, halves[0], melds)
        x = builder.shuffle_vector(halves[0], halves[2], both)
        y = builder.shuffle_vector(halves[1], halves[3], both)
        total = ir.Constant(_TWO, [ABSENT] * 2 * HALF)
        for place in _PLACES:
            by = builder.shuffle_vector(x, x, _order([place] * HALF + [HALF + place] * HALF))
            total = lesser(builder, total, builder.add(by, _shifted(builder, y, place)))
        turned = [2 * HALF] * HALF
        for place in _PLACES:
            pair, sets = divmod(place, PAIR)
            turned[place] = HALF + PAIR * (1 - pair) + SETS - 1 - sets
        others = builder.shuffle_vector(total, ir.Constant(_TWO, [ABSENT] * 2 * HALF), _order(turned))
        missing = _least(builder, builder.add(builder.shuffle_vector(total, total, low), others))
        return builder.or_(missing, builder.shl(pairs, _WORD(8)))

    return types.int64(rows, WHOLE, WHOLE, WHOLE, WHOLE, WHOLE), build


@intrinsic
def turn_row(typing_context, rows, x, out):
    """Row x turned round: lane e of row `out` is what x brings to a row that brings e."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        ours = _Rows(context, builder, signature.args[0], arguments[0])
        ours.store(_turned(builder, _blanked(builder, ours.load(arguments[1], 0, _ROW))), arguments[2], 0)
        return context.get_dummy_value()

    return types.void(rows, WHOLE, WHOLE), build


def _least(builder: Any, vector: Any) -> Any:
    name = f"llvm.vector.reduce.umin.v{vector.type.count}i8"
    function = builder.module.globals.get(name) or ir.Function(builder.module, ir.FunctionType(_BYTE, [vector.type]), name)
    return builder.zext(builder.call(function, [vector]), _WORD)


@intrinsic
def meet(typing_context, source, row, rows, rest):
    """Fewest missing tiles of a color's row with the rest of the hand: legal ones, and above 8 bits those in shape."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        own = _Rows(context, builder, signature.args[0], arguments[0])
        others = _Rows(context, builder, signature.args[2], arguments[2])
        parts = []
        for byte, vector in ((0, _TWO), (SHAPE, _HALF)):
            total = builder.add(own.load(arguments[1], byte, vector), others.load(arguments[3], byte, vector))
            parts.append(_least(builder, total))
        return builder.or_(parts[0], builder.shl(parts[1], _WORD(8)))

    return WHOLE(source, WHOLE, rows, WHOLE), build


def _masks_at(context: Any, builder: Any, array_type: Any, array: Any, start: Any, lane: int) -> Any:
    data = arrayobj.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [builder.add(start, _WORD(lane))]), _SHORTS.as_pointer())


def _every(builder: Any, value: Any, vector: Any) -> Any:
    element = value if value.type == vector.element else builder.trunc(value, vector.element)
    single = builder.insert_element(ir.Constant(vector, ir.Undefined), element, _INDEX(0))
    return builder.shuffle_vector(single, single, _order([0] * vector.count))


def _tight(builder: Any, ours: _Rows, row: Any, rest: Any, half: int, missing: Any) -> Any:
    """Of a half, all bits set in the lanes in which row and rest miss exactly so many tiles."""
    total = builder.add(ours.load(row, half, _HALF), ours.load(rest, half, _HALF))
    return builder.sext(builder.icmp_signed("==", total, _every(builder, missing, _HALF)), _SHORTS)


def _reduced(builder: Any, how: str, vector: Any) -> Any:
    name = f"llvm.vector.reduce.{how}.v{HALF}i16"
    function = builder.module.globals.get(name) or ir.Function(builder.module, ir.FunctionType(_SHORT, [vector.type]), name)
    return builder.zext(builder.call(function, [vector]), _WORD)


@intrinsic
def kinds_at_tight(typing_context, rows, row, rest, masks, start, legal, shape):
    """The masks of the lanes in which row and rest miss exactly `legal` tiles, or-ed, and above 16 bits those that miss `shape`.

    `masks` int16, a mask for each of the 48 lanes from `start` on.
    """

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows, row, rest, masks, start, legal, shape = arguments
        ours = _Rows(context, builder, signature.args[0], rows)
        found = []
        for half, missing in ((0, legal), (HELD, legal), (SHAPE, shape)):
            kinds = builder.load(_masks_at(context, builder, signature.args[3], masks, start, half), align=2)
            found.append(builder.and_(_tight(builder, ours, row, rest, half, missing), kinds))
        in_shape = builder.shl(_reduced(builder, "or", found[2]), _WORD(16))
        return builder.or_(_reduced(builder, "or", builder.or_(found[0], found[1])), in_shape)

    return WHOLE(rows, WHOLE, WHOLE, masks, WHOLE, WHOLE, WHOLE), build


@intrinsic
def kinds_at_all_tight(typing_context, rows, row, rest, masks, start, legal, shape):
    """As `kinds_at_tight`, the masks and-ed: the kinds at every tight lane; all bits where there is none."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows, row, rest, masks, start, legal, shape = arguments
        ours = _Rows(context, builder, signature.args[0], rows)
        found = []
        for half, missing in ((0, legal), (HELD, legal), (SHAPE, shape)):
            kinds = builder.load(_masks_at(context, builder, signature.args[3], masks, start, half), align=2)
            found.append(builder.or_(builder.not_(_tight(builder, ours, row, rest, half, missing)), kinds))
        in_shape = builder.shl(_reduced(builder, "and", found[2]), _WORD(16))
        return builder.or_(_reduced(builder, "and", builder.and_(found[0], found[1])), in_shape)

    return WHOLE(rows, WHOLE, WHOLE, masks, WHOLE, WHOLE, WHOLE), build


def _note(relation: str) -> Any:
    def typed(typing_context, source, other, rows, row, masks, start, bit):
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            source, other, rows, row, masks, start, bit = arguments
            theirs = _Rows(context, builder, signature.args[0], source)
            ours = _Rows(context, builder, signature.args[2], rows)
            for half in (0, HELD, SHAPE):
                holds = builder.icmp_signed(relation, theirs.load(other, half, _HALF), ours.load(row, half, _HALF))
                place = _masks_at(context, builder, signature.args[4], masks, start, half)
                noted = builder.and_(builder.sext(holds, _SHORTS), _every(builder, bit, _SHORTS))
                builder.store(builder.or_(builder.load(place, align=2), noted), place, align=2)
            return context.get_dummy_value()

        return types.void(source, WHOLE, rows, WHOLE, masks, WHOLE, WHOLE), build

    typed.__doc__ = f"Add `bit` to the masks of the lanes in which row `other` of `source` is {relation} row `row` of `rows`."
    return intrinsic(typed)


note_lower = _note("<")
note_equal = _note("==")
assert LEGAL == SHAPE  # the shape half follows the two legal ones
assert HALF_READY == READY + 1
