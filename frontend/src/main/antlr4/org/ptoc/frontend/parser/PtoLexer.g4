/*
 * Tokens of .pto text (spec/00, 3.1).
 *
 * A whole type, a whole attribute reference and a whole operation name are one token each, so that the parser decides
 * everything on one token of look-ahead. What stands inside a type is read by TypeParser.
 *
 * RESULT, BARE_OPERATION, GENERIC_OPERATION, LABEL, CASE and DEFAULT are never produced by a rule here: StatementMarker
 * finds the places where a statement, block or case begins and gives the token there one of these types. The braces of
 * regions and modules become REGION once they are parsed, for those who ask for tokens.
 */
lexer grammar PtoLexer;

tokens { RESULT, BARE_OPERATION, GENERIC_OPERATION, LABEL, CASE, DEFAULT, REGION }

SPACE            : [ \t\r\n\f\uFEFF]+ -> skip ;
COMMENT          : LINE_COMMENT -> skip ;
// A binding hint of the manual pages is a statement although it looks like a comment (spec/20, section 2).
// PtoTokenSource drops the '#' and reads the rest again.
BINDING          : '#' [ \t]+ 'pto.tassign' [ \t]+ '%' ~[\r\n]* ;
ASSEMBLY_COMMENT : '#' ([ \t] ~[\r\n]* | [\r\n]) -> skip ;

STRING           : '"' STRING_CHARACTER* '"' ;
UNCLOSED_STRING  : '"' STRING_CHARACTER* ;

VALUE            : '%' SUFFIX ('#' [0-9]+)? ;
SYMBOL           : '@' (SUFFIX | '"' STRING_CHARACTER* '"') ;
BLOCK            : '^' SUFFIX ;

// The closing '>' is optional here so that TypeParser can say what is missing.
TYPE             : '!' NAME ('.' NAME)* ([ \t]* PARAMETERS)?
                 | ('vector' | 'tensor') [ \t]* PARAMETERS
                 | 'memref' [ \t]* MEMREF_PARAMETERS
                 // A tile type without its name (spec/50, F9): `<loc=vec, dtype=f32, ...>`, `<vec, 8x64xf32>`.
                 | '<' [ \t]* (NAME [ \t]* '=' | NAME [ \t]* ',' [ \t]* [0-9?]) (PARAMETER_CHARACTER | ',' GAP? | INNER)* (GAP? '>')?
                 ;
// Elements of a constant, `dense<[1, 2]>`, and an array as the value of an attribute, `array<i64: 0, 512>`.
DENSE            : ('dense' | 'array') [ \t]* '<' (DENSE_CHARACTER | ',' LINE_ENDS?)* '>' ;
ATTRIBUTE        : '#' NAME ('.' NAME)* PARAMETERS? ;

ARROW            : '->' ;
HEXADECIMAL      : '-'? '0x' [0-9a-fA-F]+ ;
INTEGER          : '-'? [0-9]+ ;
FLOAT            : '-'? [0-9]+ ('.' [0-9]* ([eE] [+\-]? [0-9]+)? | [eE] [+\-]? [0-9]+) ;
BAD_NUMBER       : '-'? [0-9] [A-Za-z0-9_.]* ;

ELEMENT          : ('s' | 'u')? 'i' ('8' | '16' | '32' | '64')
                 | 'i1'
                 | 'index'
                 | 'f16'
                 | 'bf16'
                 | 'f32'
                 | 'f8E4M3FN'
                 | 'f8E5M2'
                 ;
// Repeats a type of a signature: `!pto.ptr<f32, ub> x4`.
MULTIPLIER       : 'x' [1-9] ;

MODULE           : 'module' | 'builtin.module' ;
FUNCTION         : 'func.func' ;
FOR              : 'scf.for' ;
IF               : 'scf.if' ;
WHILE            : 'scf.while' ;
INDEX_SWITCH     : 'scf.index_switch' ;
BLOCK_SWITCH     : 'cf.switch' ;
SCOPE            : 'pto.vecscope' | 'pto.strict_vecscope' | 'pto.section.vector' | 'pto.section.cube'
                 | 'scf.execute_region' | 'pto.fusion_region' ;
RETURN           : 'return' ;
VISIBILITY       : 'private' | 'public' ;
ATTRIBUTES       : 'attributes' ;
ITERATION        : 'iter_args' ;
TO               : 'to' ;
STEP             : 'step' ;
ELSE             : 'else' ;
DO               : 'do' ;
INPUTS           : 'ins' ;
OUTPUTS          : 'outs' ;
PLACE            : 'loc' ;

OPERATION        : NAME ('.' NAME)+ ;
WORD             : NAME ;

LEFT_BRACE       : '{' ;
RIGHT_BRACE      : '}' ;
LEFT_PAREN       : '(' ;
RIGHT_PAREN      : ')' ;
LEFT_BRACKET     : '[' ;
RIGHT_BRACKET    : ']' ;
LESS             : '<' ;
GREATER          : '>' ;
COLON            : ':' ;
COMMA            : ',' ;
EQUALS           : '=' ;

BAD_CHARACTER    : . ;

// The names that MLIR prints behind '%', '@' and '^' (its suffix-id). PtoTokenSource gives the '-' of `%a->` back.
fragment SUFFIX           : [0-9]+ | [A-Za-z_$.\-] [A-Za-z0-9_$.\-]* ;
fragment NAME             : [A-Za-z_] [A-Za-z0-9_$]* ;
fragment STRING_CHARACTER : ~["\\\r\n] | '\\' ~[\r\n] ;
// Parameters nest at most twice, and a line ends inside them only after a comma or bracket, behind a comment or not. That keeps the
// lexer linear on any text and an unclosed type on its line.
fragment PARAMETERS       : '<' GAP? (PARAMETER_CHARACTER | ',' GAP? | INNER)* (GAP? '>')? ;
fragment INNER            : '<' GAP? (PARAMETER_CHARACTER | ',' GAP? | INNERMOST)* (GAP? '>')? ;
fragment INNERMOST        : '<' (PARAMETER_CHARACTER | ',')* '>'? ;
fragment PARAMETER_CHARACTER
                          : [A-Za-z0-9_.$?!=:"# \t] | '-' [0-9] ;
fragment MEMREF_PARAMETERS
                          : '<' GAP? (PARAMETER_CHARACTER | [#+*[\]()] | ',' GAP? | INNER)* (GAP? '>')? ;
fragment DENSE_CHARACTER  : [A-Za-z0-9_.:+\-[\] \t] ;
fragment GAP              : [ \t]* LINE_COMMENT? [\r\n] ([ \t\r\n] | LINE_COMMENT [\r\n])* ;
fragment LINE_COMMENT     : '//' ~[\r\n]* ;
fragment LINE_ENDS        : [ \t]* [\r\n] [ \t\r\n]* ;
