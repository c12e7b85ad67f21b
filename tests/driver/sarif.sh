#!/bin/sh
# -fdiagnostics-format=sarif: one log of SARIF 2.1.0 for the run, with cc's messages too. The checks are those that the schema of
# the standard makes for what ampcc writes: which members there are, of which type.
. "$TESTS/driver/lib.sh"
valid() {
    jq -e '
        def text: type == "object" and (keys - ["text", "markdown"] == []) and (.text | type == "string");
        def count: type == "number" and . >= 0 and floor == .;
        def artifact: (keys - ["uri", "uriBaseId"] == []) and (.uri | type == "string" and test("^[-A-Za-z0-9._~%/:+,@]+$"));
        def region: (keys - ["startLine", "startColumn", "endLine", "endColumn"] == []) and (.startLine | count and . > 0) and
            (.startColumn | count and . > 0) and (.endColumn | count and . > 0) and
            ((.endLine // .startLine) as $l | $l > .startLine or .endColumn >= .startColumn);
        def location: (keys - ["physicalLocation", "message"] == []) and ((.message // {text: ""}) | text) and
            ((.physicalLocation // empty) | (keys - ["artifactLocation", "region"] == []) and (.artifactLocation | artifact) and
             ((.region // {startLine: 1, startColumn: 1, endColumn: 1}) | region));
        def rule: (keys - ["id", "shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration"] == []) and
            (.id | type == "string") and ([.shortDescription, .fullDescription, .help | select(.) | text] | all) and
            ((.defaultConfiguration // {level: "error", enabled: true}) | (.level | IN("error", "warning")) and (.enabled | type == "boolean"));
        def change: (.artifactLocation | artifact) and (.replacements | length > 0 and all(.[];
            (.deletedRegion | region) and (.insertedContent | text)));
        def fix: (.description | text) and (.artifactChanges | length > 0 and all(.[]; change));
        def distinct: length == (unique | length);
        (keys == ["$schema", "runs", "version"]) and .version == "2.1.0" and (.runs | length == 1) and (.runs[0] |
            . as $run | (.columnKind == "unicodeCodePoints") and
            (.tool.driver | .name == "ampcc" and (.rules | distinct and all(.[]; rule))) and
            (.invocations | length == 1 and (.[0].executionSuccessful | type == "boolean")) and
            (.artifacts | distinct and all(.[]; .location | artifact)) and
            (.results | all(.[]; . as $r | (keys - ["ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations", "fixes"] == []) and
                $run.tool.driver.rules[.ruleIndex].id == .ruleId and (.level | IN("error", "warning", "note")) and (.message | text) and
                (.locations | all(.[]; location)) and ((.relatedLocations // []) | distinct and all(.[]; location)) and
                ((.fixes // []) | distinct and all(.[]; fix)))))' err >/dev/null || { cat err; fails 'not valid'; }
}
# results FILTER: what jq makes of the results, in one line.
results() { jq -r "[.runs[0].results[] | $1] | join(\" \")" err; }
sarif() {
    status "$@"
    valid
}
sarif 0 $AMPCC -c -fdiagnostics-format=sarif sum.ampc
[ "$(results .ruleId)" = '' ]
[ "$(jq -c '.runs[0].invocations' err)" = '[{"executionSuccessful":true}]' ]
sarif 1 $AMPCC -c -fdiagnostics-format=sarif bad.ampc
[ "$(results '.ruleId, .level')" = 'amp-call error' ]
[ "$(results '.locations[0].physicalLocation | .artifactLocation.uri, (.region | .startLine, .startColumn, .endColumn)')" = 'bad.ampc 6 16 20' ]
[ "$(jq -c '.runs[0] | .invocations[0].executionSuccessful, .tool.driver.rules[0].defaultConfiguration' err | tr -d '\n')" = 'false{"level":"error","enabled":true}' ]

# Several files, one log; cc's messages about .ampc and .c files; columns in code points; names that are no URIs; notes; fix-its.
mkdir 'a dir'
cat >'a dir/ü.ampc' <<'A'
static int one(int x) { return x; }
int f(int n) restrict(amp)
{
    /* äöü */ return one(
        n) + (long double)n;
}
A
cat >warn.ampc <<'A'
int f(int x) { int unused; return x; }
A
printf 'int g(void) { return 1 }\n' >plain.c
sarif 1 $AMPCC -c -Wall -fdiagnostics-format=sarif 'a dir/ü.ampc' warn.ampc plain.c
[ "$(results '.ruleId, .level')" = 'amp-call error amp-type error -Wunused-variable warning error error' ]
[ "$(jq -c '.runs[0].artifacts | map(.location.uri)' err)" = '["a%20dir/%C3%BC.ampc","warn.ampc","plain.c"]' ]
[ "$(jq -c '.runs[0].results[0].locations[0].physicalLocation.region' err)" = '{"startLine":4,"startColumn":22,"endColumn":25}' ]
[ "$(jq -r '.runs[0].results[0] | .relatedLocations[0].message.text, (.fixes[0].artifactChanges[0] | .artifactLocation.uri, (.replacements[0] | .deletedRegion.startColumn, .insertedContent.text))' err | tail -n 3 | tr '\n' ' ')" = 'a%20dir/%C3%BC.ampc 22  restrict(cpu, amp) ' ]
sarif 1 $AMPCC -c -fdiagnostics-format=sarif plain.c
[ "$(results .ruleId)" = error ]
sarif 0 $AMPCC -fdiagnostics-format=sarif sum.ampc -o sum
./sum >out
has out 'sum 56'

# The description of a rule is what --explain says.
sarif 1 $AMPCC -c -fdiagnostics-format=sarif bad.ampc
jq -r '.runs[0].tool.driver.rules[0].help.markdown' err >help
$AMPCC --explain all >all
has all "$(sed -n 3p help)"
