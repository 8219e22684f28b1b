// One facet of the browse page: its words as tick boxes with live counts, and the grouped tree.

import { h, plural } from "./dom.js";

const FIRST = 8;

const byCount = (chosen, counts) => (a, b) => (
  chosen.includes(b.id) - chosen.includes(a.id) || counts[b.number] - counts[a.number] || a.id.localeCompare(b.id)
);

export class FacetPanel {
  #section;
  #terms;
  #groups;
  #toggle;
  #isOpen = false;
  #shut = new Set();

  // `toggle(facet, id)` is called when a word is ticked or unticked.
  constructor(section, catalogue, toggle) {
    this.#section = section;
    this.facet = section.dataset.facet;
    this.kind = section.dataset.kind;
    this.label = section.dataset.label;
    this.#terms = catalogue.terms[this.facet];
    this.#groups = catalogue.groups[this.facet] ?? [];
    this.#toggle = toggle;
    section.querySelector("[data-terms]").addEventListener("change", ({ target }) => {
      if (target.dataset.word) this.#toggle(this.facet, target.dataset.word);
    });
  }

  draw({ counts, groups }, chosen) {
    this.#last = { counts, groups, chosen };
    this.#drawHead(counts, chosen);
    this.#keepingFocus(() => {
      const sorted = [...this.#terms].sort(byCount(chosen, counts));
      const parts = this.#isOpen ? this.#tree(sorted, counts, groups, chosen) : this.#short(sorted, counts, chosen);
      this.#section.querySelector("[data-terms]").replaceChildren(...parts);
    });
  }

  #last;

  #drawHead(counts, chosen) {
    const carried = counts.filter(Boolean).length;
    this.#section.querySelector("[data-chosen]").textContent = chosen.length ? `${chosen.length} chosen` : `${carried} of ${counts.length}`;
  }

  // Boxes are drawn anew in their new order; the reader stays on the one just ticked.
  #keepingFocus(draw) {
    const active = document.activeElement;
    const kept = this.#section.contains(active) ? active.dataset.word ?? active.dataset.act : null;
    draw();
    if (kept) this.#section.querySelector(`[data-word="${kept}"], [data-act="${kept}"]`)?.focus({ preventScroll: true });
  }

  #short(sorted, counts, chosen) {
    const shown = sorted.filter((term) => chosen.includes(term.id) || counts[term.number]).slice(0, Math.max(FIRST, chosen.length));
    const hidden = sorted.filter((term) => !shown.includes(term));
    const groups = new Set(hidden.map((term) => term.group)).size;
    const more = hidden.length && this.#groups.length ? `${hidden.length} more in ${plural(groups, "group")}` : hidden.length && `${hidden.length} more`;
    return [
      ...shown.map((term) => this.#box(term, counts, chosen)),
      !shown.length && h("p", { class: "dim none-here" }, "No word of this facet on what is listed."),
      more && this.#act("open", more, () => { this.#isOpen = true; }),
    ].filter(Boolean);
  }

  #tree(sorted, counts, groups, chosen) {
    const known = this.#groups.length ? this.#groups : [[undefined, this.label]];
    const parts = known.map(([id, label], place) => {
      const words = sorted.filter((term) => term.group === (id ?? term.group));
      const summary = h("summary", {}, h("span", {}, label), h("span", { class: "n" }, String(groups[place] ?? "")));
      const group = h("details", { class: "tgroup", open: !this.#shut.has(id) }, summary, words.map((term) => this.#box(term, counts, chosen)));
      group.addEventListener("toggle", () => (group.open ? this.#shut.delete(id) : this.#shut.add(id)));
      return group;
    });
    return [...parts, this.#act("close", "only the most frequent", () => { this.#isOpen = false; })];
  }

  #act(name, text, change) {
    const button = h("button", { type: "button", class: "linkish more", "data-act": "more", "aria-expanded": String(name === "close") }, text);
    button.addEventListener("click", () => {
      change();
      this.draw(this.#last, this.#last.chosen);
    });
    return button;
  }

  #box(term, counts, chosen) {
    const on = chosen.includes(term.id);
    const total = counts[term.number];
    const state = on ? "on" : total ? "" : "zero";
    const input = h("input", { type: "checkbox", "data-word": term.id, disabled: state === "zero" });
    input.checked = on;
    return h("label", { class: `term ${state}`.trim(), title: term.label }, input, h("span", {}, term.id), h("span", { class: "n" }, String(total)));
  }
}
