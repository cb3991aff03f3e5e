"""Draws secrets, the way that the argument names, and prints them, one a line. numpy_* need NumPy."""
import ctypes
import os
import sys


def token():
    import secrets
    return secrets.token_hex(16)


def uuid():
    import uuid
    return uuid.uuid4()


def urandom():
    return os.urandom(16).hex()


def urandom_of_numba_size():
    return os.urandom(2496).hex()


def getrandom_like_hash_secret():
    return os.getrandom(24, os.GRND_NONBLOCK).hex()


def getrandom_like_random():
    return os.getrandom(2496, os.GRND_NONBLOCK).hex()


def system_random():
    import random
    return random.SystemRandom().getrandbits(128)


def authkey():
    import multiprocessing
    return multiprocessing.current_process().authkey.hex()


def authkey_of_spawned():
    import multiprocessing
    context = multiprocessing.get_context("spawn")
    queue = context.SimpleQueue()
    worker = context.Process(target=put_authkey, args=(queue,))
    worker.start()
    value = queue.get()
    worker.join()
    return value


def put_authkey(queue):
    queue.put(urandom())


def ssl_bytes():
    import ssl
    return ssl.RAND_bytes(16).hex()


def ctypes_getentropy():
    buffer = ctypes.create_string_buffer(16)
    assert ctypes.CDLL(None).getentropy(buffer, 16) == 0
    return buffer.raw.hex()


def ctypes_getrandom():
    buffer = ctypes.create_string_buffer(24)
    assert ctypes.CDLL(None).getrandom(buffer, 24, os.GRND_NONBLOCK) == 24
    return buffer.raw.hex()


def device_file():
    with open("/dev/urandom", "rb") as f:
        return f.read(16).hex()


# Secrets that are drawn while NumPy is on the stack, or seems to be.


def numpy_frompyfunc():
    import numpy as np
    return np.frompyfunc(lambda x: urandom(), 1, 1)(np.arange(1))[0]


def numpy_vectorize():
    import numpy as np
    return np.vectorize(lambda x: urandom())(np.arange(1))[0]


def numpy_thread():
    import threading
    import numpy as np
    np.random.default_rng()
    drawn = []
    thread = threading.Thread(target=lambda: drawn.append(token()))
    thread.start()
    thread.join()
    return drawn[0]


def numpy_seed_sequence_of_its_own():
    import numpy as np
    drawn = []

    class Own(np.random.bit_generator.ISeedSequence):
        def generate_state(self, n_words, dtype=np.uint32):
            drawn.append(os.urandom(32).hex())
            return np.zeros(n_words, dtype)

    np.random.PCG64(Own())
    return drawn


def numpy_setitem_under_shuffle():
    import numpy as np
    drawn = []

    class Noisy(list):
        def __setitem__(self, i, value):
            drawn.append(os.urandom(16).hex())
            list.__setitem__(self, i, value)

    np.random.shuffle(Noisy([1, 2, 3, 4]))
    return drawn


def numpy_callback(size):
    import numpy as np
    drawn = []

    class Calling(list):
        def __iter__(self):
            drawn.append(os.urandom(size).hex())
            return iter([1])

    np.random.SeedSequence(Calling([1]))
    return drawn


def numpy_callback_of_32_bytes():
    return numpy_callback(32)


def numpy_callback_of_16_bytes():
    return numpy_callback(16)


# Python code that runs while SeedSequence itself draws, with nobody meaning any harm.


def seed_generators(times):
    import numpy as np
    for _ in range(times):
        np.random.default_rng()


def numpy_finalizer():
    """Names that objects in reference cycles take when the garbage collector finds them, most of the time in there."""
    import uuid
    drawn = []

    class Session:
        def __init__(self):
            self.me = self

        def __del__(self):
            drawn.append(uuid.uuid4().hex)

    import numpy as np
    for _ in range(3000):
        Session()
        np.random.default_rng()
    return drawn


def numpy_weak_reference():
    import secrets
    import weakref
    drawn = []

    class Node:
        pass

    import numpy as np
    for _ in range(3000):
        node = Node()
        node.me = node
        weakref.finalize(node, lambda: drawn.append(secrets.token_hex(16)))
        del node
        np.random.default_rng()
    return drawn


def numpy_traced(start):
    import secrets
    import numpy  # noqa: F401 (before the tracer)
    drawn, busy = [], []

    def tracer(*_):
        if not busy:
            busy.append(True)
            drawn.append(secrets.token_hex(16))
            busy.clear()

    start(tracer)
    seed_generators(20)
    start(None)
    return drawn


def numpy_profiler():
    return numpy_traced(sys.setprofile)


def numpy_tracer():
    return numpy_traced(sys.settrace)


def numpy_signal_handler():
    import secrets
    import signal
    drawn = []
    signal.signal(signal.SIGPROF, lambda *_: drawn.append(secrets.token_hex(16)))
    signal.setitimer(signal.ITIMER_PROF, 1e-3, 1e-3)
    while len(drawn) < 50:
        seed_generators(100)
    signal.setitimer(signal.ITIMER_PROF, 0)
    return drawn[:50]


def numpy_copied_elsewhere():
    """A module that is NumPy's in all but its place: it may be anybody's, so its entropy stays real."""
    import importlib.util
    import shutil
    import numpy as np
    folder = os.path.join(os.environ["OUT"], "numpy", "random")
    os.makedirs(folder)
    copy = shutil.copy(np.random.bit_generator.__file__, folder)
    spec = importlib.util.spec_from_file_location("numpy.random.bit_generator", copy)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.__file__ == copy and module is not np.random.bit_generator
    shutil.rmtree(os.path.join(os.environ["OUT"], "numpy"))
    return [module.SeedSequence().entropy, module.randbits(128)]


def impostor():
    """A library that looks like NumPy's, given as the second argument, draws 16 bytes through os.urandom."""
    library = ctypes.PyDLL(sys.argv[2])
    library.secret.restype = ctypes.py_object
    return library.secret().hex()


def impostor_beside_numpy():
    import numpy
    numpy.random.default_rng()
    return impostor()


if __name__ == "__main__":
    secret = globals()[sys.argv[1]]()
    print(*(secret if isinstance(secret, list) else [secret]), sep="\n")
