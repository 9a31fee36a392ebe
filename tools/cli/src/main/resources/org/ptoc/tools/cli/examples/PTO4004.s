# ptoc asm FILE -o out.o
.kernel k
  end
