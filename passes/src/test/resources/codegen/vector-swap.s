; kernel kernel (a5)
; test.pto:1
  vf_begin 13                                ; 0
; test.pto:2
  vlds.i32 V0, [X0], NORM                    ; 1
; test.pto:4
  movi X1, 64                                ; 2
  vlds.i32 V1, [X0 + X1], NORM               ; 3
; test.pto:8
  movi X2, 5                                 ; 4
  loop 0, X2, 3                              ; 5
  vmov.u8 V31, V0                            ; 6
  vmov.u8 V0, V1                             ; 7
  vmov.u8 V1, V31                            ; 8
; test.pto:10
  pset.b32 P0, ALL                           ; 9
; test.pto:11
  vsts.i32 V0, [X0], P0, NORM_B32            ; 10
; test.pto:13
  pset.b32 P0, ALL                           ; 11
; test.pto:14
  vsts.i32 V1, [X0 + X1], P0, NORM_B32       ; 12
; test.pto:1
  vf_end                                     ; 13
; test.pto:2
  end                                        ; 14
