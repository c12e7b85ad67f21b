"""client.py - a client of the language server for tests: starts it, sends messages, reads what comes back."""
import json
import os
import select
import subprocess
import time
import urllib.parse


class Gone(Exception):
    """The server has ended, or says nothing for too long."""


class Client:
    def __init__(self, ampcc, folder, limit=60.0):
        self.folder = os.path.realpath(folder)
        self.limit = limit
        self.data = b""
        self.waiting = []  # messages that nobody has asked for yet
        self.versions = {}
        self.texts = {}
        self.serial = 0
        self.units = "utf-16"
        self.process = subprocess.Popen([ampcc, "--lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def uri(self, name):
        return "file://" + urllib.parse.quote(os.path.join(self.folder, name))

    def send_bytes(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Gone("the server does not read") from error

    def send(self, message):
        body = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, params):
        self.serial += 1
        self.send({"jsonrpc": "2.0", "id": self.serial, "method": method, "params": params})
        return self.serial

    def read(self):
        """The next message from the server."""
        end = time.monotonic() + self.limit
        while True:
            head, found, rest = self.data.partition(b"\r\n\r\n")
            if found:
                size = int(head.split(b":")[1])
                if len(rest) >= size:
                    self.data = rest[size:]
                    return json.loads(rest[:size])
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            piece = os.read(self.process.stdout.fileno(), 1 << 20) if ready else b""
            if not piece:
                raise Gone("no answer" if not ready else "the server has ended")
            self.data += piece

    def find(self, wanted):
        """The first message that 'wanted' is true of; others are kept."""
        for i, message in enumerate(self.waiting):
            if wanted(message):
                return self.waiting.pop(i)
        while True:
            message = self.read()
            if wanted(message):
                return message
            self.waiting.append(message)

    def answer(self, serial):
        return self.find(lambda m: m.get("id") == serial and "method" not in m)

    def request(self, method, params):
        return self.answer(self.ask(method, params))

    def diagnostics(self, name):
        """Those of the document's present version."""
        uri, version = self.uri(name), self.versions[name]
        message = self.find(lambda m: m.get("method") == "textDocument/publishDiagnostics"
                            and m["params"]["uri"] == uri and m["params"].get("version") == version)
        return message["params"]["diagnostics"]

    def start(self, options=None):
        params = {"processId": None, "rootUri": self.uri("").rstrip("/"),
                  "capabilities": {"textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}}}
        params.update(options or {})
        result = self.request("initialize", params)
        self.units = result["result"]["capabilities"]["positionEncoding"]
        self.notify("initialized", {})
        return result

    def open(self, name, text):
        self.versions[name] = 1
        self.texts[name] = text
        self.notify("textDocument/didOpen", {"textDocument": {"uri": self.uri(name), "languageId": "ampc",
                                                              "version": 1, "text": text}})

    def offset(self, name, line, character):
        """Of a position in the text."""
        lines = self.texts[name].split("\n")
        encoding = "utf-16-le" if self.units == "utf-16" else "utf-8"
        width = 2 if self.units == "utf-16" else 1
        before = lines[line].encode(encoding)[:character * width].decode(encoding)
        return sum(len(l) + 1 for l in lines[:line]) + len(before)

    def change(self, name, begin, end, text):
        """Replaces the text between two positions."""
        old = self.texts[name]
        self.texts[name] = old[:self.offset(name, *begin)] + text + old[self.offset(name, *end):]
        self.versions[name] += 1
        change = {"range": {"start": {"line": begin[0], "character": begin[1]},
                            "end": {"line": end[0], "character": end[1]}}, "text": text}
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri(name), "version": self.versions[name]}, "contentChanges": [change]})

    def edit(self, name, edits):
        """Makes the protocol's edits, the last one first."""
        place = lambda p: (p["line"], p["character"])
        for e in sorted(edits, key=lambda e: place(e["range"]["start"]), reverse=True):
            self.change(name, place(e["range"]["start"]), place(e["range"]["end"]), e["newText"])

    def stop(self):
        """The exit status."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(self.limit)
