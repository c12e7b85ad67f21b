"""Python calls the library by ctypes."""
import ctypes
import pathlib

library = ctypes.CDLL(str(pathlib.Path(__file__).parent / "libscale.so"))
floats = ctypes.c_float * 4
x, y = floats(1, 2, 3, 4), floats()
library.scale(4, x, y)
print(*(f"{value:g}" for value in y))
