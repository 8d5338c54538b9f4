"""What Numba lacks: bit counting, atomic cells shared between threads, copies of whole records.

Typed constants live here too: `uint64 + 1` silently becomes int64 and `uint64 - int64` float64, so
kernels write `U64_1`. With NUMBA_DISABLE_JIT=1 each intrinsic is a plain Python function with the same
meaning.
"""

from __future__ import annotations

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from honte.kernels.jit import kernel

U64_0 = np.uint64(0)
U64_1 = np.uint64(1)

if numba.config.DISABLE_JIT:

    def popcount(word):
        """Returns the number of bits set in a uint64."""
        return int(word).bit_count()

    def ctz(word):
        """Returns the index of the lowest set bit of a uint64; undefined for 0."""
        word = int(word)
        return (word & -word).bit_length() - 1

    def atomic_load(array, index):
        """Reads one int64 cell that another thread may write."""
        return array[index]

    def atomic_store(array, index, value):
        """Writes one int64 cell that another thread may read."""
        array[index] = value

    def atomic_add(array, index, value):
        """Adds to one int64 cell and returns its value before."""
        before = array[index]
        array[index] = before + value
        return before

    def copy_item(array, source, target):
        """Copies one item of an array onto another, all bytes at once."""
        array[target] = array[source]

    def prefetch(array, index):
        """Does nothing: only compiled code has a cache line to load early."""

else:

    @intrinsic
    def popcount(typingctx, word):
        """Returns the number of bits set in a uint64."""

        def codegen(context, builder, signature, args):
            count = builder.ctpop(args[0])
            return context.cast(builder, count, types.uint64, types.int64)

        return types.int64(types.uint64), codegen

    @intrinsic
    def ctz(typingctx, word):
        """Returns the index of the lowest set bit of a uint64; undefined for 0."""

        def codegen(context, builder, signature, args):
            count = builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))
            return context.cast(builder, count, types.uint64, types.int64)

        return types.int64(types.uint64), codegen

    def _cell(context, builder, signature, args):
        """Returns the address of an array's item, without bounds checks and negative indices."""
        array = context.make_array(signature.args[0])(context, builder, args[0])
        return cgutils.get_item_pointer(
            context, builder, signature.args[0], array, [args[1]], wraparound=False
        )

    @intrinsic
    def atomic_load(typingctx, array, index):
        """Reads one int64 cell that another thread may write."""

        def codegen(context, builder, signature, args):
            return builder.load_atomic(_cell(context, builder, signature, args), "acquire", 8)

        return types.int64(array, types.intp), codegen

    @intrinsic
    def atomic_store(typingctx, array, index, value):
        """Writes one int64 cell that another thread may read."""

        def codegen(context, builder, signature, args):
            builder.store_atomic(args[2], _cell(context, builder, signature, args), "release", 8)
            return context.get_dummy_value()

        return types.void(array, types.intp, types.int64), codegen

    @intrinsic
    def atomic_add(typingctx, array, index, value):
        """Adds to one int64 cell and returns its value before."""

        def codegen(context, builder, signature, args):
            return builder.atomic_rmw("add", _cell(context, builder, signature, args), args[2], "monotonic")

        return types.int64(array, types.intp, types.int64), codegen

    @intrinsic
    def copy_item(typingctx, array, source, target):
        """Copies one item of an array onto another, all bytes at once.

        Plain `array[target] = array[source]` moves every number of a record by itself. For a board of 10 KB
        that is twenty times slower, and slow to compile.
        """

        def codegen(context, builder, signature, args):
            to, origin = (
                _cell(context, builder, signature, (args[0], index)) for index in (args[2], args[1])
            )
            size = context.get_constant(types.intp, signature.args[0].dtype.size)
            cgutils.raw_memcpy(builder, to, origin, size, 1)
            return context.get_dummy_value()

        return types.void(array, types.intp, types.intp), codegen

    @intrinsic
    def prefetch(typingctx, array, index):
        """Starts loading the cache line of an array's cell (or of a row, if it has two dimensions)."""

        def codegen(context, builder, signature, args):
            kind = signature.args[0]
            data = context.make_array(kind)(context, builder, args[0])
            shape = cgutils.unpack_tuple(builder, data.shape, kind.ndim)
            place = args[1]
            for length in shape[1:]:
                place = builder.mul(place, length)
            pointer = builder.bitcast(builder.gep(data.data, [place]), ir.IntType(8).as_pointer())
            word = ir.IntType(32)
            function = cgutils.get_or_insert_function(
                builder.module,
                ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), word, word, word]),
                "llvm.prefetch.p0",
            )
            builder.call(function, [pointer, word(0), word(3), word(1)])
            return context.get_dummy_value()

        return types.void(array, types.uint64), codegen


@kernel
def lowest(mask):
    """Returns the lowest set bit of a uint64, as a mask; 0 for 0."""
    return mask & (~mask + U64_1)
