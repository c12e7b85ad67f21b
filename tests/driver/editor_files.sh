#!/bin/sh
# What editors are told of .ampc files: AMP's words in their lists, the settings for Helix and Kate that docs/EDITORS.md shows, and Kate's syntax
# by the program that Kate has for it, where that is installed. vim.sh, vscode.sh and editors.sh try the others.
set -e
. "$TESTS/driver/lib.sh"
editors=$TESTS/../editors

# settings LANGUAGE: that block of the page.
settings() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$TESTS/../docs/EDITORS.md" | sed '/^```/d'; }

# All words that ampcc knows as AMP's have a colour in all editors.
sed -n 's/^SPELL([A-Z_0-9]*, "\([a-z][a-z_0-9]*\)", [A-Z_]*, \(TEMPLATE\|PLAIN\|NAMESPACE\|WORD\)).*/\1/p' "$TESTS/../parser/words.def" >words
[ "$(wc -l <words)" -ge 20 ] || fails "words.def looks different"
while read -r word; do
    grep -qE "(\\\\+b|[(|])$word(\\\\+b|[)|])" "$editors/vscode/syntaxes/ampc.tmLanguage.json" || fails "VS Code's grammar lacks '$word'"
    grep -qE "^syntax keyword .* $word( |\$)" "$editors/vim/syntax/ampc.vim" || fails "Vim's syntax lacks '$word'"
    grep -q "<item>$word</item>" "$editors/kate/ampc.xml" || fails "Kate's syntax lacks '$word'"
done <words

settings toml >languages.toml
settings json >servers.json
python3 - <<'P' || fails "settings of Helix or Kate"
import json, sys
try:
    import tomllib
    helix = tomllib.load(open("languages.toml", "rb"))
    assert helix["language"][0]["language-servers"] == list(helix["language-server"]), helix
    assert helix["language-server"]["ampcc"]["args"] == ["--lsp"]
except ImportError:
    pass
assert json.load(open("servers.json"))["servers"]["ampc"]["command"] == ["ampcc", "--lsp"]
P
if command -v kate-syntax-highlighter >/dev/null; then
    mkdir -p org.kde.syntax-highlighting/syntax
    cp "$editors/kate/ampc.xml" org.kde.syntax-highlighting/syntax
    XDG_DATA_HOME=$PWD QT_QPA_PLATFORM=offscreen kate-syntax-highlighter -f ansi --syntax-trace format "$TESTS/vscode/words.ampc" >kate.out 2>&1 ||
        { cat kate.out; fails "Kate's syntax"; }
    has kate.out "Storage"
fi
