/* kernel.js - draws the page of --explain-kernel --html from the JSON that driver/kernel_page.c wrote into it, with pages.js. */
(() => {
  const warp = 32, banks = 32;
  const lines = data.source.split("\n");

  /* Colours of segments and banks: neighbours differ. */
  const hue = n => `hsl(${(n * 137.5) % 360} 60% 62%)`;

  /* ---- Messages ---- */

  const placeOf = m => m.locations && m.locations[0] && m.locations[0].caret ? m.locations[0].caret : null;
  const isIn = (k, line) => line >= k.line && line <= k.end;
  const messagesOf = k => data.messages.filter(m => placeOf(m) && placeOf(m).file === k.file && isIn(k, placeOf(m).line));

  const verdict = a => {
    if (!a.known)
      return ["fair", "which elements depends on data"];
    if (!a.cost)
      return ["", a.at.length < 16 ? "few threads" : "not judged"];
    const bank = a.isTile, {cost, least} = a.cost;
    const level = bank ? (cost <= 1 ? "good" : cost < 4 ? "fair" : "bad") : cost <= least ? "good" : cost < 4 * least ? "fair" : "bad";
    return [level, bank ? (cost === 1 ? "no bank conflict" : "bank conflict of " + cost + " ways") :
      cost + (cost === 1 ? " transaction" : " transactions") + (cost > least ? ", where " + least + " would do" : "")];
  };

  /* ---- An access ---- */

  /* Coordinates of the elements: subscripts of a view; of a tile_static object by its dimensions. */
  const elementOf = (o, at) => {
    if (o.kind === "view")
      return at.slice(2);
    let rest = Math.floor(at[2] / o.element);
    return o.extent.length ? o.extent.map((n, k) => {
      const below = o.extent.slice(k + 1).reduce((x, y) => x * y, 1), c = Math.floor(rest / below);
      rest -= c * below;
      return c;
    }) : [0];
  };

  /* A grid of cells in the last two dimensions; cell(row, column) gives {fill, title, lanes, mark, text}. */
  const grid = (parent, rows, columns, label, cell) => {
    const [r0, r1] = rows, [c0, c1] = columns, size = Math.max(9, Math.min(26, Math.floor(620 / (c1 - c0 + 1)), Math.floor(620 / (r1 - r0 + 1)))), left = 34, top = 18;
    const svg = d3.select(parent).append("svg").attr("width", left + (c1 - c0 + 1) * size + 4).attr("height", top + (r1 - r0 + 1) * size + 4);
    const step = size < 18 ? 4 : 2;
    for (let c = c0; c <= c1; c += step)
      svg.append("text").attr("x", left + (c - c0 + 0.5) * size).attr("y", 12).attr("text-anchor", "middle").text(c);
    for (let r = r0; r <= r1; r += size < 18 && r1 - r0 > 8 ? 4 : r1 - r0 > 8 ? 2 : 1)
      svg.append("text").attr("x", left - 6).attr("y", top + (r - r0 + 0.5) * size + 4).attr("text-anchor", "end").text(r);
    for (let r = r0; r <= r1; r++)
      for (let c = c0; c <= c1; c++) {
        const what = cell(r, c), g = svg.append("g").attr("class", "cell").datum(what);
        g.append("rect").attr("class", what.lanes.length ? "mark" : "empty").attr("x", left + (c - c0) * size + 0.5).attr("y", top + (r - r0) * size + 0.5)
          .attr("width", size - 1).attr("height", size - 1).attr("fill", what.fill).attr("stroke", what.stroke || "none").attr("stroke-width", 2);
        if (what.race)
          g.append("path").attr("class", "race mark").attr("d", `M${left + (c - c0) * size + 3},${top + (r - r0) * size + 3}l${size - 6},${size - 6}m0,${6 - size}l${6 - size},${size - 6}`)
            .attr("stroke", "var(--ink)").attr("stroke-width", 2.5).attr("fill", "none");
        if (what.text && size >= 20)
          g.append("text").attr("x", left + (c - c0 + 0.5) * size).attr("y", top + (r - r0 + 0.5) * size + 4).attr("text-anchor", "middle")
            .style("font-size", "9px").text(what.text);
        g.append("title").text(label + what.title);
      }
    return svg;
  };

  const nameOf = lanes => lanes.length === 0 ? "no thread" : (lanes.length === 1 ? "thread " : lanes.length + " threads: ") +
    lanes.slice(0, 12).join(", ") + (lanes.length > 12 ? ", ..." : "");

  const threadOf = (k, lane) => {
    const index = [];
    for (let d = k.dims.length - 1, rest = lane; d >= 0; rest = Math.floor(rest / k.dims[d]), d--)
      index.unshift(rest % k.dims[d]);
    return index;
  };

  const drawAccess = (to, k, a) => {
    const o = k.objects[a.object], width = k.dims.reduce((x, y) => x * y, 1);
    to.replaceChildren();
    element(to, "h3", a.text + " (" + a.kind + ", line " + a.line + (a.time ? ", time " + (a.time + 1) : "") + ")");
    const [level, words] = verdict(a);
    element(to, "p", a.at.length + " of " + width + " threads" + (a.at.some(x => x[1] === 1) ? " (some perhaps)" : "") + (words ? "; the first 32: " + words : ""),
      level ? {class: "verdict " + level} : {});
    const sets = element(to, "div", null, {class: "grids"});
    const partOf = new Map(a.cost ? a.cost.lanes.map((lane, n) => [lane, a.cost.parts[n]]) : []);
    const races = k.races.filter(r => (r.line === a.line && r.column === a.column) || (r.first_line === a.line && r.first_column === a.column));
    const raceLanes = new Set(races.flatMap(r => [r.line === a.line && r.column === a.column ? r.lane : -1,
      r.first_line === a.line && r.first_column === a.column ? r.first_lane : -1]));
    const active = new Set(a.at.map(x => x[0])), perhaps = new Set(a.at.filter(x => x[1] === 1).map(x => x[0]));

    /* The threads. */
    const one = element(sets, "div"), columns = k.dims[k.dims.length - 1], all = width / columns;
    element(one, "p", "threads of the " + (k.tiled ? "tile" : "block") + ", " + k.dims.join(" x "), {class: "faint"});
    const fillOf = lane => !active.has(lane) ? "var(--line)" : partOf.has(lane) ? hue(partOf.get(lane)) : perhaps.has(lane) ? "var(--mark)" : "var(--wait)";
    const threads = grid(one, [0, all - 1], [0, columns - 1], "", (r, c) => {
      const lane = r * columns + c;
      return {fill: fillOf(lane), lanes: active.has(lane) ? [lane] : [], text: String(lane), race: raceLanes.has(lane),
        title: "thread " + threadOf(k, lane).join(", ") + (active.has(lane) ? perhaps.has(lane) ? " perhaps takes part" : "" : " takes no part") +
          (partOf.has(lane) ? (a.isTile ? ", bank " : ", segment ") + partOf.get(lane) : "") + (raceLanes.has(lane) ? ": races" : "")};
    });
    if (!a.known || !a.at.length) {
      element(sets, "p", "Which elements of '" + o.name + "' they touch depends on data.");
      return;
    }

    /* The elements, in the last two dimensions. */
    const cells = new Map();
    let rows = [0, 0], cols = [Infinity, -Infinity];
    const points = a.at.map(x => ({lane: x[0], at: elementOf(o, x)}));
    const rank = points[0].at.length;
    rows = rank > 1 ? [Infinity, -Infinity] : rows;
    for (const p of points) {
      const c = p.at[rank - 1], r = rank > 1 ? p.at[rank - 2] : 0, key = r + "," + c;
      rows = [Math.min(rows[0], r), Math.max(rows[1], r)];
      cols = [Math.min(cols[0], c), Math.max(cols[1], c)];
      if (!cells.has(key))
        cells.set(key, []);
      cells.get(key).push(p.lane);
    }
    if (o.kind === "tile" && !a.more) {
      cols = [0, (o.extent[o.extent.length - 1] || 1) - 1];
      rows = [0, (o.extent[o.extent.length - 2] || 1) - 1];
    }
    const most = 72, shown = (range, n) => [range[0], Math.min(range[1], range[0] + n - 1)];
    const cut = cols[1] - cols[0] >= most || rows[1] - rows[0] >= most;
    const two = element(sets, "div");
    element(two, "p", "elements of " + o.type + " '" + o.name + "'" + (rank > 2 ? ", the last two dimensions" : "") +
      (a.more ? ", counted from a place that all threads have in common" : "") + (cut ? ", the first " + most : ""), {class: "faint"});
    const objects = grid(two, shown(rows, most), shown(cols, most), o.name, (r, c) => {
      const lanes = cells.get(r + "," + c) || [], parts = lanes.filter(l => partOf.has(l)).map(l => partOf.get(l));
      const bank = ((r * (o.extent[o.extent.length - 1] || 0) + c) * o.element / 4) % banks;
      return {lanes, fill: lanes.length ? parts.length ? hue(parts[0]) : "var(--wait)" : "var(--back)", stroke: lanes.length ? "none" : "var(--line)",
        text: lanes.length ? String(lanes[0]) : "", race: lanes.some(l => raceLanes.has(l)),
        title: "[" + (rank > 1 ? r + "][" : "") + c + "]: " + nameOf(lanes) + (a.isTile ? ", bank " + Math.floor(bank) : parts.length ? ", segment " + parts[0] : "")};
    });

    /* What belongs together. */
    const both = [threads, objects];
    for (const svg of both)
      svg.selectAll("g.cell").on("mouseenter", (event, what) => {
        const lanes = new Set(what.lanes);
        for (const other of both)
          other.selectAll("g.cell").select("rect").attr("stroke", w => w.lanes.some(l => lanes.has(l)) ? "var(--ink)" : w.stroke || "none");
      });
    element(to, "p", a.isTile ? "Colours of the first 32 threads are banks: where several different elements have one colour, they are fetched one after the other. Gray: other threads." :
      "Colours of the first 32 threads are segments of 128 bytes: each is one transaction. Gray: other threads.", {class: "note"});
    for (const r of races)
      element(to, "p", "✕ A race for '" + r.object + "': thread " + threadOf(k, r.lane).join(", ") + " in line " + r.line + " and thread " +
        threadOf(k, r.first_lane).join(", ") + " in line " + r.first_line + ", with no barrier between them.", {class: "verdict bad"});
  };

  /* ---- A wait that not every thread reaches ---- */

  const isDivergent = m => (m.option || "").includes("barrier-divergent");
  const drawWait = (to, k, w) => {
    const width = k.dims.reduce((x, y) => x * y, 1), columns = k.dims[k.dims.length - 1], reach = new Map(w.at);
    element(to, "h3", "who reaches the wait in line " + w.line + (w.epoch ? ", behind barrier " + w.epoch : ""));
    grid(element(to, "div", null, {class: "grids"}), [0, width / columns - 1], [0, columns - 1], "thread ", (r, c) => {
      const lane = r * columns + c, how = reach.get(lane);
      return {fill: how === 2 ? "var(--good)" : how ? "var(--mark)" : "var(--line)", lanes: [lane], text: String(lane), race: !how,
        title: threadOf(k, lane).join(", ") + (how === 2 ? " waits here" : how ? " perhaps waits here" : " does not come here")};
    });
    const perhaps = w.at.filter(x => x[1] === 1).length;
    element(to, "p", perhaps === width ? "Which of the " + width + " threads reach this wait depends on data." : (w.at.length - perhaps) + " of " + width +
      " threads reach this wait" + (perhaps ? ", " + perhaps + " perhaps" : "") + "; they wait for those that are crossed out.", {class: "verdict bad"});
  };

  /* ---- A kernel ---- */

  const drawSource = (to, k, select) => {
    const box = element(to, "div", null, {class: "source code"});
    for (let n = k.line; n <= k.end; n++) {
      const row = element(box, "div", null, {class: "row"});
      element(row, "span", n);
      row.append(lines[n - 1] || "");
      const dots = element(row, "em");
      for (const a of k.accesses.filter(a => a.line === n && a.file === k.file && a.time === 0)) {
        const dot = element(dots, "b", a.kind[0], {class: "dot " + (verdict(a)[0] || "none"), title: a.text + ", " + a.kind + ": " + verdict(a)[1]});
        dot.addEventListener("click", () => select(a));
      }
      for (const m of messagesOf(k).filter(m => placeOf(m).line === n)) {
        const note = element(box, "div", null, {class: "message mark " + m.kind});
        element(note, "b", m.kind + ": ");
        note.append(m.message + (m.option ? " [" + m.option.replace(/^-W/, "") + "]" : ""));
        for (const child of m.children || [])
          element(note, "div", "note: " + (placeOf(child) ? "line " + placeOf(child).line + ": " : "") + child.message);
      }
    }
  };

  const drawKernel = (to, k) => {
    element(to, "h2", (k.function ? k.function + ", " : "") + "line " + k.line);
    for (const a of k.accesses)
      a.isTile = k.objects[a.object].kind === "tile";
    const panel = element(to, "div", null, {class: "panel"});
    let draw = null;
    const select = a => draw(a);
    drawSource(panel, k, select);
    if (k.stopped)
      element(panel, "p", "The compiler does not understand all of this kernel, or it is too long: what follows was found by then.", {class: "verdict fair"});
    if (k.accesses.length) {
      const choice = element(panel, "select"), picture = element(panel, "div");
      k.accesses.forEach((a, n) => element(choice, "option", "line " + a.line + ": " + a.text + ", " + a.kind + (a.time ? ", time " + (a.time + 1) : "") +
        (a.epoch ? ", behind barrier " + a.epoch : ""), {value: n}));
      draw = a => {
        choice.value = k.accesses.indexOf(a);
        drawAccess(picture, k, a);
      };
      choice.addEventListener("change", () => draw(k.accesses[+choice.value]));
      const worst = k.accesses.find(a => k.races.some(r => r.line === a.line && r.column === a.column)) ||
        k.accesses.find(a => verdict(a)[0] === "bad") || k.accesses.find(a => a.isTile) || k.accesses[0];
      draw(worst);
    } else {
      element(panel, "p", "No access to a view or a tile_static object was understood.", {class: "faint"});
    }
    const lost = messagesOf(k).filter(isDivergent).map(m => placeOf(m).line);
    for (const w of (k.waits || []).filter(w => w.missing || (lost.includes(w.line) && w.file === k.file)))
      drawWait(panel, k, w);
    if (k.words) {
      const box = element(panel, "details");
      element(box, "summary", "what the optimiser makes of it");
      element(box, "pre", k.words.replace(/^[^\n]*?:\d+: /gm, ""));
    }
  };

  document.title = "kernels of " + data.file;
  document.getElementById("title").textContent = "Kernels of " + data.file;
  for (const k of data.kernels)
    drawKernel(document.getElementById("kernels"), k);
  if (!data.kernels.length)
    element(document.getElementById("kernels"), "p", "There are no kernels.");
  document.body.dataset.drawn = document.querySelectorAll(".mark").length;
})();
