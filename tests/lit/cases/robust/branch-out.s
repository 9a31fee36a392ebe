; A graph is drawn of any object: what branches to a word that does not exist ends at a node that says so.
; RUN: asm %s -o %t/a.o
; RUN: objdump --cfg=dot %t/a.o | CHECK
; CHECK: "k+0" [label="000000  br -5\l"];
; CHECK: "k+-5" [style=dashed, label="no word -5"];
; CHECK: "k+70" [style=dashed, label="no word 70"];
; CHECK: "k+0" -> "k+-5";
; CHECK: "k+1" -> "k+70"
.profile a5
.kernel k
  br -5
  loop 0, X0, 68
  end
