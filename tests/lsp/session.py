"""session.py AMPCC [--update] FILE...: replays recorded sessions with the language server.

A file has sections "== NAME": the files of a folder, then "== session" with a command on each line and behind it, on lines
that begin with "<", what the server answers to it. --update records the answers anew. Commands:

  start [JSON]                    initialize, with these parameters
  open NAME                       with the text of the section
  change NAME L:C L:C "TEXT"      replaces a range, positions from 0
  write NAME "TEXT"               changes a file on disk;  save NAME, close NAME: of a document
  diagnostics NAME                of the present version
  text NAME                       the client's own copy, as the server should have it
  METHOD NAME [L:C] [JSON]        a request about a document, at a position, with more parameters
                                  "only" in the JSON of a completion: "" shows the labels, another word that item
  METHOD - [JSON]                 a request with these parameters
  apply NAME N                    the N-th code action of the last answer
  edit NAME                       the last answer, a list of edits
  send JSON, raw "TEXT"           any message;  next: the next message that comes
  stop, end                       shutdown and exit; the end of the client's output: the exit status
"""
import json
import os
import re
import shlex
import sys
import tempfile

from client import Client, Gone


def read(path):
    sections, name = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            found = re.match(r"== (\S+)$", line)
            if found:
                name = found.group(1)
                sections[name] = ""
            elif name:
                sections[name] += line
    return sections


def position(word):
    line, character = word.split(":")
    return int(line), int(character)


class Session:
    def __init__(self, ampcc, path, folder):
        self.sections = read(path)
        self.client = Client(ampcc, folder)
        self.last = None
        for name, text in self.sections.items():
            if name != "session":
                self.write(name, text)

    def write(self, name, text):
        path = os.path.join(self.client.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(text.replace("$DIR", self.client.folder))

    def lines(self, value):
        """What is recorded of an answer: a list has a line for each element."""
        def text(v):
            return json.dumps(v, ensure_ascii=False).replace(self.client.folder, "$DIR")
        if isinstance(value, list) and value:
            return [text(v) for v in value]
        return [text(value)]

    def tokens(self, name, data):
        """A line of the document's lines with tokens: word:type+modifier ..."""
        legend = self.legend
        out, line, character = {}, 0, 0
        for i in range(0, len(data), 5):
            step, move, length, kind, modifiers = data[i:i + 5]
            line, character = line + step, move if step else character + move
            at = self.client.offset(name, line, character)
            end = self.client.offset(name, line, character + length)
            more = [m for bit, m in enumerate(legend["tokenModifiers"]) if modifiers >> bit & 1]
            out.setdefault(line, []).append("+".join([self.client.texts[name][at:end] + ":" +
                                                      legend["tokenTypes"][kind]] + more))
        return ["%d: %s" % (l, " ".join(w)) for l, w in out.items()]

    def labels(self, result, only):
        items = (result or {}).get("items", [])
        if only:
            return self.lines([i for i in items if i["label"] == only])
        mine = [i["label"] for i in sorted(items, key=lambda i: i["sortText"]) if i["sortText"] < "5"]
        return ["%s%d more%s" % (" ".join(l.replace(" ", "_") + "," for l in mine), len(items) > len(mine),
                                 " incomplete" if result and result["isIncomplete"] else "")]

    def request(self, method, words):
        params = {}
        if words[0] != "-":
            params["textDocument"] = {"uri": self.client.uri(words[0])}
        for word in words[1:]:
            if re.match(r"\d+:\d+$", word):
                line, character = position(word)
                params["position"] = {"line": line, "character": character}
            else:
                params.update(json.loads(word))
        only = params.pop("only", None)
        message = self.client.request(method, params)
        if only is not None:  # of completion: the labels, or one item
            return self.labels(message["result"], only)
        self.last = message.get("result")
        if "semanticTokens" in method and self.last:
            return self.tokens(words[0], self.last["data"])
        return self.lines(message["error"] if "error" in message else self.last)

    def command(self, line):
        client = self.client
        word, _, rest = line.partition(" ")
        words = shlex.split(rest) if "{" not in rest and '"' not in rest else rest.split(" ", 3)
        if "/" in word:
            at = rest.find("{")
            words = rest[:at].split() + [rest[at:]] if at >= 0 else rest.split()
            return self.request(word, words)
        if word == "start":
            self.last = client.start(json.loads(rest) if rest else None)["result"]
            self.legend = self.last["capabilities"]["semanticTokensProvider"]["legend"]
            return []
        if word == "open":
            client.open(words[0], self.sections[words[0]])
        elif word == "change":
            client.change(words[0], position(words[1]), position(words[2]), json.loads(words[3]))
        elif word == "write":
            self.write(words[0], json.loads(rest.split(" ", 1)[1]))
        elif word in ("save", "close"):
            client.notify("textDocument/did" + word.capitalize(), {"textDocument": {"uri": client.uri(words[0])}})
        elif word == "diagnostics":
            self.last = client.diagnostics(words[0])
            return self.lines(self.last)
        elif word == "text":
            return client.texts[words[0]].split("\n")
        elif word == "apply":
            client.edit(words[0], self.last[int(words[1])]["edit"]["changes"][client.uri(words[0])])
        elif word == "edit":
            client.edit(words[0], self.last)
        elif word == "send":
            client.send(json.loads(rest.replace("$DIR", client.folder)))
        elif word == "raw":
            client.send_bytes(json.loads(rest).encode())
        elif word == "next":
            return self.lines(client.find(lambda m: True))
        elif word == "stop":
            return [str(client.stop())]
        elif word == "end":
            client.process.stdin.close()
            return [str(client.process.wait(30))]
        else:
            raise ValueError("no such command: " + line)
        return []

    def replay(self):
        """The session's text with the answers that came."""
        out = []
        for line in self.sections["session"].splitlines():
            if line.startswith("<"):
                continue
            out.append(line)
            if line and not line.startswith("#"):
                try:
                    out += ["< " + l if l else "<" for l in self.command(line)]
                except (Gone, KeyError, IndexError, TypeError) as error:
                    out.append("< failed: " + repr(error))
        for message in self.client.waiting:
            if message.get("method") == "window/logMessage":
                out.append("< " + message["params"]["message"])
        return "\n".join(out) + "\n"


def main():
    arguments = sys.argv[1:]
    update = "--update" in arguments
    ampcc, *files = [a for a in arguments if a != "--update"]
    failed = 0
    for path in files:
        with tempfile.TemporaryDirectory() as folder:
            session = Session(ampcc, path, folder)
            try:
                got = session.replay()
            finally:
                session.client.process.kill()
        want = session.sections["session"]
        if got == want:
            continue
        if update:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(text[:text.index("== session\n") + 11] + got)
            continue
        failed += 1
        print(os.path.basename(path) + ":")
        import difflib
        print("\n".join(difflib.unified_diff(want.splitlines(), got.splitlines(), "recorded", "now", lineterm="", n=1)))
    print("%d sessions, %d failed" % (len(files), failed))
    return failed > 0


sys.exit(main())
