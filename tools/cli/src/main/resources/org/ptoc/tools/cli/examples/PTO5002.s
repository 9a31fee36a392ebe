# ptoc asm FILE
.profile a5
.isa 2.0
.kernel "k"
  end
