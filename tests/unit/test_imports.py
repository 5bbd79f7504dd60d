"""Imports run one way, and the heavy ones come late."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "nmsim"
# A module imports from lower layers and from its own.
LAYERS = (
    ("words", "whole_file"),
    ("errors",),
    ("checking",),
    ("tiles", "notation"),
    ("rules", "policies", "outcomes", "position", "toml_text"),
    ("plan",),
    ("stats", "engine", "reference"),
    ("playing", "parts", "store", "frames", "stopping", "hand", "rollouts", "advice", "exact", "books"),
    ("figures",),
    ("places", "experiment"),
    ("record", "watch"),
    ("units", "run_folder", "progress", "selftest"),
    ("conclusion", "runner"),
    ("replay", "forecast"),
    ("cli", "__init__", "__main__"),
)
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}
# The same layer is open to a module, but not to each other: they do not know of one another.
STRANGERS = ({"engine", "reference"}, {"engine", "stats"}, {"reference", "stats"})
HEAVY = {"numba", "numpy", "pandas", "pyarrow", "joblib", "scipy", "matplotlib", "pydantic"}


def room(path: Path) -> str:
    """The part of the package a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Rooms of the package that a file imports from, early or late."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        modules = (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
        names |= {module.split(".")[1] for module in modules if module.startswith("nmsim.")}
    return names


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_one_way(path: Path) -> None:
    here = room(path)
    assert here in LEVEL, f"{here} has no place among the layers"
    for there in imported(path):
        assert LEVEL[there] <= LEVEL[here], f"{here} imports {there}, which stands above it"
        assert {here, there} not in STRANGERS, f"{here} and {there} must not know of each other"


@pytest.mark.parametrize("module", ["nmsim", "nmsim.cli", "nmsim.errors"])
def test_importing_is_cheap(module: str) -> None:
    script = f"import sys, {module}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not HEAVY & set(loaded)


def test_hands_are_played_before_charts_and_frames_are_loaded(tmp_path: Path) -> None:
    """Words that any chart can show need not be drawn to know it."""
    script = f"""if True:
        import sys, nmsim.runner
        from nmsim.cli import main
        from tests.end_to_end import standin
        standin.install()
        nmsim.runner.play_units = lambda *asked: sys.exit(" ".join(sys.modules))
        main(["run", {str(PACKAGE.parent / "experiments" / "02_two_strategies.toml")!r}, "--out", {str(tmp_path)!r}])"""
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=PACKAGE.parent).stderr.split()
    assert "numpy" in loaded
    assert not {"matplotlib", "pandas", "pyarrow"} & set(loaded)


def test_help_loads_nothing_heavy() -> None:
    script = """if True:
        import sys
        from nmsim.cli import main
        try:
            main(["--help"])
        finally:
            print(*sys.modules, file=sys.stderr)"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "replay" in done.stdout
    assert not HEAVY & set(done.stderr.split())


def test_the_public_names_are_there_when_they_are_used() -> None:
    import nmsim

    assert nmsim.make_rules("open").suit_rule == "off"
    assert set(nmsim.__all__) <= set(dir(nmsim))
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        nmsim.simulat  # noqa: B018


def test_no_public_name_is_that_of_a_module() -> None:
    """Python binds a module to its package when it is first imported, in the place of a function of that name."""
    import nmsim

    rooms = {path.stem for path in PACKAGE.glob("*.py")} | {path.name for path in PACKAGE.iterdir() if path.is_dir()}
    assert not rooms & set(nmsim.__all__)


def test_public_names_are_plain_objects_of_their_own_name() -> None:
    """So they can be pickled, inspected and looked up, after every module of the package was imported."""
    script = """if True:
        import inspect, pickle, pkgutil, nmsim
        from importlib import import_module
        for module in pkgutil.walk_packages(nmsim.__path__, "nmsim."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
        from nmsim import *
        for name in nmsim.__all__:
            one = globals()[name]
            assert one is getattr(nmsim, name) and one.__name__ == name and inspect.getdoc(one), name
            assert inspect.isfunction(one) or inspect.isclass(one), name
            assert pickle.loads(pickle.dumps(one)) is one, name
            kinds = {parameter.kind for parameter in inspect.signature(one).parameters.values()} if inspect.isfunction(one) else set()
            assert inspect.Parameter.VAR_KEYWORD not in kinds, name
    """
    subprocess.run([sys.executable, "-W", "error", "-c", script], check=True)


@pytest.mark.parametrize("where", ["a module", "__main__"])
def test_a_function_that_plays_runs_in_worker_processes(where: str, tmp_path: Path) -> None:
    """As a loop over seeds in a script or a notebook does: with joblib's processes, and with the standard library's."""
    defined = "import nmsim\n\ndef played(seed):\n    return len(nmsim.simulate(walls=2, seed=seed))\n"
    (tmp_path / "mine.py").write_text(defined)
    script = f"""
{"from mine import played" if where == "a module" else defined}
import joblib
print(joblib.Parallel(n_jobs=2)(joblib.delayed(played)(seed) for seed in (1, 2)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "[2, 2]\n", done.stderr
