"""Whole programs: control flow, calls, blocks, flags and buffers, each with the result that its text says."""
import os
import re
import kernel
import numpy
from formats import TYPES
from memory import array, noise

I32 = numpy.arange(512, dtype=numpy.int32) * 7 - 300
CONSTANTS = {"x": "index", "c": "i64", "w": "i32", "h": "i16"}
ROW = 64


def rows(*indices):
    return [I32[ROW * i:ROW * i + ROW].astype(numpy.int64) for i in indices]


def wrap(values):
    return numpy.concatenate([numpy.asarray(v, dtype=numpy.int64) for v in values]).astype(numpy.int32)


class Program:
    """%in and %out are i32 buffers, copied to UB %u and %o; %o is copied back; constants are written as %x5 (index), %c5 (i64), %w5 (i32), %h5 (i16)."""

    def __init__(self, name, text, expected, scalars=(), runs=None, outside=False, before="", extra="", functions=""):
        self.name, self.text, self.outside, self.before = name, text, outside, before
        self.functions = functions
        self.runs = runs if runs is not None else [((), expected)]
        self.scalars, self.extra = scalars, extra

    def lines(self):
        body = self.text.strip("\n").split("\n")
        margin = min(len(line) - len(line.lstrip()) for line in body if line.strip())
        body = [line[margin:] for line in body]
        if not self.outside:
            body = ["pto.vecscope {", '  %all = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>'] + ["  " + x for x in body] + ["}"]
        size = max(len(e) for _, e in self.runs) * 4
        front = ["%u = pto.castptr %c0 : i64 -> !pto.ptr<i32, ub>", "%o = pto.castptr %c8192 : i64 -> !pto.ptr<i32, ub>"]
        front += ["pto.mte_gm_ub %in, %u, %c0, %c2048 nburst(%c1, %c0, %c0) : !pto.ptr<i32, gm>, !pto.ptr<i32, ub>, i64, i64, i64, i64, i64",
                  "pto.mte_gm_ub %%out, %%o, %%c0, %%c%d nburst(%%c1, %%c0, %%c0) : !pto.ptr<i32, gm>, !pto.ptr<i32, ub>, i64, i64, i64, i64, i64" % size,
                  'pto.set_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]', 'pto.wait_flag["PIPE_MTE2", "PIPE_V", "EVENT_ID0"]']
        front += ["pto.barrier #pto.pipe<PIPE_ALL>"] if self.outside else []
        back = ['pto.set_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]', 'pto.wait_flag["PIPE_V", "PIPE_MTE3", "EVENT_ID0"]',
                "pto.barrier #pto.pipe<PIPE_ALL>",
                "pto.mte_ub_gm %%o, %%out, %%c%d nburst(%%c1, %%c0, %%c0) : !pto.ptr<i32, ub>, !pto.ptr<i32, gm>, i64, i64, i64, i64" % size]
        whole = front + body + back
        used = sorted(set(re.findall(r"%([xcwh])(m?\d+)\b", "\n".join(whole))), key=lambda p: (p[0], p[1]))
        constants = ["%%%s%s = arith.constant %s : %s" % (k, v, v.replace("m", "-"), CONSTANTS[k]) for k, v in used]
        parameters = "".join(", %%%s: %s" % s for s in self.scalars)
        head = "func.func @%s(%%in: !pto.ptr<i32, gm>, %%out: !pto.ptr<i32, gm>%s) attributes {pto.aicore} {" % (self.name, parameters)
        functions = [x for x in self.functions.strip("\n").split("\n") if x.strip()]
        return functions + [head] + ["  " + x for x in constants + whole] + ["  return", "}"]


V, M, P = "!pto.vreg<64xi32>", "!pto.mask<b32>", "!pto.ptr<i32, ub>"
ADD = " : %s, %s, %s -> %s" % (V, V, M, V)


def short(text):
    """V, M and P stand for types, `add` for the signature of an addition."""
    text = text.replace("@add", ADD)
    return re.sub(r"(?<![\w%!.@\"])([VMP])(?![\w\"])", lambda m: {"V": V, "M": M, "P": P}[m.group(1)], text)


def collatz(n):
    steps = 0
    while n != 1:
        n = 3 * n + 1 if n % 2 else n // 2
        steps += 1
    return steps


def programs():
    r = rows(*range(8))
    yield Program("if_values", """
        %c = arith.cmpi sgt, %n, %w10 : i32
        %a = pto.vlds %u[%x0] : P -> V
        %b = pto.vlds %u[%x64] : P -> V
        %v, %m = scf.if %c -> (V, M) {
          %s = pto.vadd %a, %b, %all@add
          %t = pto.pset_b32 "PAT_VL8" : M
          scf.yield %s, %t : V, M
        } else {
          scf.yield %b, %all : V, M
        }
        %k = pto.vsub %v, %a, %m@add
        pto.vsts %k, %o[%x0], %all : V, P, M
        """, None, (("n", "i32"),), [(("i32:11",), wrap([numpy.where(numpy.arange(64) < 8, r[1], 0)])),
                                     (("i32:10",), wrap([r[1] - r[0]])), (("i32:-5",), wrap([r[1] - r[0]]))])
    yield Program("if_nested", """
        %c = arith.cmpi slt, %n, %w0 : i32
        %d = arith.cmpi eq, %k, %w3 : i32
        %a = pto.vlds %u[%x0] : P -> V
        pto.vsts %a, %o[%x0], %all : V, P, M
        scf.if %c {
          %b = pto.vlds %u[%x64] : P -> V
          scf.if %d {
            pto.vsts %b, %o[%x0], %all : V, P, M
          } else {
            %e = pto.vlds %u[%x128] : P -> V
            pto.vsts %e, %o[%x0], %all : V, P, M
          }
        }
        """, None, (("n", "i32"), ("k", "i32")), [(("i32:-1", "i32:3"), wrap([r[1]])), (("i32:-1", "i32:4"), wrap([r[2]])),
                                                  (("i32:0", "i32:3"), wrap([r[0]]))])
    total = sum(r[j] for i in range(6) for j in range(i))
    yield Program("for_triangular", """
        %z = pto.vbr %w0 : i32 -> V
        %s = scf.for %i = %x0 to %x6 step %x1 iter_args(%acc = %z) -> (V) {
          %t = scf.for %j = %x0 to %i step %x1 iter_args(%in_acc = %acc) -> (V) {
            %at = arith.muli %j, %x64 : index
            %a = pto.vlds %u[%at] : P -> V
            %n = pto.vadd %in_acc, %a, %all@add
            scf.yield %n : V
          }
          scf.yield %t : V
        }
        pto.vsts %s, %o[%x0], %all : V, P, M
        """, wrap([total]))
    yield Program("for_dynamic", """
        %lo = arith.index_cast %a : i32 to index
        %hi = arith.index_cast %b : i32 to index
        %st = arith.index_cast %s : i32 to index
        %z = pto.vbr %w0 : i32 -> V
        %one = pto.vbr %w1 : i32 -> V
        %n, %last = scf.for %i = %lo to %hi step %st iter_args(%acc = %z, %l = %w99) -> (V, i32) {
          %t = pto.vadd %acc, %one, %all@add
          %k = arith.index_cast %i : index to i32
          scf.yield %t, %k : V, i32
        }
        %m = pto.vadds %n, %last, %all : V, i32, M -> V
        pto.vsts %n, %o[%x0], %all : V, P, M
        pto.vsts %m, %o[%x64], %all : V, P, M
        """, None, (("a", "i32"), ("b", "i32"), ("s", "i32")),
        [(tuple("i32:%d" % x for x in (a, b, s)), wrap([[len(range(a, b, s))] * 64,
                                                       [len(range(a, b, s)) + ([99] + list(range(a, b, s)))[-1]] * 64]))
         for a, b, s in ((0, 10, 3), (0, 0, 1), (5, 2, 1), (-7, 9, 4), (-7, -7, 1), (3, 4, 100), (0, 200, 7))])
    yield Program("for_rotates", """
        %a0 = pto.vlds %u[%x0] : P -> V
        %b0 = pto.vlds %u[%x64] : P -> V
        %c0v = pto.vlds %u[%x128] : P -> V
        %m0 = pto.pset_b32 "PAT_H" : M
        %m1 = pto.pset_b32 "PAT_M3" : M
        %a, %b, %c, %k, %l = scf.for %i = %x0 to %x4 step %x1 iter_args(%p = %a0, %q = %b0, %r = %c0v, %e = %m0, %f = %m1) -> (V, V, V, M, M) {
          %n = pto.vadd %p, %r, %f@add
          scf.yield %q, %n, %p, %f, %e : V, V, V, M, M
        }
        pto.vsts %a, %o[%x0], %all : V, P, M
        pto.vsts %b, %o[%x64], %all : V, P, M
        pto.vsts %c, %o[%x128], %all : V, P, M
        %sel = pto.vsel %a, %b, %k : V, V, M -> V
        pto.vsts %sel, %o[%x192], %l : V, P, M
        """, rotated(r), outside=False)
    yield Program("while_scalar", """
        %s, %e = scf.while (%a = %n, %b = %w0) : (i32, i32) -> (i32, i32) {
          %c = arith.cmpi ne, %a, %w1 : i32
          scf.condition(%c) %b, %a : i32, i32
        } do {
        ^bb0(%steps: i32, %v: i32):
          %odd = arith.andi %v, %w1 : i32
          %is = arith.cmpi ne, %odd, %w0 : i32
          %next = scf.if %is -> (i32) {
            %t = arith.muli %v, %w3 : i32
            %t1 = arith.addi %t, %w1 : i32
            scf.yield %t1 : i32
          } else {
            %h = arith.shrsi %v, %w1 : i32
            scf.yield %h : i32
          }
          %count = arith.addi %steps, %w1 : i32
          scf.yield %next, %count : i32, i32
        }
        pto.store_scalar %s, %o[%x0] : P, i32
        pto.store_scalar %e, %o[%x1] : P, i32
        """, None, (("n", "i32"),), [(("i32:%d" % n,), numpy.array([collatz(n), 1] + [0] * 6, dtype=numpy.int32)) for n in (1, 6, 27)],
        outside=True)
    yield Program("if_around_scopes", """
        %c = arith.cmpi ult, %n, %w4 : i32
        scf.if %c {
          pto.vecscope {
            %m = pto.pset_b32 "PAT_ALL" : M
            %a = pto.vlds %u[%x0] : P -> V
            pto.vsts %a, %o[%x0], %m : V, P, M
          }
        } else {
          pto.vecscope {
            %m = pto.pset_b32 "PAT_VL4" : M
            %a = pto.vlds %u[%x64] : P -> V
            %b = pto.vneg %a, %m : V, M -> V
            %t = pto.pset_b32 "PAT_ALL" : M
            pto.vsts %b, %o[%x0], %t : V, P, M
          }
        }
        """, None, (("n", "i32"),), [(("i32:3",), wrap([r[0]])), (("i32:-1",), wrap([numpy.where(numpy.arange(64) < 4, -r[1], 0)]))],
        outside=True)
    yield Program("scopes_in_loops", """
        scf.for %i = %x0 to %x3 step %x1 {
          %k = arith.index_cast %i : index to i32
          %s = arith.muli %k, %n : i32
          scf.for %j = %x0 to %x2 step %x1 {
            %row = arith.muli %i, %x2 : index
            %rj = arith.addi %row, %j : index
            %at = arith.muli %rj, %x64 : index
            pto.vecscope {
              %m = pto.pset_b32 "PAT_ALL" : M
              %a = pto.vlds %u[%at] : P -> V
              %b = pto.vadds %a, %s, %m : V, i32, M -> V
              pto.vsts %b, %o[%at], %m : V, P, M
            }
          }
        }
        """, None, (("n", "i32"),), [(("i32:1000",), wrap([r[2 * i + j] + 1000 * i for i in range(3) for j in range(2)]))], outside=True)
    yield Program("control_register", """
        %old = pto.get_ctrl : i64
        %a = pto.sbitset1 %old, %c5 : i64, i64 -> i64
        %b = pto.sbitset1 %a, %at : i64, i64 -> i64
        %d = pto.sbitset0 %b, %c5 : i64, i64 -> i64
        pto.set_ctrl %b : i64
        %now = pto.get_ctrl : i64
        pto.set_ctrl %d : i64
        %then = pto.get_ctrl : i64
        %w = arith.subi %now, %old : i64
        %x = arith.subi %then, %old : i64
        %y = arith.trunci %w : i64 to i32
        %z = arith.trunci %x : i64 to i32
        pto.set_ctrl %old : i64
        pto.store_scalar %y, %o[%x0] : P, i32
        pto.store_scalar %z, %o[%x1] : P, i32
        """, None, (("at", "i64"),), [(("i64:%d" % n,), numpy.array([32 + (1 << n), 1 << n] + [0] * 6, dtype=numpy.int32))
                                      for n in (0, 7, 30)], outside=True)
    yield Program("strict_scope", """
        %k = arith.addi %n, %w5 : i32
        pto.strict_vecscope(%u, %o, %k, %x64) {
        ^bb0(%p: P, %q: P, %s: i32, %at: index):
          %m = pto.pset_b32 "PAT_ALL" : M
          %a = pto.vlds %p[%at] : P -> V
          %b = pto.vadds %a, %s, %m : V, i32, M -> V
          %zero = arith.constant 0 : index
          pto.vsts %b, %q[%zero], %m : V, P, M
        } : (P, P, i32, index) -> ()
        """, None, (("n", "i32"),), [(("i32:-2",), wrap([r[1] + 3]))], outside=True)
    yield Program("calls", """
        %k = func.call @twice(%n) : (i32) -> i32
        %i, %j = func.call @both(%k, %w3) : (i32, i32) -> (i32, i32)
        func.call @copy_row(%u, %o, %x64, %i) : (P, P, index, i32) -> ()
        %p = pto.addptr %o, %x64 : P -> P
        call @copy_row(%u, %p, %x0, %j) : (P, P, index, i32) -> ()
        """, None, (("n", "i32"),), [(("i32:5",), wrap([r[1] + 13, r[0] + 7]))], outside=True, functions=short("""
func.func private @twice(%a: i32) -> i32 {
  %b = arith.addi %a, %a : i32
  return %b : i32
}
func.func private @both(%a: i32, %b: i32) -> (i32, i32) {
  %s = arith.addi %a, %b : i32
  %one = arith.constant 1 : i32
  %h = func.call @twice(%one) : (i32) -> i32
  %x = arith.subi %a, %b : i32
  %y = arith.muli %x, %h : i32
  %z = arith.divsi %y, %h : i32
  return %s, %z : i32, i32
}
func.func private @copy_row(%from: P, %to: P, %at: index, %add: i32) {
  %zero = arith.constant 0 : index
  pto.vecscope {
    %m = pto.pset_b32 "PAT_ALL" : M
    %a = pto.vlds %from[%at] : P -> V
    %b = pto.vadds %a, %add, %m : V, i32, M -> V
    pto.vsts %b, %to[%zero], %m : V, P, M
  }
  return
}"""))
    yield Program("tails", """
        %e = scf.for %i = %x0 to %x512 step %x64 iter_args(%left = %n) -> (i32) {
          %m, %rest = pto.plt_b32 %left : i32 -> M, i32
          %a = pto.vlds %u[%i] : P -> V
          %b = pto.vadds %a, %w1, %m : V, i32, M -> V
          pto.vsts %b, %o[%i], %m : V, P, M
          scf.yield %rest : i32
        }
        """, None, (("n", "i32"),), [(("i32:%d" % n,), numpy.where(numpy.arange(512) < n, I32 + 1, 0).astype(numpy.int32))
                                     for n in (0, 1, 64, 65, 300, 511, 512, 700)])
    yield Program("scalar_after_store", """
        %a = pto.vlds %u[%x0] : P -> V
        pto.vsts %a, %o[%x0], %all : V, P, M
        pto.mem_bar "VST_LD"
        %s = pto.load_scalar %o[%x5] : P -> i32
        pto.store_scalar %n, %o[%x6] : P, i32
        pto.mem_bar "ST_VLD"
        %b = pto.vlds %o[%x0] : P -> V
        %c = pto.vadds %b, %s, %all : V, i32, M -> V
        pto.mem_bar "VV_ALL"
        pto.vsts %c, %o[%x64], %all : V, P, M
        """, None, (("n", "i32"),), [(("i32:77",), scalar_after(r))])
    yield Program("special_register", """
        %m = pto.pset_b32 "PAT_VL8" : M
        %v = pto.vci %w5 : i32 -> V
        pto.vsts %v, %o[%x0], %all : V, P, M
        pto.sprclr "AR"
        %al0 = pto.init_align : !pto.align
        %q = pto.vsqz %v, %m : V, M -> V
        %al1 = pto.vstur %al0, %q, %u, "POST_UPDATE" : !pto.align, V, P -> !pto.align
        pto.sprsti "AR", %o[%w4] : P, i32
        pto.sprsts "AR", %o[%w8] : P, i32
        pto.vstar %al1, %u : !pto.align, P
        """, numpy.array([5, 6, 32, 8, 32] + list(range(10, 69)), dtype=numpy.int32))
    yield Program("special_register_steps", """
        %m = pto.pset_b32 "PAT_VL8" : M
        %v = pto.vci %w5 : i32 -> V
        pto.vsts %v, %o[%x0], %all : V, P, M
        pto.sprclr "AR"
        %al0 = pto.init_align : !pto.align
        %q = pto.vsqz %v, %m : V, M -> V
        %al1 = pto.vstur %al0, %q, %u, "POST_UPDATE" : !pto.align, V, P -> !pto.align
        %words = pto.sprsti "AR", %o[%w4] : P, i32 -> P
        %bytes = pto.sprsts "AR", %words[%w8] : P, i32 -> P
        pto.sprsts "AR", %bytes[%w8] : P, i32
        pto.vstar %al1, %u : !pto.align, P
        """, numpy.array([32, 6, 7, 8, 32, 10, 11, 12, 32] + list(range(14, 69)), dtype=numpy.int32))
    yield Program("dynamic_flags", """
        scf.for %i = %x0 to %x8 step %x1 {
          %slot = arith.remui %i, %x2 : index
          %at = arith.muli %i, %x64 : index
          %to = arith.muli %slot, %x64 : index
          %g = pto.addptr %in, %at : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>
          %b = pto.addptr %u, %to : P -> P
          pto.mte_gm_ub %g, %b, %c0, %c256 nburst(%c1, %c0, %c0) : !pto.ptr<i32, gm>, P, i64, i64, i64, i64, i64
          pto.set_flag_dyn["PIPE_MTE2", "PIPE_V", %slot] : index
          pto.wait_flag_dyn["PIPE_MTE2", "PIPE_V", %slot] : index
          pto.vecscope {
            %m = pto.pset_b32 "PAT_ALL" : M
            %a = pto.vlds %b[%x0] : P -> V
            %c = pto.vnot %a, %m : V, M -> V
            pto.vsts %c, %o[%at], %m : V, P, M
          }
          pto.set_flag_dyn["PIPE_V", "PIPE_MTE2", %slot] : index
          pto.wait_flag_dyn["PIPE_V", "PIPE_MTE2", %slot] : index
        }
        """, wrap([~x for x in r]), outside=True)
    yield Program("buffers", """
        %id = arith.constant 7 : i64
        %mode = arith.constant 0 : i64
        pto.get_buf "PIPE_MTE2", 3, 0
        pto.get_buf "PIPE_MTE2", %id, %mode : i64, i64
        pto.mte_gm_ub %in, %u, %c0, %c256 nburst(%c1, %c0, %c0) : !pto.ptr<i32, gm>, P, i64, i64, i64, i64, i64
        pto.rls_buf "PIPE_MTE2", %id, %mode : i64, i64
        pto.rls_buf "PIPE_MTE2", 3
        scf.for %i = %x3 to %x4 step %x1 {
          pto.get_buf_dyn "PIPE_V", %i, 0 : index
          pto.vecscope {
            %m = pto.pset_b32 "PAT_ALL" : M
            %a = pto.vlds %u[%x0] : P -> V
            %b = pto.vabs %a, %m : V, M -> V
            pto.vsts %b, %o[%x0], %m : V, P, M
          }
          pto.rls_buf_dyn "PIPE_V", %i, 0 : index
        }
        """, wrap([abs(r[0])]), outside=True)


def rotated(r):
    lanes = numpy.arange(64)
    p, q, s, e, f = r[0], r[1], r[2], lanes < 32, lanes % 3 == 0
    for _ in range(4):
        p, q, s, e, f = q, numpy.where(f, p + s, 0), p, f, e
    return wrap([p, q, s, numpy.where(f, numpy.where(e, p, q), 0)])


def scalar_after(r):
    first = r[0].copy()
    s = first[5]
    first[6] = 77
    return wrap([first, first + s])


BLOCKS = """module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {
  func.func @queries(%out: !pto.ptr<i64, gm>) attributes {pto.aicore} {
    %b = pto.get_block_idx
    %n = pto.get_block_num : i64
    %s = pto.get_subblock_idx
    %t = pto.get_subblock_num
    %i = arith.index_cast %b : i64 to index
    %four = arith.constant 4 : index
    %one = arith.constant 1 : index
    %at0 = arith.muli %i, %four : index
    %at1 = arith.addi %at0, %one : index
    %at2 = arith.addi %at1, %one : index
    %at3 = arith.addi %at2, %one : index
    pto.store_scalar %b, %out[%at0] : !pto.ptr<i64, gm>, i64
    pto.store_scalar %n, %out[%at1] : !pto.ptr<i64, gm>, i64
    pto.store_scalar %s, %out[%at2] : !pto.ptr<i64, gm>, i64
    pto.store_scalar %t, %out[%at3] : !pto.ptr<i64, gm>, i64
    return
  }
  func.func @share(%in: !pto.ptr<i32, gm>, %out: !pto.ptr<i32, gm>) attributes {pto.aicore} {
    %b = pto.get_block_idx : i64
    %n = pto.get_block_num
    %i = arith.index_cast %b : i64 to index
    %step = arith.index_cast %n : i64 to index
    %rows = arith.constant 8 : index
    %lanes = arith.constant 64 : index
    %zero = arith.constant 0 : i64
    %one = arith.constant 1 : i64
    %bytes = arith.constant 256 : i64
    %x0 = arith.constant 0 : index
    %u = pto.castptr %zero : i64 -> !pto.ptr<i32, ub>
    %id = arith.trunci %b : i64 to i32
    scf.for %r = %i to %rows step %step {
      %at = arith.muli %r, %lanes : index
      %from = pto.addptr %in, %at : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>
      %to = pto.addptr %out, %at : !pto.ptr<i32, gm> -> !pto.ptr<i32, gm>
      pto.mte_gm_ub %from, %u, %zero, %bytes nburst(%one, %zero, %zero) : !pto.ptr<i32, gm>, !pto.ptr<i32, ub>, i64, i64, i64, i64, i64
      pto.barrier #pto.pipe<PIPE_ALL>
      pto.vecscope {
        %m = pto.pset_b32 "PAT_ALL" : !pto.mask<b32>
        %a = pto.vlds %u[%x0] : !pto.ptr<i32, ub> -> !pto.vreg<64xi32>
        %c = pto.vadds %a, %id, %m : !pto.vreg<64xi32>, i32, !pto.mask<b32> -> !pto.vreg<64xi32>
        pto.vsts %c, %u[%x0], %m : !pto.vreg<64xi32>, !pto.ptr<i32, ub>, !pto.mask<b32>
      }
      pto.barrier #pto.pipe<PIPE_ALL>
      pto.mte_ub_gm %u, %to, %bytes nburst(%one, %zero, %zero) : !pto.ptr<i32, ub>, !pto.ptr<i32, gm>, i64, i64, i64, i64
      pto.barrier #pto.pipe<PIPE_ALL>
    }
    return
  }
}
"""


def generate(directory):
    target = os.path.join(directory, "..", "programs")
    data = os.path.join(target, "data")
    os.makedirs(data, exist_ok=True)
    numpy.save(os.path.join(data, "in.npy"), I32)
    runs, lines = ["// Control flow, calls, flags and buffers in programs with known results."], []
    for program in programs():
        program.text = short(program.text)
        lines += program.lines()
        for n, (arguments, expected) in enumerate(program.runs):
            label = "%s%s.npy" % (program.name, "-%d" % n if n else "")
            numpy.save(os.path.join(data, label), expected)
            extra = "".join(" --arg " + a for a in arguments)
            runs.append("// RUN: run %%s --kernel %s --arg %%d/data/in.npy --arg zeros:i32:%d%s --expect 1=%%d/data/%s" % (
                program.name, len(expected), extra, label))
    runs.append('module attributes {pto.target_arch = "a5", pto.kernel_kind = #pto.kernel_kind<vector>} {')
    kernel.write(os.path.join(target, "control.pto"), runs + ["  " + line for line in lines] + ["}"])
    head = ["// What a block knows of itself, and rows shared out to blocks."]
    for n in (1, 4, 7):
        queries = numpy.array([x for b in range(n) for x in (b, n, 0, 1)], dtype=numpy.int64)
        numpy.save(os.path.join(data, "queries-%d.npy" % n), queries)
        head.append("// RUN: run %%s --kernel queries --blocks %d --arg zeros:i64:%d --expect 0=%%d/data/queries-%d.npy" % (n, 4 * n, n))
        share = wrap([I32[64 * r:64 * r + 64].astype(numpy.int64) + r % n for r in range(8)])
        numpy.save(os.path.join(data, "share-%d.npy" % n), share)
        head.append("// RUN: run %%s --kernel share --blocks %d --arg %%d/data/in.npy --arg zeros:i32:512 --expect 1=%%d/data/share-%d.npy" % (n, n))
    with open(os.path.join(target, "blocks.pto"), "w", encoding="utf-8") as out:
        out.write("\n".join(head) + "\n" + BLOCKS)
