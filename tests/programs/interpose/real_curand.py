"""The same by ctypes: real_curand.py LIBRARY SEED."""
import ctypes
import sys

curand = ctypes.CDLL(sys.argv[1])
generator, x = ctypes.c_void_p(), (ctypes.c_uint * 4)()
status = curand.curandCreateGeneratorHost(ctypes.byref(generator), 100)
status |= curand.curandSetPseudoRandomGeneratorSeed(generator, ctypes.c_ulonglong(int(sys.argv[2])))
status |= curand.curandGenerate(generator, x, ctypes.c_size_t(4))
print(status, *("%08x" % v for v in x))
