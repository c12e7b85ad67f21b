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

// Groups of 8 x 4, whose threads take about as many rounds; the squares are computed once, and four rounds go without a test: what has left stays
// outside, and the rounds from the last test on are done again.
__kernel void expert(__global int *image, int n, float pixel)
{
    int i = get_global_id(1), j = get_global_id(0), count = 0;
    float x0 = -2.2f + pixel * j, y0 = -1.6f + pixel * i, x = 0, y = 0, xx = 0, yy = 0, sx = 0, sy = 0;
    while (count < ROUNDS) {
        sx = x, sy = y;
#pragma unroll
        for (int u = 0; u < 4; u++) {
            y = 2.0f * x * y + y0;
            x = xx - yy + x0;
            xx = x * x, yy = y * y;
        }
        if (!(xx + yy <= 4.0f))
            break;
        count += 4;
    }
    if (count < ROUNDS)
        for (x = sx, y = sy; count < ROUNDS && x * x + y * y <= 4.0f; count++) {
            float t = x * x - y * y + x0;
            y = 2.0f * x * y + y0;
            x = t;
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
