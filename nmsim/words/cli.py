"""What the command line says: its commands, their options, and headings of what they print."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    "about": (
        "Monte Carlo statistics and strategy research for 内蒙麻将 (Inner Mongolian mahjong).",
        "内蒙麻将的蒙特卡洛统计与打法研究工具。",
    ),
    "unknown_command": ('unknown command "{given}"{hint} (commands: {commands})', '没有"{given}"这个命令{hint}（命令：{commands}）'),
    "version": ("nmsim, version {version}", "nmsim，版本{version}"),
    "no_home": ("{path}: there is no such home folder", "{path}：没有这个用户的主文件夹"),
    # Commands, one line each.
    "run": ("Play an experiment, or go on with it, and write its results.", "跑一个实验，或接着跑，并写出结果。"),
    "new": ("Write a commented experiment file to begin with.", "写一个带注释的实验文件，由此改起。"),
    "rules": (
        "Print a rule set: each option, its meaning, default and source.",
        "列出一套规则：每个选项的含义、默认值和出处。",
    ),
    "policies": ("Print the policies and what every number in them means.", "列出各种打法，以及其中每个数的含义。"),
    "columns": ("Print the columns of an outcome row.", "列出每局数据的各列。"),
    "statistics": ("Print the statistics that summaries hold.", "列出汇总中的各项统计量。"),
    "exact": ("Print the exact odds of the deal under any rules.", "列出任一规则下起手牌的精确概率。"),
    "selftest": (
        "Deal, play and compare with exact values; one line says what was proved.",
        "发牌、打牌，与精确值对照，用一行说明证实了什么。",
    ),
    "hand": ("Look at one hand: may it win, its waits, its best discard.", "看一手牌：能不能胡、听什么、打哪张最好。"),
    "replay": ("Tell one hand turn by turn.", "逐巡讲述一局。"),
    "check-hands": ("Judge a file of hands and print the rows that differ.", "判定一个文件里的各手牌，列出不一致的行。"),
    # Pages of help.
    "run_help": (
        "Play an experiment, or go on with it, and write its results.\n\n"
        "EXPERIMENT is a TOML file. The same command continues a run that was stopped; results are the same however it is carried out.",
        "跑一个实验，或接着跑，并写出结果。\n\nEXPERIMENT 是 TOML 文件。停下的实验用同一条命令接着跑；怎样跑都不影响结果。",
    ),
    "new_help": (
        "Write a commented experiment file to begin with: experiments/NAME.toml where that folder is, else NAME.toml.",
        "写一个带注释的实验文件，由此改起：有 experiments 文件夹就写入 experiments/NAME.toml，否则写入 NAME.toml。",
    ),
    "rules_help": (
        "Print a rule set: each option, its meaning, default and source, and what differs from `strict`.\n\n"
        "PRESET is strict (the default), example, open or dongbei.",
        "列出一套规则：每个选项的含义、默认值和出处，以及与 `strict` 的不同。\n\nPRESET 为 strict（默认）、example、open 或 dongbei。",
    ),
    "policies_help": (
        "Print the policies and what every number in them means; with NAME, only that one.",
        "列出各种打法，以及其中每个数的含义；给出 NAME 则只列那一种。",
    ),
    "columns_help": (
        "Print the columns of an outcome row: name, type, unit and meaning. With WORDS, only those that mention all of them.",
        "列出每局数据的各列：名称、类型、单位和含义。给出 WORDS 则只列提到这些词的。",
    ),
    "statistics_help": (
        "Print the statistics that summaries hold: name, unit, meaning and formula. With WORDS, only those that mention all of them.",
        "列出汇总中的各项统计量：名称、单位、含义和公式。给出 WORDS 则只列提到这些词的。",
    ),
    "exact_help": (
        "Print the exact odds of the deal: complete hands, conditions, missing suits, both distances.\n\n"
        "Every hand is counted, so no number has an error. A few seconds.",
        "列出起手牌的精确概率：成型、两个条件、缺门、两种向听数。\n\n每一种起手都计入，所以没有误差。要几秒钟。",
    ),
    "selftest_help": (
        "Deal, play and compare with exact values; say in one line what that proved.\n\n"
        "Exits with 1 if a check fails, and names it. Some 20 seconds.",
        "发牌、打牌，与精确值对照，用一行说明证实了什么。\n\n有一项不符就指出，并以1退出。约20秒。",
    ),
    # Options.
    "json": ("Print JSON.", "输出 JSON。"),
    "lang": ("Language, en or zh.  [default: that of NMSIM_LANG or the locale]", "语言：en 或 zh。[默认：按 NMSIM_LANG 或系统语言]"),
    "set": ("Change an option; may be repeated. Sets are joined by + or a comma.", "改一个选项，可重复使用。集合用 + 或逗号连接。"),
    "preset": ("The preset.", "预设规则。"),
    "selftest_seed": ("Walls to deal and games to play; another seed examines others.", "发哪些牌、打哪些局；换一个种子就检验另一批。"),
    "verbose": ("Print every check.", "列出每一项检验。"),
    "run_hands": (
        "Hands to play in every arm, rounded up to whole blocks, instead of the file's number.",
        "每组打多少局（凑足整副牌），代替文件中的数。",
    ),
    "run_walls": ("Walls to play in every arm, instead of the file's number.", "每组打多少副牌，代替文件中的数。"),
    "run_seed": ("Seed of all random numbers, instead of the file's.", "随机数的种子，代替文件中的。"),
    "run_out": ("Folder of the results.  [default: results/NAME]", "结果的文件夹。[默认：results/NAME]"),
    "run_jobs": ("Workers; 0 for one a core.  [default: 0]", "并行数；0为每核一个。[默认：0]"),
    "run_backend": ("threads or processes.  [default: threads]", "并行方式：threads（线程）或 processes（进程）。[默认：threads]"),
    "run_block_size": ("Blocks (walls or matches) a file.", "每个文件存多少副牌或多少场。"),
    "run_charts": ("Draw only this chart; may be repeated.", "只画这张图，可重复使用。"),
    "run_no_charts": ("Draw no charts.", "不画图。"),
    "run_fresh": ("Replace what the folder holds.", "清掉文件夹里原有的结果，从头再跑。"),
    # What the commands print.
    "columns_by_seat": (
        'With by="seat" a row is a seat: the columns _0 .. _3 without their number, seat (0 to 3), and won (1 if the seat won, else 0).',
        '用by="seat"时每行是一家：_0 .. _3各列不带编号，另有seat（座位，0到3）和won（胡了为1，否则为0）。',
    ),
    "named": ("{name}: {told}", "{name}：{told}"),
    "option": (
        "{mark} {name} = {value}  [{source}] {meaning} ({allowed}{default})",
        "{mark} {name} = {value}  [{source}] {meaning}（{allowed}{default}）",
    ),
    "source_text": ("text", "原文"),
    "differs": ("differs from strict", "与 strict 不同"),
    "nothing": ("nothing", "无"),
    "default": ("; default {value}", "；默认{value}"),
    "any_of": ("any of {names}", "任选：{names}"),
    "span": ("{least} to {most}", "{least}到{most}"),
    "fields": ("fields", "各项"),
    "features": ("features of a discard (its score is the sum of weight x feature)", "打牌的特征（一张牌的得分是各特征乘权重之和）"),
    "modes": ("modes of chow, pung and kongs", "吃碰杠的方式"),
    "weights": ("weights", "权重"),
    "no_weights": ("none (every discard is as good)", "无（打哪张都一样）"),
    "interrupted": ("interrupted", "已中断"),
    "no_folder": ("the working folder is no longer there", "当前文件夹已不存在"),
    "no_output": ("the output cannot be written ({why})", "无法输出（{why}）"),
    "new_exists": (
        "{path}: is there already, and is left as it is; give another name",
        "{path}：已经存在，没有改动；请换一个名称",
    ),
    "new_name": (
        'NAME: "{name}" is not a plain name (1 to 40 of A to Z, a to z, 0 to 9 and _)',
        'NAME："{name}"不能作名称（1到40个 A–Z、a–z、0–9或 _）',
    ),
    "new_no_folder": ("{path}: there is no such folder", "{path}：没有这个文件夹"),
    "new_written": ("{path} is written. To run it: {command}", "已写入{path}。运行：{command}"),
}
