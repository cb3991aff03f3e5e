"""An unseeded Python program with workers: fork, spawn, forkserver or subprocess. A file for each process."""
import importlib.util
import multiprocessing
import random
import subprocess
import sys

with_numpy = importlib.util.find_spec("numpy") is not None


def work(name):
    values = [random.Random().random()]
    if with_numpy:
        import numpy
        values.append(numpy.random.default_rng().random())
    with open(name, "w") as f:
        print(*values, file=f)
    return hash("detshim")


def hashes(name, queue):
    queue.put(work(name))


if __name__ == "__main__":
    kind = sys.argv[1]
    seen = {work("parent")}
    if kind == "subprocess":
        for i in range(3):
            for flags in ([], ["-I"]):
                code = f"import sys; sys.path.insert(0, {sys.path[0]!r}); import python_processes as p; print(p.work('child{i}{''.join(flags)}'))"
                done = subprocess.run([sys.executable, *flags, "-c", code], check=True, stdout=subprocess.PIPE)
                # PYTHONHASHSEED reaches children without -I; with it only the hash secret is pinned.
                seen.add((tuple(flags), int(done.stdout)))
    else:
        context = multiprocessing.get_context(kind)
        queue = context.SimpleQueue()
        workers = [context.Process(target=hashes, args=(f"worker{i}", queue)) for i in range(3)]
        for w in workers:
            w.start()
        for w in workers:
            seen.add(queue.get())
        for w in workers:
            w.join()
    print(sorted(map(str, seen)))
