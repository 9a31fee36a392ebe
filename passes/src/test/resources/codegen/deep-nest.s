; kernel kernel (a5)
; test.pto:3
  max.i64.s X2, X1, XZR                      ; 0
; test.pto:2
  movi X3, 9                                 ; 1
; test.pto:3
  max.i64.s X4, X1, XZR                      ; 2
; test.pto:2
  shli.i64 X5, X1, 3                         ; 3
; test.pto:3
  loop 0, X2, 17                             ; 4
  loop 1, X4, 16                             ; 5
  loop 2, X4, 15                             ; 6
  loop 3, X4, 14                             ; 7
  loop 4, X4, 13                             ; 8
  loop 5, X4, 12                             ; 9
  loop 6, X4, 11                             ; 10
  loop 7, X4, 10                             ; 11
  movi X2, 0                                 ; 12
  brc.i64 X2, X1, sge, 8                     ; 13 -> L21
; L14:
  movi X6, 0                                 ; 14
  brc.i64 X6, X1, sge, 4                     ; 15 -> L19
; test.pto:2
; L16:
  st.i64 X3, [X0 + X5], GM                   ; 16
; test.pto:3
  addi.i64 X6, X6, 1                         ; 17
  brc.i64 X6, X1, slt, -2                    ; 18 -> L16
; L19:
  addi.i64 X2, X2, 1                         ; 19
  brc.i64 X2, X1, slt, -6                    ; 20 -> L14
; L21:
  nop                                        ; 21
; test.pto:4
  end                                        ; 22
