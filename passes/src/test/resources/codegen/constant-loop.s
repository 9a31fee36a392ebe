; kernel kernel (a5)
; test.pto:5
  movi X1, 10                                ; 0
  movi X2, 0                                 ; 1
  loop 0, X1, 1                              ; 2
; test.pto:2
  addi.i64 X2, X2, 5                         ; 3
; test.pto:7
  st.i64 X2, [X0], GM                        ; 4
; test.pto:8
  end                                        ; 5
