#!/usr/bin/env python3
"""Keeps the documents true: every block of code in them is compiled or run, every listing is a file, every link leads somewhere.

docs/pages.py [PAGE...]            puts listings and outputs into the pages anew
docs/pages.py --check [PAGE...]    says what differs, what does not compile, and which links lead nowhere (tests/driver/docs.sh)

Without pages: all .md files of the repository. ampcc is that of $BUILD/bin. What a block of code is, is said by a comment on the
line in front of it:

    <!-- file: samples/tutorial/tiled.ampc -->             this file
    <!-- file: samples/tutorial/tiled.ampc multiply -->    these definitions of it: from the line that begins each to its '}' or ';'
    (none)                                                 a file by itself: it compiles without a message
    <!-- in a function: int n, float *p -->                the body of a function with these parameters
    <!-- in a kernel: array_view<float> v -->              the body of a kernel, with 'index<1> i', in such a function
    <!-- in a tile: array_view<float> v -->                the same with 'tiled_index<64> t'
    <!-- in a file: int f(int); -->                        behind these declarations
    <!-- tested by tests/driver/editors.sh -->             that test has it (': how' may follow); in front of a page's
                                                           first heading: all of its blocks

With 'reports ID' at the end of such a comment, behind a ';' (or <!-- reports ID -->), ampcc reports exactly this, and only there.
Blocks of 'c' are compiled in this way. Blocks of 'console' have commands behind '$ ' and what they print: they are run in a copy of a
folder (<!-- console in: samples/tutorial -->; else an empty one); a block with <!-- not compared --> in front has times
or names of devices in it, and is only run. Blocks of other languages need a test.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))
AMPCC = os.path.join(BUILD, "bin", "ampcc")
SCRATCH = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"ampc-pages.{os.getpid()}")
QUIET = ["AMPC_VERBOSE", "AMPC_PROFILE", "AMPC_TRACE", "AMPC_CHECK", "AMPC_VERIFY", "AMPC_TREE", "COLUMNS"]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Page:
    """One .md file: its lines, and what is wrong with it."""

    def __init__(self, name, check):
        self.name, self.check = name, check
        self.lines = read(os.path.join(ROOT, name)).split("\n")
        self.out, self.faults = [], []

    def fault(self, line, text):
        self.faults.append(f"{self.name}:{line}: {text}")

    def blocks(self):
        """Copies the page to self.out; yields (line, comments, language, text) of each block and takes what shall stand there."""
        number, comments, every = 0, [], []
        while number < len(self.lines):
            line = self.lines[number]
            comment = re.fullmatch(r"<!-- (.*) -->", line)
            fence = re.fullmatch(r"( *)```([a-z]+)", line)
            number += 1
            self.out.append(line)
            if comment:
                comments.append(comment.group(1))
                continue
            if line.startswith("# "):
                every = comments
            if fence:
                begin, margin = number, len(fence.group(1))
                while number < len(self.lines) and self.lines[number] != fence.group(1) + "```":
                    number += 1
                if number == len(self.lines):
                    self.fault(begin, "this block has no end")
                new = yield begin, comments + every, fence.group(2), "\n".join(part[margin:] for part in self.lines[begin:number])
                self.out += [(" " * margin + part) if part else "" for part in new.split("\n")]
            comments = []


def definitions(path, names):
    """The definitions of these names in a file: each from its line in column 0 to the '}' or the ';' that ends it there."""
    lines, parts = read(path).split("\n"), []
    for name in names:
        first = next((k for k, line in enumerate(lines) if re.match(r"[A-Za-z].*\b" + re.escape(name) + r"\b", line)), None)
        if first is None:
            raise LookupError(name)
        last = first
        while not re.match(r"\}", lines[last]) and not (last == first and lines[last].split("//")[0].rstrip().endswith(";")):
            last += 1
        parts.append("\n".join(lines[first:last + 1]))
    return "\n\n".join(parts)


def wrapped(comment, text, place):
    """The file that a block is compiled as. Lines keep their numbers of the page."""
    kind, _, rest = comment.partition(":")
    rest = rest.strip()
    head = "#include <amp.h>\n#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <math.h>\nusing namespace concurrency;\n"
    body = f"#line {place}\n{text}\n"
    if kind == "in a function":
        return f"{head}void f({rest})\n{{\n{body}}}\n"
    if kind == "in a kernel":
        return f"{head}void f({rest})\n{{\nparallel_for_each(extent<1>(64), [=](index<1> i) restrict(amp) {{\n{body}}});\n}}\n"
    if kind == "in a tile":
        return (f"{head}void f({rest})\n{{\nparallel_for_each(extent<1>(1024).tile<64>(), [=](tiled_index<64> t) restrict(amp) {{\n"
                f"{body}}});\n}}\n")
    if kind == "in a file":
        return f"{head}{rest}\n{body}"
    return body


def compile_block(page, line, comment, text):
    """Compiles a block; what it reports has to be what its comment says."""
    comment, _, wanted = comment.partition("reports ")
    comment = comment.rstrip("; ")
    source = os.path.join(SCRATCH, "block.ampc")
    with open(source, "w", encoding="utf-8") as file:
        file.write(wrapped(comment, text, f'{line + 1} "{page.name}"'))
    flags = ["-Wno-unused"] if comment.startswith("in a ") else []
    flags += ["-W" + wanted] if wanted.startswith("perf-") else []
    run = subprocess.run([AMPCC, "-fsyntax-only", "-Wall", "-Wextra", *flags, source], stdin=subprocess.DEVNULL,
                         stderr=subprocess.PIPE, text=True, check=False)
    said = set(re.findall(r"(?:error|warning): .* \[(.*)\]$", run.stderr, re.M))
    if said != ({wanted} if wanted else set()) or (run.returncode and not wanted):
        page.fault(line, f"this block {'reports ' + str(sorted(said)) + ' instead of ' + wanted if wanted else 'does not compile'}:\n" + run.stderr)


def run_block(page, line, comments, text):
    """Runs the commands of a block; the block as it should be."""
    folder, made = next((c[len("console in: "):] for c in comments if c.startswith("console in: ")), None), os.path.join(SCRATCH, "run")
    subprocess.run(["rm", "-rf", made], check=True)
    subprocess.run(["cp", "-r", os.path.join(ROOT, folder), made] if folder else ["mkdir", made], check=True)
    env = {name: value for name, value in os.environ.items() if name not in QUIET}
    env.update(PATH=os.path.dirname(AMPCC) + ":" + env["PATH"], LC_ALL="C.UTF-8", COLUMNS="110")
    new = []
    for command in re.findall(r"^\$ (.*(?:\n> .*)*)", text, re.M):
        command = command.replace("\n> ", "\n")
        run = subprocess.run(["sh", "-c", command], cwd=made, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        said = [part.rstrip() for part in run.stdout.rstrip("\n").split("\n") if run.stdout and not part.startswith("Aborted")]
        new += ["$ " + command.replace("\n", "\n> ")] + said
        if run.returncode not in (0, 1, 134):  # 134: an error of the library, of which some shells say "Aborted"
            page.fault(line, f"'{command}' ends with {run.returncode}:\n{run.stdout}")
    return text if "not compared" in comments else "\n".join(new)


def look(page):
    """Goes through a page's blocks."""
    blocks, new = page.blocks(), None
    while True:
        try:
            line, comments, language, text = blocks.send(new)
        except StopIteration:
            return
        new = text
        tested = next((c for c in comments if c.startswith("tested by ")), None)
        file = next((c[len("file: "):].split() for c in comments if c.startswith("file: ")), None)
        if tested:
            test = tested[len("tested by "):].split(":")[0]
            if not os.path.exists(os.path.join(ROOT, test)):
                page.fault(line, f"there is no test {test}")
        elif file:
            try:
                path = os.path.join(ROOT, file[0])
                new = definitions(path, file[1:]) if len(file) > 1 else read(path).rstrip("\n")
            except (OSError, LookupError) as error:
                page.fault(line, f"no such listing: {error}")
        elif language == "c":
            compile_block(page, line, next((c for c in comments if c.startswith(("in a ", "reports "))), ""), text)
        elif language == "console":
            new = run_block(page, line, comments, text)
        else:
            page.fault(line, f"a block of {language} needs a comment that says what tests it")
        if page.check and new != text:
            page.fault(line, "this is not what the file or the command has now (docs/pages.py renews it):\n" + new)


def slug(heading):
    """The name that a heading has in links, as on GitHub."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def prose(lines):
    """(number, line) of what is no code."""
    fenced = False
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("    "):
            yield number, line


def anchors(path):
    found, seen = set(), {}
    for _, line in prose(read(path).split("\n")):
        heading = re.match(r"#+ (.*)", line)
        if heading:
            name = slug(heading.group(1))
            found.add(name if name not in seen else f"{name}-{seen[name]}")
            seen[name] = seen.get(name, 0) + 1
    return found


def links(page):
    """Every link of a page leads to a file, and to a heading of it."""
    folder = os.path.dirname(os.path.join(ROOT, page.name))
    for number, line in prose(page.lines):
        line = re.sub(r"`[^`]*`", "", line)
        for target in re.findall(r"\]\(([^) ]*)\)", line) + re.findall(r'src="([^"]*)"', line):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(folder, path)) if path else os.path.join(ROOT, page.name)
            if not os.path.exists(path):
                page.fault(number, f"a link to {target}, which is not there")
            elif anchor and path.endswith(".md") and anchor not in anchors(path):
                page.fault(number, f"a link to {target}, which is no heading there")


def all_pages():
    for folder, folders, files in os.walk(ROOT):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in ("build", "node_modules") and
                            not os.path.exists(os.path.join(folder, name, "bin", "ampcc")))
        for name in sorted(files):
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def main():
    check = sys.argv[1:2] == ["--check"]
    names = sys.argv[2:] if check else sys.argv[1:]
    faults = []
    subprocess.run(["mkdir", "-p", SCRATCH], check=True)
    for name in names or all_pages():
        page = Page(name, check)
        look(page)
        links(page)
        faults += page.faults
        if not check and page.out != page.lines:
            with open(os.path.join(ROOT, name), "w", encoding="utf-8") as file:
                file.write("\n".join(page.out))
    subprocess.run(["rm", "-rf", SCRATCH], check=True)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
