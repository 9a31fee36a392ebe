; Each line that cannot be assembled is reported, not the first one alone.
; RUN(1): asm %s -o %t/a.o
.profile a5
.isa 1.0
.kernel "k"
  vadx.f32 V1, V2, V3, P4      ; expected-error {{no instruction 'vadx'; did you mean 'vadd'? [PTO5004]}}
  vadd.f32 V1, V2, V99, P0     ; expected-error {{expected a register of class V [PTO5004]}}
  movi X5, banana              ; expected-error {{expected a number [PTO5004]}}
  end
