"""Redaction: what names people, hosts, addresses or secrets gets a pseudonym, the same one each time.

What a diagnosis rests on stays: ranks, counters, codes, process ids, PCI addresses, file names.
"""

from __future__ import annotations

import re
from typing import Any

_HOST = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?){0,8}"
_OCTET = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"

# Places in which programs print a host name; the name is then replaced wherever it stands.
_HOST_PLACES = [
    re.compile(rf"\b({_HOST}):\d{{1,8}}:\d{{1,8}} \[\d{{1,3}}\]"),
    re.compile(rf"^ {{2}}host {{1,8}}: ({_HOST})", re.M),
    re.compile(rf"\bsrun: error: ({_HOST}): "),
    re.compile(rf"^[A-Z][a-z]{{2}} {{1,2}}\d{{1,2}} \d\d:\d\d:\d\d ({_HOST}) [A-Za-z]", re.M),
    re.compile(rf"\bon (?:node|host) ({_HOST})\b"),
    re.compile(r"\b(ip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?:\.[a-z0-9.-]{1,80}[a-z])?)\b"),
    re.compile(
        r"\b([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.(?:internal|local|lan|corp|svc(?:\.cluster\.local)?))\b"
    ),
    re.compile(rf"(?:MASTER_ADDR|HOSTNAME|SLURMD_NODENAME)[=:] ?['\"]?({_HOST})"),
]
_SECRETS = re.compile(
    r"(?i)(\b(?:password|passwd|secret|api[_-]?key|access[_-]?key|token|wandb_api_key|authorization: bearer)"
    r"['\"]?[=: ]{1,3}['\"]?)([^\s'\",;]{4,400})"
)
_TOKENS = re.compile(
    r"\b(?:hf_[A-Za-z0-9]{16,80}|sk-[A-Za-z0-9_-]{16,200}|gh[pousr]_[A-Za-z0-9]{20,80}|AKIA[A-Z0-9]{16}"
    r"|xox[abp]-[A-Za-z0-9-]{10,200}|eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,2000})"
)
_CREDENTIALS = re.compile(r"(://)[^/\s:@]{1,100}:[^/\s@]{1,200}@")
_MAIL = re.compile(r"\b[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,6}\.[A-Za-z]{2,24}\b")
_HOME = re.compile(
    r"(/(?:home|Users|lustre/(?:home|users?)|scratch/(?:home|users?)|mnt/home|data/home)/)([^/\s:'\",;)]{1,64})"
)
_BUCKET = re.compile(r"\b((?:s3a?|gs|hdfs|oss|abfss?)://)([A-Za-z0-9._-]{1,255})")
_GPU = re.compile(r"\b(?:GPU|MIG)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")
_IPV4 = re.compile(rf"(?<![\d.])({_OCTET}(?:\.{_OCTET}){{3}})(?![\d.]\d|\d)")
_IPV6 = re.compile(r"(?<![\w:.])([0-9a-fA-F:]{2,39})(?![\w:])")

# Names that point at no one, and addresses that every host has: loopback, link-local, the default Docker bridge.
_PLAIN_HOSTS = frozenset(["localhost", "none", "null", "unknown", "node", "host", "rank", "kernel"])
_OPEN_ADDRESSES = re.compile(
    r"^(?:127\.|0\.0\.0\.0$|255\.|169\.254\.|172\.1[78]\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)"
)
_PSEUDONYM = re.compile(r"^(?:host|user|bucket|secret|gpu)-\d+$")


class Redactor:
    """Replaces what is private, with the same pseudonym for the same thing. `replaced` maps originals to pseudonyms."""

    def __init__(self) -> None:
        self.replaced: dict[str, str] = {}
        self._counts: dict[str, int] = {}

    def learn(self, text: str) -> None:
        """Take note of host names, so that texts redacted later do not show them where nothing marks them."""
        for pattern in _HOST_PLACES:
            for match in pattern.finditer(text):
                self._host(match[1])

    def redact(self, text: str) -> str:
        """The text with pseudonyms. Redacting it again changes nothing."""
        text = _SECRETS.sub(lambda match: match[1] + self._pseudonym("secret", match[2]), text)
        text = _TOKENS.sub(lambda match: self._pseudonym("secret", match[0]), text)
        text = _CREDENTIALS.sub(r"\1", text)
        text = _MAIL.sub(lambda match: self._mail(match[0]), text) if "@" in text else text
        text = _HOME.sub(lambda match: match[1] + self._pseudonym("user", match[2]), text)
        text = _BUCKET.sub(lambda match: match[1] + self._pseudonym("bucket", match[2]), text)
        text = _GPU.sub(lambda match: self._pseudonym("gpu", match[0]), text)
        self.learn(text)
        text = self._without_hosts(text)
        text = _IPV4.sub(lambda match: self._address(match[1]), text)
        return _IPV6.sub(lambda match: self._long_address(match[1]), text)

    def _mail(self, address: str) -> str:
        return address if address.endswith("@example.com") else self._numbered(address, "user-{}@example.com")

    def _host(self, name: str) -> None:
        plain = name.lower() in _PLAIN_HOSTS or _PSEUDONYM.match(name) or name.isdigit() or len(name) < 3
        if not plain and not _IPV4.fullmatch(name) and not name.endswith(".example.com"):
            self._pseudonym("host", name)

    def _without_hosts(self, text: str) -> str:
        hosts = [name for name, pseudonym in self.replaced.items() if pseudonym.startswith("host-") and name in text]
        for name in sorted(hosts, key=len, reverse=True):
            text = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", self.replaced[name], text)
        return text

    def _address(self, address: str) -> str:
        return address if _OPEN_ADDRESSES.match(address) else self._numbered(address, "192.0.2.{}")

    def _long_address(self, address: str) -> str:
        plain = address.lower().startswith(("2001:db8:", "fe80::1:")) or address == "::1" or not _is_ipv6(address)
        near = address.lower().startswith("fe80:")
        return address if plain else self._numbered(address, "fe80::1:{:x}" if near else "2001:db8::{:x}")

    def _numbered(self, original: str, form: str) -> str:
        if original not in self.replaced:
            self._counts[form] = self._counts.get(form, 0) + 1
            self.replaced[original] = form.format(self._counts[form])
        return self.replaced[original]

    def _pseudonym(self, kind: str, original: str) -> str:
        return original if _PSEUDONYM.match(original) else self._numbered(original, kind + "-{}")


def redacted(answer: dict[str, Any], redactor: Redactor) -> dict[str, Any]:
    """A copy of a diagnosis in which all that came from the logs is redacted. Our own texts stay as they are."""
    texts = [line["text"] for finding in answer["findings"] for line in finding["evidence"]]
    for text in texts:
        redactor.learn(text)
    return _redacted(answer, redactor, False)


# Keys of a diagnosis under which text of the logs stands.
_FROM_LOGS = frozenset(["text", "file", "host", "against", "why", "skipped", "missing", "step"])


def _redacted(value: Any, redactor: Redactor, private: bool) -> Any:
    if isinstance(value, dict):
        return {key: _redacted(inner, redactor, key in _FROM_LOGS) for key, inner in value.items()}
    if isinstance(value, list):
        return [_redacted(inner, redactor, private) for inner in value]
    return redactor.redact(value) if private and isinstance(value, str) else value


def _is_ipv6(text: str) -> bool:
    """Clock times and PCI addresses look alike, but are none."""
    from ipaddress import AddressValueError, IPv6Address

    try:
        return text.count(":") > 1 and not IPv6Address(text).is_unspecified
    except AddressValueError:
        return False
