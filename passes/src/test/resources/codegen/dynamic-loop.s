; kernel kernel (a5)
; test.pto:1
  brc.i64 X3, XZR, sgt, 2                    ; 0 -> L2
  trap 8                                     ; 1
; L2:
  sub.i64 X4, X2, X1                         ; 2
  ceildiv.i64.s X4, X4, X3                   ; 3
  max.i64.s X4, X4, XZR                      ; 4
  loop 0, X4, 3                              ; 5
  shli.i64 X4, X1, 3                         ; 6
  st.i64 X1, [X0 + X4], GM                   ; 7
  add.i64 X1, X1, X3                         ; 8
; test.pto:4
  addi.i64 X1, X2, -3                        ; 9
  addi.i64 X1, X1, 3                         ; 10
  shrsi.i64 X1, X1, 2                        ; 11
  max.i64.s X1, X1, XZR                      ; 12
  movi X3, 3                                 ; 13
  loop 0, X1, 3                              ; 14
; test.pto:1
  shli.i64 X1, X3, 3                         ; 15
  st.i64 X2, [X0 + X1], GM                   ; 16
; test.pto:4
  addi.i64 X3, X3, 4                         ; 17
; test.pto:5
  end                                        ; 18
