; kernel kernel (a5)
; test.pto:2
  addi.i64 X2, X1, 7                         ; 0
; test.pto:4
  addi.i64 X2, X2, -3                        ; 1
; test.pto:6
  shli.i64 X2, X2, 3                         ; 2
; test.pto:8
  shrui.i64 X2, X2, 2                        ; 3
; test.pto:10
  andi.i64 X2, X2, 15                        ; 4
; test.pto:12
  movi X3, 0                                 ; 5
  movhi X3, X3, 256                          ; 6
  add.i64 X2, X2, X3                         ; 7
; test.pto:14
  max.i64.s X3, X2, XZR                      ; 8
; test.pto:16
  cmpi.i64 X4, X3, sgt, 5                    ; 9
; test.pto:17
  select X3, X4, X3, X1                      ; 10
; test.pto:19
  st.i64 X3, [X0 + 16], GM                   ; 11
; test.pto:20
  shli.i64 X1, X1, 3                         ; 12
  st.i64 X2, [X0 + X1], GM                   ; 13
; test.pto:21
  end                                        ; 14
