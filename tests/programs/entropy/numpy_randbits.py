"""What else can be done with the name that NumPy's SeedSequence draws through: all as without the shim."""
import gc
import subprocess
import sys
import numpy as np

randbits = np.random.bit_generator.randbits
for arguments in ((), (-1,), ("x",), (8, 8), (2.5,)):
    try:
        print(randbits(*arguments))
    except (TypeError, ValueError) as error:
        print(arguments, type(error).__name__)
for bits in (1, 7, 31, 33, 128, 1 << 17):
    assert 0 <= randbits(bits) < 1 << bits
assert 0 <= randbits(k=64) < 1 << 64
assert randbits.__name__ in ("randbits", "getrandbits")
entropies = [np.random.SeedSequence(pool_size=n).entropy for n in (4, 4, 8, 128, 129)]
assert all(0 < e.bit_length() <= 32 * n for e, n in zip(entropies, (4, 4, 8, 128, 129)))
assert len(set(entropies)) == 5
before = sys.getrefcount(randbits)
for _ in range(1000):
    randbits(128)
gc.collect()
print(sys.getrefcount(randbits) - before)

# What a program has put in its place stays, and the module may be executed again.
own = "import secrets; secrets.randbits = lambda bits: 7; import numpy; print(numpy.random.SeedSequence().entropy)"
print(subprocess.run([sys.executable, "-c", own], capture_output=True, text=True).stdout)
again = ("import sys, numpy; module = numpy.random.bit_generator; spec = module.__spec__\n"
         "for _ in range(2000): spec.loader.exec_module(module)\n"
         "print(0 < numpy.random.SeedSequence().entropy < 1 << 128)")
print(subprocess.run([sys.executable, "-c", again], capture_output=True, text=True).stdout)
