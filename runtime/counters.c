/* counters.c - the counters of ampc_counters_get: launches, builds, bytes moved and waits since the
 * start; and the library's version.
 *
 * Counters are atomic, so they can be read while other threads work. Tests use them to show that
 * nothing is copied needlessly. */
#include "runtime/homes.h"

/* Each counter is atomic by itself; nothing needs them to be consistent with each other. */
static ampc_counters counters;

static void count(unsigned long long *counter, unsigned long long by)
{
    __atomic_fetch_add(counter, by, __ATOMIC_RELAXED);
}

/* Cheaper than an addition that is atomic. */
void counters_launch(void)
{
    unsigned long long before = __atomic_load_n(&counters.launches, __ATOMIC_RELAXED);
    __atomic_store_n(&counters.launches, before + 1, __ATOMIC_RELAXED);
}

void counters_build(void)
{
    count(&counters.builds, 1);
}

void counters_binary(void)
{
    count(&counters.binaries, 1);
}

void counters_upload(size_t bytes)
{
    count(&counters.uploads, 1);
    count(&counters.upload_bytes, bytes);
}

void counters_download(size_t bytes)
{
    count(&counters.downloads, 1);
    count(&counters.download_bytes, bytes);
}

void counters_wait(void)
{
    count(&counters.waits, 1);
}

void ampc_counters_get(ampc_counters *out)
{
    out->launches = __atomic_load_n(&counters.launches, __ATOMIC_RELAXED);
    out->builds = __atomic_load_n(&counters.builds, __ATOMIC_RELAXED);
    out->binaries = __atomic_load_n(&counters.binaries, __ATOMIC_RELAXED);
    out->waits = __atomic_load_n(&counters.waits, __ATOMIC_RELAXED);
    out->uploads = __atomic_load_n(&counters.uploads, __ATOMIC_RELAXED);
    out->upload_bytes = __atomic_load_n(&counters.upload_bytes, __ATOMIC_RELAXED);
    out->downloads = __atomic_load_n(&counters.downloads, __ATOMIC_RELAXED);
    out->download_bytes = __atomic_load_n(&counters.download_bytes, __ATOMIC_RELAXED);
}

void ampc_counters_reset(void)
{
    runtime_lock(); /* which whoever counts launches has */
    __atomic_store_n(&counters.launches, 0, __ATOMIC_RELAXED);
    runtime_unlock();
    __atomic_store_n(&counters.builds, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&counters.binaries, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&counters.waits, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&counters.uploads, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&counters.upload_bytes, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&counters.downloads, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&counters.download_bytes, 0, __ATOMIC_RELAXED);
}

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

int ampc_version(void)
{
    return AMPC_VERSION;
}

const char *ampc_version_string(void)
{
    return TEXT(AMPC_VERSION_MAJOR) "." TEXT(AMPC_VERSION_MINOR) "." TEXT(AMPC_VERSION_PATCH);
}
