"""How numba compiles kernels: each with all its parts as one library, in a fraction of the time that numba would take by itself.

numba compiles, optimizes and links every function as a library of its own, callees again in each caller: for a deep call tree of small
functions that took minutes. docs/engine.md tells what each step here gave. All of it leans on numba's compiler classes, hence the narrow
range of versions in pyproject.toml.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
from numba.core import cgutils, typed_passes, types, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.lowering import Lower
from numba.core.registry import CPUDispatcher
from numba.core.runtime.context import NRTContext
from numba.np import arrayobj

_DATA, _SHAPE = 4, 5  # fields of numba's arrays
_WRAPPER = "wrapper"  # numba's name for the module of what Python calls
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
        self._code: Any = None  # of all parts, until it is complete

    def create_ir_module(self, name: str) -> Any:
        if name == _WRAPPER:
            return super().create_ir_module(name)
        if self._code is None:
            self._code = super().create_ir_module(self.name)
        return self._code

    def add_ir_module(self, module: Any) -> None:
        if module is not self._code:
            super().add_ir_module(module)

    def add_linking_library(self, library: Any) -> None:
        if library is not self:
            super().add_linking_library(library)

    def finalize(self) -> None:
        super().add_ir_module(self._code)
        self._code = None
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


class _Uncounted(NRTContext):
    """numba's counting of references, for wrappers only: called by Python, they do hold and release the arguments."""

    def incref(self, builder: Any, typ: Any, value: Any) -> None:
        """Count one more, in a wrapper."""
        if builder.module.name == _WRAPPER:
            super().incref(builder, typ, value)

    def decref(self, builder: Any, typ: Any, value: Any) -> None:
        """Count one less, in a wrapper."""
        if builder.module.name == _WRAPPER:
            super().decref(builder, typ, value)


class _Lower(Lower):
    """numba's lowering, with entries of arrays read and written by a pointer and no more: kernels never count from the end."""

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Code for an entry or a part of `value`."""
        array_type, index_type = signature.args
        if not _is_entry(array_type, index_type):
            return super().lower_getitem(resty, expr, value, index, signature)
        place = self._place(array_type, self.loadvar(value.name), index_type, self._cast_var(index, index_type))
        return self.context.cast(self.builder, arrayobj.load_item(self.context, self.builder, array_type, place), array_type.dtype, resty)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Code that writes an entry or a part of `target_var`."""
        array_type, index_type, _ = signature.args
        if not _is_entry(array_type, index_type):
            return super().lower_setitem(target_var, index_var, value_var, signature)
        place = self._place(array_type, self.loadvar(target_var.name), index_type, self._cast_var(index_var, index_type))
        arrayobj.store_item(self.context, self.builder, array_type, self._cast_var(value_var, array_type.dtype), place)

    def _place(self, array_type: Any, array: Any, index_type: Any, index: Any) -> Any:
        """Pointer to an entry."""
        builder, offset = self.builder, None
        parts = cgutils.unpack_tuple(builder, index) if isinstance(index_type, types.BaseTuple) else [index]
        for dimension, (part, kind) in enumerate(zip(parts, _kinds(index_type), strict=True)):
            step = self.context.cast(builder, part, kind, types.intp)
            length = builder.extract_value(array, [_SHAPE, dimension])
            if self.context.enable_boundscheck:
                cgutils.do_boundscheck(self.context, builder, step, length, dimension)
            offset = step if offset is None else builder.add(builder.mul(offset, length), step)
        return builder.gep(builder.extract_value(array, _DATA), [offset])


def _kinds(index_type: Any) -> tuple[Any, ...]:
    return tuple(getattr(index_type, "types", (index_type,)))  # a tuple's, or the one


def _is_entry(array_type: Any, index_type: Any) -> bool:
    if not isinstance(array_type, types.Array) or array_type.layout != "C":
        return False
    kinds = _kinds(index_type)
    return len(kinds) == array_type.ndim and all(isinstance(kind, types.Integer) for kind in kinds)


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
    _Lowering,
    typed_passes.NoPythonBackend,
)


class _Compiler(Compiler):
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state.targetctx.nrt = _Uncounted(self.state.targetctx, enabled=True)

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
            with _patient_collector():
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

    def compile(self: Any, sig: Any) -> Any:
        """As numba's for one signature, without the clocks that it starts for each, all of which listen to each other."""
        arguments = tuple(sig)
        if arguments not in self.overloads:
            with self._compiling_counter:
                self.add_overload(self._compiler.compile(arguments, None))
        return self.overloads[arguments].entry_point

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """As numba's; the types of the arguments made wide."""
        return super().get_call_template(tuple(map(_wide, args)), {name: _wide(given) for name, given in kws.items()})


def _wide(given: types.Type) -> types.Type:
    plain = types.unliteral(given)
    return types.int64 if plain == types.boolean or plain in types.signed_domain else plain
