"""What is said of files of judged hands, and of options written as `name=value`."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "Judge a file of hands and print the rows that differ.\n\nExits with 1 if any row differs, 2 if the file cannot be used.",
        "判一份牌例文件，列出与文件不符的行。\n\n有不符的行时以1退出，文件不能用时以2退出。",
    ),
    "differs": ("{file}:{line}: {name}: expected {expected}; got {got}", "{file}:{line}：{name}：文件写{expected}；判为{got}"),
    "summary": ("{rows} rows, {differing} differ", "共{rows}行，{differing}行不符"),
    # The file
    "no_file": ("{path}: does not exist", "{path}：没有这个文件"),
    "unread": ("{path}: cannot be read: {why}", "{path}：不能读：{why}"),
    "no_text": ("{path}: is no UTF-8 text", "{path}：不是UTF-8文本"),
    "no_header": (
        "{path}: the first line should name the columns, separated by tabs: {columns}",
        "{path}：第一行应写各列的名字，用制表符隔开：{columns}",
    ),
    "no_rows": ("{path}: has no rows under the line that names the columns", "{path}：列名那一行下面没有内容"),
    "line": ("{path}: line {number}: {problems}", "{path}：第{number}行：{problems}"),
    # A row
    "fields": ("has {given} tab-separated fields instead of {needed}", "用制表符隔开的有{given}项，应有{needed}项"),
    "win": ('win: "{given}" is not allowed (allowed: y, n)', 'win："{given}"不可用（可写：y、n）'),
    "total": (
        'expected: "{text}" should be a total, a colon and rows, such as 3: 平胡1 自摸1 门清1',
        'expected："{text}"应当是总番数、冒号和各番种，例如3: 平胡1 自摸1 门清1',
    ),
    "row_fan": ('expected: "{word}" should be a row and its fan, such as 平胡1', 'expected："{word}"应当是番种和番数，例如平胡1'),
    "expected": ("expected: {fault}", "expected：{fault}"),
    "twice": ("expected: the row {row} stands twice", "expected：番种{row}写了两次"),
    "reasons": (
        'expected: "{text}" should be reasons joined by " + ", then perhaps (scored total: rows)',
        'expected："{text}"应当是用" + "连接的理由，后面可加(scored 总番数: 各番种)',
    ),
    # Options as name=value
    "options": ("options: {fault}", "options：{fault}"),
    "no_equals": ('options: "{part}" is not of the form name=value', 'options："{part}"不是name=value的样子'),
    "option_twice": (
        'options: {name} is given twice, as "{first}" and as "{second}"',
        'options：{name}写了两次，一次是"{first}"，一次是"{second}"',
    ),
}
