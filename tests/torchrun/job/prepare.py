"""Write the training shards: python prepare.py FOLDER SHARDS"""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from shards import HEADER

ROWS, WIDTH, CLASSES = 640, 64, 10


def main(folder: Path, count: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(7)
    centres = torch.randn(CLASSES, WIDTH)
    for index in range(count):
        labels = torch.randint(CLASSES, (ROWS,))
        features = centres[labels] + 1.5 * torch.randn(ROWS, WIDTH)
        data = features.numpy().tobytes()
        head = HEADER.pack(ROWS, WIDTH, len(data))
        (folder / f"train-{index:05d}.bin").write_bytes(head + data + labels.numpy().tobytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
