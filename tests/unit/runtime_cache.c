/* The cache of binaries: what is whole is found, what is not is never used. */
#include "runtime/cache.h"

#include "tests/unit/runtime_test.h"

#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/ampc-cache-XXXXXX";

static struct cache_bytes text(const char *s)
{
    return (struct cache_bytes){s, strlen(s)};
}

/* The folder is made by the cache itself, two levels deep. */
static void folder_set(void)
{
    char path[64];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a/b", folder);
    setenv("AMPC_CACHE_DIR", path, 1);
}

/* Removes the folder; how many files the cache had. */
static int folder_end(void)
{
    char path[sizeof folder + 300];
    int count = 0;
    snprintf(path, sizeof path, "%s/a/b", folder);
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (e->d_name[0] != '.') {
            snprintf(path, sizeof path, "%s/a/b/%s", folder, e->d_name);
            unlink(path);
            count++;
        }
    }
    if (dir)
        closedir(dir);
    static const char *const parts[] = {"/a/b", "/a", ""};
    for (int k = 0; k < 3; k++) {
        snprintf(path, sizeof path, "%s%s", folder, parts[k]);
        rmdir(path);
    }
    return count;
}

static bool finds(const char *key, const char *data)
{
    size_t bytes = 0;
    char *found = cache_read(text(key), &bytes);
    bool same = found && bytes == strlen(data) && memcmp(found, data, bytes) == 0;
    free(found);
    return same;
}

START_TEST(finds_what_was_stored)
{
    folder_set();
    ck_assert(!finds("one", "first"));
    cache_write(text("one"), text("first"));
    cache_write(text("two"), text("second"));
    ck_assert(finds("one", "first"));
    ck_assert(finds("two", "second"));
    cache_write(text("one"), text("third"));
    ck_assert(finds("one", "third"));
    cache_remove(text("one"));
    ck_assert(!finds("one", "third"));
    ck_assert_int_eq(folder_end(), 1);
}
END_TEST

START_TEST(refuses_every_damage)
{
    size_t bytes = 0;
    struct cache_bytes key = text("a key"), data = text("some data");
    unsigned char *file = cache_pack(key, data, &bytes);
    ck_assert_ptr_nonnull(file);
    struct cache_bytes found = cache_unpack((struct cache_bytes){file, bytes}, key);
    ck_assert_mem_eq(found.at, data.at, data.n);
    for (size_t k = 0; k < bytes; k++) {
        for (int bit = 0; bit < 8; bit++) {
            file[k] ^= (unsigned char)(1 << bit);
            ck_assert_ptr_null(cache_unpack((struct cache_bytes){file, bytes}, key).at);
            file[k] ^= (unsigned char)(1 << bit);
        }
        ck_assert_ptr_null(cache_unpack((struct cache_bytes){file, k}, key).at);
    }
    ck_assert_ptr_null(cache_unpack((struct cache_bytes){file, bytes}, text("b key")).at);
    ck_assert_ptr_null(cache_unpack((struct cache_bytes){file, bytes}, text("a key ")).at);
    free(file);
}
END_TEST

START_TEST(keeps_to_its_size)
{
    enum { BYTES = 300 << 10, COUNT = 8 };
    static char data[BYTES];
    char key[16];
    setenv("AMPC_CACHE_SIZE", "1", 1);
    folder_set();
    for (int k = 0; k < COUNT; k++) {
        snprintf(key, sizeof key, "key %d", k);
        cache_write(text(key), (struct cache_bytes){data, BYTES});
    }
    size_t bytes = 0;
    void *last = cache_read(text(key), &bytes);
    ck_assert_ptr_nonnull(last);
    free(last);
    ck_assert(!finds("key 0", ""));
    int count = folder_end();
    ck_assert_int_ge(count, 2);
    ck_assert_int_le(count, 3);
}
END_TEST

START_TEST(is_off_when_told)
{
    setenv("AMPC_CACHE_DIR", "off", 1);
    cache_write(text("one"), text("first"));
    ck_assert(!finds("one", "first"));
}
END_TEST

START_TEST(works_nowhere_without_a_folder)
{
    setenv("AMPC_CACHE_DIR", "/dev/null/no", 1);
    cache_write(text("one"), text("first"));
    ck_assert(!finds("one", "first"));
}
END_TEST

/* Each process writes and reads the same keys; nobody ever sees half of something. */
START_TEST(serves_many_processes)
{
    enum { PROCESSES = 8, ROUNDS = 40, BYTES = 40000 };
    static char data[BYTES];
    folder_set();
    for (int p = 0; p < PROCESSES; p++) {
        if (fork() == 0) {
            int bad = 0;
            for (int k = 0; k < ROUNDS; k++) {
                size_t bytes = 0;
                memset(data, 'a' + (k + p) % 26, BYTES);
                cache_write(text("shared"), (struct cache_bytes){data, BYTES});
                char *found = cache_read(text("shared"), &bytes);
                bad += !found || bytes != BYTES;
                for (int i = 1; found && !bad && i < BYTES; i++)
                    bad += found[i] != found[0];
                free(found);
            }
            _exit(bad != 0);
        }
    }
    for (int p = 0; p < PROCESSES; p++) {
        int status = 0;
        wait(&status);
        ck_assert_int_eq(status, 0);
    }
    ck_assert_int_eq(folder_end(), 1);
}
END_TEST

/* What is whole, but no binary that the device takes, is removed; the source is built then. */
START_TEST(removes_what_the_device_refuses)
{
    struct failure f = {.code = AMPC_SUCCESS};
    const char *from;
    folder_set();
    struct ampc_accelerator *a = ampc_accelerator_default();
    ck_assert(accelerator_open(a, &f));
    char *key = binary_key(a, "-cl-std=CL1.2", test_source);
    ck_assert_ptr_nonnull(key);
    cache_write(text(key), text("no binary of any device"));
    ck_assert(finds(key, "no binary of any device"));
    ck_assert_ptr_null(binary_load(key, a, "-cl-std=CL1.2", &from));
    ck_assert(!finds(key, "no binary of any device"));
    free(key);
    ck_assert_int_eq(folder_end(), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("runtime_cache");
    TCase *tests = tcase_create("cache");
    tcase_add_test(tests, finds_what_was_stored);
    tcase_add_test(tests, refuses_every_damage);
    tcase_add_test(tests, keeps_to_its_size);
    tcase_add_test(tests, is_off_when_told);
    tcase_add_test(tests, works_nowhere_without_a_folder);
    tcase_add_test(tests, serves_many_processes);
    tcase_add_test(tests, removes_what_the_device_refuses);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
