// cub: CUB's algorithms on the data of algorithms.ampc, in its lines (variant "cub"). Built where nvcc is: make benches. COSTS_ELEMENTS: as there.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cub/cub.cuh>

static void check(cudaError_t status, const char *what)
{
    if (status == cudaSuccess)
        return;
    std::fprintf(stderr, "cub: %s: %s\n", what, cudaGetErrorString(status));
    std::exit(2);
}

struct is_large {
    __device__ bool operator()(float a) const { return a > 0.5f; }
};

// Medians of 21 runs, each waited for, behind two that do not count.
template <typename Run> static void measure(const char *device, const char *what, int n, double bytes, Run run)
{
    std::vector<double> seconds;
    for (int k = -2; k < 21; k++) {
        auto start = std::chrono::steady_clock::now();
        check(run(), what);
        check(cudaDeviceSynchronize(), what);
        if (k >= 0)
            seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(seconds.begin(), seconds.end());
    double median = seconds[seconds.size() / 2];
    std::printf("%s\t%s\t%d\tcub\t%.3f\t%.3f\t\t%.4g\n", device, what, n, 1e6 * median, 1e6 * seconds[0], 1e-9 * bytes / median);
}

template <typename T> static T *memory(size_t count)
{
    void *p = nullptr;
    check(cudaMalloc(&p, count * sizeof(T)), "cudaMalloc");
    return static_cast<T *>(p);
}

// At least that many bytes of scratch memory, from one call to the next.
static void *scratch_of(size_t bytes)
{
    static void *scratch;
    static size_t room;
    if (bytes > room) {
        check(cudaFree(scratch), "cudaFree");
        scratch = memory<char>(bytes);
        room = bytes;
    }
    return scratch;
}

// Calls a function of CUB's with the scratch memory that it asks for.
#define CUB(function, ...)                                                                                                                            \
    [&] {                                                                                                                                             \
        size_t bytes = 0;                                                                                                                             \
        check(function(nullptr, bytes, __VA_ARGS__), #function);                                                                                      \
        return function(scratch_of(bytes), bytes, __VA_ARGS__);                                                                                                 \
    }

int main()
{
    const char *text = std::getenv("COSTS_ELEMENTS");
    int n = text ? std::atoi(text) : 1 << 26;
    cudaDeviceProp device;
    check(cudaGetDeviceProperties(&device, 0), "a device");
    std::vector<int> keys(n);
    std::vector<float> numbers(n);
    for (int i = 0; i < n; i++) {
        unsigned random = (unsigned)i * 2654435761u;
        random ^= random >> 15;
        keys[i] = (int)(random * 2246822519u);
        numbers[i] = (float)(random >> 8) / (1 << 24);
    }
    float *x = memory<float>(n), *y = memory<float>(n), *sum = memory<float>(1);
    int *from = memory<int>(n), *to = memory<int>(n), *values = memory<int>(n), *values_to = memory<int>(n), *counts = memory<int>(256);
    check(cudaMemcpy(x, numbers.data(), n * sizeof(float), cudaMemcpyHostToDevice), "copying");
    check(cudaMemcpy(from, keys.data(), n * sizeof(int), cudaMemcpyHostToDevice), "copying");
    float result;
    measure(device.name, "reduce", n, 4.0 * n, [&] {
        check(CUB(cub::DeviceReduce::Sum, x, sum, n)(), "reduce");
        return cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    });
    measure(device.name, "scan_inclusive", n, 8.0 * n, CUB(cub::DeviceScan::InclusiveSum, x, y, n));
    measure(device.name, "copy_if, half of them", n, 6.0 * n, CUB(cub::DeviceSelect::If, x, y, counts, n, is_large()));
    measure(device.name, "histogram, 256 bins", n, 4.0 * n, CUB(cub::DeviceHistogram::HistogramEven, x, counts, 257, 0.f, 1.f, n));
    measure(device.name, "sort int", n, 8.0 * n, CUB(cub::DeviceRadixSort::SortKeys, from, to, n));
    measure(device.name, "sort_by_key int, int", n, 16.0 * n, CUB(cub::DeviceRadixSort::SortPairs, from, to, values, values_to, n));
}
