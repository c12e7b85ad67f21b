"""gdb for programs of ampcc: 'source .../ampc-gdb.py', in ~/.gdbinit or at the prompt.

    (gdb) break life.ampc:12 if t.local.c[0] == 3
    (gdb) print t.local              $1 = (3)
    (gdb) print w(1, t.local[0])     $2 = 0
    (gdb) print w                    $3 = extent (2, 3) = {{0, 1, 0}, {1, 0, 1}}
    (gdb) print w.extent.size()      $4 = 6
    (gdb) display $at(w, 1, 2)       for conditions, display, watch, set; so are $extent(w) and $size(w)
    (gdb) ampc thread                main's kernel at life.ampc:10, thread (19), local (3), tile (2)
    (gdb) backtrace                  the program's frames; backtrace -no-filters: all

It relies on the names of generated code: struct ampc_index2, ampc_tiled2, ampc_view2 (of the host), ampc_view2_float and
ampc_stored_view2_float (of kernels that AMPC_DEVICE=emulator runs); functions ampc_kernel_*, which kernels become, ampc_run_*, which call them, u_f, which an amp function f becomes.
"""
import math
import os
import re

import gdb
import gdb.printing
import gdb.types
from gdb.FrameDecorator import FrameDecorator

INDEX = re.compile(r"ampc_index\d+$")
TILED = re.compile(r"ampc_tiled\d+$")
HOST_VIEW = re.compile(r"ampc_view\d+$")
KERNEL_VIEW = re.compile(r"ampc_(stored_)?view\d+_")  # 'stored': a member 'v' in a structure that is captured
LIBRARY_FILE = re.compile(r"(^|/)(runtime/(algorithms/)?\w+\.c|ampc-generated|ampc_\w+\.h)$")
TILED_MEMBERS = {"global": "g", "local": "l", "tile": "t", "tile_origin": "o"}


def tag(value_type):
    """The tag of a structure, "" of all else."""
    if value_type.code == gdb.TYPE_CODE_REF:
        value_type = value_type.target()
    plain = gdb.types.get_basic_type(value_type)
    return plain.tag or "" if plain.code == gdb.TYPE_CODE_STRUCT else ""


def numbers(array):
    low, high = array.type.range()
    return [int(array[k]) for k in range(low, high + 1)]


def shown(components):
    return "(" + ", ".join(map(str, components)) + ")"


# ---- views ----


def frames_out():
    """The selected frame, then all, from the newest outwards."""
    yield gdb.selected_frame()
    frame = gdb.newest_frame()
    while frame is not None:
        yield frame
        frame = frame.older()


def declared_element(view):
    """The type in 'array_view<TYPE' where the variable that lies at the value's address is declared; None: not to be found."""
    if view.address is None:
        return None
    for frame in frames_out():
        try:
            block = frame.block()
        except RuntimeError:  # there is no debugging information
            continue
        while block is not None:
            for symbol in block:
                if (symbol.is_variable or symbol.is_argument) and HOST_VIEW.match(tag(symbol.type)):
                    value = symbol.value(frame) if symbol.needs_frame else symbol.value()
                    if value.address is not None and int(value.address) == int(view.address):
                        return element_at(symbol, block)
            block = block.superblock
    return None


def element_at(symbol, block):
    with open(symbol.symtab.fullname(), encoding="utf-8", errors="replace") as source:
        lines = source.read().split("\n")[max(0, symbol.line - 4):symbol.line]
    before = re.split(r"\b%s\b" % re.escape(symbol.name), "\n".join(lines))
    before = symbol.name.join(before[:-1]) if len(before) > 1 else before[0]
    found = re.findall(r"\barray(?:_view)?\s*<\s*(?:const\s+)?([\w\s]+?)(?:\s+const)?\s*[,>]", before)
    if not found:
        return None
    while block is not None:
        try:
            return gdb.lookup_type(" ".join(found[-1].split()), block)
        except gdb.error:
            block = block.superblock
    return None


class View:
    """An array_view or array: 'extent', 'stride' in elements, 'base' a pointer to element 0, or None where elements' type is not known."""

    def __init__(self, value):
        self.of_host, self.host_is_old = HOST_VIEW.match(tag(value.type)) is not None, False
        if self.of_host:
            self.extent = numbers(value["extent"])
            self.stride = numbers(value["stride"])
            self.size = int(value["v"]["elem"])
            element = declared_element(value)
            self.base = value["v"]["host"].cast(element.pointer()) if element and element.sizeof == self.size else None
            self.empty = int(value["v"]["home"]) == 0
            try:
                self.host_is_old = not self.empty and not int(value["v"]["home"]["host"]) & 1
            except gdb.MemoryError:  # its declaration has not been passed
                self.empty = True
        else:
            if gdb.types.has_field(value.type, "pad"):
                value = value["v"]
            self.extent = numbers(value["e"]["c"])
            self.stride = [int(value["s%d" % k]) for k in range(len(self.extent) - 1)] + [1]
            self.base = value["p"].cast(value["p"].type.target().strip_typedefs().pointer())
            self.size = self.base.type.target().sizeof
            self.empty = int(self.base) == 0

    def at(self, index):
        """The element, or for fewer subscripts the row, as an object in memory."""
        if self.base is None:
            raise gdb.GdbError("the type of the elements is not known here")
        if len(index) > len(self.extent):
            raise gdb.GdbError("%d subscripts for a view of rank %d" % (len(index), len(self.extent)))
        if not all(0 <= i < e for i, e in zip(index, self.extent)):
            raise gdb.GdbError("%s is outside the extent %s" % (shown(index), shown(self.extent)))
        pointer = self.base + sum(i * s for i, s in zip(index, self.stride))
        rest = self.extent[len(index):]
        if not rest:
            return pointer.dereference()
        dense = 1
        for e, s in zip(reversed(rest), reversed(self.stride)):
            if s != dense:
                raise gdb.GdbError("this row lies in pieces: give all subscripts")
            dense *= e
        row = self.base.type.target()
        for e in reversed(rest):
            row = row.array(e - 1)
        return pointer.cast(row.pointer()).dereference()


def components(values):
    """The numbers of subscripts: integers, or an index."""
    out = []
    for value in values:
        out += numbers(value["c"]) if INDEX.match(tag(value.type)) else [int(value)]
    return out


class At(gdb.Function):
    """$at(VIEW, I, J ...) or $at(VIEW, INDEX): an element of a view or an array; with fewer subscripts a row. It can be set."""

    def __init__(self):
        super().__init__("at")

    def invoke(self, view, *index):
        if not is_view(tag(view.type)):
            raise gdb.GdbError("$at needs a view or an array")
        return View(view).at(components(index))


def is_view(kind):
    return HOST_VIEW.match(kind) is not None or KERNEL_VIEW.match(kind) is not None


class Extent(gdb.Function):
    """$extent(VIEW): the extent of a view or an array."""

    def __init__(self):
        super().__init__("extent")

    def invoke(self, view):
        if not is_view(tag(view.type)):
            raise gdb.GdbError("$extent needs a view or an array")
        if gdb.types.has_field(view.type, "pad"):
            view = view["v"]
        extent = view["extent"]
        if INDEX.match(tag(extent.type)):
            return extent
        kind = gdb.lookup_type("struct ampc_index%d" % len(numbers(extent)))
        return extent.address.cast(kind.pointer()).dereference()


class Size(gdb.Function):
    """$size(VIEW) or $size(EXTENT): how many elements it has."""

    def __init__(self):
        super().__init__("size")

    def invoke(self, value):
        kind = tag(value.type)
        if not is_view(kind) and not INDEX.match(kind):
            raise gdb.GdbError("$size needs a view, an array or an extent")
        return math.prod(View(value).extent if is_view(kind) else numbers(value["c"]))


# ---- printers ----


class IndexPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return shown(numbers(self.value["c"]))


class TiledPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return None

    def children(self):
        for name, member in TILED_MEMBERS.items():
            yield name, self.value[member]


class ViewPrinter:
    def __init__(self, value):
        self.view = View(value)

    def to_string(self):
        text = "extent " + shown(self.view.extent)
        if self.view.empty:
            return "an empty view"
        if self.view.host_is_old:
            text += ", newer on the accelerator"
        if self.view.base is None:
            text += ", elements of %d bytes" % self.view.size
        return text

    def children(self):
        if self.view.empty or self.view.base is None:
            return
        for k in range(self.view.extent[0]):
            try:
                yield "[%d]" % k, self.view.at([k])
            except gdb.GdbError:
                yield "[%d]" % k, "..."

    def display_hint(self):
        return "array"


# ---- expressions as in the source ----


def closing(text, at):
    """Where the bracket at text[at] is closed; -1: nowhere."""
    depth = 0
    for k in range(at, len(text)):
        if text[k] in "([{":
            depth += 1
        elif text[k] in ")]}":
            depth -= 1
            if depth == 0:
                return k
    return -1


def type_of(expression):
    try:
        return tag(gdb.parse_and_eval(expression).type)
    except gdb.error:
        return ""


def known(name):
    try:
        return gdb.lookup_symbol(name)[0] is not None
    except gdb.error:  # there is no frame
        return True


def in_c(text):
    """The expression with v(i, j), v[i], i[0], t.local[0], v.extent.size() as gdb understands them."""
    out, at = "", 0
    for name in re.finditer(r"(?<![\w$.'\"])(?<!->)[A-Za-z_]\w*", text):
        if name.start() < at:
            continue
        out += text[at:name.start()]
        value, at = name.group(), name.end()
        if text[at:at + 1] == "(" and not known(value) and known("u_" + value):
            value = "u_" + value  # an amp function
        while True:
            member = re.compile(r"\s*(\.|->)\s*([A-Za-z_]\w*)").match(text, at)
            bracket = re.compile(r"\s*([(\[])").match(text, at)
            method = re.compile(r"\s*\.\s*size\s*\(\s*\)").match(text, at)
            if method and INDEX.match(type_of(value)):
                value, at = "$size(%s)" % value, method.end()
                continue
            if member:
                of_view = member.group(2) == "extent" and is_view(type_of(value))
                value = "$extent(%s)" % value if of_view else value + member.group(1) + member.group(2)
                at = member.end()
                continue
            end = closing(text, bracket.start(1)) if bracket else -1
            if end < 0:
                break
            inner, kind = in_c(text[bracket.end():end]), type_of(value)
            if is_view(kind):
                value = "$at(%s, %s)" % (value, inner)
            elif INDEX.match(kind) and bracket.group(1) == "[":
                value += ".c[%s]" % inner
            else:
                value += bracket.group(1) + inner + text[end]
            at = end + 1
        out += value
    return out + text[at:]


class Print(gdb.Command):
    """gdb's 'print', which also takes v(i, j), v[i] and t.local[0] of AMP's types as they stand in the source."""

    def __init__(self):
        super().__init__("print", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def invoke(self, argument, from_tty):
        try: # 'call' is 'print' but for functions without a result
            gdb.execute("call " + in_c(argument) if argument else "output $", from_tty)
        except gdb.error as error:
            raise gdb.GdbError(re.sub("^Error occurred in Python: ", "", str(error)))


# ---- frames ----


def name_of(frame):
    return frame.name() or ""


def is_kernel(frame):
    return name_of(frame).startswith("ampc_kernel_")


def is_api(frame):
    return name_of(frame).startswith(("ampc_", "ampc.")) and not is_kernel(frame)


def is_users(frame):
    """A frame of code whose source is neither the library's nor libc's."""
    table = frame.find_sal().symtab
    if table is None or LIBRARY_FILE.search(table.filename) or is_api(frame):
        return False
    library = gdb.current_progspace().solib_name(frame.pc()) or ""
    return not os.path.basename(library).startswith(("libc.", "libc-", "libpthread"))


def hidden(frames):
    """The numbers of frames that are the library's: what runs a kernel, and what calls of the library do inside."""
    out = set()
    for k, frame in enumerate(frames):
        if is_kernel(frame):
            k += 1
            while k < len(frames) and not is_users(frames[k]):
                out.add(k)
                k += 1
        elif is_api(frame):
            while k >= 0 and not is_kernel(frames[k]) and not is_users(frames[k]):
                out.add(k)
                k -= 1
    return out


def kernel_place(frame):
    """'main's kernel at life.ampc:10', by the name ampc_kernel_main_10."""
    function, line = re.match(r"ampc_kernel_(.*)_(\d+)", name_of(frame)).groups()
    table = frame.find_sal().symtab
    return "%s's kernel at %s:%s" % (function, os.path.basename(table.filename) if table else "line ", line)


def kernel_index(frame):
    """The index or tiled_index that a kernel's frame has, or None: in its first line it has none yet."""
    function = frame.function()
    if function is None or frame.find_sal().line == function.line:
        return None
    block = frame.block()
    while block is not None and block.function is None:
        block = block.superblock
    for symbol in block or ():
        if symbol.is_variable and not symbol.is_argument and (INDEX.match(tag(symbol.type)) or TILED.match(tag(symbol.type))):
            value = symbol.value(frame)
            return None if value.is_optimized_out else value
    return None


def thread_text(frame):
    """'thread (19), local (3), tile (2)' of a kernel's frame; "" when it is not known."""
    index = kernel_index(frame)
    if index is None:
        return ""
    if INDEX.match(tag(index.type)):
        return "thread " + shown(numbers(index["c"]))
    parts = {name: shown(numbers(index[member]["c"])) for name, member in TILED_MEMBERS.items()}
    return "thread %(global)s, local %(local)s, tile %(tile)s" % parts


class Decorated(FrameDecorator):
    """A kernel by its place and thread, an amp function by its name in the source."""

    def function(self):
        frame = self.inferior_frame()
        name = name_of(frame)
        if is_kernel(frame):
            text = thread_text(frame)
            return kernel_place(frame) + (", " + text if text else "")
        return name[2:] if name.startswith("u_") and is_users(frame) else super().function()

    def frame_args(self):
        return None if is_kernel(self.inferior_frame()) else super().frame_args()


class Filter:
    """Leaves the program's own frames; 'backtrace -no-filters' shows all."""

    def __init__(self):
        self.name, self.priority, self.enabled = "ampc", 100, True
        gdb.frame_filters[self.name] = self

    def filter(self, decorators):
        decorators = list(decorators)
        gone = hidden([d.inferior_frame() for d in decorators])
        return iter([Decorated(d) for k, d in enumerate(decorators) if k not in gone])


# ---- commands ----


class Ampc(gdb.Command):
    """Commands for kernels of ampcc's programs."""

    def __init__(self):
        super().__init__("ampc", gdb.COMMAND_DATA, prefix=True)


class Thread(gdb.Command):
    """ampc thread: which kernel the selected frame is in, and which thread of it: its index, in its tile, and the tile's."""

    def __init__(self):
        super().__init__("ampc thread", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        frame = gdb.selected_frame()
        while frame is not None and not is_kernel(frame):
            frame = frame.older()
        if frame is None:
            raise gdb.GdbError("no kernel runs here")
        print("%s, %s" % (kernel_place(frame), thread_text(frame) or "which has not begun"))


# ---- steps ----


class Steps:
    """A step out of a kernel goes on to the program's next line: of the next thread, or behind the launch."""

    def __init__(self):
        self.kernel = None  # in which the process stopped
        self.went_on = False  # behind it
        self.breakpoints = []
        gdb.events.stop.connect(self.stopped)
        for command in ("step", "next", "until"):
            gdb.execute("define hook-%s\npython gdb.ampc_steps.begin()\nend" % command)
        gdb.ampc_steps = self

    def begin(self):
        """Before a step: it ends where it would leave the kernel, and nothing is printed of that."""
        frame = gdb.newest_frame() if gdb.selected_thread() else None
        if frame is not None and is_kernel(frame) and frame.older() is not None:
            self.stop_at(frame.older().pc())

    def stopped(self, event):
        went_on, self.went_on = self.went_on, False
        for b in self.breakpoints:
            if b.is_valid():
                b.delete()
        self.breakpoints = []
        frame = gdb.newest_frame()
        kernel, self.kernel = self.kernel, name_of(frame) if is_kernel(frame) else None
        leaves = name_of(frame).startswith("ampc_run_") or (kernel and name_of(frame) in ("fiber_main", "work_share"))
        if leaves and kernel and not isinstance(event, gdb.SignalEvent):
            self.go_on(kernel)
        elif went_on:
            self.show(frame)

    def show(self, frame):
        """Where a step ended that went on by itself."""
        if is_kernel(frame):
            print("%s, %s" % (kernel_place(frame), thread_text(frame)))
        place = frame.find_sal()
        gdb.execute("list %d,%d" % (place.line, place.line))

    def stop_at(self, address):
        b = gdb.Breakpoint("*%d" % address, internal=True, temporary=True)
        b.silent = True
        b.thread = gdb.selected_thread().global_num
        self.breakpoints.append(b)

    def go_on(self, kernel):
        frame = gdb.newest_frame()
        while frame is not None and not is_users(frame):
            frame = frame.older()
        if frame is not None:
            self.stop_at(frame.pc())
        function = gdb.lookup_static_symbol(kernel) or gdb.lookup_global_symbol(kernel)
        if function is not None:
            self.stop_in(function)
        self.went_on = True
        gdb.execute("continue")

    def stop_in(self, function):
        """At the first statement, where the next thread begins, and behind barriers, where one goes on."""
        block = gdb.block_for_pc(int(function.value().address))
        while block.function is None:
            block = block.superblock
        lines = [e.pc for e in function.symtab.linetable() if block.start <= e.pc < block.end and e.line > function.line]
        if lines:
            self.stop_at(min(lines))
        code = gdb.selected_inferior().architecture().disassemble(block.start, block.end - 1)
        for call, following in zip(code, code[1:]):
            if "ampc__emulator_barrier" in call["asm"] or "ampc.emulator_barrier" in call["asm"]:
                self.stop_at(following["addr"])


def printers():
    collection = gdb.printing.RegexpCollectionPrettyPrinter("ampc")
    collection.add_printer("index", "^ampc_index[0-9]+$", IndexPrinter)
    collection.add_printer("tiled_index", "^ampc_tiled[0-9]+$", TiledPrinter)
    collection.add_printer("view", "^ampc_(view[0-9]+|(stored_)?view[0-9]+_.*)$", ViewPrinter)
    return collection


def load():
    """Once, however often the script is read."""
    if "ampc" in gdb.frame_filters:
        return
    gdb.printing.register_pretty_printer(None, printers())
    gdb.execute("skip -rfu ^ampc[._][^k]", to_string=True)
    for what in (At, Extent, Size, Print, Filter, Ampc, Thread, Steps):
        what()


load()
