; Labels that are missing, doubled, misplaced or in the wrong place.
; RUN(1): asm %s -o %t/l.o | CHECK
; CHECK: labels.s:12:1: error: a label must stand after .kernel
; CHECK: labels.s:14:1: error: label 'twice' is defined twice, first in line 13
; CHECK: labels.s:15:6: error: this kernel has no label 'elsewhere'
; CHECK: labels.s:16:12: error: the label 'twice' must stand behind the body
; CHECK: labels.s:17:12: error: expected a number or a label
; CHECK: labels.s:18:15: error: expected
; CHECK: labels.s:21:6: error: this kernel has no label 'twice'
; CHECK-NOT: error
.profile a5
early: .kernel k
twice: movi X0, 1
twice: movi X0, 2
  br elsewhere
loop 0, X0,twice
loop 0, X0,1b
 addi.i64 X0, twice
  end
.kernel l
  br twice
elsewhere: end
