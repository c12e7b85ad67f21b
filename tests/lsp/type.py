"""type.py [--step N] [--garble N [--seed S]] AMPCC FILE...: types each file into the language server, and at every N-th letter asks for diagnostics and for
one thing more at the cursor. It fails when an analysis ends by itself, takes more than 5 s (60 under sanitizers), or an answer is no answer. --garble: instead
makes N random changes to each file (S: others)."""
import argparse
import os
import random
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


def keep(client, name):
    """Writes the document where it can be looked at."""
    path = os.path.join(tempfile.gettempdir(), "lsp-failed-" + name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(client.texts[name])
    return path


def look(client, name, text, count, what):
    """Asks for one thing more at the end of 'text', and for diagnostics; how long that takes."""
    method = METHODS[count % len(METHODS)]
    what = "%s, %s, %s" % (name, what, method)
    began = time.monotonic()
    answer = ask(client, name, method, text)
    if "error" in answer and answer["error"]["code"] != -32803:
        raise SystemExit("%s: %s; the text is in %s" % (what, answer["error"], keep(client, name)))
    client.diagnostics(name)
    return check(client, began, what)


def position(text):
    return text.count("\n"), len(text[text.rfind("\n") + 1:].encode("utf-16-le")) // 2


def type_file(client, name, whole, step):
    client.open(name, "")
    client.diagnostics(name)
    times, place = [], 0
    while place < len(whole):
        at = position(client.texts[name])
        client.change(name, at, at, whole[place:place + step])
        place += step
        times.append(look(client, name, client.texts[name], len(times), "letter %d" % place))
    return times


PIECES = ("(", ")", "[", "]", "{", "}", ";", ",", "<", ">", "\"", "'", "/*", "*/", "//", "#", "\\", "\n", "=", "&", "*", ".", "->",
          "::", "?", ":", "restrict(amp)", "parallel_for_each(", "[=]", "tile_static ", "array_view<", "index<2>", "extent<",
          "struct ", "union {", "typedef ", "int ", "const ", "void ", "sizeof", "goto x;", "case 1:", "default:", "_Generic(",
          "({", "})", "0x", "1e", "\u00e4", "\U0001f600", "#include <stdio.h>\n", "#define A B\n", "#if\n", "#endif\n", "#include \"")


def garble_file(client, name, whole, changes, seed):
    """Several changes to the whole file, which then is whole again."""
    choose = random.Random("%s %s" % (name, seed))
    client.open(name, whole)
    client.diagnostics(name)
    times = []
    for count in range(changes):
        text = client.texts[name]
        begin = choose.randrange(len(text) + 1)
        end = min(len(text), begin + choose.choice((0, 0, 1, 1, 2, 5, 20, 100)))
        new = choose.choice(("", choose.choice(PIECES), choose.choice(PIECES), text[end:end + choose.randrange(60)]))
        client.change(name, position(text[:begin]), position(text[:end]), new)
        times.append(look(client, name, client.texts[name][:begin + len(new)], count, "change %d of seed %s" % (count, seed)))
        if count % 8 == 7:
            client.change(name, (0, 0), position(client.texts[name]), whole)
    return times


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--step", type=int, default=7)
    parser.add_argument("--garble", type=int, default=0)
    parser.add_argument("--seed", default="1")
    parser.add_argument("ampcc")
    parser.add_argument("files", nargs="+")
    o = parser.parse_args()
    times = []
    with tempfile.TemporaryDirectory() as folder:
        client = Client(o.ampcc, folder, limit=LIMIT * 4)
        client.start({"initializationOptions": {"pause": 0}})
        for path in o.files:
            name = os.path.basename(path)
            with open(path, encoding="utf-8") as file:
                whole = file.read()
            times += garble_file(client, name, whole, o.garble, o.seed) if o.garble else type_file(client, name, whole, o.step)
            client.notify("textDocument/didClose", {"textDocument": {"uri": client.uri(name)}})
        if client.stop() != 0:
            raise SystemExit("the server's exit status is not 0")
    print("%d steps, the longest took %.2f s" % (len(times), max(times)))


main()
