#!/bin/sh
# words.sh HEADER...: writes <ampc_words.h>, which ampc's headers include in front and behind where the command line defines macros whose names may
# be words of theirs (-Dn=1000): in between, such macros are away. Of the headers it takes all words in lower case, but names that begin with ampc_.
words=$(cat "$@" | LC_ALL=C awk '
    { text = text $0 "\n" }
    END {
        while ((at = index(text, "/*"))) {
            printf "%s ", substr(text, 1, at - 1)
            text = substr(text, at + 2)
            text = substr(text, index(text, "*/") + 2)
        }
        print text
    }' | sed '/^ *# *[a-ce-z]/d; s/"[^"]*"//g' | LC_ALL=C tr -cs 'A-Za-z0-9_' '\n' | sed -n '/^ampc_/d; /^defined*$/d; /^[a-z]/p' | LC_ALL=C sort -u)
echo '/* ampc_words.h - puts macros with these names away, and, when it is included again, back; made by support/words.sh. */'
echo '#ifndef AMPC__WORDS_AWAY'
echo '#define AMPC__WORDS_AWAY'
for word in $words; do printf '#pragma push_macro("%s")\n#undef %s\n' "$word" "$word"; done
echo '#else'
echo '#undef AMPC__WORDS_AWAY'
for word in $words; do printf '#pragma pop_macro("%s")\n' "$word"; done
echo '#endif'
