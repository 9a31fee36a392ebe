# ptoc asm FILE
.profile a5
.kernel "k"
  vaddd V0, V1, V2
