// The browse page: reads the index, keeps the state in the address, and lets the parts draw themselves.

import { emptyState, readState, writeState } from "./address.js";
import { setAddress } from "./ask.js";
import { Checks } from "./checks.js";
import { plural } from "./dom.js";
import { FacetPanel } from "./facet-panel.js";
import { Catalogue } from "./facets.js";
import { QueryBar } from "./query-bar.js";
import { Results } from "./results.js";

const isTyping = (target) => target.closest?.("input:not([type=checkbox]), textarea, select, [contenteditable]");

class BrowsePage {
  #root;
  #catalogue;
  #panels;
  #bar;
  #results;
  #checks;
  #state;
  #records;

  constructor(root, catalogue) {
    this.#root = root;
    this.#catalogue = catalogue;
    this.#panels = [...root.querySelectorAll("[data-facet]")].map((section) => new FacetPanel(section, catalogue, (...word) => this.#toggle(...word)));
    const act = {
      remove: (facet, id) => this.#toggle(facet, id),
      type: (text) => this.#apply({ text }, "replaceState"),
      setText: (text) => this.#apply({ text }, "pushState"),
      setKind: (kind) => this.#apply({ kind }, "pushState"),
      clear: () => this.#apply({ ...emptyState(catalogue.facets), sort: this.#state.sort }, "pushState"),
    };
    this.#bar = new QueryBar(root, this.#panels, act);
    this.#results = new Results(root, catalogue, Object.fromEntries(this.#panels.map((panel) => [panel.facet, panel.kind])), act);
    this.#loadChecks();
    this.#listen(act);
    this.#restore();
  }

  // The checks come in a file of their own; without it the panel stays as it was written.
  async #loadChecks() {
    this.#checks = new Checks(this.#root, await json(this.#root.dataset.checks), this.#catalogue);
    this.#checks.draw(this.#records);
  }

  #listen(act) {
    const kinds = this.#root.querySelector("[data-kinds]");
    kinds.hidden = false;
    kinds.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button) act.setKind(button.value);
    });
    const sort = this.#root.querySelector("[data-sort]");
    sort.hidden = false;
    sort.addEventListener("change", ({ target }) => this.#apply({ sort: target.value }, "pushState"));
    this.#root.querySelector(".ftabs").addEventListener("click", (event) => this.#openTab(event));
    addEventListener("popstate", () => this.#restore());
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #toggle(facet, id) {
    const words = this.#state.chosen[facet];
    const changed = words.includes(id) ? words.filter((word) => word !== id) : [...words, id];
    this.#apply({ chosen: { ...this.#state.chosen, [facet]: changed } }, "pushState");
  }

  #apply(change, history_) {
    this.#state = { ...this.#state, ...change };
    setAddress(history_, location.pathname + writeState(this.#state));
    this.#draw();
  }

  #restore() {
    this.#state = readState(location.search, this.#catalogue);
    const clean = writeState(this.#state);
    if (clean !== location.search) setAddress("replaceState", location.pathname + clean + location.hash);
    this.#draw();
  }

  #draw() {
    const found = this.#catalogue.find(this.#state);
    this.#bar.draw(this.#state);
    for (const panel of this.#panels) {
      const { facet } = panel;
      panel.draw({ counts: found.counts[facet], groups: found.groups[facet] }, this.#state.chosen[facet]);
      this.#tabOf(facet).querySelector("[data-n]").textContent = this.#state.chosen[facet].length || "";
    }
    this.#records = found.records;
    this.#results.draw(found.records, this.#state);
    this.#checks?.draw(found.records);
    this.#drawHead(found);
  }

  #drawHead({ records, kinds }) {
    this.#root.querySelector("[data-count]").textContent = plural(records.length, "record");
    this.#root.querySelector("[data-sort] select").value = this.#state.sort;
    for (const button of this.#root.querySelectorAll("[data-kinds] button")) {
      button.setAttribute("aria-pressed", String(button.value === this.#state.kind));
      const place = button.querySelector("[data-n]");
      if (place) place.textContent = plural(kinds[button.value], place.dataset.n);
    }
  }

  #tabOf(facet) { return this.#root.querySelector(`[data-tab="${facet}"]`); }

  #openTab(event) {
    const tab = event.target.closest("[data-tab]");
    if (!tab) return;
    event.preventDefault();
    for (const other of this.#root.querySelectorAll("[data-tab]")) other.removeAttribute("aria-current");
    tab.setAttribute("aria-current", "true");
    for (const panel of this.#root.querySelectorAll("[data-facet]")) panel.classList.toggle("open-narrow", panel.dataset.facet === tab.dataset.tab);
  }

  // j and k always; arrows only from the text field or the list, so that elsewhere they scroll.
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const inText = event.target === this.#bar.input;
    const inList = event.target.closest?.("[data-hits]");
    if (isTyping(event.target) && !inText) return;
    const step = { ArrowDown: inText || inList ? 1 : 0, ArrowUp: inList ? -1 : 0, j: inText ? 0 : 1, k: inText ? 0 : -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!this.#results.move(step) && event.key === "ArrowUp") this.#bar.input.focus();
    } else if (event.key === "Enter" && inText) {
      this.#results.enter();
    } else if (event.key === "Escape" && inList) {
      this.#bar.input.focus();
    }
  }
}

const json = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return answer.json();
};

const start = async (root) => {
  try {
    new BrowsePage(root, new Catalogue(await json(root.dataset.index)));
  } catch (error) {
    const says = root.querySelector("[data-broken]");
    says.hidden = false;
    says.append(` (${error.message})`);
  }
};

const root = document.querySelector("[data-browse]");
if (root) start(root);
