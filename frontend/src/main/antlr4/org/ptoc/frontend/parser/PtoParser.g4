/*
 * The language of .pto files (spec/00, 3.2), all spellings of operations in one generic rule.
 *
 * Every decision is LL(1): StatementMarker has marked where statements begin, and the lexer returns types, attribute
 * references and operation names as one token each. Operation-specific syntax is checked afterwards against the
 * operation catalogue.
 *
 * PtoErrorStrategy says which rules recover from an error; all others pass it on to the rule that called them.
 */
parser grammar PtoParser;

options { tokenVocab = PtoLexer; }

file
  : items+=topLevel* EOF
  ;

topLevel
  : alias=aliasDefinition
  | unit=module
  | callable=function
  ;

aliasDefinition
  : name=(TYPE | ATTRIBUTE) EQUALS value=attributeValue
  ;

module
  : MODULE name=SYMBOL? (ATTRIBUTES attributes=dictionary)? open=LEFT_BRACE items+=topLevel* RIGHT_BRACE place?
  ;

function
  : head=functionHead body=region? place?
  ;

functionHead
  : FUNCTION visibility=VISIBILITY? name=SYMBOL
    LEFT_PAREN (parameters+=parameter (COMMA parameters+=parameter)*)? RIGHT_PAREN
    (ARROW results=resultTypes)?
    (ATTRIBUTES attributes=dictionary)?
  ;

parameter
  : (name=VALUE COLON)? kind=type attributes=dictionary? place?
  ;

region
  : LEFT_BRACE
    statements+=statement*
    blocks+=block*
    RIGHT_BRACE
  ;

block
  : label=blockLabel
    statements+=statement*
  ;

blockLabel
  : name=LABEL (LEFT_PAREN arguments+=parameter (COMMA arguments+=parameter)* RIGHT_PAREN)? COLON
  ;

statement
  : (first=firstResult (COMMA others+=otherResult)* EQUALS)?
    ( plain=operation | general=genericOperation | loop=forLoop | branch=ifBranch | repeat=whileLoop
    | choice=indexSwitch | jump=blockSwitch | vectorScope=scope )
    position=place?
  ;

firstResult
  : name=RESULT (COLON count=INTEGER)?
  ;

otherResult
  : name=VALUE (COLON count=INTEGER)?
  ;

// One rule for all operations (spec/50, 1.1): what an operation may have where is known to its catalogue row.
operation
  : name=(OPERATION | BARE_OPERATION | RETURN)
    lead=enclosed?
    (COMMA? parts+=item)*
    (INPUTS inputs=group (COMMA? middle+=item)*)?
    (OUTPUTS (outputs=group | COLON scalars=types) (trailing+=item (COMMA? trailing+=item)*)?)?
    (typed=signature last=dictionary?)?
  ;

// The generic form of MLIR.
genericOperation
  : name=GENERIC_OPERATION
    LEFT_PAREN (operands+=VALUE (COMMA operands+=VALUE)*)? RIGHT_PAREN
    (LEFT_BRACKET successors+=BLOCK (COMMA successors+=BLOCK)* RIGHT_BRACKET)?
    (LESS properties=dictionary GREATER)?
    (LEFT_PAREN regions+=region (COMMA regions+=region)* RIGHT_PAREN)?
    attributes=dictionary?
    COLON LEFT_PAREN operandTypes=types? RIGHT_PAREN ARROW results=resultTypes
  ;

item
  : name=VALUE (LEFT_BRACKET arguments+=argument (COMMA arguments+=argument)* RIGHT_BRACKET)?
  | literal=(INTEGER | FLOAT | HEXADECIMAL | STRING | DENSE)
  | attribute=ATTRIBUTE (EQUALS assigned=argument)?
  | word=(WORD | MULTIPLIER)
    ( open=LEFT_PAREN (arguments+=argument (COMMA arguments+=argument)*)? RIGHT_PAREN
    | open=LEFT_BRACKET (arguments+=argument (COMMA arguments+=argument)*)? RIGHT_BRACKET
    | open=LESS arguments+=argument (COMMA arguments+=argument)* GREATER
    | EQUALS
      ( open=LEFT_BRACKET (arguments+=argument (COMMA arguments+=argument)*)? RIGHT_BRACKET
      | assigned=argument
      )
    )?
  | symbol=SYMBOL (open=LEFT_PAREN (arguments+=argument (COMMA arguments+=argument)*)? RIGHT_PAREN)?
  | successor=target
  | attributes=dictionary operands=group?
  ;

enclosed
  : open=LEFT_BRACKET arguments+=argument (COMMA arguments+=argument)* RIGHT_BRACKET
  | operands=group
  | open=LESS word=WORD GREATER
  ;

argument
  : first=(VALUE | INTEGER | FLOAT | HEXADECIMAL | STRING | ATTRIBUTE | WORD | MULTIPLIER | ELEMENT | TYPE)
    ( EQUALS second=(VALUE | INTEGER | FLOAT | HEXADECIMAL | STRING | ATTRIBUTE | WORD | MULTIPLIER | ELEMENT | TYPE)
    | nested=LEFT_PAREN (arguments+=argument (COMMA arguments+=argument)*)? RIGHT_PAREN
    )?
  | LESS quoted=WORD GREATER
  ;

// Operands with their types (spec/50, F2, F6 and F7). After the first types may stand words and strings, and more
// operands with types of their own.
group
  : open=LEFT_PAREN
    (parts+=item place? (COMMA? parts+=item place?)*)?
    (COLON first=type rest+=groupRest*)?
    RIGHT_PAREN
  ;

groupRest
  : COMMA (kind=type | inner=item place? (COLON innerKind=type)?)
  | inner=item place? (COLON innerKind=type)?
  ;

signature
  : COLON
    ( open=LEFT_PAREN kinds=types? RIGHT_PAREN
    | entries+=signatureEntry (COMMA entries+=signatureEntry)*
    )
    (ARROW results=resultTypes | TO converted=types)?
  | ARROW results=resultTypes
  ;

signatureEntry
  : kind=type multiplier=MULTIPLIER?
  | word=(WORD | MULTIPLIER) (LEFT_PAREN kinds=types RIGHT_PAREN | kind=type)?
  ;

forLoop
  : head=forHead body=region attributes=dictionary?
  ;

forHead
  : FOR induction=VALUE EQUALS lower=VALUE TO upper=VALUE STEP increment=VALUE
    ( ITERATION LEFT_PAREN carried+=binding (COMMA carried+=binding)* RIGHT_PAREN
      ARROW carriedTypes=resultTypes
    )?
    (COLON kind=type)?
  ;

binding
  : name=VALUE EQUALS initial=VALUE
  ;

ifBranch
  : head=ifHead thenRegion=region (ELSE elseRegion=region)? attributes=dictionary?
  ;

ifHead
  : IF condition=VALUE (ARROW results=resultTypes)?
  ;

whileLoop
  : head=whileHead before=region DO after=region attributes=dictionary?
  ;

whileHead
  : WHILE (LEFT_PAREN (carried+=binding (COMMA carried+=binding)*)? RIGHT_PAREN)?
    COLON LEFT_PAREN carriedTypes=types? RIGHT_PAREN ARROW results=resultTypes
  ;

indexSwitch
  : head=indexSwitchHead (CASE values+=INTEGER regions+=region)* DEFAULT otherwise=region
  ;

indexSwitchHead
  : INDEX_SWITCH selector=VALUE attributes=dictionary? (ARROW results=resultTypes)?
  ;

blockSwitch
  : BLOCK_SWITCH selector=VALUE COLON kind=type COMMA
    LEFT_BRACKET DEFAULT COLON targets+=target (COMMA values+=INTEGER COLON targets+=target)* RIGHT_BRACKET
  ;

target
  : successor=BLOCK forwarded=group?
  ;

scope
  : head=scopeHead (ARROW results=resultTypes)? body=region attributes=dictionary? captureTypes=signature?
  ;

scopeHead
  : name=SCOPE (LEFT_PAREN (captures+=argument (COMMA captures+=argument)*)? RIGHT_PAREN)?
  ;

resultTypes
  : LEFT_PAREN parenthesised=types? RIGHT_PAREN
  | plain=types
  ;

types
  : kinds+=type (COMMA kinds+=type)*
  ;

type
  : name=(TYPE | ELEMENT)
  | open=LESS name=(TYPE | ELEMENT) (COMMA space=WORD)? GREATER
  ;

dictionary
  : open=LEFT_BRACE (entries+=entry (COMMA entries+=entry)*)? RIGHT_BRACE
  ;

entry
  : key=(WORD | OPERATION | STRING | ELEMENT | MULTIPLIER | TO | STEP | INPUTS | OUTPUTS | PLACE | VISIBILITY | SCOPE)
    (EQUALS value=attributeValue)?
  ;

attributeValue
  : literal=(INTEGER | FLOAT | HEXADECIMAL | DENSE) (COLON kind=type)?
  | simple=(STRING | ATTRIBUTE | SYMBOL | WORD | MULTIPLIER)
  | kind=type
  | open=LEFT_BRACKET (elements+=attributeValue (COMMA elements+=attributeValue)*)? RIGHT_BRACKET
  | nested=dictionary
  | position=place
  ;

// Locations of MLIR's builtin dialect; PlaceBuilder checks the words.
place
  : PLACE LEFT_PAREN where=location RIGHT_PAREN
  ;

location
  : source=STRING
    ( COLON line=INTEGER (COLON column=INTEGER (TO INTEGER? COLON INTEGER (COLON INTEGER)?)?)?
    | LEFT_PAREN child=location RIGHT_PAREN
    )?
  | kind=WORD
    ( (LESS metadata=attributeValue GREATER)?
      fused=LEFT_BRACKET (parts+=location (COMMA parts+=location)*)? RIGHT_BRACKET
    | LEFT_PAREN callee=location at=WORD caller=location RIGHT_PAREN
    )?
  | reference=ATTRIBUTE
  ;
