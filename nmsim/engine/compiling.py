"""How numba compiles kernels: each with all its parts as one library, in a fraction of the time that numba would take by itself.

numba compiles, optimizes and links every function as a library of its own, callees again in each caller: for a deep call tree of small
functions that took minutes. docs/engine.md tells what each step here gave. All of it leans on numba's compiler classes, hence the narrow
range of versions in pyproject.toml.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
from numba.core import typed_passes, types, untyped_passes
from numba.core.cgutils import normalize_ir_text
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.lowering import Lower
from numba.core.registry import CPUDispatcher
from numba.np import arrayobj

_COUNTING = re.compile(r"^ *call void @\"?NRT_(?:incref|decref)\"?\(.*$", re.MULTILINE)
_ALLOCATING = ("NRT_MemInfo_alloc", "NRT_Allocate")
_OBJECTS_PER_COLLECTION = 50_000  # while a kernel is compiled: nearly all that is made stays, and searching it for garbage takes time


class _Library(JITCodeLibrary):
    """The code of a kernel with its parts, free of reference counting.

    A kernel works on arrays that its caller holds, and creates none, so counting references to them has no effect but to take half
    the time. Parts are known to be called from here alone: LLVM inlines, simplifies and drops them as it could not otherwise.
    """

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.parts: set[str] = set()
        self.copied: set[str] = set()
        self.typing: _Typing | None = None

    def add_ir_module(self, module: Any) -> None:
        text = str(module)
        if module.name != "wrapper":  # the wrapper, called by Python, does hold and release the arguments
            text = _COUNTING.sub("", text)
        self.add_llvm_module(llvm.parse_assembly(normalize_ir_text(text)))

    def add_linking_library(self, library: Any) -> None:
        if library is not self:
            super().add_linking_library(library)

    def finalize(self) -> None:
        self._take_in_other_kernels()
        self._shared_module = _shareable(self._final_module)
        for function in self._final_module.functions:
            if function.name in self.parts:
                function.linkage = "internal"
            if function.name in self.copied and not function.is_declaration:
                function.add_function_attribute("alwaysinline")
        super().finalize()
        if any(function.name.startswith(_ALLOCATING) for function in self._final_module.functions):
            raise AssertionError(f"kernels must not allocate: {self.name}")

    def _take_in_other_kernels(self) -> None:
        """Link the code of kernels that were compiled earlier and hold parts of this one."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self.parts |= getattr(library, "parts", set())
            self.copied |= getattr(library, "copied", set())
        self._linking_libraries = []

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


def _shareable(module: Any) -> Any:
    """A copy of a module that other modules can take in: what they define too is merged, what they do not use dropped."""
    copy = module.clone()
    for function in copy.functions:
        if not function.is_declaration and function.linkage == llvm.Linkage.external:
            function.linkage = "linkonce_odr"
    return copy


class _Typing:
    """numba's typing context, with a memory for what a function of given types returns; numba tries dozens of candidates each time."""

    def __init__(self, context: Any) -> None:
        self._context = context
        self._known: dict[Any, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, arguments: Any, named: Any) -> Any:
        return self._remembered(self._context.resolve_function_type, function, tuple(arguments), named)

    def _remembered(self, resolve: Callable[..., Any], function: Any, arguments: Any, named: Any) -> Any:
        key = function, arguments, tuple(sorted(named.items()))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = resolve(function, arguments, named)
        return found


class _Lower(Lower):
    """numba's lowering without the counting of references, most of which would be written only to be taken out again."""

    def incref(self, typ: Any, val: Any) -> None:
        pass

    def decref(self, typ: Any, val: Any) -> None:
        pass


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(typed_passes.BaseNativeLowering):
    _name: Any = "kernel_lowering"

    @property
    def lowering_class(self) -> Any:
        return _Lower


# numba's passes less those for closures, array expressions, parallel loops and other things that kernels do without.
_PASSES = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.RewriteSemanticConstants,
    untyped_passes.DeadBranchPrune,
    untyped_passes.GenericRewrites,
    untyped_passes.ReconstructSSA,
    untyped_passes.DeadBranchPrune,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    typed_passes.IRLegalization,
    _Lowering,
    typed_passes.NoPythonBackend,
)


class _Compiler(Compiler):
    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("kernel")
        for step in _PASSES:
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


_open_kernels: list[_Library] = []
copied_parts: set[Callable[..., Any]] = set()  # those that go whole to every place where they are called


class KernelCompiler(_Compiler):
    """Compiles a kernel: opens its library, into which parts are compiled as they are met."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """What numba's compiler returns."""
        library = _Library(self.state.targetctx.codegen(), func.__qualname__)
        library.enable_object_caching()
        library.typing = _Typing(self.state.typingctx)
        self.state.library, self.state.typingctx = library, library.typing
        _open_kernels.append(library)
        try:
            with _patient_collector(), _plain_indices():
                return super().compile_extra(func)
        finally:
            _open_kernels.pop()


@contextmanager
def _patient_collector() -> Iterator[None]:
    """Collect garbage less often."""
    before = gc.get_threshold()
    gc.set_threshold(_OBJECTS_PER_COLLECTION, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def _plain_indices() -> Iterator[None]:
    """Take an index of an array as it is: kernels never count from the end, and a twentieth of the time of play would go into asking."""
    before = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = lambda context, builder, given, index, size: context.cast(builder, index, given, types.intp)
    try:
        yield
    finally:
        arrayobj.fix_integer_index = before


class PartCompiler(_Compiler):
    """Compiles a part into the library of the kernel that needs it first."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """What numba's compiler returns."""
        library = _open_kernels[-1]
        self.state.flags.no_compile = True
        self.state.library, self.state.typingctx = library, library.typing
        result = super().compile_extra(func)
        library.parts.add(result.fndesc.mangled_name)
        if func in copied_parts:
            library.copied.add(result.fndesc.mangled_name)
        # Callers find a function by its entry point, which a part has not: a unique builtin method stands for it.
        stand_in: list[None] = []
        key = stand_in.append
        self.state.targetctx.insert_user_function(key, result.fndesc, [library])
        return result._replace(entry_point=key)


class Part(CPUDispatcher):
    """A part, compiled once for all kinds of whole numbers (int8 to int64, truth values, constants), which it takes as int64."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """As numba's; the types of the arguments made wide."""
        return super().get_call_template(tuple(map(_wide, args)), {name: _wide(given) for name, given in kws.items()})


def _wide(given: types.Type) -> types.Type:
    plain = types.unliteral(given)
    return types.int64 if plain == types.boolean or plain in types.signed_domain else plain
