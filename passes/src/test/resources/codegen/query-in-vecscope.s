; kernel kernel (a5)
; test.pto:1
  mov_x_spr X1, BLOCK_IDX                    ; 0
  vf_begin 4                                 ; 1
; test.pto:3
  vlds.i32 V0, [X0 + X1], NORM               ; 2
; test.pto:4
  pset.b32 P0, ALL                           ; 3
; test.pto:5
  vsts.i32 V0, [X0 + X1], P0, NORM_B32       ; 4
; test.pto:1
  vf_end                                     ; 5
; test.pto:2
  end                                        ; 6
