; Loops that nothing ends are stopped at once.
; RUN: asm %s -o %t/a.o
; RUN(3): run %t/a.o --kernel counts | CHECK
; RUN(3): run %t/a.o --kernel counts --timing none | CHECK
; RUN(3): run %t/a.o --kernel stands | CHECK
; CHECK: was stopped in block 0: the loop of words 0 to {{[01], lines? [0-9]+( to 1[01])?}}, never ends [PTO6012]
.profile a5
.kernel counts
next:
  addi.i64 X0, X0, 1
  br next
.kernel stands
next:
  br next
