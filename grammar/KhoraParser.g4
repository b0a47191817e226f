/*
 * The syntax of Khora: syntax-and-types.md, section 2.
 *
 * Every decision needs one or two tokens. Three things are therefore judged after parsing, in the tree builder: which expressions may
 * stand without `;`, operator precedence (`expr` is a flat list, so that a chain of any length is read by a loop), and parentheses,
 * which hold an expression or the elements of a tuple. Some forms that are not Khora are read all the same, so that the builder can say
 * what is written instead; they are marked with the code of their diagnostic. Where a decision would need more, the token itself says it: see KhoraLexer.g4.
 *
 *   level 1  =            right     level 5  == != < > <= >=   left
 *   level 2  |>           left      level 6  + -               left
 *   level 3  ||           left      level 7  * / %             left
 *   level 4  &&           left      level 8  - ! ||>           prefix
 */
parser grammar KhoraParser;

options { tokenVocab = KhoraLexer; }

unit : item* EOF ;
oneItem : item EOF ;

item
  : moduleDecl | importDecl | typeDecl | rowDecl | traitDecl | implDecl | effectDecl | contextDecl | functionDecl | constDecl
  | testDecl | letDecl ;

path : ID (COLONCOLON ID)* ;

moduleDecl : MODULE path SEMI ;
importDecl : IMPORT ID (COLONCOLON ID)* COLONCOLON LBRACE (importName (COMMA importName)* COMMA?)? RBRACE SEMI ;
importName : ID (AS ID)? ;

// ---- declarations

typeDecl : (DERIVE LPAREN (ID (COMMA ID)* COMMA?)? RPAREN)? PUB? TYPE ID typeParameters? (ASSIGN typeBody)? SEMI ;
typeBody : PUB? (FIELDS_LBRACE (field (comma field)* comma?)? RBRACE | variantCase+ | type) ;  // D216: `pub` before the first two
field : PUB? MUT? ID COLON type ;
variantCase : CASE_BAR ID (LPAREN (caseField (comma caseField)* comma?)? RPAREN)? ;
caseField : PUB? MUT? (ID COLON)? type ;  // D216, D217

rowDecl : PUB? ROW ID ASSIGN LBRACE (entry (comma entry)* comma?)? RBRACE SEMI ;
entry : PUB? MUT? ID COLON type ;  // D216, D217

traitDecl : PUB? TRAIT ID typeParameters? (COLON bounds)? LBRACE member* RBRACE ;
implDecl : IMPL typeParameters? type (FOR type)? LBRACE member* RBRACE ;
member : associatedType | PUB? FN signature ;
associatedType : TYPE ID (COLON bounds)? (ASSIGN type)? SEMI ;
bounds : primaryType (PLUS primaryType)* ;

effectDecl : PUB? EFFECT ID typeParameters? LBRACE (entry (comma entry)* comma?)? RBRACE ;
contextDecl : PUB? CONTEXT ID LBRACE (initializer (COMMA initializer)* COMMA?)? RBRACE ;

functionDecl : PUB? EXTERN? FN signature ;
signature
  : ID typeParameters? LPAREN parameters? RPAREN (ARROW type)? (WITH type | RAISES type)*
    (block | SEMI | ASSIGN expr SEMI) ;  // D213: `=`
parameters : parameter (comma parameter)* comma? ;
parameter : (ID | UNDERSCORE) (COLON type)? ;

constDecl : PUB? CONST MUT? ID (COLON type)? ASSIGN expr SEMI ;  // D206: `mut`
letDecl : LET MUT? pattern (COLON type)? ASSIGN expr SEMI ;      // D205
testDecl : (TEST | BENCH) string block ;

typeParameters : LESS (typeParameter (comma typeParameter)* comma?)? GREATER ;
typeParameter : CONST ID COLON type | (PLUS | MINUS)? ROW_VARIABLE | (PLUS | MINUS)? ID (COLON bounds)? ;

// A comma after `with A` in a type was marked as if more capabilities could follow.
comma : COMMA | INSTALL_COMMA ;

// ---- types

// A clause belongs to the nearest arrow before it. Order and number of clauses are judged later.
type : primaryType (PLUS primaryType)* (ARROW type (WITH type | RAISES type)*)? ;
primaryType
  : path typeArguments?
  | ROW_VARIABLE
  | INT
  | row
  | LPAREN (type (comma type)* comma?)? RPAREN
  | FORALL typeParameters DOT type ;
typeArguments : LESS (type (comma type)* comma?)? GREATER ;
row : (LBRACE | RECORD_LBRACE) BAR? (rowElement ((BAR | comma BAR?) rowElement)* comma?)? END? RBRACE ;
rowElement : entry | type ;

// ---- patterns

pattern : (plainPattern | LPAREN patterns? RPAREN) patternTail* ;
armPattern : (plainPattern | ARM_LPAREN patterns? RPAREN) patternTail* ;
patternTail : BAR pattern | DOTDOT (INT | FLOAT | CHAR)? | AS ID ;  // D233
patterns : pattern (COMMA pattern)* COMMA? ;
plainPattern
  : UNDERSCORE | INT | FLOAT | CHAR | TRUE | FALSE
  | MINUS (INT | FLOAT | DECIMAL) | DECIMAL | DOTDOT  // D233
  | string
  | path (LPAREN patterns? RPAREN | (LBRACE | RECORD_LBRACE) (fieldPattern (COMMA fieldPattern)* COMMA?)? END? RBRACE)? ;
fieldPattern : ID (COLON pattern)? | DOTDOT ;  // D233

// ---- statements

block : LBRACE statement* RBRACE ;
// `END` ends a block-like statement, or the value of the block.
statement : LET MUT? pattern (COLON type)? ASSIGN expr SEMI | expr (SEMI | END) ;

// ---- expressions

expr : operand (binary operand)* ;
binary
  : ASSIGN | PIPE | OR | AND | EQUAL | NOT_EQUAL | LESS | GREATER | LESS_EQUAL | GREATER_EQUAL | PLUS | MINUS | STAR | SLASH | PERCENT ;

operand
  : (MINUS | NOT | FLOW)*
    ( ID (COLONCOLON ID)*
    | INT | FLOAT | DECIMAL | CHAR | TRUE | FALSE | UNDERSCORE | CONTINUE | BARE_BREAK | BARE_RETURN
    | (RAISE | BREAK | RETURN) expr
    | string
    | parens
    | list
    | record
    | block
    | lambda
    | ifExpr
    | MATCH expr arms
    | FOR pattern IN expr block
    | WHILE expr block
    | LOOP block
    | WITH install block
    | HANDLER FOR path record
    )
    ( arguments | DOT (ID | INT | FLOAT) | NOT | CATCH arms | WITH install | LBRACKET expr RBRACKET )* ;  // D232: `.0`, `[ ]`

parens : LPAREN (expr (COMMA expr)* COMMA?)? RPAREN ;
arguments : LPAREN (argument (COMMA argument)* COMMA?)? RPAREN ;
argument : ((ID | UNDERSCORE) COLON)? expr ;

list : LBRACKET (element (COMMA element)* COMMA?)? RBRACKET ;
element
  : ELEMENT_IF expr FATARROW element (ELEMENT_ELSE element)?
  | ELEMENT_FOR pattern IN expr FATARROW element
  | DOTDOT expr
  | expr ;

record : RECORD_LBRACE (DOTDOT expr COMMA?)? (initializer (COMMA initializer)* COMMA?)? RBRACE ;
initializer : ID COLON expr ;
install : path (INSTALL_COMMA path)* INSTALL_COMMA? record? | record ;

// D220: several names without parentheses.
lambda
  : FN ((ID | UNDERSCORE) (COMMA (ID | UNDERSCORE))* | LPAREN parameters? RPAREN)
    FATARROW (BODY_LBRACE statement* RBRACE | expr) ;

ifExpr : IF expr block (ELSE IF expr block)* (ELSE block)? ;

arms : LBRACE arm* RBRACE ;
arm : armPattern (IF expr)? FATARROW (BODY_LBRACE statement* RBRACE | expr) COMMA? ;

string : (QUOTE | BACKTICK) (TEXT | HOLE expr HOLE_END)* (STRING_END | TICK_END) ;
