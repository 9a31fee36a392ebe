; kernel kernel (a5)
; test.pto:1
  vf_begin 9                                 ; 0
; test.pto:2
  vbr.i32 V0, XZR                            ; 1
; test.pto:6
  movi X1, 16                                ; 2
  mov X2, X0                                 ; 3
  loop 0, X1, 2                              ; 4
; test.pto:2
  vlds.i32 V1, [X2 + 64], NORM, POST         ; 5
; test.pto:3
  vmula.i32 V0, V1, V1, V0, MRG              ; 6
; test.pto:8
  pset.b32 P0, ALL                           ; 7
; test.pto:9
  vsts.i32 V0, [X0], P0, NORM_B32            ; 8
; test.pto:1
  vf_end                                     ; 9
; test.pto:2
  end                                        ; 10
