; The test words of the encoding, profile a5: each line assembles to the word beside it, and the word is disassembled to the line.
; RUN: asm %s -o %t/a.o
; RUN: objdump -d %t/a.o | CHECK
.profile a5
.isa 1.0
.kernel "k"
  nop                                          ; CHECK: nop ; 000000 0000000000000005
  movi X5, 64                                  ; CHECK: movi X5, 64 ; 000008 0000004000050002
  movi X6, -1                                  ; CHECK: movi X6, -1 ; 000010 FFFFFFFF00060002
  addi.i64 X3, X3, 64                          ; CHECK: addi.i64 X3, X3, 64 ; 000018 000000400C630082
  cmp.i32 X9, X1, X2, slt                      ; CHECK: cmp.i32 X9, X1, X2, slt ; 000020 0000012008290341
  set_flag MTE2, V, 0                          ; CHECK: set_flag MTE2, V, 0 ; 000028 0000000000140205
  wait_flag MTE2, V, 0                         ; CHECK: wait_flag MTE2, V, 0 ; 000030 0000000000140245
  barrier ALL                                  ; CHECK: barrier ALL ; 000038 0000000000060285
  gm_to_ub.f32 X10, X0, X11, X12               ; CHECK: gm_to_ub.f32 X10, X0, X11, X12 ; 000040 000000162C0A0006
  vf_begin 7                                   ; CHECK: vf_begin 7 ; 000048 000000070000000B
  plt.b32 P0, X7 -> X7                         ; CHECK: plt.b32 P0, X7 -> X7 ; 000050 000E702F0000008A
  vlds.f32 V0, [X10 + X3], NORM                ; CHECK: vlds.f32 V0, [X10 + X3], NORM ; 000058 000001F1A8000009
  vadd.f32 V2, V0, V1, P0                      ; CHECK: vadd.f32 V2, V0, V1, P0 ; 000060 0003E10004020008
  vshl.i32 V2, V0, V1, P0                      ; CHECK: vshl.i32 V2, V0, V1, P0 ; 000068 0003F10004020248
  vaddreluconv.f32.f16 V3, V0, V1, R, SAT, EVEN ; CHECK: vaddreluconv.f32.f16 V3, V0, V1, R, SAT, EVEN ; 000070 002481F004032088
  vcmp.f32 P1, V0, V1, P0, GT                  ; CHECK: vcmp.f32 P1, V0, V1, P0, GT ; 000078 040FE10004000348
  vsts.f32 V2, [X10 + X3], P0, NORM_B32        ; CHECK: vsts.f32 V2, [X10 + X3], P0, NORM_B32 ; 000080 00004101A8020809
  vf_end                                       ; CHECK: vf_end
  vbitsort.f32 X13, X10, X14, X15              ; CHECK: vbitsort.f32 X13, X10, X14, X15 ; 000090 00003E17B94D1B07
  vmrgsort4.f32 X13, X16, X17, X18             ; CHECK: vmrgsort4.f32 X13, X16, X17, X18 ; 000098 00003E19460D1B47
  end                                          ; CHECK: end ; 0000a0 0000000000000045
