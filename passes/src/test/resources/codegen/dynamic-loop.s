; kernel kernel (a5)
; test.pto:1
  sub.i64 X4, X2, X1                         ; 0
  ceildiv.i64.s X4, X4, X3                   ; 1
  max.i64.s X4, X4, XZR                      ; 2
  loop 0, X4, 3                              ; 3
  shli.i64 X4, X1, 3                         ; 4
  st.i64 X1, [X0 + X4], GM                   ; 5
  add.i64 X1, X1, X3                         ; 6
; test.pto:4
  addi.i64 X1, X2, -3                        ; 7
  addi.i64 X1, X1, 3                         ; 8
  shrsi.i64 X1, X1, 2                        ; 9
  max.i64.s X1, X1, XZR                      ; 10
  movi X3, 3                                 ; 11
  loop 0, X1, 3                              ; 12
; test.pto:1
  shli.i64 X1, X3, 3                         ; 13
  st.i64 X2, [X0 + X1], GM                   ; 14
; test.pto:4
  addi.i64 X3, X3, 4                         ; 15
; test.pto:5
  end                                        ; 16
