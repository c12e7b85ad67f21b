/* report.js - draws the page of AMPC_REPORT from the JSON that runtime/report.c wrote into it, with pages.js. */
(() => {
  const kinds = ["kernel", "upload", "download", "copy", "wait", "build"];
  const titles = ["kernels", "to the accelerator", "from the accelerator", "on the accelerator", "the host waits", "builds"];
  const device = number => data.devices.find(d => d.number === number);
  const baseName = name => name ? name.replace(/.*\//, "") : "";

  /* A span or row of the JSON as an object. */
  const decode = a => ({kind: a[0], device: a[1], view: a[2], what: data.strings[a[3]], file: a[4] < 0 ? null : data.files[a[4]].name,
    line: a[5], kernel: a[6], bytes: a[7], operations: a[8]});
  const spans = data.spans.map(a => ({start: a[0], seconds: a[1], ...decode(a.slice(2))}));
  const rows = data.rows.map(a => ({count: a[0], seconds: a[1], longest: a[2], ...decode(a.slice(3))}));

  /* ---- Numbers as text ---- */

  const seconds = s => s === 0 ? "0" : s < 1e-3 ? (s * 1e6).toPrecision(3) + " µs" : s < 1 ? (s * 1e3).toPrecision(3) + " ms" : s.toPrecision(4) + " s";
  const scaled = (x, unit) => {
    for (const [size, name] of [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]])
      if (x >= size)
        return (x / size).toPrecision(3) + " " + name + unit;
    return x.toPrecision(3) + " " + unit;
  };
  const bytes = n => n < 1000 ? n + " B" : scaled(n, "B");
  const place = s => s.file ? baseName(s.file) + (s.line ? ":" + s.line : "") : "";
  const title = s => (s.kind === 0 ? place(s) + " " : "") + s.what + (s.kind !== 0 && s.file ? ", " + place(s) : "");

  const table = (parent, heads) => {
    const t = element(parent, "table"), head = element(element(t, "thead"), "tr");
    for (const h of heads)
      element(head, "th", h.replace(/^#/, ""), h.startsWith("#") ? {class: "n"} : {});
    return element(t, "tbody");
  };

  /* ---- Head ---- */

  const head = () => {
    const to = document.getElementById("head"), sum = kind => rows.filter(r => kind.includes(r.kind)).reduce((n, r) => n + r.seconds, 0);
    document.title = "ampc report: " + data.program;
    element(to, "h1", data.program);
    element(to, "p", data.when + ", process " + data.process + ", ampc " + data.version, {class: "faint"});
    for (const d of data.devices)
      element(to, "p", "accelerator " + d.number + ": " + d.description + (d.emulated ? "" : ", " + d.units + " compute units") + (d.copy ?
        ", measured to copy " + scaled(d.copy, "B/s") + " and to do " + scaled(d.single, "FLOP/s") + " of float" +
        (d.double ? ", " + scaled(d.double, "FLOP/s") + " of double" : "") : ", not measured"));
    const tiles = element(to, "div", null, {class: "tiles"});
    for (const [name, value] of [["the run, since the library began", seconds(data.seconds)], ["in kernels", seconds(sum([0]))],
      ["in transfers", seconds(sum([1, 2, 3]))], ["the host waited", seconds(sum([4]))], ["builds of kernels", seconds(sum([5]))],
      ["launches", rows.filter(r => r.kind === 0).reduce((n, r) => n + r.count, 0)]]) {
      const tile = element(tiles, "div");
      element(tile, "b", value);
      element(tile, "span", name, {class: "faint"});
    }
    if (data.lost)
      element(to, "p", "There was no memory for " + data.lost + " spans: tables are too small by them.");
  };

  /* ---- Time line ---- */

  /* Spans of a device and kind that overlap stand in lanes of their own; kernels of a queue run in order. */
  const lanesOf = () => {
    const lanes = [];
    for (const s of [...spans].sort((a, b) => a.start - b.start)) {
      let lane = lanes.find(l => l.device === s.device && l.kind === s.kind && (s.kind !== 0 || l.view === s.view) &&
        (s.kind === 0 || l.end <= s.start));
      if (!lane)
        lanes.push(lane = {device: s.device, kind: s.kind, view: s.view, end: 0, spans: []});
      const start = Math.max(s.start, lane.end);
      lane.spans.push({...s, start});
      lane.end = start + s.seconds;
    }
    return lanes.sort((a, b) => a.device - b.device || a.kind - b.kind);
  };

  /* The spans of a lane as marks: what is narrower than a pixel joins its neighbours of the same colour. */
  const marksOf = (lane, x, width) => {
    const marks = [];
    for (const s of lane.spans) {
      const from = x(s.start), to = x(s.start + s.seconds), last = marks[marks.length - 1];
      if (to < 0 || from > width)
        continue;
      if (last && from < last.to + 0.3 && (to - from < 1 || last.to - last.from < 1)) {
        last.to = Math.max(last.to, to);
        last.list.push(s);
      } else {
        marks.push({from, to, list: [s]});
      }
    }
    return marks;
  };
  const markTitle = m => m.list.length === 1 ? title(m.list[0]) + "\n" + seconds(m.list[0].seconds) + " at " + seconds(m.list[0].start) +
    (m.list[0].bytes ? "\n" + bytes(m.list[0].bytes) : "") : m.list.length + " spans, " + seconds(m.list.reduce((n, s) => n + s.seconds, 0));

  const timeline = () => {
    const panel = document.getElementById("timeline"), lanes = lanesOf(), left = 210, height = 22, width = Math.max(500, panel.clientWidth - left - 40);
    const key = document.getElementById("key");
    kinds.forEach((kind, k) => {
      const entry = element(key, "span");
      element(entry, "i", null, {style: "background: var(--" + kind + ")"});
      entry.append(titles[k]);
    });
    if (!spans.length) {
      element(panel, "p", "Nothing was launched.");
      return;
    }
    if (data.omitted)
      element(panel, "p", data.omitted + " later spans are not drawn; the tables have them.");
    const begin = Math.min(...lanes.map(l => l.spans[0].start)), end = Math.max(...lanes.map(l => l.end)), room = (end - begin || 1) * 0.01;
    const svg = d3.select(panel).append("svg").attr("width", left + width + 10).attr("height", lanes.length * height + 30);
    const full = d3.scaleLinear([begin - room, end + room], [0, width]);
    const names = svg.append("g"), plot = svg.append("svg").attr("x", left).attr("width", width).attr("height", lanes.length * height);
    const axis = svg.append("g").attr("class", "axis").attr("transform", `translate(${left},${lanes.length * height})`);
    lanes.forEach((lane, k) => {
      const one = data.devices.length === 1 ? "" : lane.device + ": ";
      names.append("text").attr("x", 0).attr("y", k * height + 15).text(one + titles[lane.kind]);
      svg.append("line").attr("class", "lane").attr("x1", 0).attr("x2", left + width).attr("y1", (k + 1) * height).attr("y2", (k + 1) * height);
    });
    const draw = x => {
      plot.selectAll("g").data(lanes).join("g").attr("transform", (l, k) => `translate(0,${k * height})`).selectAll("rect")
        .data(l => marksOf(l, x, width).map(m => ({...m, kind: l.kind}))).join("rect")
        .attr("class", m => "mark " + kinds[m.kind]).attr("x", m => Math.max(-5, m.from)).attr("y", 3)
        .attr("width", m => Math.max(1, Math.min(m.to, width + 5) - Math.max(-5, m.from))).attr("height", height - 6)
        .selectAll("title").data(m => [m]).join("title").text(markTitle);
      axis.call(d3.axisBottom(x).ticks(8).tickFormat(seconds));
    };
    const zoom = d3.zoom().scaleExtent([1, 1e6]).translateExtent([[0, 0], [width, 0]]).extent([[0, 0], [width, 10]])
      .on("zoom", event => draw(event.transform.rescaleX(full)));
    plot.append("rect").attr("width", width).attr("height", lanes.length * height).attr("fill", "transparent").lower();
    plot.call(zoom).on("dblclick.zoom", () => plot.call(zoom.transform, d3.zoomIdentity));
    draw(full);
  };

  /* ---- Tables ---- */

  const busy = rows.filter(r => r.kind < 4).reduce((n, r) => n + r.seconds, 0);
  const bar = (row, r, most) => element(element(row, "td", null, {class: "bar"}), "i", null,
    {class: kinds[r.kind], style: "width: " + (most ? Math.max(0.5, 100 * r.seconds / most) : 0) + "%"});

  const kernels = () => {
    const list = rows.filter(r => r.kind === 0).sort((a, b) => b.seconds - a.seconds);
    const body = table(document.getElementById("kernels"), ["kernel", "accelerator", "#launches", "#time", "#mean", "#longest", "#GB/s", "#GFLOP/s",
      "#share", "", "text that ran"]);
    for (const r of list) {
      const row = element(body, "tr", null, {class: "mark"}), k = data.kernels[r.kernel];
      element(element(row, "td"), "a", title(r), {href: "#kernel-" + r.kernel});
      element(row, "td", r.device);
      for (const text of [r.count, seconds(r.seconds), seconds(r.seconds / r.count), seconds(r.longest), (r.bytes / r.seconds * 1e-9).toPrecision(3),
        r.operations >= 0 ? (k && k.most ? "≤ " : "") + (r.operations / r.seconds * 1e-9).toPrecision(3) : "unknown",
        (busy ? 100 * r.seconds / busy : 0).toFixed(1) + " %"])
        element(row, "td", text, {class: "n"});
      bar(row, r, list[0].seconds);
      element(row, "td", k ? saidOf(k, r.device).join("; ") : "", {class: "wrap"});
    }
  };
  const saidOf = (k, number) => k.said.filter(s => s[0] === number).map(s => s[1]).reverse();

  const transfers = () => {
    const list = rows.filter(r => r.kind >= 1 && r.kind <= 3).sort((a, b) => b.seconds - a.seconds), to = document.getElementById("transfers");
    if (!list.length) {
      element(to, "p", "None: the accelerator works in the host's memory, or nothing was needed.");
      return;
    }
    const body = table(to, ["line", "for", "direction", "accelerator", "#times", "#moved", "#time", "#GB/s", ""]);
    for (const r of list) {
      const row = element(body, "tr", null, {class: "mark"});
      for (const text of [place(r), r.what, titles[r.kind], r.device])
        element(row, "td", text);
      for (const text of [r.count, bytes(r.bytes), seconds(r.seconds), (r.bytes / r.seconds * 1e-9).toPrecision(3)])
        element(row, "td", text, {class: "n"});
      bar(row, r, list[0].seconds);
    }
  };

  /* ---- Roofline ---- */

  const roofline = (panel, d, list) => {
    const points = list.filter(r => r.operations > 0 && r.bytes > 0 && r.seconds > 0).map(r => ({...r, x: r.operations / r.bytes, y: r.operations / r.seconds}));
    const roof = Math.max(d.single, d.double), left = 80, width = 760, height = 320;
    if (points.length && (d.copy || !d.emulated)) {
      const xs = points.map(p => p.x).concat(d.copy ? [roof / d.copy] : []), ys = points.map(p => p.y).concat(d.copy ? [roof] : []);
      const x = d3.scaleLog([Math.min(...xs) / 4, Math.max(...xs) * 8], [0, width]), y = d3.scaleLog([Math.min(...ys) / 4, Math.max(...ys) * 2], [height, 0]);
      const svg = d3.select(panel).append("svg").attr("width", left + width + 190).attr("height", height + 50);
      const g = svg.append("g").attr("transform", `translate(${left},10)`);
      g.append("g").attr("class", "axis").attr("transform", `translate(0,${height})`).call(d3.axisBottom(x).ticks(6, "~g"));
      g.append("g").attr("class", "axis").call(d3.axisLeft(y).ticks(6).tickFormat(v => Number.isInteger(Math.log10(v)) ? scaled(v, "") : ""));
      g.append("text").attr("x", width / 2).attr("y", height + 34).attr("text-anchor", "middle").text("FLOP for each byte");
      g.append("text").attr("transform", `translate(-62,${height / 2}) rotate(-90)`).attr("text-anchor", "middle").text("FLOP/s");
      for (const [name, top] of d.copy ? [["float", d.single], ["double", d.double]].filter(t => t[1]) : []) {
        const [a, b] = x.domain(), bend = top / d.copy, low = Math.max(a, y.domain()[0] / d.copy);
        g.append("path").attr("class", "roof mark").attr("d", "M" + [[low, low * d.copy], [bend, top], [b, top]].filter(p => p[0] >= low && p[0] <= b)
          .map(p => x(p[0]) + "," + y(p[1])).join("L"));
        g.append("text").attr("x", width + 6).attr("y", y(top) + 4).text(name + ": " + scaled(top, "FLOP/s"));
      }
      if (d.copy) {
        const at = Math.max(x.domain()[0], y.domain()[0] / d.copy) * 3;
        /* On the side where no kernel is. */
        g.append("text").attr("x", x(at) - 6).attr("y", y(at * d.copy) - 6).attr("text-anchor", "end").text(scaled(d.copy, "B/s"));
      }
      const most = Math.max(...points.map(p => p.seconds));
      const mark = g.selectAll("g.point").data(points).join("g").attr("class", "point");
      mark.append("circle").attr("class", "mark kernel").attr("cx", p => x(p.x)).attr("cy", p => y(p.y)).attr("r", p => 4 + 6 * Math.sqrt(p.seconds / most))
        .attr("fill-opacity", 0.75).append("title").text(p => title(p) + "\n" + scaled(p.y, "FLOP/s") + ", " + scaled(p.bytes / p.seconds, "B/s") +
          (d.copy ? "\n" + (100 * p.y / Math.min(roof, p.x * d.copy)).toPrecision(2) + " % of the roof" : ""));
      mark.append("text").attr("x", p => x(p.x) + 12).attr("y", p => y(p.y) + 4).text(p => place(p));
    } else {
      element(panel, "p", "No kernel whose operations are known.", {class: "faint"});
    }
    if (d.copy && points.some(p => p.y > 1.05 * Math.min(roof, p.x * d.copy)))
      element(panel, "p", "A kernel above the roofs works in caches, which a copy of large buffers does not, or the device was busy with other work while it was measured.",
        {class: "note"});
    const rest = list.filter(r => !points.some(p => p.kernel === r.kernel));
    if (rest.length) {
      const body = table(panel, ["not drawn", "#GB/s", ...(d.copy ? ["#of a large copy's"] : []), "why"]);
      for (const r of rest) {
        const row = element(body, "tr"), rate = r.bytes / r.seconds, k = data.kernels[r.kernel];
        element(row, "td", title(r));
        element(row, "td", (rate * 1e-9).toPrecision(3), {class: "n"});
        if (d.copy)
          element(row, "td", (100 * rate / d.copy).toFixed(rate < d.copy / 10 ? 1 : 0) + " %", {class: "n"});
        element(row, "td", r.operations === 0 ? "it has no floating-point operations" :
          "operations unknown" + (k && k.no_work ? ": " + k.no_work : ""), {class: "wrap"});
      }
    }
  };
  const roofs = () => {
    for (const d of data.devices) {
      const list = rows.filter(r => r.kind === 0 && r.device === d.number);
      if (!list.length)
        continue;
      const to = document.getElementById("roofs");
      element(to, "h3", d.description + (d.copy ? "" : d.emulated ? ": the emulator is not measured" : ": not measured"));
      roofline(element(to, "div", null, {class: "panel"}), d, list);
    }
  };

  /* ---- Texts ---- */

  /* Whether a branch of the generated text is for another kind of build than the one that ran: 'is' has the macros that decide. */
  const conditionOf = (line, is) => {
    const m = line.match(/^#(?:ifdef|elif defined|if defined) (AMPC_COVER|AMPC_BLOCKS)$/);
    return m ? is[m[1]] : null;
  };

  /* The lines of a kernel in its module's text: {text, file, line, used}. */
  const generated = (k, is) => {
    const lines = data.modules[k.module].source.split("\n"), list = [], stack = [];
    const isHead = text => text.startsWith("__kernel"), isOwn = text => text.includes(" " + k.name + "(");
    /* There may be several heads, with an #if in front; up to the next kernel's, or to the #endif of what is around the kernel. */
    const first = lines.findIndex(text => isHead(text) && isOwn(text));
    const next = lines.findIndex((text, n) => n > first && isHead(text) && !isOwn(text));
    const begin = first > 0 && /^#if/.test(lines[first - 1]) ? first - 1 : first;
    let at = null, end = next < 0 ? lines.length : next;
    while (end > begin && /^(#if.*)?$/.test(lines[end - 1]))
      end--;
    for (const text of first < 0 ? [] : lines.slice(begin, end)) {
      const line = text.match(/^#line (\d+) "(.*)"$/);
      if (line) {
        at = {file: line[2], line: +line[1]};
        continue;
      }
      if (/^#if/.test(text)) {
        const known = conditionOf(text, is);
        stack.push({known, done: known === true, on: known !== false});
      } else if (/^#(elif|else)/.test(text) && stack.length) {
        const top = stack[stack.length - 1], known = /^#else/.test(text) ? true : conditionOf(text, is);
        top.on = top.known === null ? true : !top.done && known !== false;
        top.done = top.done || known === true;
      } else if (/^#endif/.test(text)) {
        if (!stack.length)
          break;
        stack.pop();
        at = null;
      }
      list.push({text, file: at && at.file, line: at ? at.line : 0, used: stack.every(s => s.on)});
      if (at)
        at = {file: at.file, line: at.line + 1};
    }
    return list;
  };

  /* The last line of the call that begins on 'line': where its parentheses close, outside of comments and strings; 0: not found. */
  const endOf = (source, line) => {
    let at = line - 1, depth = 0, text = source[at] || "";
    for (text = text.slice(Math.max(0, text.indexOf("parallel_for_each"))); at < source.length; text = source[++at] || "")
      for (const m of text.replace(/\/\*.*?\*\/|\/\/.*|"(\\.|[^"\\])*"|'(\\.|[^'\\])*'/g, "").matchAll(/[()]/g)) {
        depth += m[0] === "(" ? 1 : -1;
        if (depth === 0)
          return at + 1;
      }
    return 0;
  };

  const pair = (to, k, r) => {
    const ran = saidOf(k, r.device).join(" "), is = {AMPC_COVER: /groups cover/.test(ran), AMPC_BLOCKS: /work-items do/.test(ran)};
    const list = generated(k, is), file = data.files.find(f => f.name === k.file);
    if (!list.some(row => row.file)) {
      element(to, "p", "The program's own OpenCL C.", {class: "faint"});
      return;
    }
    const both = element(to, "div", null, {class: "pair code"}), left = element(both, "div"), right = element(both, "div");
    const source = file && file.text !== null ? file.text.split("\n") : [], last = endOf(source, k.line) || k.line, cells = [];
    const addRow = (parent, number, text, of, used) => {
      const row = element(parent, "div", null, {class: "row" + (used ? "" : " unused") + (of ? " mapped" : "")});
      element(row, "span", number);
      row.append(text);
      row.dataset.line = of;
      cells.push(row);
    };
    if (source.length) {
      for (let n = k.line; n <= last; n++)
        addRow(left, n, source[n - 1], n, true);
    } else {
      element(left, "p", k.file + " could not be read when the program ended.", {class: "faint"});
    }
    list.forEach((l, n) => addRow(right, n + 1, l.text, l.file === k.file && (l.line <= last || !source.length) ? l.line : 0, l.used));
    const show = (row, scrolls) => {
      const line = row.dataset.line;
      for (const c of cells)
        c.classList.toggle("on", line !== "0" && c.dataset.line === line);
      const other = row.parentNode === left ? right : left;
      const first = cells.find(c => c.parentNode === other && c.dataset.line === line && line !== "0" && !c.classList.contains("unused"));
      if (first && scrolls)
        other.scrollTop = first.offsetTop - other.offsetTop - other.clientHeight / 3;
    };
    for (const row of cells) {
      row.addEventListener("mouseenter", () => show(row, false));
      row.addEventListener("click", () => show(row, true));
    }
    const first = cells.find(c => c.parentNode === right && c.dataset.line !== "0" && !c.classList.contains("unused"));
    if (first)
      right.scrollTop = first.offsetTop - right.offsetTop - 60;
  };

  const texts = () => {
    const to = document.getElementById("texts"), seen = new Set();
    for (const r of rows.filter(r => r.kind === 0 && data.kernels[r.kernel]).sort((a, b) => b.seconds - a.seconds)) {
      if (seen.has(r.kernel))
        continue;
      seen.add(r.kernel);
      const k = data.kernels[r.kernel], box = element(to, "details", null, {id: "kernel-" + r.kernel, ...(seen.size <= 2 ? {open: ""} : {})});
      element(box, "summary", k.name + ", " + baseName(k.file) + ":" + k.line);
      const facts = element(box, "ul");
      for (const d of data.devices)
        for (const text of saidOf(k, d.number))
          element(facts, "li", "on " + d.name + ": " + text);
      if (k.block[1])
        element(facts, "li", "for CPUs there is a text whose work-items do " + k.block[0] + " x " + k.block[1] + " threads, as vectors");
      if (k.plain_cpu)
        element(facts, "li", "no blocks of threads for CPUs: " + k.plain_cpu);
      if (k.cover)
        element(facts, "li", "for GPUs there is a text whose groups cover blocks of threads" + ({panels: ", and fetch what loops read",
          windows: ", and fetch what loops read around a thread's place"}[k.cover] || ""));
      if (k.plain_gpu)
        element(facts, "li", "no covering groups for GPUs: " + k.plain_gpu);
      if (k.tile_bytes)
        element(facts, "li", "tile_static: " + bytes(k.tile_bytes));
      if (k.no_work)
        element(facts, "li", "its floating-point operations are not known: " + k.no_work);
      pair(box, k, r);
    }
  };

  for (const part of [head, timeline, kernels, roofs, transfers, texts])
    part();
  document.body.dataset.drawn = document.querySelectorAll(".mark").length;
})();
