"""What click, which reads the command line, says by itself: keyed by its own message, whose {places} it fills in."""

from __future__ import annotations

# click's message -> the same in Chinese
_CHINESE = {
    "Options": "选项",
    "Commands": "命令",
    "Positional arguments": "参数",
    "Show the version and exit.": "显示版本。",
    "Show this message and exit.": "显示这份说明。",
    "default: {default}": "默认：{default}",
    "required": "必填",
    "(dynamic)": "（视情况）",
    "Missing command.": "缺少命令。",
    "Missing argument": "缺少参数",
    "Missing option": "缺少选项",
    "Missing parameter": "缺少参数",
    "Missing parameter: {param_name}": "缺少参数：{param_name}",
    "Choose from:\n\t{choices}": "可用：\n\t{choices}",
    "No such option {name!r}.": "没有{name!r}这个选项。",
    "Did you mean {possibility}?": "是不是{possibility}？",
    "(Did you mean one of: {possibilities}?)": "（是不是其中之一：{possibilities}？）",
    "Invalid value: {message}": "值不能用：{message}",
    "Invalid value for {param_hint}: {message}": "{param_hint}的值不能用：{message}",
    "{value!r} is not a valid {number_type}.": "{value!r}不是{number_type}。",
    "integer": "整数",
    "{value!r} is not {choice}.": "{value!r}不是{choice}。",
    "{value!r} is not one of {choices}.": "{value!r}不在可用的值之中：{choices}。",
    "Option {name!r} requires an argument.": "选项{name!r}后面要有值。",
    "Option {name!r} requires {nargs} arguments.": "选项{name!r}后面要有{nargs}个值。",
    "Option {name!r} does not take a value.": "选项{name!r}不带值。",
    "Argument {name!r} takes {nargs} values.": "参数{name!r}要有{nargs}个值。",
    "Got unexpected extra argument ({args})": "多出了参数（{args}）",
    "Got unexpected extra arguments ({args})": "多出了参数（{args}）",
    "Aborted!": "已中止。",
}
WORDS: dict[str, tuple[str, str]] = {english: (english, chinese) for english, chinese in _CHINESE.items()}
WORDS["usage"] = ("Usage: ", "用法：")
WORDS["heading"] = ("{heading}:", "{heading}：")
