; The test words of the encoding that profile a2a3 has for itself.
; RUN: asm %s -o %t/a.o
; RUN: objdump -d %t/a.o | CHECK
.profile a2a3
.isa 1.0
.kernel "k"
  vadd.f32 X13, X10, X14, X15                  ; CHECK: vadd.f32 X13, X10, X14, X15 ; 000000 00003E17B94D0007
  vconv.f32.f16 X13, X10, X15, Z               ; CHECK: vconv.f32.f16 X13, X10, X15, Z ; 000008 00008817814D06C7
  end                                          ; CHECK: end ; 000010 0000000000000045
