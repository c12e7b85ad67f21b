#!/bin/sh
# screenshots.sh [NAME...] makes the screenshots in docs/screenshots, all or those of these names, with the ampcc that is built and
# Chromium: report.png, kernel.png and trace.png of PICTURES.md. They show the machine that it runs on. The last one is taken of Chrome's
# trace viewer, which golang-1.19-src of Debian has as a file.
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

# viewer TRACE: a page of Chrome's trace viewer with that trace.
viewer() {
    folder=$(dirname "$(find /usr/share/go-* -name trace_viewer_full.html 2>/dev/null | head -n 1)")
    [ -f "$folder/webcomponents.min.js" ] || { echo "screenshots.sh: there is no trace viewer (Debian: apt-get install golang-1.19-src)" >&2; exit 1; }
    echo '<!DOCTYPE html><meta charset="utf-8"><style>body { margin: 0 }
#view { display: flex; height: 640px } tr-ui-b-info-bar-group { display: none !important }</style><script>'
    cat "$folder/webcomponents.min.js"
    echo '</script>'
    cat "$folder/trace_viewer_full.html"
    echo '<script type="application/json" id="trace">'
    sed 's/</\\u003c/g' "$1"
    cat <<'H'
</script>
<script>
addEventListener("load", () => {
  tr.ui.b.constants.HEADING_WIDTH = 480;
  const tracks = document.createElement("track-view-container"), view = document.createElement("tr-ui-timeline-view");
  tracks.id = "track_view_container";
  view.track_view_container = tracks;
  Polymer.dom(view).appendChild(tracks);
  view.globalMode = true;
  view.id = "view";
  document.body.appendChild(view);
  const model = new tr.Model();
  new tr.importer.Import(model).importTraces([document.getElementById("trace").textContent]);
  view.viewTitle = document.title = model.importWarnings.length ? "warnings" : "AMPC_TRACE";
  view.model = model;
});
</script>
H
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
        viewer trace.json >trace.html
        shot trace trace.html 275
        ;;
    *)
        echo "screenshots.sh: no picture $name" >&2
        exit 1
        ;;
    esac
done
