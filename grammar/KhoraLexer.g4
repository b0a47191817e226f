/*
 * The tokens of Khora.
 *
 * Works alone on a valid file. What longest match cannot say is done by translator/syntax/lex.cpp: a quoted string ends at its line's
 * end even inside a hole, and block comments are joined from their pieces. The tokens listed under `tokens` have no rule here: they
 * are given to other tokens, or put between them, by translator/syntax/context.cpp, which knows where a token stands. That keeps
 * every decision of the parser at one or two tokens of lookahead, without predicates.
 */
lexer grammar KhoraLexer;

tokens {
  // Words that are keywords in one place only.
  CONTEXT, ROW, TEST, BENCH, DERIVE, EXTERN, HANDLER, IN,
  // `{` of a record literal (or of a row that looks like one), of a lambda's or arm's block, of a declared record's fields.
  RECORD_LBRACE, BODY_LBRACE, FIELDS_LBRACE,
  // `(` that begins the pattern of an arm; `|` that begins a declared case; `,` between the capabilities of a `with`.
  ARM_LPAREN, CASE_BAR, INSTALL_COMMA,
  // `if`, `for` and `else` of a list element; `return` and `break` without a value.
  ELEMENT_IF, ELEMENT_FOR, ELEMENT_ELSE, BARE_RETURN, BARE_BREAK,
  // `}` that ends a hole.
  HOLE_END,
  // The end of a block's value, and of a block-like statement without `;`. Holds no text.
  END
}

MODULE : 'module' ;
IMPORT : 'import' ;
TYPE : 'type' ;
TRAIT : 'trait' ;
IMPL : 'impl' ;
FN : 'fn' ;
MATCH : 'match' ;
LET : 'let' ;
MUT : 'mut' ;
PUB : 'pub' ;
AS : 'as' ;
IF : 'if' ;
ELSE : 'else' ;
FORALL : 'forall' ;
CONST : 'const' ;
EFFECT : 'effect' ;
WITH : 'with' ;
RAISES : 'raises' ;
RAISE : 'raise' ;
CATCH : 'catch' ;
WHILE : 'while' ;
LOOP : 'loop' ;
BREAK : 'break' ;
CONTINUE : 'continue' ;
FOR : 'for' ;
RETURN : 'return' ;
TRUE : 'true' ;
FALSE : 'false' ;
UNDERSCORE : '_' ;

ID : [A-Za-z_] [A-Za-z0-9_]* ;

// A base that does not exist, as one token, so that it is one error.
BASED_NUMBER : '0' [xXbBoO] [0-9A-Za-z_]* ;
DECIMAL : (Integer | Float) 'd' ;
FLOAT : Float ;
INT : Integer ;
fragment Digits : [0-9] [0-9_]* ;
fragment Integer : Digits ;
fragment Float : Digits '.' Digits ([eE] [+-]? [0-9]+)? ;

CHAR : '\'' (~['\\\r\n] | CharEscape) '\'' ;
fragment CharEscape : '\\' 'u' '{' ~['}\r\n]* '}' | '\\' ~[\r\n] | '\\' 'u' [0-9A-Fa-f]+ ;
ROW_VARIABLE : '\'' [A-Za-z_] [A-Za-z0-9_]* ;
BAD_CHAR : '\'' '\'' | '\'' CharPiece CharPiece+ '\'' ;
fragment CharPiece : [A-Za-z0-9_] | CharEscape | ~[\u0000-\u007F] ;

SEMI : ';' ;
COMMA : ',' ;
DOTDOT : '..' ;
DOT : '.' ;
COLONCOLON : '::' ;
COLON : ':' ;
FLOW : '||>' ;
PIPE : '|>' ;
OR : '||' ;
BAR : '|' ;
ARROW : '->' ;
FATARROW : '=>' ;
EQUAL : '==' ;
ASSIGN : '=' ;
PLUS : '+' ;
MINUS : '-' ;
STAR : '*' ;
SLASH : '/' ;
PERCENT : '%' ;
NOT_EQUAL : '!=' ;
NOT : '!' ;
AND : '&&' ;
LESS_EQUAL : '<=' ;
GREATER_EQUAL : '>=' ;
LESS : '<' ;
GREATER : '>' ;
LPAREN : '(' ;
RPAREN : ')' ;
LBRACKET : '[' ;
RBRACKET : ']' ;
LBRACE : '{' -> pushMode(DEFAULT_MODE) ;
RBRACE : '}' -> popMode ;

QUOTE : '"' -> pushMode(QUOTED) ;
BACKTICK : '`' -> pushMode(TICKED) ;

LINE_COMMENT : '//' ~[\r\n]* ;
COMMENT_BEGIN : '/*' -> pushMode(COMMENT) ;
SPACE : [ \t\r\n\f\uFEFF]+ -> skip ;

// A run of characters that starts no token. `&` and `'` start tokens that did not come about.
UNREADABLE : ~[A-Za-z0-9_ \t\r\n\f\uFEFF;,.:|=+\-*/%!&<>()[\]{}"`']+ | '&' | '\'' ;

mode QUOTED;
QUOTED_HOLE : '${' -> type(HOLE), pushMode(DEFAULT_MODE) ;
QUOTED_TEXT : (~["\\$\r\n] | '\\' '\r'? '\n' | '\\' ~[\r\n])+ -> type(TEXT) ;
QUOTED_DOLLAR : '$' -> type(TEXT) ;
STRING_END : '"' -> popMode ;
// The line ends first.
STRING_BREAK : '\\'? [\r\n] -> popMode ;
QUOTED_REST : . -> type(TEXT) ;

mode TICKED;
HOLE : '${' -> pushMode(DEFAULT_MODE) ;
TEXT : (~[`\\$] | '\\' .)+ ;
TICKED_DOLLAR : '$' -> type(TEXT) ;
TICK_END : '`' -> popMode ;
TICKED_REST : . -> type(TEXT) ;

mode COMMENT;
COMMENT_NESTED : '/*' -> type(COMMENT_BEGIN), pushMode(COMMENT) ;
COMMENT_END : '*/' -> popMode ;
COMMENT_TEXT : (~[*/])+ ;
COMMENT_MARK : [*/] -> type(COMMENT_TEXT) ;
