# fetch.sh - sourced by the tests of this folder: fetch NAME puts the sources of a real program into $REAL/NAME (kept between runs)
# or ends the test as skipped (77) when its registry does not answer. $TESTS is the tests folder, set by the runner.
REAL=${REAL:-$(cd "$TESTS/.." && pwd)/build/real}
mkdir -p "$REAL"

skip() {
    echo "skipped: $*"
    exit 77
}

# fetch_npm NAME PACKAGE@VERSION: unpacks an npm package.
fetch_npm() {
    [ -d "$REAL/$1" ] && return 0
    command -v npm >/dev/null 2>&1 || skip "no npm to fetch $2 with"
    tmp=$(mktemp -d)
    (cd "$tmp" && npm pack --silent "$2" >/dev/null 2>&1 && tar xzf ./*.tgz) || { rm -rf "$tmp"; skip "$2 cannot be fetched"; }
    mv "$tmp/package" "$REAL/$1"
    rm -rf "$tmp"
}

unpack() {
    case $1 in
    *.gz) gzip -dc "$1" ;;
    *.bz2) bzip2 -dc "$1" ;;
    *.xz) xz -dc "$1" ;;
    esac
}

# fetch_debian NAME: unpacks the source of a Debian package, without touching the system's own lists.
fetch_debian() {
    [ -d "$REAL/$1" ] && return 0
    command -v apt-get >/dev/null 2>&1 || skip "no apt-get to fetch $1 with"
    tmp=$(mktemp -d)
    mkdir -p "$tmp/parts" "$tmp/lists/partial"
    for list in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do
        [ -f "$list" ] || continue
        case $list in
        *.sources) sed 's/^Types: .*/Types: deb-src/' "$list" >"$tmp/parts/src.sources" ;;
        *) sed -n 's/^deb /deb-src /p' "$list" >"$tmp/parts/src.list" ;;
        esac
    done
    set -- "$1" -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$tmp/parts" -o Dir::State::Lists="$tmp/lists"
    name=$1
    shift
    (
        cd "$tmp" && apt-get "$@" update && apt-get "$@" source --download-only "$name" && mkdir out &&
            unpack "$name"_*.orig.tar.* | tar xf - -C out --strip-components=1
    ) >"$tmp/log" 2>&1 || { rm -rf "$tmp"; skip "the source of $name cannot be fetched"; }
    mv "$tmp/out" "$REAL/$name"
    rm -rf "$tmp"
}

# same_output COMMAND_A COMMAND_B: both must succeed and print the same.
same_output() {
    sh -c "$1" >a.out 2>&1 || { echo "failed: $1"; cat a.out; exit 1; }
    sh -c "$2" >b.out 2>&1 || { echo "failed: $2"; cat b.out; exit 1; }
    cmp -s a.out b.out || { echo "output differs: $1 | $2"; diff a.out b.out | head -20; exit 1; }
}
