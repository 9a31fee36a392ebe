; A transfer of two million rows of 128 KiB to one place, which is 256 GiB.
; RUN: asm %s -o %t/a.o
; RUN(3): run %t/a.o --arg zeros:i8:131072 --timeout-insns=100000 | CHECK
; CHECK: @k was stopped in block 0 at word 2: the work limit of 100000 is reached [PTO6012]
.profile a5
.kernel k
.argument pointer 19 0 read write 0 "p"
  movi X8, 33554416
  movhi X8, X8, 1024
  gm_to_ub.i8 XZR, X0, X8, XZR
  end
