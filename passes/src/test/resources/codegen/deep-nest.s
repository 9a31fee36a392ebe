; kernel kernel (a5)
; test.pto:3
  max.i64.s X2, X1, XZR                      ; 0
; test.pto:2
  movi X3, 9                                 ; 1
; test.pto:3
  loop 0, X2, 25                             ; 2
  max.i64.s X2, X1, XZR                      ; 3
  loop 1, X2, 23                             ; 4
  max.i64.s X2, X1, XZR                      ; 5
  loop 2, X2, 21                             ; 6
  max.i64.s X2, X1, XZR                      ; 7
  loop 3, X2, 19                             ; 8
  max.i64.s X2, X1, XZR                      ; 9
  loop 4, X2, 17                             ; 10
  max.i64.s X2, X1, XZR                      ; 11
  loop 5, X2, 15                             ; 12
  max.i64.s X2, X1, XZR                      ; 13
  loop 6, X2, 13                             ; 14
  max.i64.s X2, X1, XZR                      ; 15
  loop 7, X2, 11                             ; 16
  movi X2, 0                                 ; 17
  brc.i64 X2, X1, sge, 9                     ; 18 -> L27
; L19:
  movi X4, 0                                 ; 19
  brc.i64 X4, X1, sge, 5                     ; 20 -> L25
; test.pto:2
; L21:
  shli.i64 X5, X1, 3                         ; 21
  st.i64 X3, [X0 + X5], GM                   ; 22
; test.pto:3
  addi.i64 X4, X4, 1                         ; 23
  brc.i64 X4, X1, slt, -3                    ; 24 -> L21
; L25:
  addi.i64 X2, X2, 1                         ; 25
  brc.i64 X2, X1, slt, -7                    ; 26 -> L19
; L27:
  nop                                        ; 27
; test.pto:4
  end                                        ; 28
