"""Fault Atlas: failure modes and public incidents of large ML training, as checked records."""

__version__ = "0.1.0"
