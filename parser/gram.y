/* gram.y - GNU C17 and AMP. Only structure: actions call makers (make.h), what depends on names comes from the filter (filter.c).
 * Clauses are C11's. Attributes, __extension__, restrict clauses and namespace prefixes are not in the token stream: strip.c.
 * Values of symbols are pointers and numbers, as the parser copies one at each step. */
%require "3.7"
%define api.pure full
%define api.prefix {parser_}
%define api.token.prefix {TOK_}
%define api.value.type union
%define api.location.type {struct loc}
%define api.header.include {"parser/gram.h"}
%define parse.error custom
%define parse.lac full
%locations
%param { struct parser *p }

/* Two conflicts, both shifted: after specifiers without a type ("static T", "const T") a type name, or an AMP type name, is the type
 * and not the name of an implicit int (6.7.8p3).
 * Resolved by precedence: the binary operators; the dangling else ("if (a) if (b) c; else d": else belongs to the nearest if,
 * 6.8.4.1p3); "{" after a tag ("struct s {": the members; after a lambda's "->" the filter makes it LAMBDA_BODY). */
%expect 2

%code requires {
#include "parser/make.h"
}

%code provides {
/* The name of a token as error messages write it. */
const char *parser_token_name(int token);
}

%code {
#include "parser/filter.h"
#include "parser/recover.h"

#define YYMAXDEPTH 600000
#define YYLLOC_DEFAULT(current, rhs, n)                                                            \
    do {                                                                                           \
        (current).begin = (n) ? YYRHSLOC(rhs, 1).begin : YYRHSLOC(rhs, 0).end;                     \
        (current).end = YYRHSLOC(rhs, n).end;                                                      \
    } while (0)

static void parser_error(const struct loc *at, struct parser *p, const char *message)
{
    recover_report_message(p, *at, message);
}
}

%token <const struct token *>
    NAME "identifier" TYPENAME "type name" AMP_TEMPLATE "AMP type" AMP_WORD "AMP type name"
    TEMPLATE_MEMBER "template member" INT_CONSTANT "integer constant"
    FLOAT_CONSTANT "floating constant" CHAR_CONSTANT "character constant" STRING "string literal"
    USING "using namespace" HAS_ATTRIBUTE "__builtin_has_attribute"
%token
    BAD "invalid token" START_EXPRESSION "start of an expression"
    START_UNIT "start of a unit"
    TEMPLATE_OPEN "template '<'" TEMPLATE_CLOSE "template '>'" CONSTRUCT "constructor '('"
    LAMBDA "lambda '['" LAMBDA_BODY "lambda's '{'" MUTABLE "mutable" TILE_STATIC "tile_static" ATOMIC_TYPE "_Atomic '('"
    LPAREN "(" RPAREN ")" LBRACKET "[" RBRACKET "]" LBRACE "{" RBRACE "}" DOT "." ARROW "->"
    INC "++" DEC "--" AMP "&" STAR "*" PLUS "+" MINUS "-" TILDE "~" BANG "!" SLASH "/"
    PERCENT "%" SHL "<<" SHR ">>" LT "<" GT ">" LE "<=" GE ">=" EQ "==" NE "!=" CARET "^"
    PIPE "|" ANDAND "&&" OROR "||" QUESTION "?" COLON ":" SEMICOLON ";" ELLIPSIS "..."
    ASSIGN "=" MUL_ASSIGN "*=" DIV_ASSIGN "/=" MOD_ASSIGN "%=" ADD_ASSIGN "+=" SUB_ASSIGN "-="
    SHL_ASSIGN "<<=" SHR_ASSIGN ">>=" AND_ASSIGN "&=" XOR_ASSIGN "^=" OR_ASSIGN "|=" COMMA ","
    TYPEDEF "typedef" EXTERN "extern" STATIC "static" AUTO "auto" REGISTER "register"
    THREAD_LOCAL "_Thread_local" INLINE "inline" NORETURN "_Noreturn" ALIGNAS "_Alignas"
    CONST "const" VOLATILE "volatile" RESTRICT "restrict" ATOMIC "_Atomic"
    VOID "void" CHAR "char" SHORT "short" INT "int" LONG "long" FLOAT "float" DOUBLE "double"
    SIGNED "signed" UNSIGNED "unsigned" BOOL "_Bool" COMPLEX "_Complex" IMAGINARY "_Imaginary"
    INT128 "__int128" BIT_INT "_BitInt" FLOAT16 "_Float16" FLOAT32 "_Float32" FLOAT64 "_Float64"
    FLOAT128 "_Float128" FLOAT32X "_Float32x" FLOAT64X "_Float64x" DECIMAL32 "_Decimal32"
    DECIMAL64 "_Decimal64" DECIMAL128 "_Decimal128" VA_LIST "__builtin_va_list"
    AUTO_TYPE "__auto_type" STRUCT "struct" UNION "union" ENUM "enum" TYPEOF "typeof"
    IF "if" ELSE "else" SWITCH "switch" CASE "case" DEFAULT "default" WHILE "while" DO "do"
    FOR "for" GOTO "goto" CONTINUE "continue" BREAK "break" RETURN "return" LABEL "__label__"
    SIZEOF "sizeof" ALIGNOF "_Alignof" GENERIC "_Generic" STATIC_ASSERT "_Static_assert"
    ASM "asm" REAL "__real__" IMAG "__imag__" BUILTIN_VA_ARG "__builtin_va_arg"
    BUILTIN_OFFSETOF "__builtin_offsetof"
    BUILTIN_TYPES_COMPATIBLE "__builtin_types_compatible_p"
    BUILTIN_CONVERTVECTOR "__builtin_convertvector" BUILTIN_BIT_CAST "__builtin_bit_cast"
    EXTENSION "__extension__" ATTRIBUTE "__attribute__" PRAGMA "_Pragma"

%type <const struct token *> any_name
%type <struct token_vec *> identifiers names
%type <struct expr *>
    primary postfix unary cast binary conditional assignment expression opt_expression
    strings construct template_arg_expression
%type <struct lambda *> lambda lambda_head
%type <expr_vec *> opt_arguments arguments asm_body asm_operands asm_operand_list
%type <enum op> unary_op assign_op
%type <struct expr *> generic asm_operand
%type <designator_vec *> designators member_designator designation
%type <struct designator *> designator
%type <struct type_name *> type_name opt_result
%type <struct spec *>
    declaration_specifiers plain_specifiers specs specs_none specs_words specs_unique unique
    record enum no_specs
%type <unsigned> word other quals array_quals
%type <enum qual> qual
%type <enum storage> storage
%type <struct amp_spec *> amp_type
%type <struct template_args *> template_args
%type <bool> record_word asm_label
%type <struct record_spec *> members all_members
%type <struct member_decl *> member_declaration member_list
%type <struct member *> member
%type <struct enum_spec *> enumerators
%type <struct enumerator *> enumerator
%type <struct declarator *>
    declarator direct_declarator param_declarator direct_param inner_param name_param
    abstract_declarator direct_abstract declared implicit_declared
%type <struct deriv *> array function abstract_function
%type <struct param_list *> params opt_params param_list lambda_params
%type <struct param *> param
%type <struct init *> initializer braces init_list init_items
%type <struct init_item *> init_item
%type <struct init_declarator *> init_declarator implicit_init_declarator
%type <struct decl *>
    external declaration function_definition static_assert init_declarators
    implicit_init_declarators
%type <decl_vec *> kr_declarations
%type <struct stmt *>
    statement substatement compound lambda_body label labels labelled_declaration item for_init
%type <stmt_vec *> items
%type <struct lambda *> capture_list
%type <struct capture *> capture
%type <int> enter enter_block enter_params
%type <struct stmt_head *> if_head switch_head while_head for_head

%precedence NO_ELSE
%precedence "else"
%precedence NO_MEMBERS
%precedence "{"
%left "||"
%left "&&"
%left "|"
%left "^"
%left "&"
%left "==" "!="
%left "<" ">" "<=" ">="
%left "<<" ">>"
%left "+" "-"
%left "*" "/" "%"

%%

start:
    START_UNIT unit
|   START_EXPRESSION conditional { p->result = $2; }
;

/* ---- 6.9 external definitions ---- */

unit:
    %empty
|   unit external { unit_add(p, $2); }
;

external:
    function_definition
|   declaration
|   no_specs implicit_declared
        <int>{ $$ = function_begin(p, $2, &@2, yychar); if ($$ < 0) YYERROR; }[depth]
    kr_declarations compound
        { $$ = decl_function(p, $1, $2, $4, $5, @$); leave(p, $depth, &yychar); }
|   no_specs implicit_init_declarators ";" { $$ = decl_vars(p, $1, $2, @$); }
|   ";" { $$ = decl_new(p, DECL_EMPTY, @$); }
|   ASM asm_quals "(" strings ")" ";" { $$ = decl_new(p, DECL_ASM, @$); }
|   error ";" { $$ = decl_error(p, @$); yyerrok; }
;

/* "f(a) { }", "x;": implicit int, at file level only */
no_specs:
    %empty { $$ = spec_declaration(p, spec_new(p, @$), yychar); }
;

function_definition:
    declaration_specifiers declarator
        <int>{ $$ = function_begin(p, $2, &@2, yychar); if ($$ < 0) YYERROR; }[depth]
    kr_declarations compound
        { $$ = decl_function(p, $1, $2, $4, $5, @$); leave(p, $depth, &yychar); }
;

kr_declarations:
    %empty { $$ = decls_new(p); }
|   kr_declarations declaration { $$ = decls_add(p, $1, $2); }
;

/* ---- 6.7 declarations ---- */

declaration:
    declaration_specifiers ";" { $$ = decl_vars(p, $1, NULL, @$); }
|   declaration_specifiers init_declarators ";" { $$ = decl_vars(p, $1, $2, @$); }
|   static_assert
|   USING ";" { $$ = decl_new(p, DECL_USING, @$); }
;

static_assert:
    STATIC_ASSERT "(" conditional ")" ";" { $$ = decl_assert(p, $3, @$); }
|   STATIC_ASSERT "(" conditional "," strings ")" ";" { $$ = decl_assert(p, $3, @$); }
;

declaration_specifiers:
    specs { $$ = spec_declaration(p, $1, yychar); }
;

plain_specifiers:
    specs { $$ = spec_finish(p, $1); }
;

/* A type name counts as the type only while no other type was seen (6.7.2): "unsigned T" declares T. */
specs:
    specs_none
|   specs_words
|   specs_unique
;

specs_none:
    other { $$ = spec_other(p, NULL, $1, @1); }
|   specs_none other { $$ = spec_other(p, $1, $2, @2); }
|   ALIGNAS "(" type_name ")" { $$ = spec_alignas(p, NULL, $3, NULL, @$); }
|   ALIGNAS "(" conditional ")" { $$ = spec_alignas(p, NULL, NULL, $3, @$); }
|   specs_none ALIGNAS "(" type_name ")" { $$ = spec_alignas(p, $1, $4, NULL, @$); }
|   specs_none ALIGNAS "(" conditional ")" { $$ = spec_alignas(p, $1, NULL, $4, @$); }
;

specs_words:
    word { $$ = spec_word(p, NULL, $1, @1); }
|   specs_none word { $$ = spec_word(p, $1, $2, @2); }
|   specs_words word { $$ = spec_word(p, $1, $2, @2); }
|   specs_words other { $$ = spec_other(p, $1, $2, @2); }
|   specs_words ALIGNAS "(" type_name ")" { $$ = spec_alignas(p, $1, $4, NULL, @$); }
|   specs_words ALIGNAS "(" conditional ")" { $$ = spec_alignas(p, $1, NULL, $4, @$); }
;

specs_unique:
    unique
|   specs_none unique { $$ = spec_merge(p, $1, $2); }
|   specs_unique other { $$ = spec_other(p, $1, $2, @2); }
|   specs_unique ALIGNAS "(" type_name ")" { $$ = spec_alignas(p, $1, $4, NULL, @$); }
|   specs_unique ALIGNAS "(" conditional ")" { $$ = spec_alignas(p, $1, NULL, $4, @$); }
;

other:
    storage { $$ = $1; }
|   qual { $$ = SPEC_OTHER_QUAL($1); }
;

storage:
    "typedef" { $$ = STORAGE_TYPEDEF; }
|   "extern" { $$ = STORAGE_EXTERN; }
|   "static" { $$ = STORAGE_STATIC; }
|   "auto" { $$ = STORAGE_AUTO; }
|   "register" { $$ = STORAGE_REGISTER; }
|   "_Thread_local" { $$ = STORAGE_THREAD; }
|   TILE_STATIC { $$ = STORAGE_TILE_STATIC; }
|   "inline" { $$ = STORAGE_INLINE; }
|   "_Noreturn" { $$ = STORAGE_NORETURN; }
;

qual:
    "const" { $$ = QUAL_CONST; }
|   "volatile" { $$ = QUAL_VOLATILE; }
|   "restrict" { $$ = QUAL_RESTRICT; }
|   "_Atomic" { $$ = QUAL_ATOMIC; }
;

quals:
    %empty { $$ = 0; }
|   quals qual { $$ = $1 | $2; }
;

word:
    "void" { $$ = WORD_VOID; }
|   "char" { $$ = WORD_CHAR; }
|   "short" { $$ = WORD_SHORT; }
|   "int" { $$ = WORD_INT; }
|   "long" { $$ = WORD_LONG; }
|   "float" { $$ = WORD_FLOAT; }
|   "double" { $$ = WORD_DOUBLE; }
|   "signed" { $$ = WORD_SIGNED; }
|   "unsigned" { $$ = WORD_UNSIGNED; }
|   "_Bool" { $$ = WORD_BOOL; }
|   "_Complex" { $$ = WORD_COMPLEX; }
|   "_Imaginary" { $$ = WORD_IMAGINARY; }
|   "__int128" { $$ = WORD_INT128; }
|   "_BitInt" "(" conditional ")" { $$ = WORD_BIT_INT; }
|   "_Float16" { $$ = WORD_FLOAT16; }
|   "_Float32" { $$ = WORD_FLOAT32; }
|   "_Float64" { $$ = WORD_FLOAT64; }
|   "_Float128" { $$ = WORD_FLOAT128; }
|   "_Float32x" { $$ = WORD_FLOAT32X; }
|   "_Float64x" { $$ = WORD_FLOAT64X; }
|   "_Decimal32" { $$ = SPEC_WORD_DECIMAL32; }
|   "_Decimal64" { $$ = SPEC_WORD_DECIMAL64; }
|   "_Decimal128" { $$ = SPEC_WORD_DECIMAL128; }
|   "__builtin_va_list" { $$ = WORD_VA_LIST; }
|   "__auto_type" { $$ = WORD_AUTO_TYPE; }
;

unique:
    TYPENAME { $$ = spec_name(p, $1); }
|   record
|   enum
|   amp_type { $$ = spec_amp(p, $1); }
|   "typeof" "(" expression ")" { $$ = spec_typeof(p, $3, NULL, @$); }
|   "typeof" "(" type_name ")" { $$ = spec_typeof(p, NULL, $3, @$); }
|   "typeof" "(" error ")" { $$ = spec_error(p, @$); yyerrok; }
|   ATOMIC_TYPE "(" type_name ")" { $$ = spec_atomic(p, $3, @$); }
;

amp_type:
    AMP_TEMPLATE TEMPLATE_OPEN template_args TEMPLATE_CLOSE { $$ = amp_template(p, $1, $3, @$); }
|   AMP_TEMPLATE TEMPLATE_OPEN TEMPLATE_CLOSE { $$ = amp_template(p, $1, NULL, @$); }
|   AMP_WORD { $$ = amp_word(p, $1); }
;

template_args:
    type_name { $$ = template_args_type(p, NULL, $1); }
|   template_arg_expression { $$ = template_args_expr(p, NULL, $1); }
|   template_args "," type_name { $$ = template_args_type(p, $1, $3); }
|   template_args "," template_arg_expression { $$ = template_args_expr(p, $1, $3); }
;

template_arg_expression:
    conditional
;

/* 6.7.2.1 */
record:
    record_word any_name %prec NO_MEMBERS { $$ = spec_record(p, $1, $2, NULL, @$); }
|   record_word any_name "{" all_members "}" { $$ = spec_record(p, $1, $2, $4, @$); }
|   record_word "{" all_members "}" { $$ = spec_record(p, $1, NULL, $3, @$); }
;

record_word:
    "struct" { $$ = false; }
|   "union" { $$ = true; }
;

/* GNU: the last ";" may be missing */
all_members:
    members
|   members plain_specifiers { $$ = record_add(p, $1, member_decl_new(p, $2, NULL, @2)); }
|   members plain_specifiers member_list { $$ = record_add(p, $1, member_decl_new(p, $2, $3, @3)); }
;

members:
    %empty { $$ = record_new(p); }
|   members member_declaration { $$ = record_add(p, $1, $2); }
|   members ";"
|   members error ";" { $$ = $1; recover_end_statement(p); yyerrok; }
;

member_declaration:
    plain_specifiers ";" { $$ = member_decl_new(p, $1, NULL, @$); }
|   plain_specifiers member_list ";" { $$ = member_decl_new(p, $1, $2, @$); }
|   static_assert { $$ = member_decl_assert(p, $1, @$); }
;

member_list:
    member { $$ = members_add(p, NULL, $1); }
|   member_list "," member { $$ = members_add(p, $1, $3); }
;

member:
    declarator { $$ = member_new(p, $1, NULL, @$); }
|   declarator ":" conditional { $$ = member_new(p, $1, $3, @$); }
|   ":" conditional { $$ = member_new(p, NULL, $2, @$); }
;

/* 6.7.2.2 */
enum:
    "enum" any_name %prec NO_MEMBERS { $$ = spec_enum(p, $2, NULL, @$); }
|   "enum" any_name "{" enumerators opt_comma "}" { $$ = spec_enum(p, $2, $4, @$); }
|   "enum" "{" enumerators opt_comma "}" { $$ = spec_enum(p, NULL, $3, @$); }
|   "enum" any_name "{" error "}" { $$ = spec_error(p, @$); yyerrok; }
|   "enum" "{" error "}" { $$ = spec_error(p, @$); yyerrok; }
;

enumerators:
    enumerator { $$ = enumerators_add(p, NULL, $1); }
|   enumerators "," enumerator { $$ = enumerators_add(p, $1, $3); }
;

enumerator:
    any_name { $$ = enumerator_new(p, $1, NULL); }
|   any_name "=" conditional { $$ = enumerator_new(p, $1, $3); }
;

opt_comma:
    %empty
|   ","
;

/* ---- 6.7.6 declarators ---- */

init_declarators:
    init_declarator { $$ = declarators_add(p, NULL, $1); }
|   init_declarators comma init_declarator { $$ = declarators_add(p, $1, $3); }
;

implicit_init_declarators:
    implicit_init_declarator { $$ = declarators_add(p, NULL, $1); }
|   implicit_init_declarators comma init_declarator { $$ = declarators_add(p, $1, $3); }
;

comma:
    "," { declarator_next(p, yychar); }
;

init_declarator:
    declared asm_label { $$ = init_declarator_new(p, $1, $2, NULL, @$); }
|   declared asm_label "=" initializer { $$ = init_declarator_new(p, $1, $2, $4, @$); }
|   declared CONSTRUCT opt_arguments ")"
        { $$ = init_declarator_construct(p, $1, $3, loc_union(@2, @4)); }
|   declared CONSTRUCT error ")"
        { $$ = init_declarator_construct(p, $1, NULL, loc_union(@2, @4)); recover_end(p); yyerrok; }
;

implicit_init_declarator:
    implicit_declared asm_label
        { $$ = init_declarator_new(p, declared(p, $1), $2, NULL, @$); }
|   implicit_declared asm_label "=" { declared(p, $1); } initializer
        { $$ = init_declarator_new(p, $1, $2, $5, @$); }
;

/* 6.2.1p7: the scope of a name begins after its declarator */
declared:
    declarator { $$ = declared(p, $1); }
;

implicit_declared:
    inner_param
;

asm_label:
    %empty { $$ = false; }
|   ASM asm_quals "(" strings ")" { $$ = true; }
;

declarator:
    direct_declarator
|   "*" quals declarator { $$ = declarator_pointer(p, $3, $2, @1, @$); }
|   "&" declarator { $$ = declarator_reference(p, $2, @1, @$); }
;

direct_declarator:
    any_name { $$ = declarator_name(p, $1); }
|   "(" declarator ")" { $$ = declarator_paren(p, $2, @$); }
|   direct_declarator array { $$ = declarator_add(p, $1, $2, @$); }
|   direct_declarator function { $$ = declarator_add(p, $1, $2, @$); }
;

/* 6.7.6.3p11: in a parameter "(T" begins a parameter list when T is a type */
param_declarator:
    direct_param
|   "*" quals param_declarator { $$ = declarator_pointer(p, $3, $2, @1, @$); }
|   "&" param_declarator { $$ = declarator_reference(p, $2, @1, @$); }
;

direct_param:
    any_name { $$ = declarator_name(p, $1); }
|   "(" inner_param ")" { $$ = declarator_paren(p, $2, @$); }
|   direct_param array { $$ = declarator_add(p, $1, $2, @$); }
|   direct_param function { $$ = declarator_add(p, $1, $2, @$); }
;

inner_param:
    name_param
|   "*" quals param_declarator { $$ = declarator_pointer(p, $3, $2, @1, @$); }
|   "&" param_declarator { $$ = declarator_reference(p, $2, @1, @$); }
;

name_param:
    NAME { $$ = declarator_name(p, $1); }
|   "(" inner_param ")" { $$ = declarator_paren(p, $2, @$); }
|   name_param array { $$ = declarator_add(p, $1, $2, @$); }
|   name_param function { $$ = declarator_add(p, $1, $2, @$); }
;

abstract_declarator:
    direct_abstract
|   "*" quals { $$ = declarator_pointer(p, NULL, $2, @1, @$); }
|   "*" quals abstract_declarator { $$ = declarator_pointer(p, $3, $2, @1, @$); }
|   "&" { $$ = declarator_reference(p, NULL, @1, @$); }
|   "&" abstract_declarator { $$ = declarator_reference(p, $2, @1, @$); }
;

direct_abstract:
    "(" abstract_declarator ")" { $$ = declarator_paren(p, $2, @$); }
|   array { $$ = declarator_add(p, NULL, $1, @$); }
|   abstract_function { $$ = declarator_add(p, NULL, $1, @$); }
|   direct_abstract array { $$ = declarator_add(p, $1, $2, @$); }
|   direct_abstract function { $$ = declarator_add(p, $1, $2, @$); }
;

array:
    "[" array_quals "]" { $$ = deriv_array(p, $2, NULL, false, @$); }
|   "[" array_quals assignment "]" { $$ = deriv_array(p, $2, $3, false, @$); }
|   "[" array_quals "*" "]" { $$ = deriv_array(p, $2, NULL, true, @$); }
|   "[" array_quals error "]" { $$ = deriv_array(p, $2, NULL, false, @$); recover_end(p); yyerrok; }
;

array_quals:
    %empty { $$ = 0; }
|   array_quals qual { $$ = $1 | $2; }
|   array_quals "static" { $$ = $1 | ARRAY_STATIC; }
;

function:
    "(" enter_params params ")" { $$ = deriv_function(p, $3, @$, $2); }
|   "(" enter_params identifiers ")" { $$ = deriv_identifiers(p, $3, @$, $2); }
|   "(" enter_params error ")" { $$ = deriv_function(p, NULL, @$, $2); recover_end(p); yyerrok; }
;

abstract_function:
    "(" enter_params params ")" { $$ = deriv_function(p, $3, @$, $2); }
;

enter_params:
    %empty { $$ = scope_open(p->scope, false); }
;

params:
    %empty { $$ = NULL; }
|   opt_params
;

opt_params:
    param_list
|   param_list "," "..." { $$ = params_variadic(p, $1); }
|   "..." { $$ = params_variadic(p, NULL); }
|   param_list ";" opt_params { $$ = $3; }
;

param_list:
    param { $$ = params_add(p, NULL, $1); }
|   param_list "," param { $$ = params_add(p, $1, $3); }
;

param:
    plain_specifiers { $$ = param_new(p, $1, NULL, @$); }
|   plain_specifiers param_declarator { $$ = param_new(p, $1, $2, @$); }
|   plain_specifiers abstract_declarator { $$ = param_new(p, $1, $2, @$); }
;

identifiers:
    NAME { $$ = names_add(p, NULL, $1); }
|   identifiers "," NAME { $$ = names_add(p, $1, $3); }
;

/* 6.7.7 */
type_name:
    plain_specifiers { $$ = type_name_new(p, $1, NULL, @$); }
|   plain_specifiers abstract_declarator { $$ = type_name_new(p, $1, $2, @$); }
;

/* 6.7.9 */
initializer:
    assignment { $$ = init_expr(p, $1); }
|   braces
;

braces:
    "{" "}" { $$ = init_braces(p, NULL, @$); }
|   "{" init_list "}" { $$ = init_braces(p, $2, @$); }
|   "{" error "}" { $$ = init_error(p, @$); yyerrok; }
;

init_list:
    init_items
|   init_items ","
;

init_items:
    init_item { $$ = init_add(p, NULL, $1); }
|   init_items "," init_item { $$ = init_add(p, $1, $3); }
;

init_item:
    initializer { $$ = init_item_new(p, NULL, $1); }
|   designation initializer { $$ = init_item_new(p, $1, $2); }
;

/* GNU: "name: value" and "[index] value" */
designation:
    designators "="
|   designators
|   any_name ":" { $$ = designators_add(p, NULL, designator_name(p, $1, @$)); }
;

designators:
    designator { $$ = designators_add(p, NULL, $1); }
|   designators designator { $$ = designators_add(p, $1, $2); }
;

designator:
    "." any_name { $$ = designator_name(p, $2, @$); }
|   "[" conditional "]" { $$ = designator_index(p, $2, NULL, @$); }
|   "[" conditional "..." conditional "]" { $$ = designator_index(p, $2, $4, @$); }
;

/* ---- 6.5 expressions ---- */

any_name:
    NAME
|   TYPENAME
|   AMP_WORD
;

primary:
    NAME { $$ = expr_name(p, $1); }
|   INT_CONSTANT { $$ = expr_constant(p, EXPR_INT, $1); }
|   FLOAT_CONSTANT { $$ = expr_constant(p, EXPR_FLOAT, $1); }
|   CHAR_CONSTANT { $$ = expr_constant(p, EXPR_CHAR, $1); }
|   strings
|   "(" expression ")" { $$ = expr_paren(p, $2, @$); }
|   "(" compound ")" { $$ = expr_statement(p, $2, @$); }
|   "(" error ")" { $$ = expr_error(p, @$); yyerrok; }
|   "_Generic" "(" assignment "," generic ")" { $$ = expr_generic(p, $3, $5, @$); }
|   "__builtin_va_arg" "(" assignment "," type_name ")"
        { $$ = expr_with_type(p, EXPR_VA_ARG, $3, $5, @$); }
|   "__builtin_convertvector" "(" assignment "," type_name ")"
        { $$ = expr_with_type(p, EXPR_CONVERTVECTOR, $3, $5, @$); }
|   "__builtin_bit_cast" "(" type_name "," assignment ")"
        { $$ = expr_with_type(p, EXPR_CONVERTVECTOR, $5, $3, @$); }
|   "__builtin_offsetof" "(" type_name "," member_designator ")"
        { $$ = expr_offsetof(p, $3, $5, @$); }
|   "__builtin_types_compatible_p" "(" type_name "," type_name ")"
        { $$ = expr_types_compatible(p, $3, $5, @$); }
|   HAS_ATTRIBUTE { $$ = expr_has_attribute(p, $1); }
|   construct
|   lambda { $$ = expr_lambda(p, $1); }
;

strings:
    STRING { $$ = expr_string(p, NULL, $1); }
|   strings STRING { $$ = expr_string(p, $1, $2); }
;

generic:
    type_name ":" assignment { $$ = generic_add(p, NULL, $1, $3); }
|   "default" ":" assignment { $$ = generic_add(p, NULL, NULL, $3); }
|   generic "," type_name ":" assignment { $$ = generic_add(p, $1, $3, $5); }
|   generic "," "default" ":" assignment { $$ = generic_add(p, $1, NULL, $5); }
;

member_designator:
    any_name { $$ = designators_add(p, NULL, designator_name(p, $1, @$)); }
|   member_designator "." any_name
        { $$ = designators_add(p, $1, designator_name(p, $3, loc_union(@2, @3))); }
|   member_designator ARROW any_name
        { $$ = designators_add(p, $1, designator_name(p, $3, loc_union(@2, @3))); }
|   member_designator "[" expression "]"
        { $$ = designators_add(p, $1, designator_index(p, $3, NULL, loc_union(@2, @4))); }
;

construct:
    amp_type CONSTRUCT opt_arguments ")"
        { $$ = expr_construct(p, spec_amp(p, $1), $3, @2, @4, @$); }
|   TYPENAME CONSTRUCT opt_arguments ")"
        { $$ = expr_construct(p, spec_name(p, $1), $3, @2, @4, @$); }
|   amp_type CONSTRUCT error ")" { $$ = expr_error(p, @$); yyerrok; }
|   TYPENAME CONSTRUCT error ")" { $$ = expr_error(p, @$); yyerrok; }
;

lambda:
    lambda_head enter lambda_params opt_mutable opt_result lambda_body
        { $$ = lambda_finish(p, $1, $3, @4, $5, $6, @$); leave(p, $2, &yychar); }
;

lambda_body:
    compound
|   LAMBDA_BODY enter_block items "}" { $$ = stmt_compound(p, $3, @$); leave(p, $2, &yychar); }
|   LAMBDA_BODY enter_block items labels "}"
        { $$ = stmt_compound(p, stmts_add(p, $3, $4), @$); leave(p, $2, &yychar); }
;

lambda_head:
    LAMBDA capture_list "]" { $$ = $2; $$->introducer = @$; }
;

capture_list:
    %empty { $$ = lambda_new(p); }
|   capture { $$ = lambda_capture(p, lambda_new(p), $1); }
|   capture_list "," capture { $$ = lambda_capture(p, $1, $3); }
;

capture:
    "=" { $$ = capture_new(p, CAPTURE_COPY, NULL, @$); }
|   "&" { $$ = capture_new(p, CAPTURE_REFERENCE, NULL, @$); }
|   NAME { $$ = capture_new(p, CAPTURE_COPY, $1, @$); }
|   "&" NAME { $$ = capture_new(p, CAPTURE_REFERENCE, $2, @$); }
;

lambda_params:
    %empty { $$ = NULL; }
|   "(" ")" { $$ = params_new(p, @$); }
|   "(" opt_params ")" { $$ = params_at(p, $2, @$); }
|   "(" error ")" { $$ = params_new(p, @$); recover_end(p); yyerrok; }
;

opt_mutable:
    %empty
|   MUTABLE
;

opt_result:
    %empty { $$ = NULL; }
|   ARROW type_name { $$ = $2; }
;

/* 6.5.2 */
postfix:
    primary
|   postfix "[" expression "]" { $$ = expr_subscript(p, $1, $3, @2, @4); }
|   postfix "[" error "]" { $$ = expr_error(p, @$); yyerrok; }
|   postfix "(" opt_arguments ")" { $$ = expr_call(p, $1, $3, @2, @4); }
|   postfix "(" error ")" { $$ = expr_error(p, @$); yyerrok; }
|   postfix "." any_name { $$ = expr_member(p, EXPR_MEMBER, $1, $3, @2); }
|   postfix ARROW any_name { $$ = expr_member(p, EXPR_ARROW, $1, $3, @2); }
|   postfix "." TEMPLATE_MEMBER TEMPLATE_OPEN template_args TEMPLATE_CLOSE
        { $$ = expr_template_member(p, expr_member(p, EXPR_MEMBER, $1, $3, @2), $5, @4, @6); }
|   postfix ARROW TEMPLATE_MEMBER TEMPLATE_OPEN template_args TEMPLATE_CLOSE
        { $$ = expr_template_member(p, expr_member(p, EXPR_ARROW, $1, $3, @2), $5, @4, @6); }
|   postfix "++" { $$ = expr_postfix(p, OP_POSTINC, $1, @2); }
|   postfix "--" { $$ = expr_postfix(p, OP_POSTDEC, $1, @2); }
|   "(" type_name ")" braces { $$ = expr_compound(p, $2, $4, @$); }
;

opt_arguments:
    %empty { $$ = NULL; }
|   arguments
;

arguments:
    assignment { $$ = exprs_add(p, NULL, $1); }
|   arguments "," assignment { $$ = exprs_add(p, $1, $3); }
;

/* 6.5.3 */
unary:
    postfix
|   "++" unary { $$ = expr_unary(p, OP_PREINC, $2, @1); }
|   "--" unary { $$ = expr_unary(p, OP_PREDEC, $2, @1); }
|   unary_op cast { $$ = expr_unary(p, $1, $2, @1); }
|   "sizeof" unary { $$ = expr_sizeof(p, EXPR_SIZEOF, $2, NULL, @$); }
|   "sizeof" "(" type_name ")" { $$ = expr_sizeof(p, EXPR_SIZEOF, NULL, $3, @$); }
|   "_Alignof" unary { $$ = expr_sizeof(p, EXPR_ALIGNOF, $2, NULL, @$); }
|   "_Alignof" "(" type_name ")" { $$ = expr_sizeof(p, EXPR_ALIGNOF, NULL, $3, @$); }
|   "&&" any_name { $$ = expr_label(p, $2, @$); }
;

unary_op:
    "&" { $$ = OP_ADDR; }
|   "*" { $$ = OP_DEREF; }
|   "+" { $$ = OP_PLUS; }
|   "-" { $$ = OP_NEG; }
|   "~" { $$ = OP_BITNOT; }
|   "!" { $$ = OP_NOT; }
|   "__real__" { $$ = OP_REAL; }
|   "__imag__" { $$ = OP_IMAG; }
;

cast:
    unary
|   "(" type_name ")" cast { $$ = expr_cast(p, $2, $4, @$); }
|   "(" type_name ")" error { $$ = expr_error(p, @$); }
;

binary:
    cast
|   binary "*" binary { $$ = expr_binary(p, OP_MUL, $1, $3, @2); }
|   binary "/" binary { $$ = expr_binary(p, OP_DIV, $1, $3, @2); }
|   binary "%" binary { $$ = expr_binary(p, OP_MOD, $1, $3, @2); }
|   binary "+" binary { $$ = expr_binary(p, OP_ADD, $1, $3, @2); }
|   binary "-" binary { $$ = expr_binary(p, OP_SUB, $1, $3, @2); }
|   binary "<<" binary { $$ = expr_binary(p, OP_SHL, $1, $3, @2); }
|   binary ">>" binary { $$ = expr_binary(p, OP_SHR, $1, $3, @2); }
|   binary "<" binary { $$ = expr_binary(p, OP_LT, $1, $3, @2); }
|   binary ">" binary { $$ = expr_binary(p, OP_GT, $1, $3, @2); }
|   binary "<=" binary { $$ = expr_binary(p, OP_LE, $1, $3, @2); }
|   binary ">=" binary { $$ = expr_binary(p, OP_GE, $1, $3, @2); }
|   binary "==" binary { $$ = expr_binary(p, OP_EQ, $1, $3, @2); }
|   binary "!=" binary { $$ = expr_binary(p, OP_NE, $1, $3, @2); }
|   binary "&" binary { $$ = expr_binary(p, OP_AND, $1, $3, @2); }
|   binary "^" binary { $$ = expr_binary(p, OP_XOR, $1, $3, @2); }
|   binary "|" binary { $$ = expr_binary(p, OP_OR, $1, $3, @2); }
|   binary "&&" binary { $$ = expr_binary(p, OP_LAND, $1, $3, @2); }
|   binary "||" binary { $$ = expr_binary(p, OP_LOR, $1, $3, @2); }
;

/* 6.5.15; GNU: "a ?: b" */
conditional:
    binary
|   binary "?" expression ":" conditional { $$ = expr_cond(p, $1, $3, $5, @2, @4); }
|   binary "?" ":" conditional { $$ = expr_cond(p, $1, NULL, $4, @2, @3); }
;

assignment:
    conditional
|   unary assign_op assignment { $$ = expr_assign(p, $2, $1, $3, @2); }
;

assign_op:
    "=" { $$ = OP_ASSIGN; }
|   "*=" { $$ = OP_MUL; }
|   "/=" { $$ = OP_DIV; }
|   "%=" { $$ = OP_MOD; }
|   "+=" { $$ = OP_ADD; }
|   "-=" { $$ = OP_SUB; }
|   "<<=" { $$ = OP_SHL; }
|   ">>=" { $$ = OP_SHR; }
|   "&=" { $$ = OP_AND; }
|   "^=" { $$ = OP_XOR; }
|   "|=" { $$ = OP_OR; }
;

expression:
    assignment
|   expression "," assignment { $$ = expr_binary(p, OP_COMMA, $1, $3, @2); }
;

opt_expression:
    %empty { $$ = NULL; }
|   expression
;

/* ---- 6.8 statements ---- */

/* 6.8p3, 6.8.4p3, 6.8.5p5: blocks, selections, loops and what they contain are scopes */
enter:
    %empty { $$ = scope_open(p->scope, false); }
;

enter_block:
    %empty { $$ = block_open(p); }
;

compound:
    "{" enter_block items "}" { $$ = stmt_compound(p, $3, @$); leave(p, $2, &yychar); }
|   "{" enter_block items labels "}"
        { $$ = stmt_compound(p, stmts_add(p, $3, $4), @$); leave(p, $2, &yychar); }
;

items:
    %empty { $$ = stmts_new(p); }
|   items item { $$ = stmts_add(p, $1, $2); }
;

item:
    statement
|   declaration { $$ = stmt_decl(p, $1); }
|   function_definition { $$ = stmt_decl(p, $1); }
|   labelled_declaration
|   "__label__" names ";" { $$ = stmt_new(p, STMT_LOCAL_LABELS, @$, @1); }
;

/* GNU: a label before a declaration, or at the end of a block */
labelled_declaration:
    label declaration { $$ = stmt_label(p, $1, stmt_decl(p, $2), @$); }
|   label labelled_declaration { $$ = stmt_label(p, $1, $2, @$); }
;

labels:
    label
|   label labels { $$ = stmt_label(p, $1, $2, @$); }
;

label:
    any_name ":" { $$ = stmt_name_label(p, $1, @$); }
|   "case" conditional ":" { $$ = stmt_case(p, $2, NULL, @$, @1); }
|   "case" conditional "..." conditional ":" { $$ = stmt_case(p, $2, $4, @$, @1); }
|   "default" ":" { $$ = stmt_new(p, STMT_DEFAULT, @$, @1); }
;

names:
    any_name { $$ = names_add(p, NULL, $1); }
|   names "," any_name { $$ = names_add(p, $1, $3); }
;

statement:
    label statement { $$ = stmt_label(p, $1, $2, @$); }
|   compound
|   ";" { $$ = stmt_new(p, STMT_EMPTY, @$, @$); }
|   expression ";" { $$ = stmt_expr(p, $1, @$); }
|   if_head substatement %prec NO_ELSE
        { $$ = stmt_if(p, $1, $2, NULL, @$); leave(p, $1->depth, &yychar); }
|   if_head substatement "else" substatement
        { $$ = stmt_if(p, $1, $2, $4, @$); leave(p, $1->depth, &yychar); }
|   switch_head substatement { $$ = stmt_body(p, $1, $2, @$); leave(p, $1->depth, &yychar); }
|   while_head substatement { $$ = stmt_body(p, $1, $2, @$); leave(p, $1->depth, &yychar); }
|   for_head substatement { $$ = stmt_body(p, $1, $2, @$); leave(p, $1->depth, &yychar); }
|   "do" enter substatement "while" "(" expression ")" ";"
        { $$ = stmt_do(p, $3, $6, @$, @1); leave(p, $2, &yychar); }
|   "do" enter substatement "while" "(" expression ")" error ";"
        { $$ = stmt_error(p, @$); leave(p, $2, &yychar); yyerrok; }
|   "do" enter substatement "while" "(" error ")" ";"
        { $$ = stmt_error(p, @$); leave(p, $2, &yychar); yyerrok; }
|   "do" enter substatement error ";"
        { $$ = stmt_error(p, @$); leave(p, $2, &yychar); yyerrok; }
|   "goto" any_name ";" { $$ = stmt_goto(p, $2, NULL, @$, @1); }
|   "goto" "*" expression ";" { $$ = stmt_goto(p, NULL, $3, @$, @1); }
|   "continue" ";" { $$ = stmt_new(p, STMT_CONTINUE, @$, @1); }
|   "break" ";" { $$ = stmt_new(p, STMT_BREAK, @$, @1); }
|   "return" opt_expression ";" { $$ = stmt_return(p, $2, @$, @1); }
|   ASM asm_quals "(" asm_body ")" ";" { $$ = stmt_asm(p, $4, @$, @1); }
|   error ";" { $$ = stmt_error(p, @$); yyerrok; }
;

substatement:
    enter statement { $$ = $2; leave(p, $1, &yychar); }
;

if_head:
    "if" enter "(" expression ")" { $$ = head_new(p, STMT_IF, $4, $2, @1); }
|   "if" enter "(" error ")" { $$ = head_new(p, STMT_IF, expr_error(p, @4), $2, @1); yyerrok; }
;

switch_head:
    "switch" enter "(" expression ")" { $$ = head_new(p, STMT_SWITCH, $4, $2, @1); }
|   "switch" enter "(" error ")" { $$ = head_new(p, STMT_SWITCH, expr_error(p, @4), $2, @1); yyerrok; }
;

while_head:
    "while" enter "(" expression ")" { $$ = head_new(p, STMT_WHILE, $4, $2, @1); }
|   "while" enter "(" error ")" { $$ = head_new(p, STMT_WHILE, expr_error(p, @4), $2, @1); yyerrok; }
;

for_head:
    "for" enter "(" for_init opt_expression ";" opt_expression ")"
        { $$ = head_for(p, head_new(p, STMT_FOR, $5, $2, @1), $4, $7); }
|   "for" enter "(" error ")" { $$ = head_new(p, STMT_FOR, expr_error(p, @4), $2, @1); yyerrok; }
;

for_init:
    ";" { $$ = NULL; }
|   expression ";" { $$ = stmt_expr(p, $1, @$); }
|   declaration { $$ = stmt_decl(p, $1); }
;

/* GNU: extended asm */
asm_quals:
    %empty
|   asm_quals "volatile"
|   asm_quals "inline"
|   asm_quals "goto"
;

asm_body:
    strings { $$ = exprs_new(p); }
|   strings ":" asm_operands { $$ = $3; }
|   strings ":" asm_operands ":" asm_operands { $$ = exprs_join(p, $3, $5); }
|   strings ":" asm_operands ":" asm_operands ":" clobbers { $$ = exprs_join(p, $3, $5); }
|   strings ":" asm_operands ":" asm_operands ":" clobbers ":" names
        { $$ = exprs_join(p, $3, $5); }
;

asm_operands:
    %empty { $$ = exprs_new(p); }
|   asm_operand_list
;

asm_operand_list:
    asm_operand { $$ = exprs_add(p, NULL, $1); }
|   asm_operand_list "," asm_operand { $$ = exprs_add(p, $1, $3); }
;

asm_operand:
    strings "(" expression ")" { $$ = $3; }
|   "[" any_name "]" strings "(" expression ")" { $$ = $6; }
;

clobbers:
    %empty
|   clobber_list
;

clobber_list:
    strings
|   clobber_list "," strings
;

%%

const char *parser_token_name(int token)
{
    return yysymbol_name(YYTRANSLATE(token));
}

/* Reports a syntax error; the words are recover.c's. */
static int yyreport_syntax_error(const yypcontext_t *context, struct parser *p)
{
    int expected[YYNTOKENS];
    const char *names[YYNTOKENS];
    int n = yypcontext_expected_tokens(context, expected, YYNTOKENS);
    int named = 0;
    for (int i = 0; i < n; i++)
        if (expected[i] != YYSYMBOL_LAMBDA_BODY) /* written as '{' is */
            names[named++] = yysymbol_name(expected[i]);
    recover_report(p, *yypcontext_location(context), names, named);
    return 0;
}
