"""What an unseeded Python program draws, a file for each kind."""
import random
import sys
import threading

try:
    import numpy as np
except ImportError:
    np = None


def leave(name, *values):
    with open(name, "w") as f:
        print(*values, file=f)


leave("random", random.random())
leave("random_again", random.Random().random())
if np:
    leave("legacy", np.random.rand())
    leave("default_rng", np.random.default_rng().random())
    leave("default_rng_again", np.random.default_rng().random())
    leave("seed_sequence", np.random.SeedSequence().entropy)
draw = np.random.default_rng if np else random.Random
threads = [threading.Thread(target=lambda i=i: leave(f"thread{i}", draw().random())) for i in range(8)]
[t.start() for t in threads]
[t.join() for t in threads]
print(hash("detshim"), list({"a", "b", "c", "d", "e", "f", "g"}), sys.flags.isolated)
