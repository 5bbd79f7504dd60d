"""What is said of the files of a result."""

WORDS: dict[str, tuple[str, str]] = {
    "not_parquet": ("is not a whole parquet file ({why})", "不是完整的parquet文件（{why}）"),
    "other_rows": ("holds {rows:,} rows, and its record tells of {recorded:,}", "有{rows:,}行，而文件自带的记录是{recorded:,}行"),
    "other_groups": (
        "holds {groups:,} row groups, and its record tells of {arms:,} arms: something else wrote it anew",
        "有{groups:,}个行组，而文件自带的记录是{arms:,}组：文件被别的程序重写过",
    ),
    "no_numbers": ("holds columns that are not whole numbers in every row ({columns})", "这些列不全是整数：{columns}"),
    "other_values": ("holds other rows than were written", "内容与写入时不同"),
    "broken_record": ("has a record that cannot be read", "文件自带的记录无法读取"),
    "unreadable": ("cannot be read ({why})", "无法读取（{why}）"),
    "unreadable_file": (
        "{path}: cannot be read ({why}); move it out of the folder",
        "{path}：无法读取（{why}），请把它移出该目录",
    ),
    "stray": (
        "{path}: is a part of a run under another name, which --fresh does not remove; move it out of the folder",
        "{path}：是另取了名字的结果文件，--fresh不会删除它；请把它移出该目录",
    ),
    "perhaps_part": (
        "{path}: is not a whole parquet file, and may be a part that was cut",
        "{path}：不是完整的parquet文件，可能是被截断的结果文件",
    ),
    "other_format": (
        "{path}: is of format {format} and this nmsim reads format {ours}; `nmsim run --fresh` plays its hands again",
        "{path}：格式为第{format}版，本程序读第{ours}版；用 nmsim run --fresh 重新打",
    ),
    "unknown_group": (
        "{path}: holds column groups that this nmsim does not know ({groups}); a newer one wrote it",
        "{path}：含有本程序不认识的列组（{groups}），由更新的版本写成",
    ),
    "missing_columns": (
        "{path}: was written before there were the columns {columns}; `nmsim run --fresh` plays its hands again",
        "{path}：写成时还没有这些列：{columns}；用 nmsim run --fresh 重新打",
    ),
    "two_runs": (
        "{path}: is of another run than {other}: results of two runs are not read together",
        "{path}：与{other}不是同一次运行的结果，不能放在一起读",
    ),
    "repeated": (
        "{path}: repeats blocks {first:,} to {last:,} of {other}; move it out of the folder",
        "{path}：第{first:,}至{last:,}块与{other}重复，请把它移出该目录",
    ),
    "none": (
        "{place}: holds no outcomes (parquet files); `nmsim run` on its experiment plays them",
        "{place}：没有对局数据（parquet文件）；对它的实验文件执行 nmsim run 即可得到",
    ),
    "not_ours": ("{path}: was not written by nmsim", "{path}：不是nmsim写的文件"),
    "unfinished": (
        "{place}: holds {there:,} of {blocks:,} blocks (walls or matches); the run's command plays the rest, partial=True loads these",
        "{place}：只有{blocks:,}块（牌墙或整场）中的{there:,}块；再次执行原命令可打完，partial=True只读已有的部分",
    ),
    "partial": (
        "{place}: an unfinished run, {there:,} of {blocks:,} blocks ({percent:.1f} %)",
        "{place}：运行尚未完成，已有{blocks:,}块中的{there:,}块（{percent:.1f}%）",
    ),
}
