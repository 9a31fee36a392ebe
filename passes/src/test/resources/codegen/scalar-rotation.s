; kernel kernel (a5)
; test.pto:4
  movi X4, 4                                 ; 0
  loop 0, X4, 4                              ; 1
  mov X30, X1                                ; 2
  mov X1, X2                                 ; 3
  mov X2, X3                                 ; 4
  mov X3, X30                                ; 5
; test.pto:6
  st.i64 X1, [X0], GM                        ; 6
; test.pto:8
  st.i64 X2, [X0 + 8], GM                    ; 7
; test.pto:10
  st.i64 X3, [X0 + 16], GM                   ; 8
; test.pto:11
  end                                        ; 9
