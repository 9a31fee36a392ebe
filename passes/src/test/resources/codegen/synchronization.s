; kernel kernel (a5)
; test.pto:1
  set_flag MTE2, V, 3                        ; 0
; test.pto:2
  wait_flag MTE2, V, 3                       ; 1
; test.pto:3
  set_flag V, MTE3, X0                       ; 2
; test.pto:5
  wait_flag V, MTE3, 5                       ; 3
; test.pto:6
  get_buf V, 6, mode 0                       ; 4
; test.pto:9
  rls_buf V, 6, mode 1                       ; 5
; test.pto:10
  get_buf MTE2, X0, mode 0                   ; 6
; test.pto:11
  set_flag MTE2, V, 1                        ; 7
; test.pto:12
  wait_flag MTE2, V, 1                       ; 8
; test.pto:13
  barrier ALL                                ; 9
; test.pto:14
  barrier V                                  ; 10
; test.pto:15
  dsb UB                                     ; 11
; test.pto:16
  vf_begin 2                                 ; 12
; test.pto:1
  mem_bar VST_VLD                            ; 13
; test.pto:16
  vf_end                                     ; 14
; test.pto:17
  mov_x_spr X0, CTRL                         ; 15
; test.pto:19
  movi X1, 48                                ; 16
  sbitset X0, X0, X1, 1                      ; 17
; test.pto:20
  mov_spr_x CTRL, X0                         ; 18
; test.pto:21
  end                                        ; 19
