// mandelbrot.cl - the Mandelbrot set by hand.
#define ROUNDS 256

int escape(float x0, float y0)
{
    float x = 0, y = 0;
    int n = 0;
    while (n < ROUNDS && x * x + y * y <= 4.0f) {
        float t = x * x - y * y + x0;
        y = 2.0f * x * y + y0;
        x = t;
        n++;
    }
    return n;
}

__kernel void naive(__global int *image, int n, float pixel)
{
    int i = get_global_id(1), j = get_global_id(0);
    if (i < n && j < n)
        image[i * n + j] = escape(-2.2f + pixel * j, -1.6f + pixel * i);
}

#ifdef EXPERT
#ifdef GPU

// Groups of 16 x 16, whose threads take about as many rounds; the squares that the test needs are those of the next round.
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void expert(__global int *image, int n, float pixel)
{
    int i = get_global_id(1), j = get_global_id(0), count = 0;
    float x0 = -2.2f + pixel * j, y0 = -1.6f + pixel * i, x = 0, y = 0, xx = 0, yy = 0;
    while (count < ROUNDS && xx + yy <= 4.0f) {
        y = 2.0f * x * y + y0;
        x = xx - yy + x0;
        xx = x * x, yy = y * y;
        count++;
    }
    image[i * n + j] = count;
}

#else

// 16 pixels per thread, in vectors.
__kernel void expert(__global int *image, int n, float pixel)
{
    int i = get_global_id(1), j = get_global_id(0) * 16;
    float16 lane = (float16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    float16 x0 = -2.2f + pixel * (lane + (float)j), x = 0, y = 0;
    float y0 = -1.6f + pixel * i;
    int16 count = 0;
    for (int k = 0; k < ROUNDS; k++) {
        float16 xx = x * x, yy = y * y;
        int16 in = xx + yy <= 4.0f;
        if (k % 4 == 0 && !any(in))
            break;
        count -= in;
        y = 2.0f * x * y + y0;
        x = xx - yy + x0;
    }
    vstore16(count, 0, image + i * n + j);
}

#endif
#endif
