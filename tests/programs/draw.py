"""The Python program of README's first screen: nothing in it is seeded. Needs NumPy."""
import random
import secrets

import numpy

print(numpy.random.default_rng().random(), random.random(), hash("a"), secrets.token_hex(4))
