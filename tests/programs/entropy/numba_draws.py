"""The unseeded generator of numba's compiled code."""
import numba
import numpy as np


@numba.njit
def draw():
    return np.random.random()


print(draw(), draw())
