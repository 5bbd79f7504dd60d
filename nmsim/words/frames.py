"""What is said of frames of outcomes that cannot be used."""

WORDS: dict[str, tuple[str, str]] = {
    "no_frame": (
        "frame: {kind} is given (needs a frame of `nmsim.load` or of `to_pandas()`)",
        "frame：给的是{kind}（须为`nmsim.load`或`to_pandas()`得到的数据表）",
    ),
    "empty": ("frame: has no rows", "frame：一行也没有"),
    "by_seat": ("frame: has one row a seat (needs one row a hand)", "frame：每行是一家（须每行一局）"),
    "missing": (
        "frame: lacks columns that statistics need: {names}; load it without `columns`",
        "frame：缺少统计所需的列：{names}；载入时请勿指定`columns`",
    ),
    "seat_column": (
        'unknown column "{name}": it is kept for each seat, as {name}_0 to {name}_3, or as {name} with by="seat"',
        '没有名为“{name}”的列：它按座位记录，即{name}_0至{name}_3；用by="seat"读入时才是{name}',
    ),
    "seat_rows_only": (
        'unknown column "{name}": it is there with by="seat" only',
        '没有名为“{name}”的列：用by="seat"读入时才有',
    ),
    "without_seat": (
        'unknown column "{name}": with by="seat" it is {column}, in one row a seat',
        '没有名为“{name}”的列：用by="seat"读入时，每行是一家，列名为{column}',
    ),
    "some_seats": (
        "frame: has a column of some seats and lacks it of others: {names}",
        "frame：有的列只有几家的，缺少其余各家的：{names}",
    ),
    "more": (" and {n} more", "等，另有{n}列"),
    "repeated": (
        "frame: {n} hands stand in it more than once (arm, match, wall, rotation and hand name a hand)",
        "frame：有{n}局重复出现（arm、match、wall、rotation、hand相同即同一局）",
    ),
    "lost": (
        "frame: has names and no longer what they stand for (pandas.concat drops it): put names last, with `nmsim.with_labels`",
        "frame：带有名称，却丢失了名称所指（pandas.concat会丢掉）：请最后再用`nmsim.with_labels`换成名称",
    ),
    "unknown_name": ('frame: column {column} holds "{name}", which stands for nothing', "frame：列{column}中的“{name}”无所指"),
    "arms": ("arms: {given} names are given, the frame has arms {found}", "arms：给了{given}个名称，数据表中的组为{found}"),
    "policies": (
        "policies: arm {arm} has policy {number} and {named} names are given",
        "policies：组{arm}用到打法编号{number}，却只给了{named}个名称",
    ),
    "comparisons": (
        "comparisons: {pair} is not allowed (needs two different positions among {n} arms, from 0)",
        "comparisons：不可为{pair}（须为{n}组中两个不同的位置，从0数起）",
    ),
    "level": ("level: {given} is not allowed (needs a number between 0 and 1)", "level：不可为{given}（须在0与1之间）"),
    "other_walls": (
        "frame: arms {a} and {b} were not kept on the same walls: keep the same walls of both, or ask with comparisons=[]",
        "frame：组{a}与组{b}留下的不是同一批牌：请两组保留相同的牌，或用comparisons=[]不作比较",
    ),
    "twice": ('{field}: the name "{name}" stands twice', "{field}：名称“{name}”写了两次"),
    "impossible": (
        "frame: column {column} holds {given}, which no hand can have ({rows} rows)",
        "frame：列{column}含有{given}，任何一局都不可能（{rows}行）",
    ),
}
