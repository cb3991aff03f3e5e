"""Libraries, threads, processes, files, an exception: everything that does not ask for entropy."""
import concurrent.futures, ctypes, hashlib, json, multiprocessing, os, sqlite3, ssl, subprocess, sys, threading, zlib


def square(x):
    return x * x


if __name__ == "__main__":
    print(json.dumps({"b": 1, "a": [1, 2.5, None]}), ctypes.CDLL(None).abs(-3), zlib.crc32(b"abc"))
    print(hashlib.sha256(b"abc").hexdigest(), ssl.OPENSSL_VERSION)
    print(sqlite3.connect(":memory:").execute("select 6*7").fetchone())
    print(subprocess.run(["sh", "-c", "echo $0 out; exit 4"], capture_output=True))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        print(list(pool.map(square, range(8))))
    for method in ("fork", "spawn"):
        with multiprocessing.get_context(method).Pool(2) as pool:
            print(method, pool.map(square, range(8)))
    results = []
    thread = threading.Thread(target=lambda: results.append(os.getpid() == os.getpid()))
    thread.start()
    thread.join()
    print(results, sorted(os.listdir(".")))
    print("to standard error", file=sys.stderr)
    raise SystemExit(9)
