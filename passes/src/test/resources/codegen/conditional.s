; kernel kernel (a5)
; test.pto:1
  cmp.i64 X3, X1, X2, sgt                    ; 0
; test.pto:2
  brz X3, 3                                  ; 1 -> L4
; test.pto:1
  sub.i64 X2, X1, X2                         ; 2
; test.pto:2
  br 3                                       ; 3 -> L6
; L4:
  mov X1, X2                                 ; 4
  movi X2, -1                                ; 5
; test.pto:4
; L6:
  st.i64 X2, [X0], GM                        ; 6
; test.pto:6
  st.i64 X1, [X0 + 8], GM                    ; 7
; test.pto:7
  end                                        ; 8
