# Registers that nobody has written.
# RUN: asm %s -o %t/k.o
# RUN(4): run %t/k.o --arg zeros:f32:64 --check | CHECK
# CHECK: reads V1, which nobody has written [PTO6010]
# CHECK: reads V2, which nobody has written [PTO6010]
# CHECK: reads P3, which nobody has written [PTO6010]
.profile a5
.kernel k
.argument pointer 1 0 read write 0 "p"
  vf_begin done
    vadd.f32 V0, V1, V2, P3
    vsts.f32 V0, [XZR], PT, NORM_B32
    vf_end
done:
  movi X1, 1
  set_flag V, MTE3, 0
  wait_flag V, MTE3, 0
  end
