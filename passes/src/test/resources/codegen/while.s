; kernel kernel (a5)
; test.pto:2
  movi X2, 0                                 ; 0
; L1:
  cmpi.i64 X3, X1, sgt, 1                    ; 1
; test.pto:3
  brz X3, 4                                  ; 2 -> L6
; test.pto:2
  shrui.i64 X1, X1, 1                        ; 3
; test.pto:4
  addi.i64 X2, X2, 1                         ; 4
; test.pto:2
  br -4                                      ; 5 -> L1
; test.pto:4
; L6:
  st.i64 X2, [X0], GM                        ; 6
; test.pto:5
  end                                        ; 7
