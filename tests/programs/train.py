"""An ordinary PyTorch training script that nobody made repeatable: nothing in it is seeded.

  train.py [FOLDER]

Random are the first weights, the order of the samples, dropout, and the augmentation, which two worker processes make
with NumPy and Python's random. Prints the SHA-256 of the trained weights. With a FOLDER each process leaves a file of
its own there: weights.txt, and for each worker the hash of every sample that it made.
"""
import hashlib
import random
import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, get_worker_info

FOLDER = Path(sys.argv[1]) if len(sys.argv) > 1 else None


class Stripes(Dataset):
    """Pictures of 12 by 12 points with stripes in one of four distances; noise, flips and gain differ each time."""

    def __len__(self):
        return 256

    def __getitem__(self, index):
        label = index % 4
        picture = np.zeros((1, 12, 12), np.float32)
        picture[0, :: label + 2] = 1
        picture += 0.1 * np.random.randn(1, 12, 12).astype(np.float32)
        if random.random() < 0.5:
            picture = picture[:, :, ::-1]
        gain = np.float32(np.random.default_rng().normal(1, 0.05))
        sample = torch.from_numpy(picture * gain) + 0.01 * torch.randn(1, 12, 12)
        if FOLDER:
            with open(FOLDER / f"worker{get_worker_info().id}.txt", "a") as made:
                print(index, hashlib.sha256(sample.numpy().tobytes()).hexdigest()[:16], file=made)
        return sample, label


def main():
    model = nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(32 * 9, 64), nn.ReLU(), nn.Dropout(0.3), nn.Linear(64, 4))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    batches = DataLoader(Stripes(), batch_size=32, shuffle=True, num_workers=2)
    for _ in range(2):
        for pictures, labels in batches:
            loss = nn.functional.cross_entropy(model(pictures), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    weights = hashlib.sha256()
    for name, tensor in model.state_dict().items():
        weights.update(name.encode() + tensor.numpy().tobytes())
    print(f"loss {loss.item():.6f}  weights {weights.hexdigest()}")
    if FOLDER:
        (FOLDER / "weights.txt").write_text(weights.hexdigest() + "\n")


if __name__ == "__main__":
    main()
