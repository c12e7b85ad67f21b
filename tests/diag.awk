# Compares the messages of a run (first file) with the expectations in the comments of the sources (the other files):
#   // expect: id, id "part of the text"         messages at this line; cc: one of the host compiler without an option's name
#   // expect@FILE:LINE: id                      messages elsewhere (#line)
#   // expect-note: "part of the text"           a note at this line
#   // fine: id, id       (after the others)     this line looks like a fault of these ids, and is none
# status: the exit status of the run.

BEGIN {
    wants = gots = 0
}

function trim(s) {
    gsub(/^[ \t]+|[ \t]+$/, "", s)
    return s
}

# Takes the next 'id "text"' or '"text"' of 'rest', into 'id' and 'part'.
function next_item() {
    rest = trim(rest)
    id = part = ""
    if (match(rest, /^[-A-Za-z0-9_=+]+/)) {
        id = substr(rest, 1, RLENGTH)
        rest = trim(substr(rest, RLENGTH + 1))
    }
    if (match(rest, /^"[^"]*"/)) {
        part = substr(rest, 2, RLENGTH - 2)
        rest = trim(substr(rest, RLENGTH + 1))
    }
    sub(/^,/, "", rest)
    return id != "" || part != ""
}

function expect(kind, where) {
    while (next_item()) {
        want_kind[wants] = kind
        want_place[wants] = where
        want_id[wants] = id
        want_part[wants++] = part
    }
}

# The messages.
FILENAME == ARGV[1] {
    if (match($0, /^[^ ][^:]*:[0-9]+(:[0-9]+)?: (fatal error|error|warning|note): /)) {
        head = substr($0, 1, RLENGTH)
        text = substr($0, RLENGTH + 1)
        split(head, p, ":")
        kind = head ~ /note: $/ ? "note" : "message"
        id = "cc"
        if (kind == "message" && match(text, /\[[-A-Za-z0-9_=+]+\]$/)) {
            id = substr(text, RSTART + 1, RLENGTH - 2)
            text = substr(text, 1, RSTART - 1)
        }
        errors += head ~ /error: $/
        got_kind[gots] = kind
        got_place[gots] = p[1] ":" p[2]
        got_id[gots] = id
        got_text[gots++] = text
    }
    next
}

# A legal look-alike: that nothing unexpected is reported is looked at below.
match($0, /\/\/ fine: /) {
    rest = substr($0, RSTART + RLENGTH)
    while (next_item())
        fine[FILENAME ":" FNR, id] = 1
}

# The expectations.
match($0, /expect(-note|@[^:]*:[0-9]+)?:/) {
    tag = substr($0, RSTART, RLENGTH - 1)
    rest = substr($0, RSTART + RLENGTH)
    sub(/\*\/.*/, "", rest)
    if (tag == "expect")
        expect("message", FILENAME ":" FNR)
    else if (tag == "expect-note")
        expect("note", FILENAME ":" FNR)
    else
        expect("message", substr(tag, 8))
}

function matches(w, g) {
    return !used[g] && want_kind[w] == got_kind[g] && want_place[w] == got_place[g] &&
           (want_kind[w] == "note" || want_id[w] == got_id[g]) &&
           (want_part[w] == "" || index(got_text[g], want_part[w]))
}

END {
    for (w = 0; w < wants; w++) {
        if (want_kind[w] == "message" && (want_place[w], want_id[w]) in fine) {
            print want_place[w] ": " want_id[w] " is expected at a line that is fine"
            bad = 1
        }
        for (g = 0; g < gots; g++)
            if (matches(w, g))
                break
        if (g < gots) {
            used[g] = 1
        } else {
            print want_place[w] ": not reported: " want_kind[w] " " want_id[w] " " want_part[w]
            bad = 1
        }
    }
    for (g = 0; g < gots; g++)
        if (!used[g] && got_kind[g] == "message") {
            print got_place[g] ": not expected: " got_text[g] "[" got_id[g] "]"
            bad = 1
        }
    if ((errors > 0) != (status != 0)) {
        print "exit status " status " with " errors + 0 " errors"
        bad = 1
    }
    exit bad
}
