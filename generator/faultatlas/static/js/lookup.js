// Recognises names, codes and pasted lines. Works in slices, so that the page stays alive.

import { fold } from "./dom.js";
import { compile, matchLine, matchPart } from "./templates.js";

const MAX_LINES = 500;
const MAX_LENGTH = 16 * 1024;
const SLICE_MS = 40;
const BREATH = 100;
const MIN_NAME = 4;

// What a hit is worth, best first. A name that is the whole question comes before texts, one among other words last.
const TIERS = { initiating: 0, witness: 0, "may-initiate": 1, collateral: 2, context: 3, whole: 4, template: 5, name: 6 };

export const siteRoot = new URL("../../", import.meta.url);

let loading;

export const loadLookup = () => {
  loading ??= fetch(new URL("lookup.json", import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return answer.json();
  }).then((data) => new Lookup(data));
  loading.catch(() => { loading = undefined; });
  return loading;
};

const pause = () => new Promise((go) => { setTimeout(go); });

const endOfLine = (text, from) => {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
};

const countLines = (text, from) => {
  let count = 0;
  for (let at = from; at < text.length; at = endOfLine(text, at) + 1) count += 1;
  return count;
};

// The first distinct lines, how many lines were read for them, and how many are left; nothing is split that is not read.
const linesOf = (given) => {
  const text = given.trimEnd();
  const distinct = new Map();
  let read = 0;
  let from = 0;
  while (from < text.length && distinct.size < MAX_LINES) {
    const end = endOfLine(text, from);
    const line = text.slice(from, Math.min(end, from + MAX_LENGTH)).trim();
    read += 1;
    if (line && !distinct.has(line)) distinct.set(line, { text: line, number: read });
    from = end + 1;
  }
  return { lines: [...distinct.values()], read, left: countLines(text, from) };
};

export const isWordAt = (text, at) => /[\p{L}\p{N}_]/u.test(text[at] ?? "");

// Where a name stands as a whole in the text, or -1.
const placeOfName = (name, folded) => {
  for (let at = folded.indexOf(name); at >= 0; at = folded.indexOf(name, at + 1)) {
    if (!isWordAt(folded, at - 1) && !isWordAt(folded, at + name.length)) return at;
  }
  return -1;
};

class Lookup {
  #data;
  #patterns = [];
  #templates = [];

  constructor(data) {
    this.#data = data;
    this.names = data.names.map(([name, to]) => ({ name, folded: fold(name), to }));
  }

  target(to) {
    const [path, title, kind, note, says] = this.#data.targets[to];
    return { path, title, kind, note, says };
  }

  // Compiled on first use; a pattern that this browser does not know is left out.
  #pattern(place) {
    if (this.#patterns[place] === undefined) {
      const [pattern, ignoreCase] = this.#data.patterns[place];
      try {
        this.#patterns[place] = new RegExp(pattern, ignoreCase ? "i" : "");
      } catch {
        this.#patterns[place] = null;
      }
    }
    return this.#patterns[place];
  }

  #template(place) {
    this.#templates[place] ??= compile(this.#data.templates[place][0]);
    return this.#templates[place];
  }

  // Hits, best first, each target once; null when `isOff()` says that another question has been asked.
  async recognise(text, isOff) {
    const { lines, read, left } = linesOf(text);
    const whole = fold(text.slice(0, MAX_LENGTH).trim());
    const best = new Map();
    let since = performance.now();
    for (const line of lines) {
      for (const hit of this.#hitsOf(line, whole)) {
        if (hit) keepBest(best, hit);
        if (performance.now() - since < SLICE_MS) continue;
        await pause();
        if (isOff()) return null;
        since = performance.now();
      }
    }
    // Among lines that mean as much, the first in the log comes first.
    const hits = [...best.values()].sort((a, b) => a.tier - b.tier || a.line.number - b.line.number || b.score - a.score);
    return { hits: hits.map((hit) => ({ ...hit, target: this.target(hit.to), isStrong: hit.tier <= TIERS.whole })), lines: lines.length, read, left };
  }

  // Yields null now and then, so that even one long line can be left for a moment.
  * #hitsOf(line, whole) {
    const folded = fold(line.text);
    yield* this.#names(line, folded, whole);
    yield* this.#signatures(line);
    yield null;
    yield* this.#texts(line, folded);
    yield null;
  }

  * #signatures(line) {
    for (let place = 0; place < this.#data.patterns.length; place += 1) {
      if (place % BREATH === 0) yield null;
      const found = this.#pattern(place)?.exec(line.text);
      if (!found?.[0]) continue;
      const [, , role, score, to] = this.#data.patterns[place];
      const tier = TIERS[role] ?? TIERS.context;
      yield { to, tier, score, role, line, why: "signature", ranges: [[found.index, found.index + found[0].length]] };
    }
  }

  * #texts(line, folded) {
    for (let place = 0; place < this.#data.templates.length; place += 1) {
      const [, to, role] = this.#data.templates[place];
      const template = this.#template(place);
      const found = matchLine(template, folded);
      const part = found ? null : matchPart(template, folded);
      if (found) yield { to, tier: TIERS.template, score: found.score, role, line, why: "text", ranges: found.inLine };
      else if (part) yield { to, tier: TIERS.template, score: part.score, role, line: { ...line, text: template.text }, why: "part", ranges: part.inTemplate };
    }
  }

  * #names(line, folded, whole) {
    for (const { name, folded: known, to } of this.names) {
      if (known === whole) yield { to, tier: TIERS.whole, score: known.length, line: { ...line, text: name }, why: "name", ranges: [[0, name.length]] };
      else if (known.length >= MIN_NAME) {
        const at = placeOfName(known, folded);
        if (at >= 0) yield { to, tier: TIERS.name, score: known.length, line, why: "name", ranges: [[at, at + known.length]] };
      }
    }
  }
}

const keepBest = (best, hit) => {
  const known = best.get(hit.to);
  const isBetter = !known || hit.tier < known.tier || (hit.tier === known.tier && hit.score > known.score);
  const lines = new Set([...(known?.on ?? []), hit.line.number]);
  best.set(hit.to, { ...(isBetter ? hit : known), on: lines });
};
