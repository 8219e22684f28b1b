"""IBM Plex cut to Latin: the fonts of the site, made from the wheels once and kept in a cache.

The wheels are the OFL fonts as published; fontTools writes the small WOFF2 files.
Where the wheels are missing the style sheet falls back to the system's fonts.
"""

from __future__ import annotations

import hashlib
from importlib import metadata, util
from pathlib import Path

# Basic Latin, Latin-1, the typographic marks and arrows that records and pages use.
UNICODES = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    0x2013,
    0x2014,
    0x2018,
    0x2019,
    0x201C,
    0x201D,
    0x2022,
    0x2026,
    0x202F,
    0x2192,
    0x00D7,
    0x2212,
]
FONTS = {
    "plex-sans.woff2": ("fontpkg_ibm_plex_sans", "IBMPlexSans[wdth,wght].ttf"),
    "plex-serif-400.woff2": ("fontpkg_ibm_plex_serif", "IBMPlexSerif-Regular.ttf"),
    "plex-serif-600.woff2": ("fontpkg_ibm_plex_serif", "IBMPlexSerif-SemiBold.ttf"),
    "plex-mono-400.woff2": ("fontpkg_ibm_plex_mono", "IBMPlexMono-Regular.ttf"),
    "plex-mono-600.woff2": ("fontpkg_ibm_plex_mono", "IBMPlexMono-SemiBold.ttf"),
}


def web_fonts(cache: Path) -> dict[str, Path]:
    """File name to the cut font in `cache`, made when it is not there; fonts whose wheel is missing are left out."""
    found = {}
    for name, (package, file) in FONTS.items():
        spec = util.find_spec(package)
        if spec is None or spec.origin is None:
            continue
        source = Path(spec.origin).parent / "files" / file
        target = cache / f"{_digest(package, file)}-{name}"
        if not target.exists():
            _cut(source, target)
        found[name] = target
    return found


def _digest(package: str, file: str) -> str:
    """Changes with the font's version and with what is cut from it."""
    version = metadata.version(package.replace("_", "-"))
    return hashlib.sha256(f"{version} {file} {UNICODES}".encode()).hexdigest()[:12]


def _cut(source: Path, target: Path) -> None:
    from fontTools import subset

    options = subset.Options(flavor="woff2", layout_features=["kern", "liga", "tnum", "zero", "mark"], hinting=False)
    options.drop_tables += ["meta"]
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(".partial")
    with subset.load_font(str(source), options) as font:
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=UNICODES)
        subsetter.subset(font)
        subset.save_font(font, str(partial), options)
    partial.replace(target)
