#!/usr/bin/env python3
"""Draws the pictures of the documents: docs/pictures/*.svg.

docs/pictures.py            draws all of them
docs/pictures.py --check    says which are not up to date (tests/driver/docs.sh)

Each function below a @picture draws one file. Pictures have a background of their own, so that they look alike on light
and dark pages, and no text that a program computes: same script, same bytes.
"""

import os
import sys

PAPER, EDGE, TEXT, MUTED = "#ffffff", "#c9d1d9", "#1f2328", "#59636e"
BLUE, ORANGE, GREEN, GREY, RED = "#4477aa", "#ee7733", "#228833", "#eef1f4", "#cc3311"
PALE_BLUE, PALE_ORANGE, PALE_GREEN = "#cfe0f1", "#fbdcc8", "#cfe8d4"
PICTURES = {}


def picture(width, height, title):
    """Registers a function that draws on a canvas of this size."""
    def register(draw):
        PICTURES[draw.__name__] = (width, height, title, draw)
        return draw
    return register


class Canvas:
    """SVG elements in the order of their drawing; coordinates are pixels."""

    def __init__(self, width, height, title):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" font-family="system-ui, Helvetica, Arial, sans-serif" font-size="13">',
            f"<title>{self.escape(title)}</title>",
            f'<defs>{self.head("arrow", TEXT)}{self.head("blue", BLUE)}{self.head("orange", ORANGE)}</defs>',
        ]
        self.box(0.5, 0.5, width - 1, height - 1, PAPER, EDGE, radius=8)

    @staticmethod
    def escape(text):
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

    @staticmethod
    def head(name, colour):
        return (f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
                f'<path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>')

    def box(self, x, y, w, h, fill, stroke="none", radius=0, width=1):
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{radius}" fill="{fill}" '
                          f'stroke="{stroke}" stroke-width="{width}"/>')

    def line(self, x1, y1, x2, y2, stroke=TEXT, width=1.5, arrow=None, dash=None):
        end = f' marker-end="url(#{arrow})"' if arrow else ""
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{stroke}" '
                          f'stroke-width="{width}"{end}{dashes}/>')

    def text(self, x, y, text, anchor="start", colour=TEXT, size=13, code=False, bold=False):
        style = ' font-family="ui-monospace, Menlo, Consolas, monospace"' if code else ""
        style += ' font-weight="bold"' if bold else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}" font-size="{size}"{style}>'
                          f"{self.escape(text)}</text>")

    def grid(self, x, y, rows, columns, cell, fill=lambda i, j: PAPER, stroke=EDGE):
        for i in range(rows):
            for j in range(columns):
                self.box(x + j * cell, y + i * cell, cell, cell, fill(i, j), stroke)

    def svg(self):
        return "\n".join(self.parts) + "\n</svg>\n"


@picture(720, 330, "A domain of 12 x 12 threads in tiles of 4 x 4, and one of its tiles")
def tile(c):
    c.text(30, 34, "extent<2>(12, 12).tile<4, 4>()", code=True)
    c.grid(30, 50, 12, 12, 20, lambda i, j: PALE_BLUE if i // 4 == 1 and j // 4 == 2 else GREY)
    for k in range(4):
        c.line(30, 50 + 80 * k, 270, 50 + 80 * k, TEXT)
        c.line(30 + 80 * k, 50, 30 + 80 * k, 290, TEXT)
    c.box(30 + 9 * 20, 50 + 6 * 20, 20, 20, ORANGE, TEXT)
    c.text(30, 312, "144 threads in 9 tiles", colour=MUTED)
    c.line(270, 130, 330, 70, MUTED, 1, dash="4 3")
    c.line(270, 210, 330, 250, MUTED, 1, dash="4 3")
    c.grid(330, 70, 4, 4, 45, lambda i, j: ORANGE if (i, j) == (2, 1) else PALE_BLUE, TEXT)
    for i in range(4):
        for j in range(4):
            c.text(352 + 45 * j, 97 + 45 * i, f"{i},{j}", "middle", size=12)
    c.text(330, 274, "16 threads that share tile_static", colour=MUTED)
    c.text(330, 292, "memory and meet at the barrier", colour=MUTED)
    c.text(535, 90, "The orange thread has", bold=True)
    for k, (name, value) in enumerate([("t.tile", "(1, 2)"), ("t.local", "(2, 1)"), ("t.tile_origin", "(4, 8)"), ("t.global", "(6, 9)")]):
        c.text(535, 118 + 24 * k, name, code=True)
        c.text(650, 118 + 24 * k, value, code=True)
    c.text(535, 226, "global = tile_origin + local", colour=MUTED, size=12)


@picture(720, 300, "Four threads of a tile store, wait at the barrier, read, and wait again")
def barrier(c):
    phases = [("store to ta, tb", PALE_ORANGE, [90, 130, 70, 110], 150), ("read ta, tb", PALE_BLUE, [120, 80, 110, 95], 150),
              ("store the next", PALE_ORANGE, [80, 100, 95, 60], 110)]
    x = 110
    for k in range(4):
        c.text(30, 87 + 40 * k, f"thread {k}")
    for number, (name, colour, lengths, span) in enumerate(phases):
        c.text(x + span / 2, 44, name, "middle", bold=True)
        for k, length in enumerate(lengths):
            c.box(x, 68 + 40 * k, span, 28, GREY)
            c.box(x, 68 + 40 * k, length, 28, colour, EDGE)
            if number < 2:
                c.text(x + span - 5, 87 + 40 * k, "waits", "end", MUTED, 11) if span - length > 38 else None
        x += span
        if number < 2:
            c.line(x + 8, 56, x + 8, 236, RED, 4)
            c.text(x + 8, 254, "t.barrier.wait()", "middle", RED, code=True)
            x += 16
    c.line(110, 276, 590, 276, MUTED, 1, "arrow")
    c.text(600, 280, "time", colour=MUTED)
    c.text(575, 100, "Nobody reads", colour=MUTED)
    c.text(575, 118, "before all have", colour=MUTED)
    c.text(575, 136, "stored; nobody", colour=MUTED)
    c.text(575, 154, "stores again", colour=MUTED)
    c.text(575, 172, "before all", colour=MUTED)
    c.text(575, 190, "have read.", colour=MUTED)


@picture(720, 340, "Which copies of three matrices are the newest while a program runs, and what is copied")
def coherence(c):
    steps = ["views made", "first launch", "second launch", "cube(0, 0)", "end of block"]
    newest = {"m": ["h", "hd", "hd", "hd", "hd"], "square": ["h", "d", "d", "d", "hd"], "cube": ["h", "h", "d", "hd", "hd"]}
    copies = {("m", 1): "down", ("cube", 3): "up", ("square", 4): "up"}
    left, column = 130, 118
    for k, step in enumerate(steps):
        c.text(left + column * k + 50, 34, step, "middle", code="(" in step, bold="(" not in step)
    for row, name in enumerate(newest):
        y = 56 + 84 * row
        c.text(24, y + 36, name, code=True)
        c.text(120, y + 18, "host", "end", MUTED, 12)
        c.text(120, y + 60, "device", "end", MUTED, 12)
        for k in range(len(steps)):
            x = left + column * k
            for side, top in (("h", y), ("d", y + 42)):
                fresh = side in newest[name][k]
                c.box(x, top, 100, 26, PALE_GREEN if fresh else GREY, GREEN if fresh else EDGE, 4)
                c.text(x + 50, top + 18, "newest" if fresh else ("stale" if side == "h" or "d" in newest[name][:k] else "–"),
                       "middle", TEXT if fresh else MUTED, 12)
            way = copies.get((name, k))
            if way:
                c.line(x + 86, y + 27 if way == "down" else y + 41, x + 86, y + 41 if way == "down" else y + 27, ORANGE, 1.5, "orange")
    c.line(24, 318, 48, 318, ORANGE, 1.5, "orange")
    c.text(58, 322, "a copy of all elements: three of them; none on a device that works in the host's memory", colour=MUTED)


@picture(720, 330, "Eight neighbouring threads read one segment of memory, or eight")
def coalescing(c):
    def panel(x, title, code, cells, segments, verdict, colour):
        c.text(x, 34, title, bold=True)
        c.text(x, 54, code, code=True, size=12)
        touched, across = set(cells), len(segments) == 1
        for k in range(8):
            cx, cy = (x + 70 + 20 * k, 84) if across else (x + 20, 140 + 20 * k)
            c.box(cx - 9, cy - 9, 18, 18, PALE_ORANGE, ORANGE, 9)
            c.text(cx, cy + 4, str(k), "middle", size=11)
        c.text(x if across else x + 60, 88 if across else 118, "threads" if across else "memory", colour=MUTED, size=12)
        c.grid(x + 60, 130, 8, 8, 20, lambda i, j: colour if (i, j) in touched else (PALE_BLUE if i in segments else PAPER))
        for k, (i, j) in enumerate(cells):
            cx, cy = x + 70 + 20 * j, 140 + 20 * i
            c.line(cx if across else x + 30, 94 if across else cy, cx if across else cx - 11, cy - 11 if across else cy, ORANGE, 1, "orange")
        c.text(x, 144 if across else 118, "memory" if across else "threads", colour=MUTED, size=12)
        c.text(x, 316, verdict, colour=colour, bold=True)

    panel(24, "Neighbours read neighbours", "b(k, i[1])", [(2, k) for k in range(8)], {2}, "1 segment is fetched, all of it is used", GREEN)
    panel(380, "Neighbours read a column", "b(i[1], k)", [(k, 3) for k in range(8)], set(range(8)),
          "8 segments are fetched for 8 elements", RED)
    c.text(262, 150, "a row is one", colour=MUTED, size=12)
    c.text(262, 166, "segment", colour=MUTED, size=12)


@picture(720, 300, "A tile of the product: tiles of a's rows times tiles of b's columns")
def product(c):
    def matrix(x, name, row, column, note):
        c.grid(x, 60, 4, 4, 45, lambda i, j: PALE_ORANGE if row(i, j) else (BLUE if column(i, j) else GREY), TEXT)
        c.text(x + 90, 44, name, "middle", code=True)
        c.text(x + 90, 264, note, "middle", MUTED, 12)

    matrix(30, "a", lambda i, j: i == 1, lambda i, j: False, "TS rows, tile by tile into ta")
    c.text(225, 158, "×", "middle", size=22)
    matrix(245, "b", lambda i, j: j == 2, lambda i, j: False, "TS columns, tile by tile into tb")
    c.text(445, 158, "=", "middle", size=22)
    matrix(470, "c", lambda i, j: False, lambda i, j: (i, j) == (1, 2), "one tile: TS x TS threads")
    for k in range(4):
        c.text(52 + 45 * k, 133, f"k={k}", "middle", size=12)
        c.text(357, 88 + 45 * k, f"k={k}", "middle", size=12)
    c.text(30, 286, "In step k every thread brings one element of each orange tile; then all use all of both.", colour=MUTED, size=12)


@picture(720, 300, "Eight elements added pairwise in three steps, with a barrier behind each")
def reduction(c):
    values = [3, 1, 7, 0, 4, 1, 6, 3]
    for level in range(4):
        y, active = 30 + 66 * level, 8 >> level
        for k in range(8):
            c.box(130 + 62 * k, y, 44, 30, (PALE_BLUE if k < active else GREY), EDGE, 4)
            if k < active:
                c.text(152 + 62 * k, y + 20, str(values[k]), "middle")
        c.text(24, y + 20, "sums" if level == 0 else f"step {8 >> level}", code=level == 0, colour=TEXT if level == 0 else MUTED)
        if level < 3:
            half = active // 2
            for k in range(half):
                c.line(152 + 62 * k, y + 31, 152 + 62 * k, y + 64, BLUE, 1.5, "blue")
                c.line(152 + 62 * (k + half), y + 31, 166 + 62 * k, y + 64, ORANGE, 1.5, "orange")
            c.line(124, y + 48, 126 + 62 * 8, y + 48, RED, 1, dash="6 4")
            c.text(634, y + 52, "barrier", colour=RED, size=12)
            values = [values[k] + values[k + half] for k in range(half)] + [0] * 8
    c.text(24, 289, "Thread k adds sums[k + step] to sums[k]; the other threads only wait.", colour=MUTED, size=12)


@picture(720, 230, "A tile of 8 threads reads its elements and one more on each side")
def halo(c):
    for k in range(20):
        own, edge = 6 <= k < 14, k in (5, 14)
        c.box(40 + 32 * k, 50, 30, 30, PALE_BLUE if own else (PALE_ORANGE if edge else GREY), EDGE)
    c.text(40, 38, "in", code=True)
    for k in range(10):
        c.box(40 + 32 * (k + 5), 130, 30, 30, PALE_ORANGE if k in (0, 9) else PALE_BLUE, TEXT)
        c.text(55 + 32 * (k + 5), 150, str(k), "middle", size=12)
        c.line(55 + 32 * (k + 5), 82, 55 + 32 * (k + 5), 127, ORANGE if k in (0, 9) else BLUE, 1.5, "orange" if k in (0, 9) else "blue")
    c.text(40, 150, "tile_static row[10]", code=True, size=12)
    c.text(40, 196, "Eight threads bring ten elements: each its own, and the first and the last one more.", colour=MUTED)
    c.text(40, 214, "Every element is fetched once, though three threads use it.", colour=MUTED)


@picture(720, 250, "A running sum: sums of tiles, their running sum, and the tiles again")
def scan(c):
    tiles = [[3, 1, 7], [0, 4, 1], [6, 3, 2]]
    starts, total = [], 0
    for t in tiles:
        starts.append(total)
        total += sum(t)
    for n, t in enumerate(tiles):
        x, running = 150 + 190 * n, starts[n]
        for k, value in enumerate(t):
            c.box(x + 50 * k, 36, 46, 28, PALE_BLUE, EDGE)
            c.text(x + 23 + 50 * k, 55, str(value), "middle")
            running += value
            c.box(x + 50 * k, 196, 46, 28, PALE_GREEN, EDGE)
            c.text(x + 23 + 50 * k, 215, str(running), "middle")
        c.box(x + 50, 92, 46, 28, PALE_ORANGE, EDGE)
        c.text(x + 73, 111, str(sum(t)), "middle")
        c.box(x + 50, 144, 46, 28, PALE_ORANGE, ORANGE)
        c.text(x + 73, 163, str(starts[n]), "middle")
        c.line(x + 73, 66, x + 73, 90, BLUE, 1.5, "blue")
        c.line(x + 73, 174, x + 73, 194, ORANGE, 1.5, "orange")
        if n < 2:
            c.line(x + 98, 118, x + 236, 148, ORANGE, 1.5, "orange")
            c.line(x + 98, 158, x + 236, 158, ORANGE, 1.5, "orange")
    for y, name in ((55, "elements"), (111, "sums of tiles"), (163, "sums before"), (215, "running sum")):
        c.text(24, y, name, colour=MUTED)


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pictures")
    stale = []
    for name, (width, height, title, draw) in PICTURES.items():
        canvas = Canvas(width, height, title)
        draw(canvas)
        path = os.path.join(folder, name + ".svg")
        if sys.argv[1:] != ["--check"]:
            with open(path, "w", encoding="utf-8") as out:
                out.write(canvas.svg())
        elif not os.path.exists(path) or open(path, encoding="utf-8").read() != canvas.svg():
            stale.append(name)
    unknown = sorted(set(os.listdir(folder)) - {name + ".svg" for name in PICTURES})
    for name in stale:
        print(f"docs/pictures/{name}.svg is not what docs/pictures.py draws")
    for name in unknown:
        print(f"docs/pictures/{name}: docs/pictures.py does not draw it")
    return 1 if stale or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
