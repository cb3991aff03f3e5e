#!/usr/bin/env python3
"""Writes FOLDER/<model>.json for each GPU model of the table: the device properties from which cuDNN (9.8 and later) plans
without a device. Numbers are those of NVIDIA's public specifications; what all models share stands once.

  gpus.py FOLDER
"""
import json
import sys
from pathlib import Path

KB, MB = 1 << 10, 1 << 20

COMMON = {
    "cudaDeviceId": 0, "driverVer": 13000, "pciDeviceId": 0, "isTccDriver": 0, "supportCoopLaunch": 1, "warpSize": 32,
    "maxGridSize": [2**31 - 1, 65535, 65535], "maxBlockSize": [1024, 1024, 64], "maxThreadsPerBlock": 1024,
    "regsPerBlock": 65536, "maxRegistersPerSM": 65536, "maxSharedMemoryPerBlock": 48 * KB,
}

# Compute capability: shared memory a block can opt in to and what the system keeps of it; blocks and threads per
# multiprocessor.
CAPABILITIES = {
    75: (64 * KB, 0, 16, 1024),
    80: (163 * KB, KB, 32, 2048),
    86: (99 * KB, KB, 16, 1536),
    89: (99 * KB, KB, 24, 1536),
    90: (227 * KB, KB, 32, 2048),
    100: (227 * KB, KB, 32, 2048),
    120: (99 * KB, KB, 24, 1536),
}

# File: name, compute capability, multiprocessors, boost clock and memory clock in MHz, L2 in MB, memory in MB.
MODELS = {
    "t4": ("Tesla T4", 75, 40, 1590, 5001, 4, 15109),
    "a100": ("NVIDIA A100-SXM4-40GB", 80, 108, 1410, 1215, 40, 40513),
    "rtx3090": ("NVIDIA GeForce RTX 3090", 86, 82, 1695, 9751, 6, 24260),
    "rtx4090": ("NVIDIA GeForce RTX 4090", 89, 128, 2520, 10501, 72, 24217),
    "l40s": ("NVIDIA L40S", 89, 142, 2520, 9001, 96, 45487),
    "h100": ("NVIDIA H100 80GB HBM3", 90, 132, 1980, 2619, 50, 80995),
    "h200": ("NVIDIA H200", 90, 132, 1980, 3201, 60, 143771),
    "b200": ("NVIDIA B200", 100, 148, 1965, 3996, 126, 182642),
    "rtx5090": ("NVIDIA GeForce RTX 5090", 120, 170, 2407, 14001, 96, 32115),
}


def properties(name, capability, multiprocessors, clock, memory_clock, l2, memory):
    shared, reserved, blocks, threads = CAPABILITIES[capability]
    return COMMON | {
        "deviceName": name, "deviceVer": capability * 10, "multiProcessorCount": multiprocessors,
        "maxSharedMemoryPerBlockOptin": shared, "reservedSharedMemoryPerBlock": reserved, "maxCtasPerSM": blocks,
        "maxThreadsPerSM": threads, "smClockRateKHz": clock * 1000, "memClockRateKHz": memory_clock * 1000,
        "l2CacheSize": l2 * MB, "totalGlobalMem": memory * MB,
    }


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for file, model in MODELS.items():
        (folder / f"{file}.json").write_text(json.dumps(properties(*model), indent=1) + "\n")


if __name__ == "__main__":
    main()
