"""fixits_all.py: what fixits_all.sh says, with AMPCC and TESTS of the environment."""
import bisect
import glob
import os
import re
import subprocess
import sys

MESSAGE = re.compile(r"case\.ampc:([0-9]+):[0-9]+: ((?:error|warning): .*\[([a-z][-a-z0-9]*)\])$")
PUT_IN = re.compile(r'fix-it:"case\.ampc":\{([0-9]+):1-[0-9]+:1\}:".*\\n"$')


class Said:
    """What is said of case.ampc: messages of ours, (id, line, text); those with a fix-it, itself or in a note; the lines that are put in; the patch."""

    def __init__(self, options):
        # Without cc's run on the generated C, which has no fix-its.
        run = subprocess.run([os.environ["AMPCC"], "--emit=c", "-o", "/dev/null", *options, "-fdiagnostics-parseable-fixits",
                              "-fdiagnostics-generate-patch", "case.ampc"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, check=False)
        self.err = run.stderr.decode("utf-8", "surrogateescape")
        self.all, self.mended, self.lines = [], [], []
        said, patch, self.patch = None, False, ""
        for line in self.err.split("\n"):
            patch = patch or line == "--- case.ampc"
            if patch:
                self.patch += line + "\n"
            if found := MESSAGE.match(line):
                said = found[3], int(found[1]), found[2]
                self.all.append(said)
            if line.startswith('fix-it:"case.ampc"') and said:
                self.mended.append(said)
                said = None
            if found := PUT_IN.match(line):
                self.lines.append(int(found[1]))
        self.lines = sorted(set(self.lines))

    def moved(self, messages):
        """The messages at their lines after the patch, which puts in whole lines."""
        return [(name, line + bisect.bisect_right(self.lines, line), text) for name, line, text in messages]


def without(messages, others):
    """The messages but for the others, one for one."""
    rest = sorted(messages)
    for message in others:
        at = bisect.bisect_left(rest, message)
        if at < len(rest) and rest[at] == message:
            del rest[at]
    return rest


def fails(what):
    sys.exit("failed: " + what)


def mends(path):
    """How many rounds of fix-its the file takes."""
    with open(path, "rb") as file, open("case.ampc", "wb") as case:
        text = file.read()
        case.write(text)
    flags = re.findall(rb"^// flags: *(.*)", text, re.MULTILINE)
    options = ["-fmax-errors=0", "-I" + os.environ["TESTS"] + "/diag/include", *os.fsdecode(b" ".join(flags)).split()]
    name = os.path.basename(path)
    said = Said(options)
    for rounds in range(3):
        if not said.patch:
            return rounds
        if subprocess.run(["patch", "-s", "-F0", "case.ampc"], input=os.fsencode(said.patch), check=False).returncode:
            fails(f"the patch of {name} does not apply")
        expected = said.moved(without(said.all, said.mended))
        places = said.moved(said.mended)
        said = Said(options)
        # What else may be new: another fault on the line where one was mended, and what the next round mends.
        lines = {line for _, line, _ in places}
        unexpected = [m for m in without(without(said.all, expected), said.mended) if m[1] not in lines or m in places]
        if unexpected:
            print(*unexpected, said.err, sep="\n")
            fails(f"{name} after its fix-its")
    if said.patch:
        fails(f"{name} has fix-its without end")
    return 3


def main():
    rounds = [mends(path) for path in sorted(glob.glob(os.environ["TESTS"] + "/diag/*.ampc"))]
    if sum(rounds) <= 10:
        fails(f"{sum(rounds)} cases are not all")


main()
