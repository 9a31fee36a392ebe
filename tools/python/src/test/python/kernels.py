"""Kernels of the tests."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[5]
EXAMPLES = ROOT / "examples"
VADD = str(EXAMPLES / "vadd/vadd.pto")

#: y = x + x over 16x64 elements of a type, on either profile.
DOUBLE = """
module {
  func.func @double(%x: !pto.ptr<TYPE>, %y: !pto.ptr<TYPE>) attributes {pto.entry, pto.aicore} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c64 = arith.constant 64 : index
    %vx = pto.make_tensor_view %x, shape = [%c16, %c64], strides = [%c64, %c1] : !pto.tensor_view<16x64xTYPE>
    %px = pto.partition_view %vx, offsets = [%c0, %c0], sizes = [%c16, %c64] : !pto.tensor_view<16x64xTYPE> -> !pto.partition_tensor_view<16x64xTYPE>
    %vy = pto.make_tensor_view %y, shape = [%c16, %c64], strides = [%c64, %c1] : !pto.tensor_view<16x64xTYPE>
    %py = pto.partition_view %vy, offsets = [%c0, %c0], sizes = [%c16, %c64] : !pto.tensor_view<16x64xTYPE> -> !pto.partition_tensor_view<16x64xTYPE>
    %t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xTYPE>
    pto.tload ins(%px : !pto.partition_tensor_view<16x64xTYPE>) outs(%t : !pto.tile_buf<vec, 16x64xTYPE>)
    pto.tadd ins(%t, %t : !pto.tile_buf<vec, 16x64xTYPE>, !pto.tile_buf<vec, 16x64xTYPE>) outs(%t : !pto.tile_buf<vec, 16x64xTYPE>)
    pto.tstore ins(%t : !pto.tile_buf<vec, 16x64xTYPE>) outs(%py : !pto.partition_tensor_view<16x64xTYPE>)
    return
  }
}
"""

#: y = x + x, one row of x after the other.
ROWS = """
func.func @rows(%x: !pto.ptr<f32>, %y: !pto.ptr<f32>) attributes {pto.entry} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %vx = pto.make_tensor_view %x, shape = [16, 64], strides = [64, 1] : !pto.tensor_view<16x64xf32>
  %vy = pto.make_tensor_view %y, shape = [16, 64], strides = [64, 1] : !pto.tensor_view<16x64xf32>
  %sum = pto.alloc_tile : !pto.tile_buf<vec, 1x64xf32>
  pto.texpands ins(0.0) outs(%sum)
  scf.for %i = %c0 to %c16 step %c1 {
    %px = pto.partition_view %vx, offsets = [%i, 0], sizes = [1, 64] : !pto.tensor_view<16x64xf32>
    %py = pto.partition_view %vy, offsets = [%i, 0], sizes = [1, 64] : !pto.tensor_view<16x64xf32>
    %t = pto.alloc_tile : !pto.tile_buf<vec, 1x64xf32>
    pto.tload ins(%px) outs(%t)
    pto.tadd ins(%t, %t) outs(%t)
    pto.tadd ins(%t, %sum) outs(%sum)
    pto.tstore ins(%t) outs(%py)
  }
  return
}
"""

#: The store does not wait for the sum.
RACE = DOUBLE.replace("TYPE", "f32").replace(
    "    pto.tadd",
    '    pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]\n'
    '    pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]\n'
    "    pto.tadd",
)

#: Writes its block number, then waits in a loop of so many steps.
LOOP = """
func.func @loop(%y: !pto.ptr<i32>, %n: index) attributes {pto.entry, pto.aicore} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %old = pto.load_scalar %y[%c0] : !pto.ptr<i32> -> i32
    %new = arith.addi %old, %one : i32
    pto.store_scalar %new, %y[%c0] : !pto.ptr<i32>, i32
  }
  return
}
"""


# Loads and stores a tile.
COPY = """\
func.func @copy8(%x: !pto.ptr<TYPE>, %y: !pto.ptr<TYPE>) attributes {pto.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %xv = pto.make_tensor_view %x, shape = [%c16, %c64], strides = [%c64, %c1] : !pto.tensor_view<16x64xTYPE>
  %yv = pto.make_tensor_view %y, shape = [%c16, %c64], strides = [%c64, %c1] : !pto.tensor_view<16x64xTYPE>
  %xp = pto.partition_view %xv, offsets = [%c0, %c0], sizes = [%c16, %c64] : !pto.tensor_view<16x64xTYPE> -> !pto.partition_tensor_view<16x64xTYPE>
  %yp = pto.partition_view %yv, offsets = [%c0, %c0], sizes = [%c16, %c64] : !pto.tensor_view<16x64xTYPE> -> !pto.partition_tensor_view<16x64xTYPE>
  %t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xTYPE>
  pto.tload ins(%xp : !pto.partition_tensor_view<16x64xTYPE>) outs(%t : !pto.tile_buf<vec, 16x64xTYPE>)
  pto.tstore ins(%t : !pto.tile_buf<vec, 16x64xTYPE>) outs(%yp : !pto.partition_tensor_view<16x64xTYPE>)
  return
}
"""


def double(kind: str) -> str:
    return DOUBLE.replace("TYPE", kind)


def alive(pid: int) -> bool:
    """Whether a process runs; one that nobody has waited for does not."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] not in ("Z", "X")
    except FileNotFoundError:
        pass
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not os.path.isdir("/proc/self")
