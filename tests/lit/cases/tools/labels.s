// Labels, comments of three kinds, and registers that nobody counted.
// RUN: asm %s -o %t/l.o
// RUN: objdump --asm %t/l.o -o %t/l.s
// RUN: asm %t/l.s -o %t/again.o
// RUN: objdump --asm %t/again.o | CHECK
// CHECK: .registers 3 0 0 0
// CHECK: loop 0, X0, 2
// CHECK: brz X2, 3
// CHECK: br 1
// CHECK: end
// CHECK: .registers 0 0 0 0
// CHECK: br 1
// RUN: run %t/again.o --kernel sums --arg i64:4 --arg zeros:i64:1 --expect 1=fill:12:i64:1
// RUN: compile %r/examples/vadd/vadd.pto -S -o %t/v.s
// RUN: asm %t/v.s -o %t/v.o
// RUN: objdump -d -S %t/v.o -o %t/w.s
// RUN: asm %t/w.s -o %t/w.o
.profile a5      # the profile
.kernel sums     // X0 is a count, X1 a pointer
.argument scalar 16 0 read 0 "n"
.argument pointer 16 1 write 8 "sum"
  movi X2, 0
  loop 0, X0, done
    addi.i64 X2, X2, 1
    addi.i64 X2, X2, 2   # both
done: brz X2, finish
  st.i64 X2, [X1], GM ; stored
  br finish
finish:
  end
.kernel other
again:
  br next
next: last: end
