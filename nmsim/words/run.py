"""What a run says: its refusals, remarks, progress and last lines."""

WORDS: dict[str, tuple[str, str]] = {
    # What cannot be done
    "jobs_range": (
        "--jobs: {jobs} is out of range (1 to {most}, or 0 for all cores)",
        "--jobs：{jobs}超出范围（1至{most}；0表示用全部核心）",
    ),
    "cpu_count": (
        "LOKY_MAX_CPU_COUNT: {given} should be a whole number (of cores); or unset it",
        "LOKY_MAX_CPU_COUNT：{given}应为整数（核心数），或取消该设置",
    ),
    "block_size_range": ("--block-size: {size} is out of range (1 or more)", "--block-size：{size}超出范围（至少为1）"),
    "out_empty": ("--out: is empty (needs the name of a folder)", "--out：是空的（请给出目录名）"),
    "charts_contradict": ("--charts and --no-charts contradict each other", "--charts与--no-charts互相矛盾"),
    "another_run": (
        "{folder} holds another run ({difference}): --fresh replaces it, --out keeps both",
        "{folder}里是另一次运行的结果（{difference}）：--fresh覆盖它，--out另存一处",
    ),
    "differs": ("{name} {found}, not {asked}", "{name}为{found}，而不是{asked}"),
    "more_differences": (" and {more} more", "，另有{more}处"),
    "unset": ("unset", "未设"),
    "other_engine": (
        "{folder} holds hands played by another version of the engine: --fresh plays them again",
        "{folder}里的牌局由另一版本的引擎打出：--fresh重新打",
    ),
    "other_engine_at_work": ("this worker has another version of the engine than the run", "这个工作进程的引擎版本与本次运行不同"),
    "foreign_file": (
        "{path}: is there already and was not written by nmsim: move it, or choose another folder with --out",
        "{path}：已经存在，且不是nmsim写的：请移走它，或用--out换一个目录",
    ),
    "unwritable": ("{folder}: cannot be written ({why})", "{folder}：无法写入（{why}）"),
    "leads_nowhere": ("{folder}: is a link that leads nowhere", "{folder}：是指向不存在位置的链接"),
    "held": ("{folder}: another run is writing to it now", "{folder}：另一次运行正在写入"),
    "record_unreadable": ("{path}: cannot be read ({why})", "{path}：无法读取（{why}）"),
    "no_record": ("{path}: is not the record of a run", "{path}：不是运行记录"),
    "record_of_old_format": ("{path}: is of the first format of results", "{path}：是第1版格式的结果"),
    "record_fault": ("{path}: {fault}", "{path}：{fault}"),
    "record_alone": (
        "{fault}; move it, choose another folder with --out, or play the run again with --fresh",
        "{fault}；请移走它，或用--out换一个目录，或用--fresh重新打",
    ),
    "arms_differ": ("arms differ between asked and told", "asked与told两处的对照组不一致"),
    "no_summary": (
        "{folder}: holds no {name}; `nmsim run` on its experiment makes it",
        "{folder}：没有{name}；对它的实验文件执行 nmsim run 即可得到",
    ),
    "other_summary": (
        "{path}: is not what its run wrote; the run's command makes it again",
        "{path}：内容与运行时写的不同；再次执行原命令会重新生成",
    ),
    "undrawable": ("{where}: cannot be drawn in a chart ({why})", "{where}：无法画在图中（{why}）"),
    "worker_lost": (
        "a worker process was killed, perhaps for want of memory (fewer --jobs need less)",
        "一个工作进程被终止，可能是内存不足（--jobs小一些可省内存）",
    ),
    "damaged_on_the_way": (
        "the rows of blocks {first:,} to {last:,} were damaged on their way from the worker",
        "第{first:,}至{last:,}块的数据在传输途中损坏",
    ),
    # Remarks
    "record_set_aside": ("{fault}; it is now {aside}", "{fault}；它已改名为{aside}"),
    "set_aside": ("{damage}; it is now {aside}, and its hands are played again", "{damage}；已改名为{aside}，其中的牌局重新打"),
    "getting_ready": ("getting the engine ready", "正在准备引擎"),
    "compiling": (
        "compiling the engine: this is its first use here, and takes some twenty seconds",
        "正在编译引擎：这是它在本机第一次使用，约需二十秒",
    ),
    "uncached": (
        "the compiled engine cannot be kept in {folder} ({why}); it is compiled anew each time",
        "编译好的引擎无法存入{folder}（{why}）；每次都要重新编译",
    ),
    "no_jit": (
        "NUMBA_DISABLE_JIT is set: the engine runs compiled only; unset it",
        "设置了NUMBA_DISABLE_JIT：引擎只能编译后运行，请取消该设置",
    ),
    "counting": ("counting {hands:,} hands", "正在统计{hands:,}局"),
    "drawing": ("drawing {charts} charts", "正在画{charts}张图"),
    "so_far": ("{told} ({arm})", "{told}（{arm}）"),
    "hands_unit": (" hands", "局"),
    "stopped": ("stopped; what is played is kept. To go on: {again}", "已停止，打完的牌局都保留着。继续请执行：{again}"),
    # The last lines
    "state_played": ("played", "已打完"),
    "state_continued": ("continued", "接着打完"),
    "state_made_again": ("made again from the rows", "由原有数据重新生成"),
    "state_finished_before": ("finished before", "此前已完成"),
    "came_to": (
        "{folder}: {state}; {hands:,} hands, {played:,} of them now, in {seconds:.1f} s",
        "{folder}：{state}；共{hands:,}局，本次打{played:,}局，用时{seconds:.1f}秒",
    ),
    "rate": (", {rate:,.0f} a second", "，每秒{rate:,.0f}局"),
    "hash": ("content hash {hash}{found}; all numbers: {path}", "数据指纹{hash}{found}；全部数字见{path}"),
    "as_recorded": (", as recorded", "，与记录一致"),
    "not_as_recorded": (", not that of the record found here", "，与原有记录不一致"),
    "made": ("written: {names}", "写出：{names}"),
}
