; kernel kernel (a5)
; test.pto:5
  vf_begin 11                                ; 0
; test.pto:4
  movi X1, 16                                ; 1
  movi X2, 0                                 ; 2
; test.pto:3
  movi X3, 4096                              ; 3
; test.pto:4
  loop 0, X1, 6                              ; 4
; test.pto:1
  plt.b32 P0, X0 -> X0                       ; 5
; test.pto:2
  vlds.i32 V0, [XZR + X2], NORM              ; 6
; test.pto:3
  vlds.i32 V1, [X3 + X2], NORM               ; 7
; test.pto:4
  vadd.i32 V0, V0, V1, P0                    ; 8
; test.pto:5
  vsts.i32 V0, [X3 + X2], P0, NORM_B32       ; 9
; test.pto:4
  addi.i64 X2, X2, 64                        ; 10
; test.pto:5
  vf_end                                     ; 11
; test.pto:6
  end                                        ; 12
