#!/bin/sh
# SQLite's amalgamation through ampcc behaves as through cc.
. "$TESTS/real/fetch.sh"
fetch_npm sqlite better-sqlite3@12.11.1
src=$REAL/sqlite/deps/sqlite3
cat >main.c <<'C'
#include "sqlite3.h"
#include <stdio.h>
static int row(void *unused, int n, char **values, char **names)
{
    (void)unused;
    for (int i = 0; i < n; i++)
        printf("%s=%s ", names[i], values[i] ? values[i] : "NULL");
    printf("\n");
    return 0;
}
int main(void)
{
    sqlite3 *db;
    char *message = 0;
    if (sqlite3_open(":memory:", &db))
        return 1;
    const char *sql = "create table t(a integer primary key, b text, c real);"
                      "with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)"
                      " insert into t select i, 'row ' || i, i * 0.25 from n;"
                      "create index tb on t(b);"
                      "select count(*), sum(a), avg(c), min(b), max(b) from t;"
                      "select a, b from t where b like '%77%' order by b desc limit 5;"
                      "select json_extract('{\"x\":[1,2,{\"y\":3}]}', '$.x[2].y'), printf('%08.3f', 3.14159), hex('x');"
                      "pragma integrity_check;";
    if (sqlite3_exec(db, sql, row, 0, &message))
        printf("error: %s\n", message);
    printf("%s %d\n", sqlite3_libversion(), sqlite3_total_changes(db));
    return sqlite3_close(db);
}
C
cc -w -O0 -c -I"$src" -o sqlite_cc.o "$src/sqlite3.c" && cc -I"$src" -o by_cc main.c sqlite_cc.o -lm -lpthread -ldl || exit 1
$AMPCC -w -O0 -c -x ampc -I"$src" -o sqlite_ampc.o "$src/sqlite3.c" || exit 1
$AMPCC -I"$src" -o by_ampc -x ampc main.c -x none sqlite_ampc.o -lm -lpthread -ldl || exit 1
same_output ./by_cc ./by_ampc
