; An assembly text is assembled in memory and runs as its object does.
// RUN: run %s | CHECK
// CHECK: cycles: 2 (documented)
.profile a5
.kernel k
  end
