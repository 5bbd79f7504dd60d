"""What a run of a given size can tell, said before it is played."""

WORDS: dict[str, tuple[str, str]] = {
    "help": (
        "Say what a run of this size can tell and how long it takes; play nothing of it.",
        "预告这样规模的运行能分辨多小的差别、要多久；不正式打牌。",
    ),
    "title": ("Forecast of {blocks:,} {what} in every arm: {label}", "预告：每组{blocks:,}{what}，{label}"),
    "walls": ("walls", "副牌"),
    "matches": ("matches", "场"),
    "pilot": (
        "from a pilot of {blocks:,} {what} with another seed ({seed}), of which nothing is kept",
        "依据另一种子（{seed}）试打的{blocks:,}{what}，试打结果不保留",
    ),
    "row": ("what is estimated", "估计对象"),
    "half": ("95 % interval", "95%区间"),
    "effect": ("a true difference told from 0 in 80 % of runs", "八成的运行能分辨出的真实差别"),
    "plus_minus": ("± {half}{unit}", "±{half}{unit}"),
    "thin": ("too few blocks for limits", "样本太少，得不出区间"),
    "constant": ("all blocks equal: no limits", "各样本相同，得不出区间"),
    "no_effect": ("too few blocks deviate", "偏离的样本太少"),
    "none": ("no case in the pilot", "试打中没有出现"),
    "unseen": ("{count} more groups without a case in the pilot", "另有{count}组在试打中没有出现"),
    "alike": ("All seats of an arm play alike: there is nothing to compare.", "同一组四家打法相同，没有可比的。"),
    "note": (
        "The spread comes from the pilot alone: take these as good to a tenth or two, less where few hands matter.",
        "离散程度只来自试打：这些数有一两成的误差，少数牌局起决定作用时更大。",
    ),
    "time": (
        "{hands:,} hands, about {time} with {workers} workers ({speed:,.0f} hands a second each)",
        "共{hands:,}局，{workers}个工作线程约需{time}（每个每秒{speed:,.0f}局）",
    ),
    "seconds": ("{number:.0f} s", "{number:.0f}秒"),
    "minutes": ("{number:.0f} min", "{number:.0f}分钟"),
    "hours": ("{number:.1f} h", "{number:.1f}小时"),
}
