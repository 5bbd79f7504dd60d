"""What is said of experiment files."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "unreadable": ("cannot be read ({why})", "读不了（{why}）"),
    "not_utf8": (
        "is not UTF-8 text (byte 0x{byte:02x} at {at}): save it as UTF-8",
        "不是 UTF-8文字（第{at}个字节为0x{byte:02x}）：请存为 UTF-8",
    ),
    "not_toml": (
        "is not TOML: line {line}, column {column}: {why}: {text}",
        "不是 TOML：第{line}行第{column}列：{why}：{text}",
    ),
    "toml value": ("the value cannot be read (text needs quotes)", "值读不懂（文字要加引号）"),
    "toml equals": ("a `=` is expected after the name", "名称后面应有 `=`"),
    "toml twice": ("the name is given twice", "同一名称给了两次"),
    "toml rest": ("something follows the value", "值的后面还有东西"),
    "toml open": ("a quote or bracket is not closed", "引号或括号没有合上"),
    "toml statement": ("a name is expected, then `=` and a value", "应为名称、`=` 和值"),
    "toml key": ("no name can begin here (a table in braces is one line)", "名称不能从这里开始（花括号里的表须写成一行）"),
    "toml truth": ("{given} is written {meant}, in lower case", "{given}须小写：{meant}"),
    "toml instead": ("instead of {given} write {meant}", "请把{given}改为半角的{meant}"),
    "toml end": ("a line ends without {given}: leave it out", "行尾不用{given}，请去掉"),
    "toml space": ("this space ({code}) is not an ordinary one: write that", "这个空格（{code}）不是普通的半角空格，请换掉"),
    "toml words": (
        "{given} stands outside of quotes: names are those of the format, in plain letters, and text needs quotes",
        "{given}在引号之外：名称须用规定的英文名，文字要加引号",
    ),
    "toml other": ("it cannot be read from here on", "从这里起读不懂"),
    "no_results": (
        "holds no results (looked for from {here}); `nmsim run {file}` makes them, from the root of the project",
        "没有结果（从{here}找起）；在项目根目录用 `nmsim run {file}` 得出",
    ),
    # Names in the wrong place
    "belongs top": (
        "belongs to the experiment: write it above the first line that begins with [",
        "属于整个实验：须写在第一个以 [ 开头的行之前",
    ),
    "belongs arm": ("belongs to an arm: write it under [[arms]]", "属于某一组：须写在 [[arms]] 之下"),
    "belongs rules": ("is an option of the rules: write rules = {{ {name} = ... }}", "是规则选项：须写作 rules = {{ {name} = ... }}"),
    "belongs fan": (
        "is a row of the fan table: write rules = {{ fan = {{ {name} = ... }} }}",
        "是番种：须写作 rules = {{ fan = {{ {name} = ... }} }}",
    ),
    "belongs policy": (
        "belongs to a policy: write it under [policies.NAME], and NAME in `seats`",
        "属于打法：须写在 [policies.NAME] 之下，并在 `seats` 中写上 NAME",
    ),
    "belongs weights": (
        "is a feature of a discard: write weights = {{ {name} = ... }} under [policies.NAME]",
        "是打牌的特征：须在 [policies.NAME] 之下写作 weights = {{ {name} = ... }}",
    ),
    # What is said to no effect
    "no_match": (
        'hands_per_match: has no effect without design = "match"',
        'hands_per_match：没有 design = "match" 就不起作用',
    ),
    "plays_nowhere": (
        "policies.{name}: no seat plays it; `seats` names who plays (by default, four of legal)",
        "policies.{name}：没有一家用这个打法；谁来打写在 `seats`（默认四家都是 legal）",
    ),
    "arms_alike": (
        "arms.{name}: has the rules and seats of {other}, so all differences between the two are 0",
        "arms.{name}：规则和四家打法与{other}相同，两组之差必定都是0",
    ),
    "no_size": (
        "give one of walls and hands: how much every arm plays, such as walls = 1000",
        "须给出 walls 或 hands 之一：每组打多少，例如 walls = 1000",
    ),
    "two_sizes": ("walls and hands contradict each other: give one", "walls 与 hands 矛盾：只给一个"),
    "seed_default": ("seed: none is given; {seed} is taken", "seed：没有给出，取{seed}"),
    "plain_name": (
        '"{name}" is not a plain name (1 to 40 of A to Z, a to z, 0 to 9 and _); `label` takes any words',
        '"{name}"不能作名称（1到40个 A–Z、a–z、0–9或 _）；显示的文字写在 `label`',
    ),
    "arm_twice": ('the name "{name}" is given twice', '名称"{name}"用了两次'),
    "arms_list": ("each arm begins with [[arms]], in double brackets", "每组以 [[arms]] 开头，用双层方括号"),
    "against_itself": ('"{name}" cannot be compared with itself', '"{name}"不能与自己比较'),
    "chart_needs_arms": ('"{chart}" compares arms, and this experiment has one', '"{chart}"比较各组，而这个实验只有一组'),
}
