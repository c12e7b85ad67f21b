# progress.sh - sourced by scripts that take long: where they stand, on a terminal and in a log.
#
# On a terminal one line that the next one replaces; in a log at most one line each 15 seconds. Example:
#     progress "[12 of 200] lexer/scan.o"; ...; progress_end

# progress_due: whether a log is to get another line; 'progress' asks by itself, others where the text takes work.
progress_due() {
    progress_now=${EPOCHSECONDS:-$(date +%s)}
    [ ! -f "${PROGRESS_TOLD:-}" ] || read -r progress_last <"$PROGRESS_TOLD" || true
    [ $((progress_now - ${progress_last:-0})) -ge 15 ]
}

# progress TEXT: shows TEXT. The time of the last line is kept in the file $PROGRESS_TOLD, if set, so that several processes may share it.
progress() {
    if [ -t 1 ]; then
        printf '\r\033[K%.*s' $((${COLUMNS:-80} - 1)) "$1"
        return
    fi
    progress_due || return 0
    progress_last=$progress_now
    [ -z "${PROGRESS_TOLD:-}" ] || echo "$progress_now" >"$PROGRESS_TOLD"
    echo "$1"
}

# Clears the terminal's line, before other text and at the end.
progress_end() { [ ! -t 1 ] || printf '\r\033[K'; }

# took SECONDS: as a person says it.
took() {
    if [ "$1" -ge 90 ]; then echo "$((($1 + 30) / 60)) min"; else echo "$1 s"; fi
}
