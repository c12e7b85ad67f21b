"""storms.py AMPCC: what no editor should do, and what goes wrong around a server: it goes on."""
import os
import shutil
import sys
import tempfile
import time

from client import Client

TEXT = """#include <amp.h>
void f(concurrency::array_view<int> v)
{
    parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
}
int x = wrong;
"""


def below(pid):
    """The process's children and theirs, as (pid, state, command)."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open("/proc/%s/stat" % name, encoding="utf-8", errors="replace") as file:
                head, _, rest = file.read().rpartition(")")
        except OSError:
            continue
        state, parent = rest.split()[:2]
        if int(parent) == pid:
            found.append((int(name), state, head.partition("(")[2]))
    return found + [p for child in found for p in below(child[0])]


def begin(ampcc, folder, pause=0):
    client = Client(ampcc, folder)
    client.start({"initializationOptions": {"pause": pause}})
    return client


def documents_many(ampcc, folder):
    """Not every document keeps a process."""
    client = begin(ampcc, folder)
    names = ["a%d.ampc" % i for i in range(40)]
    for name in names:
        client.open(name, TEXT)
    for name in names:
        assert len(client.diagnostics(name)) == 1
    for name in (names[0], names[-1]):
        place = {"textDocument": {"uri": client.uri(name)}, "position": {"line": 3, "character": 6}}
        assert client.request("textDocument/hover", place)["result"], name
    end = time.monotonic() + 30
    while len(below(client.process.pid)) > 20:
        assert time.monotonic() < end, below(client.process.pid)
        time.sleep(0.1)
    assert client.stop() == 0


def requests_unread(ampcc, folder):
    """A client that writes for a long time before it reads."""
    client = begin(ampcc, folder)
    client.open("a.ampc", TEXT)
    uri = {"textDocument": {"uri": client.uri("a.ampc")}}
    asked = []
    for i in range(3000):
        asked.append(client.ask("textDocument/semanticTokens/full" if i % 2 else "nothing/" + "x" * 100, uri))
        client.notify("$/cancelRequest", {"id": asked[-1]})
    for serial in asked:
        answer = client.answer(serial)
        assert "result" in answer or answer["error"]["code"] in (-32601, -32800), answer
    assert len(client.diagnostics("a.ampc")) == 1
    assert client.stop() == 0


def headers_broken(ampcc, folder):
    for junk in (b"\0\0junk\r\n\r\n", b"x" * 70000, b"content-length: 2\r\nContent-Type: \0x\r\n\r\n{}"):
        client = begin(ampcc, folder)
        client.send_bytes(junk)
        client.find(lambda m: m.get("error", {}).get("code") in (-32700, -32600))
        assert client.request("nothing", {})["error"]["code"] == -32601
        assert client.stop() == 0


def folder_gone(ampcc, folder):
    """The folder of temporary files is tidied up."""
    client = begin(ampcc, folder)
    client.open("a.ampc", TEXT)
    assert len(client.diagnostics("a.ampc")) == 1
    for name in os.listdir(os.environ["TMPDIR"]):
        shutil.rmtree(os.path.join(os.environ["TMPDIR"], name))
    client.change("a.ampc", (5, 8), (5, 13), "1")
    assert client.diagnostics("a.ampc") == []
    assert client.stop() == 0


def compiler_slow(ampcc, folder):
    """What a change makes useless is ended, with all that it has started."""
    slow = os.path.join(folder, "slow")
    with open(slow, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\ncase "$*" in *-E*text*) sleep 1234 ;; esac\nexec cc "$@"\n')
    os.chmod(slow, 0o755)
    with open(os.path.join(folder, "compile_flags.txt"), "w", encoding="utf-8") as file:
        file.write("--cc=%s\n" % slow)
    client = begin(ampcc, folder)
    client.open("a.ampc", TEXT)
    for _ in range(4):
        end = time.monotonic() + 30
        while not any(p[2] == "sleep" for p in below(client.process.pid)):
            assert time.monotonic() < end
            time.sleep(0.05)
        client.change("a.ampc", (0, 0), (0, 0), "\n")
    end = time.monotonic() + 30
    while len(below(client.process.pid)) > 5 or any(p[1] == "Z" for p in below(client.process.pid)):
        assert time.monotonic() < end, below(client.process.pid)  # keeper, server, worker, cc, sleep
        time.sleep(0.1)
    left = [p[0] for p in below(client.process.pid)]
    assert client.stop() == 0
    assert not any(os.path.exists("/proc/%d" % pid) for pid in left), left


def main():
    for test in (documents_many, requests_unread, headers_broken, folder_gone, compiler_slow):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "temporary"))
            os.environ["TMPDIR"] = os.path.join(folder, "temporary")
            test(sys.argv[1], folder)
            assert not os.listdir(os.environ["TMPDIR"]), test.__name__


main()
