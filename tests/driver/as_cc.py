"""as_cc.py: runs the rows of as_cc.sh, which standard input has, each by cc, ampcc and, where that is asked for, clang, and compares what they leave.

The environment has AMPCC; CLANG, empty without it; AS, what runs a command without root's rights; OTHERS, empty where others cannot run ampcc.
"""
import difflib
import os
import re
import shutil
import subprocess
import sys

BASE = "base"
FILES = {
    "main.X": '#include <stdio.h>\n#include "h.h"\nint other(int);\n'
              'int main(int n, char **v) { printf("%d %s\\n", other(N), n > 1 ? v[1] : ""); return 0; }\n',
    "one.X": '#include <stdio.h>\n#ifndef X\n#define X "none"\n#endif\nint main(void) { puts(X); return 0; }\n',
    "inc/h.h": "#define N 40\n",
    "other.X": "int other(int x) { return x + 1; }\n",
    "twice.X": "int other(int);\nint twice(int x) { return 2 * other(x); }\n",
    "plain.c": "int plain(int x) { return x - 1; }\n",
    "cpp.cpp": 'extern "C" int other(int x) { int r = 0; for (int k : {x, 1}) r += k; return r; }\n',
    "asm.S": '#define K 7\n    .globl other\nother:\n    ret\n    .section .note.GNU-stack,"",@progbits\n',
    "raw.s": '    .globl other\nother:\n    ret\n    .section .note.GNU-stack,"",@progbits\n',
    "bad.X": "int broken(\n",
    "warn.X": "#warning careful\nint main(void) { int unused; return 0; }\n",
    "miss.X": '#include "missing.h"\n',
    "m.X": "#include <math.h>\nint main(int n, char **v) { return v ? sin(n) > 2 : 0; }\n",
    "q.rsp": '-DX="\\"in quotes\\"" -O1\n',
    "s.rsp": "-DX='\"single one\"'\n@nested.rsp\n",
    "nested.rsp": '-o "out dir/prog" one.X',
    "with space.X": "int main(void) { return 3; }\n",
    "-dash.X": "int main(void) { return 4; }\n",
}


def binaries():
    """The files that compilers have made, which all folders get."""
    os.mkdir(BASE)
    commands = ("echo 'int other(int x) { return x + 100; }' >lib.c && cc -c lib.c && ar rcs libother.a lib.o && "
                "cc -shared -fPIC -o libso.so lib.c && echo 'int pre;' >pre.c && cc -c pre.c")
    subprocess.run(["sh", "-ec", commands], cwd=BASE, check=True)
    made = {}
    for name in "libother.a", "libso.so", "pre.o":
        path = os.path.join(BASE, name)
        with open(path, "rb") as file:
            made[name] = file.read(), os.stat(path).st_mode & 0o777
    return made


def suffixed(text, suffix):
    return re.sub(r"\.X\b", "." + suffix, text)


def make(folder, suffix, made):
    if os.path.isdir(folder):
        for path, _, _ in os.walk(folder):
            os.chmod(path, 0o700)
        shutil.rmtree(folder)
    for name in "", "inc", "out dir", "tmp":
        os.mkdir(os.path.join(folder, name))
    os.chmod(os.path.join(folder, "tmp"), 0o1777)
    for name, text in FILES.items():
        with open(os.path.join(folder, suffixed(name, suffix)), "w", encoding="ascii") as file:
            file.write(suffixed(text, suffix))
    for name, (content, mode) in made.items():
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(content)
        os.chmod(path, mode)


def walk(folder, at="."):
    """A line for each file and link: its name, permissions and links."""
    with os.scandir(folder) as entries:
        for entry in entries:
            name = at + "/" + entry.name
            if entry.is_symlink():
                yield f"{name} -> {os.readlink(entry.path)}"
            elif entry.is_dir():
                yield from walk(entry.path, name)
            elif entry.is_file():
                status = entry.stat()
                yield f"{name} {status.st_mode & 0o7777:o} {status.st_nlink}"


def common(text):
    return re.sub(r"\.(ampc|c)\b", ".X", text)


class Case:
    """A row by a compiler: what is to be compared, and what it said."""

    def __init__(self, folder, compiler, suffix, row, made):
        make(folder, suffix, made)
        command = re.sub(r"-x X\b", "-x " + suffix, suffixed(row, suffix))
        command = re.sub(r"\bas ", os.environ["AS"] + " ", command)
        temporary = os.path.abspath(os.path.join(folder, "tmp"))
        with open("stdout", "wb") as out, open("stderr", "wb") as err:
            status = subprocess.run(["sh", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                    env=dict(os.environ, CC=compiler, TMPDIR=temporary, PWD=os.path.abspath(folder)), check=False).returncode
        with open("stdout", encoding="latin-1") as out, open("stderr", encoding="latin-1") as err:
            said, self.said = out.read(), err.read()
        self.state = [f"status {status}"]
        if self.said:
            self.state.append("messages")
        if folder != "cc":
            self.state += ["left: " + name for name in sorted(os.listdir(temporary))]
        self.state += ["stdout: " + line for line in common(said).split("\n")]
        self.state += sorted({common(line) for line in walk(folder)})


def differs(row, wanted, case, whom=""):
    if wanted.state == case.state:
        return False
    print(f"differs{whom}: {row}")
    print("\n".join(difflib.unified_diff(wanted.state, case.state, lineterm="", n=0)))
    print("\n".join(case.said.split("\n")[:5]))
    return True


def main():
    ampcc, clang, others = (os.environ[name] for name in ("AMPCC", "CLANG", "OTHERS"))
    made = binaries()
    rows = different = 0
    section = ""
    for row in sys.stdin.read().split("\n"):
        if not row or row.startswith("#"):
            section = row or section
            continue
        if not others and "as $CC" in row or "c++" in row and not shutil.which("c++"):
            continue
        rows += 1
        by_cc = Case("cc", "cc", "c", row, made)
        different += differs(row, by_cc, Case("ampcc", ampcc, "ampc", row, made))
        if not clang or "# gcc" in section + row or ", cc:" in section:
            continue
        # Names, permissions and what is read from where are ampcc's own work, as they are with cc.
        if not os.environ.get("LONG") and not section.startswith(("# What", "# Rules", "# Libraries")):
            continue
        case = Case("ampcc", ampcc + " --cc=clang", "ampc", row, made)
        if case.state != by_cc.state:
            different += differs(row, Case("clang", clang, "c", row, made), case, " with clang")
    if rows <= 60 or different:
        sys.exit(f"failed: {different} of {rows} rows differ")


main()
