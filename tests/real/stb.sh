#!/bin/sh
# stb's libraries through ampcc behave as through cc: image writing and reading, text formatting, containers, noise.
. "$TESTS/real/fetch.sh"
[ -f /usr/include/stb/stb_image.h ] || skip "stb is not installed (libstb-dev)"
# stb_sprintf reads words at odd addresses, which the sanitizers do not forgive.
[ -z "$SANITIZE" ] || AMPC_CC=cc
cat >main.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#define STB_IMAGE_RESIZE_IMPLEMENTATION
#include <stb/stb_image_resize.h>
#define STB_SPRINTF_IMPLEMENTATION
#include <stb/stb_sprintf.h>
#define STB_DS_IMPLEMENTATION
#include <stb/stb_ds.h>
#define STB_PERLIN_IMPLEMENTATION
#include <stb/stb_perlin.h>
#define STB_RECT_PACK_IMPLEMENTATION
#include <stb/stb_rect_pack.h>
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>
#define STB_DXT_IMPLEMENTATION
#include <stb/stb_dxt.h>
struct text {
    unsigned char bytes[65536];
    int n;
};
static void put(void *to, void *data, int n)
{
    struct text *t = to;
    memcpy(t->bytes + t->n, data, (size_t)n);
    t->n += n;
}
int main(void)
{
    static unsigned char pixels[32 * 32 * 3], small[16 * 16 * 3];
    for (int i = 0; i < 32 * 32 * 3; i++)
        pixels[i] = (unsigned char)(stb_perlin_noise3((float)(i % 32) / 7, (float)(i / 32) / 9, 0.5f, 0, 0, 0) * 100 + 128);
    static struct text t;
    stbi_write_png_to_func(put, &t, 32, 32, 3, pixels, 96);
    int w, h, n;
    unsigned char *back = stbi_load_from_memory(t.bytes, t.n, &w, &h, &n, 3);
    printf("%d %d %d %d %d\n", t.n, w, h, n, back && !memcmp(back, pixels, sizeof pixels));
    stbir_resize_uint8(pixels, 32, 32, 0, small, 16, 16, 0, 3);
    unsigned sum = 0;
    for (int i = 0; i < (int)sizeof small; i++)
        sum = sum * 31 + small[i];
    char line[200];
    stbsp_snprintf(line, sizeof line, "%u %'d %.3f %e %s %llx", sum, 1234567, 3.14159, 1e-7, "text", 1ull << 60);
    puts(line);
    struct { char *key; int value; } *map = NULL;
    shput(map, "one", 1), shput(map, "two", 2);
    int *list = NULL;
    for (int i = 0; i < 100; i++)
        arrput(list, i * i);
    printf("%d %d %td %d\n", shget(map, "one"), shget(map, "two"), arrlen(list), list[99]);
    free(back);
    return 0;
}
C
cc -w -O1 -o by_cc main.c -lm || exit 1
$AMPCC -w -O1 -o by_ampc -x ampc main.c -lm || exit 1
same_output ./by_cc ./by_ampc
