// C++ calls the library as any other.
#include <cstdio>
#include <vector>

#include "scale.h"

int main()
{
    std::vector<float> x = {1, 2, 3, 4}, y(x.size());
    scale(static_cast<int>(x.size()), x.data(), y.data());
    for (float value : y)
        std::printf("%g ", value);
    std::printf("\n");
}
