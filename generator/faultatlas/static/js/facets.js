// The browse index as bit sets, and the questions the page asks of it. Knows nothing of the page.

const popcount = (word) => {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return (((v + (v >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
};

const put = (bits, n) => { bits[n >>> 5] |= 1 << (n & 31); };
const has = (bits, n) => (bits[n >>> 5] >>> (n & 31)) & 1;
const orInto = (bits, more) => { for (let i = 0; i < bits.length; i += 1) bits[i] |= more[i]; };
const andInto = (bits, more) => { for (let i = 0; i < bits.length; i += 1) bits[i] &= more[i]; };

const count = (bits) => {
  let total = 0;
  for (let i = 0; i < bits.length; i += 1) if (bits[i]) total += popcount(bits[i]);
  return total;
};

const countBoth = (a, b) => {
  let total = 0;
  for (let i = 0; i < a.length; i += 1) {
    const both = a[i] & b[i];
    if (both) total += popcount(both);
  }
  return total;
};

export const KINDS = ["failure", "incident"];
export const SORTS = ["date", "title", "seen"];

export class Catalogue {
  #data;
  #bits = {};
  #kinds;
  #haystack;
  #found = new Map();
  #orders = new Map();

  constructor(data) {
    this.#data = data;
    this.size = data.id.length;
    this.failures = data.kind.indexOf(1) < 0 ? this.size : data.kind.indexOf(1);
    this.idOf = (n) => data.id[n];
    this.facets = Object.keys(data.facets);
    this.terms = Object.fromEntries(this.facets.map((facet) => [facet, data.facets[facet].map(termOf)]));
    this.groups = data.groups;
    for (const facet of this.facets) this.#bits[facet] = this.#termBits(facet);
    this.#kinds = KINDS.map((_, kind) => this.#where((n) => data.kind[n] === kind));
    this.#haystack = data.id.map((id, n) => `${id} ${data.title[n]} ${data.summary[n]} ${data.who[n]}`.toLowerCase());
  }

  #empty() { return new Uint32Array((this.size + 31) >>> 5); }

  #where(holds) {
    const bits = this.#empty();
    for (let n = 0; n < this.size; n += 1) if (holds(n)) put(bits, n);
    return bits;
  }

  #termBits(facet) {
    const sets = this.terms[facet].map(() => this.#empty());
    this.#data.words[facet].forEach((numbers, n) => numbers.forEach((number) => put(sets[number], n)));
    return sets;
  }

  record(n) {
    const data = this.#data;
    const words = Object.fromEntries(this.facets.map((facet) => [facet, data.words[facet][n].map((w) => this.terms[facet][w])]));
    return {
      id: data.id[n], isCase: data.kind[n] === 1, title: data.title[n], when: data.when[n],
      summary: data.summary[n], who: data.who[n], seen: data.seen[n], words,
    };
  }

  knows(facet, id) { return this.terms[facet].some((term) => term.id === id); }

  // Records that carry at least one of the chosen words; null when none is chosen.
  #chosenMask(facet, chosen) {
    if (!chosen.length) return null;
    const bits = this.#empty();
    this.terms[facet].forEach((term, number) => { if (chosen.includes(term.id)) orInto(bits, this.#bits[facet][number]); });
    return bits;
  }

  // Records in which one typed word occurs: in their own text, or in a facet word, its label or an alias.
  #wordMask(word) {
    const kept = this.#found.get(word);
    if (kept) return kept;
    const bits = this.#where((n) => this.#haystack[n].includes(word));
    for (const facet of this.facets) {
      this.terms[facet].forEach((term, number) => { if (term.text.includes(word)) orInto(bits, this.#bits[facet][number]); });
    }
    if (this.#found.size > 200) this.#found.clear();
    this.#found.set(word, bits);
    return bits;
  }

  #masks(state) {
    const masks = { kind: state.kind ? this.#kinds[KINDS.indexOf(state.kind)] : null, text: null };
    for (const facet of this.facets) masks[facet] = this.#chosenMask(facet, state.chosen[facet]);
    for (const word of state.text.toLowerCase().split(/\s+/).filter(Boolean)) {
      masks.text ??= this.#where(() => true);
      andInto(masks.text, this.#wordMask(word));
    }
    return masks;
  }

  #all(masks, except) {
    const bits = this.#where(() => true);
    for (const [name, mask] of Object.entries(masks)) if (mask && name !== except) andInto(bits, mask);
    return bits;
  }

  // What is listed under a state, and the live counts: those of a facet ignore its own choices.
  find(state) {
    const masks = this.#masks(state);
    const listed = this.#all(masks);
    const anyKind = this.#all(masks, "kind");
    const counts = {};
    const groups = {};
    for (const facet of this.facets) {
      const mask = this.#all(masks, facet);
      counts[facet] = this.#bits[facet].map((bits) => countBoth(bits, mask));
      groups[facet] = this.#groupCounts(facet, mask);
    }
    const [failures, incidents] = this.#kinds.map((bits) => countBoth(bits, anyKind));
    return { records: this.#ordered(listed, state.sort), counts, groups, kinds: { all: failures + incidents, failure: failures, incident: incidents } };
  }

  #groupCounts(facet, mask) {
    return (this.groups[facet] ?? []).map(([group]) => {
      const bits = this.#empty();
      this.terms[facet].forEach((term, number) => { if (term.group === group) orInto(bits, this.#bits[facet][number]); });
      return countBoth(bits, mask);
    });
  }

  #ordered(bits, sort) {
    const order = this.#order(sort);
    const records = new Uint32Array(count(bits));
    let filled = 0;
    for (const n of order) if (has(bits, n)) records[filled++] = n;
    return records;
  }

  #order(sort) {
    if (!this.#orders.has(sort)) this.#orders.set(sort, Uint32Array.from(this.#sorted(sort)));
    return this.#orders.get(sort);
  }

  #sorted(sort) {
    const { kind, title, seen } = this.#data;
    const numbers = [...kind.keys()];
    // The index has failures first, then cases, newest first; sorts are stable.
    if (sort === "date") return numbers.sort((a, b) => kind[b] - kind[a]);
    if (sort === "seen") return numbers.sort((a, b) => seen[b] - seen[a]);
    if (sort === "title") {
      const keys = title.map((text) => text.toLowerCase());
      return numbers.sort((a, b) => (keys[a] < keys[b] ? -1 : 1));
    }
    return numbers;
  }

  // For an empty list: each single choice, with the number of records found without it.
  without(state) {
    const total = (changed) => count(this.#all(this.#masks({ ...state, ...changed })));
    const found = this.facets.flatMap((facet) => state.chosen[facet].map((id) => {
      const rest = state.chosen[facet].filter((other) => other !== id);
      return { facet, id, total: total({ chosen: { ...state.chosen, [facet]: rest } }) };
    }));
    if (state.text.trim()) found.push({ text: state.text.trim(), total: total({ text: "" }) });
    if (state.kind) found.push({ kind: state.kind, total: total({ kind: "" }) });
    return found.sort((a, b) => b.total - a.total);
  }
}

const termOf = ([id, label, group, aliases], number) => (
  { id, label, group, number, text: [id, label, ...aliases].join("\n").toLowerCase() }
);
