"""Packed logs, unpacked as they are read: gz, xz, bz2 and zstd, known by their first bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

BLOCK = 1 << 18

_MAGIC = {b"\x1f\x8b": "gz", b"\xfd7zXZ\x00": "xz", b"BZh": "bz2", b"\x28\xb5\x2f\xfd": "zst"}


class SourceError(Exception):
    """A log that cannot be read; the text says why."""


def unpacked(raw: BinaryIO, notes: list[str], count: list[int]) -> Iterator[bytes]:
    """Plain bytes, at most 256 KiB at a time. `count[0]` grows by the packed bytes read; faults go to `notes`."""
    return _unpacked(_Counted(raw, count), notes)


class _Counted:
    """A raw file that counts the bytes read from it."""

    def __init__(self, raw: BinaryIO, count: list[int]):
        self._raw, self._count = raw, count

    def read(self, size: int) -> bytes:
        block = self._raw.read(size) or b""
        self._count[0] += len(block)
        return block


def _unpacked(raw: _Counted, notes: list[str]) -> Iterator[bytes]:
    head = raw.read(BLOCK)
    kind = next((kind for magic, kind in _MAGIC.items() if head.startswith(magic)), None)
    if kind is None:
        while head:
            yield head
            head = raw.read(BLOCK)
        return
    yield from _stream(head, raw, kind, notes)


def _stream(block: bytes, raw: _Counted, kind: str, notes: list[str]) -> Iterator[bytes]:
    """Unpack member after member, never more than one block at a time, whatever the ratio."""
    unpack = _unpacker(kind)
    while block or not unpack.needs_input:
        try:
            text = unpack.decompress(block, BLOCK)
        except (OSError, EOFError, ValueError, unpack.errors) as error:
            notes.append(f"damaged after this point ({error}); read up to it")
            return
        if text:
            yield text
        block = b""
        if unpack.eof:
            rest = unpack.unused_data or raw.read(BLOCK)
            if not rest:
                return
            unpack, block = _unpacker(kind), rest
        elif unpack.needs_input:
            block = raw.read(BLOCK)
    notes.append("cut off before its end; read as far as it goes")


class _Unpacker:
    """One shape for the decompressors of the standard library and of zstandard."""

    def __init__(self, inner, errors: type[Exception]):
        self._inner, self.errors = inner, errors

    def __getattr__(self, name: str):
        return getattr(self._inner, name)


class _Gzip:
    """`zlib` in the shape of the other decompressors: a bound on what comes out, the rest kept for the next call."""

    def __init__(self) -> None:
        import zlib

        self._inner = zlib.decompressobj(wbits=31)

    def decompress(self, block: bytes, size: int) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + block, size)

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data


def _unpacker(kind: str) -> _Unpacker:
    if kind == "gz":
        import zlib

        return _Unpacker(_Gzip(), zlib.error)
    if kind == "xz":
        import lzma

        return _Unpacker(lzma.LZMADecompressor(), lzma.LZMAError)
    if kind == "bz2":
        import bz2

        return _Unpacker(bz2.BZ2Decompressor(), OSError)
    return _zstandard()


def _zstandard() -> _Unpacker:
    try:
        from compression import zstd
    except ImportError:
        try:
            from backports import zstd
        except ImportError:
            raise SourceError("packed with zstd; install faultatlas[fast], or unpack it with: zstd -d") from None
    return _Unpacker(zstd.ZstdDecompressor(), zstd.ZstdError)
