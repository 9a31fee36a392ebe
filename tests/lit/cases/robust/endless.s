; Loops that nothing ends come to the default limit of the work at once.
; RUN: asm %s -o %t/a.o
; RUN(3): run %t/a.o --kernel counts | CHECK
; RUN(3): run %t/a.o --kernel counts --timing none | CHECK
; RUN(3): run %t/a.o --kernel stands | CHECK
; CHECK: was stopped in block 0 at word {{[01]}}: the work limit of 100000000000 is reached [PTO6012]
.profile a5
.kernel counts
next:
  addi.i64 X0, X0, 1
  br next
.kernel stands
next:
  br next
