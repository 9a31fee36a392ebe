# Words between cores: meetings of blocks, and flags between the cube core and the vector cores of a block.
# RUN: asm %s -o %t/k.o
# RUN: run %t/k.o --kernel ring --blocks 4 --arg zeros:i32:4 --arg zeros:i32:4 --expect 1=%d/data/ring.npy
.profile a5
.kernel ring
.kind vector
.argument pointer 2 0 read write 0 "own"
.argument pointer 2 1 read write 8 "next"
  mov_x_spr X2, BLOCK_IDX
  mov_x_spr X3, BLOCK_NUM
  addi.i64 X4, X2, 1
  shli.i64 X5, X2, 2
  add.i64 X6, X0, X5
  st.i32 X4, [X6], GM
  sync_all aiv_only
  rem.i64 X4, X4, X3
  shli.i64 X4, X4, 2
  add.i64 X4, X4, X0
  ld.i32 X7, [X4], GM
  add.i64 X6, X1, X5
  st.i32 X7, [X6], GM
  end
# RUN: run %t/k.o --kernel pair --blocks 2 --arg zeros:i32:8 --expect 0=%d/data/pair.npy
.kernel pair
.kind mixed
.argument pointer 2 0 read write 0 "data"
  mov_x_spr X2, BLOCK_IDX
  mov_x_spr X3, SUBBLOCK_IDX
  shli.i64 X2, X2, 4
  add.i64 X2, X0, X2
  xwait S, 3, block
  ld.i32 X4, [X2], GM
  add.i64 X4, X4, X3
  shli.i64 X5, X3, 2
  add.i64 X5, X2, X5
  st.i32 X4, [X5 + 4], GM
  xset MTE3, 4, block
  end
.kernel pair_aic
.kind cube
.part
.argument pointer 2 0 read write 0 "data"
  mov_x_spr X2, BLOCK_IDX
  shli.i64 X2, X2, 4
  add.i64 X2, X0, X2
  movi X4, 7
  st.i32 X4, [X2], GM
  xset FIX, 3, block
  xwait S, 4, block
  ld.i32 X4, [X2 + 4], GM
  ld.i32 X5, [X2 + 8], GM
  add.i64 X4, X4, X5
  st.i32 X4, [X2 + 12], GM
  end
# RUN: run %t/k.o --kernel crossed
# A wait holds its pipe alone: others signal behind it.
.kernel crossed
.kind mixed
  xwait V, 3, block
  xset MTE3, 4, block
  end
.kernel crossed_aic
.kind cube
.part
  xwait M, 4, block
  xset FIX, 3, block
  end
# RUN(3): run %t/k.o --kernel stuck | CHECK
# CHECK: trap 0x9 in @stuck: deadlock: 3 of 3 cores wait for others, and none can go on [PTO6007]
# CHECK: block 0, AIC waits for cross-core flag 4 (block), which the vector cores signal at line {{[0-9]+}}
# CHECK: block 0, AIV0 waits for cross-core flag 3 (block), which the cube core signals at line {{[0-9]+}}
# CHECK: block 0, AIV1 waits for
.kernel stuck
.kind mixed
  xwait V, 3, block
  xset V, 4, block
  end
.kernel stuck_aic
.kind cube
.part
  xwait FIX, 4, block
  xset FIX, 3, block
  end
# A meeting of the other kind of core is none; a flag has to go to somebody.
# RUN(3): run %t/k.o --kernel alone | CHECK
# CHECK: trap 0xd in @alone, block 0: the block has no core that the flag goes to [PTO6007]
.kernel alone
.kind vector
  sync_all aic_only
  xset V, 4, block
  end
# RUN(3): run %t/k.o --kernel many | CHECK
# CHECK: trap 0xf in @many, block 0, AIC: cross-core flag 1 (directed) has 15 signals that nothing has waited for [PTO6007]
.kernel many
.kind mixed
  end
.kernel many_aic
.kind cube
.part
  movi X1, 16
  xset FIX, 1, directed
  addi.i64 X1, X1, -1
  brnz X1, -2
  end
