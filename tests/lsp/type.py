"""type.py [--step N] AMPCC FILE...: types each file into the language server, and at every N-th letter asks for diagnostics and for
one thing more at the cursor. It fails when an analysis ends by itself, takes more than 5 s (60 under sanitizers), or an answer is no answer."""
import os
import sys
import tempfile
import time

from client import Client

METHODS = ("completion", "hover", "signatureHelp", "semanticTokens/full", "inlayHint", "documentSymbol", "codeAction",
           "definition", "references", "prepareRename", "documentHighlight")
LIMIT = 60 if os.environ.get("SANITIZE") else 5


def ask(client, name, method, text):
    lines = text.split("\n")
    end = {"line": len(lines) - 1, "character": len(lines[-1].encode("utf-16-le")) // 2}
    params = {"textDocument": {"uri": client.uri(name)}, "position": end,
              "range": {"start": {"line": max(0, len(lines) - 30), "character": 0}, "end": end},
              "context": {"diagnostics": [], "includeDeclaration": True}}
    return client.request("textDocument/" + method, params)


def check(client, began, what):
    for message in client.waiting:
        if message.get("method") == "window/logMessage":
            raise SystemExit("%s: %s" % (what, message["params"]["message"]))
    del client.waiting[:]
    took = time.monotonic() - began
    if took > LIMIT:
        raise SystemExit("%s: took %.1f s" % (what, took))
    return took


def type_file(client, path, step, most):
    name = os.path.basename(path)
    with open(path, encoding="utf-8") as file:
        whole = file.read()
    client.open(name, "")
    client.diagnostics(name)
    place, count, position = 0, 0, (0, 0)
    while place < len(whole):
        piece = whole[place:place + step]
        client.change(name, position, position, piece)
        place += len(piece)
        text = client.texts[name]
        position = (text.count("\n"), len(text[text.rfind("\n") + 1:].encode("utf-16-le")) // 2)
        began = time.monotonic()
        method = METHODS[count % len(METHODS)]
        answer = ask(client, name, method, text)
        if "error" in answer and answer["error"]["code"] != -32803:
            raise SystemExit("%s, letter %d: %s: %s" % (name, place, method, answer["error"]))
        client.diagnostics(name)
        most = max(most, check(client, began, "%s, letter %d, %s" % (name, place, method)))
        count += 1
    client.notify("textDocument/didClose", {"textDocument": {"uri": client.uri(name)}})
    return count, most


def main():
    arguments = sys.argv[1:]
    step = 7
    if arguments[0] == "--step":
        step, arguments = int(arguments[1]), arguments[2:]
    steps, most = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        client = Client(arguments[0], folder, limit=LIMIT * 4)
        client.start({"initializationOptions": {"pause": 0}})
        for path in arguments[1:]:
            done, most = type_file(client, path, step, most)
            steps += done
        if client.stop() != 0:
            raise SystemExit("the server's exit status is not 0")
    print("%d steps, the longest took %.2f s" % (steps, most))


main()
