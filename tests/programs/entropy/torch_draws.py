"""What an unseeded PyTorch program draws, in the parent and in two DataLoader workers: a file for each."""
import sys

import torch
from torch.utils.data import DataLoader, Dataset


class Numbers(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        import random
        with open(f"item{i}", "w") as f:
            print(i, torch.rand(1).item(), random.random(), torch.initial_seed(), file=f)
        return i


if __name__ == "__main__":
    with open("parent", "w") as f:
        print(torch.initial_seed(), torch.rand(1).item(), torch.seed(), file=f)
    loader = DataLoader(Numbers(), batch_size=2, shuffle=True, num_workers=2, multiprocessing_context=sys.argv[1])
    print([b.tolist() for b in loader])
