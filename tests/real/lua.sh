#!/bin/sh
# The Lua interpreter through ampcc behaves as through cc.
. "$TESTS/real/fetch.sh"
fetch_debian lua5.4
src=$REAL/lua5.4/src
files=$(cd "$src" && ls l*.c | grep -v '^luac.c$')
for f in $files; do
    cc -w -O1 -DLUA_USE_POSIX -c -o "cc_$f.o" "$src/$f" || exit 1
    $AMPCC -w -O1 -DLUA_USE_POSIX -c -x ampc -o "ampc_$f.o" "$src/$f" || exit 1
done
cc -o by_cc cc_*.o -lm && $AMPCC -o by_ampc ampc_*.o -lm || exit 1
cat >t.lua <<'L'
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
print(fib(22), 7 // 2, 7 % -3, 2^53, 1e15, 0x7fffffffffffffff + 1, "a" .. 1)
local t = {}
for w in ("the quick brown fox"):gmatch("%a+") do t[#t + 1] = w:upper() end
table.sort(t); print(table.concat(t, ","), #t, select("#", table.unpack(t)))
print(pcall(error, {code = 1}), string.format("%q %5.2f %x", "x\ny", 3.14159, 255))
local co = coroutine.wrap(function(a) for i = 1, 3 do a = coroutine.yield(a * i) end end)
print(co(2), co(3), co(4)); print(math.type(1), math.type(1.0), 3 | 4, ~0, 1 << 62, string.rep("ab", 3, "-"))
goto done
print("not reached")
::done:: print(utf8.char(228, 8364), #utf8.char(8364), os.time{year=2020, month=1, day=1, hour=12} > 0)
L
same_output "./by_cc t.lua" "./by_ampc t.lua"
