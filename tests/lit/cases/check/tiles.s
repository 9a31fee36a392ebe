# Object code of `pto.tadds` with marks in front of the operations, in which the word has one repeat of the two that two rows take.
# RUN: asm %s -o %t/k.o
# RUN(4): run %t/k.o --arg iota:f32:2x64 --arg zeros:f32:2x64 --check tiles | CHECK
# CHECK: none.pto:12:5: error: @k, block 0, word 19 pto.tadds: dst[1, 0] at UB 0x300 is {{[^,]*}}, but src + scalar is 66.5 [PTO6010]
.profile a2a3
.isa 1.1
.producer "ptoc"
.source "none.pto" 0x0

.kernel "k"
.kind vector
.uses flags
.ub 1024
.local 0
.blocks 0
.registers 6 0 0 0
.buffers 0
.events 1
.argument pointer 1 0 0 "a"
.argument pointer 1 1 8 "o"
.rodata 0310000000000000000000000000000000000000000000000310000007000000
.rodata 000000000000000000000000d000000036342036340a66756e632e66756e6320
.rodata 406f7065726174696f6e2825743a202170746f2e74696c655f6275663c766563
.rodata 2c2032783634786633323e2c2025663a206633322c2025753a202170746f2e74
.rodata 696c655f6275663c7665632c2032783634786633323e29207b0a202070746f2e
.rodata 746164647320696e732825742c202566203a202170746f2e74696c655f627566
.rodata 3c7665632c2032783634786633323e2c2066333229206f757473282575203a20
.rodata 2170746f2e74696c655f6275663c7665632c2032783634786633323e290a7d0a
.loc "none.pto" 11 5
  print [XZR]
  print [XZR]
  movi X2, 1048592
  gm_to_ub.f32 XZR, X0, X2
  set_flag MTE2, V, 0
.loc "none.pto" 12 5
  wait_flag MTE2, V, 0
  print [XZR]
  print_value XZR
  movi X0, 2
  print_value X0
  movi X3, 64
  print_value X3
  movi X4, 1075838976
  print_value X4
  movi X5, 512
  print_value X5
  print_value X0
  print_value X3
  movi X0, 24
  print [X0]
  movi X0, 65537
  movhi X0, X0, 16779272
  vadds.f32 X5, XZR, X4, X0
  set_flag V, MTE3, 0
.loc "none.pto" 13 5
  wait_flag V, MTE3, 0
  print [XZR]
  print [XZR]
  ub_to_gm.f32 X1, X5, X2
.loc "none.pto" 14 5
  end
