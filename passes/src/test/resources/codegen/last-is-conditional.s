; kernel kernel (a5)
; test.pto:4
  movi X2, 4                                 ; 0
; test.pto:3
  movi X3, 7                                 ; 1
; test.pto:4
  loop 0, X2, 3                              ; 2
; test.pto:1
  brz X1, 2                                  ; 3 -> L5
; test.pto:3
  st.i64 X3, [X0], GM                        ; 4
; test.pto:4
; L5:
  nop                                        ; 5
; test.pto:5
  end                                        ; 6
