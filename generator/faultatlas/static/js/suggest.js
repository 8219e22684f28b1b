// Names suggested under the search field of the header: an ARIA combobox with a list.

import { isLong } from "./ask.js";
import { fold, glyph, h, icon, marked, placesOf, wordsOf } from "./dom.js";
import { isWordAt, loadLookup, siteRoot } from "./lookup.js";

const MOST = 6;
const LIST = "suggestions";

const startsWordIn = (name, word) => {
  for (let at = name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) if (!isWordAt(name, at - 1)) return true;
  return false;
};

// A name that starts with the text is nearer than one with words that do, than one that only has them inside.
const nearness = (name, text, words) => {
  if (name.startsWith(text)) return 0;
  if (words.every((word) => startsWordIn(name, word))) return 1;
  return words.every((word) => name.includes(word)) ? 2 : -1;
};

const suggestions = (lookup, typed) => {
  const text = fold(typed.trim());
  const words = wordsOf(text);
  const found = new Map();
  for (const { name, folded, to } of lookup.names) {
    const near = nearness(folded, text, words);
    const known = found.get(to);
    if (near >= 0 && (!known || near < known.near)) found.set(to, { name, near, target: lookup.target(to) });
  }
  return [...found.values()].sort((a, b) => a.near - b.near || a.name.length - b.name.length).slice(0, MOST);
};

const option = ({ name, target }, place, words) => {
  const title = target.title === name ? target.says || target.note : target.title;
  const kind = { failure: "failure", case: "case" }[target.kind];
  return h("li", { role: "option", id: `${LIST}-${place}`, "aria-selected": "false", "data-href": new URL(target.path, siteRoot).href },
    kind ? glyph(kind) : icon("file"),
    h("span", { class: "name" }, marked(name, placesOf(words, name))),
    h("span", { class: "title" }, title));
};

class Combobox {
  #field;
  #list;
  #lookup;

  constructor(field) {
    this.#field = field;
    this.#list = h("ul", { id: LIST, role: "listbox", class: "combobox", "aria-label": "Known names", hidden: true });
    field.after(this.#list);
    for (const [name, value] of Object.entries({ role: "combobox", "aria-expanded": "false", "aria-controls": LIST, "aria-autocomplete": "list" })) field.setAttribute(name, value);
    field.addEventListener("input", () => this.#draw());
    field.addEventListener("keydown", (event) => this.#key(event));
    field.addEventListener("blur", () => this.#close());
    // Before the field loses focus, which would close the list under the pointer.
    this.#list.addEventListener("mousedown", (event) => {
      event.preventDefault();
      this.#open(event.target.closest("li"));
    });
    this.#draw();
  }

  get #current() { return this.#list.querySelector('[aria-selected="true"]'); }

  async #draw() {
    const typed = this.#field.value;
    this.#lookup ??= await loadLookup().catch(() => null);
    if (!this.#lookup || typed !== this.#field.value) return;
    const found = typed.trim().length < 2 || isLong(typed) ? [] : suggestions(this.#lookup, typed);
    this.#list.replaceChildren(...found.map((one, place) => option(one, place, wordsOf(typed))));
    this.#list.hidden = !found.length || document.activeElement !== this.#field;
    this.#field.setAttribute("aria-expanded", String(!this.#list.hidden));
    this.#field.removeAttribute("aria-activedescendant");
  }

  #close() {
    this.#list.hidden = true;
    this.#field.setAttribute("aria-expanded", "false");
    this.#select(null);
  }

  #select(item) {
    this.#current?.setAttribute("aria-selected", "false");
    item?.setAttribute("aria-selected", "true");
    if (item) this.#field.setAttribute("aria-activedescendant", item.id);
    else this.#field.removeAttribute("aria-activedescendant");
  }

  #open(item) {
    if (item) location.href = item.dataset.href;
  }

  // Past either end stands the field itself, with nothing selected.
  #step(by) {
    const stops = [null, ...this.#list.children];
    const now = stops.indexOf(this.#current);
    this.#select(stops[(now + by + stops.length) % stops.length]);
  }

  #key(event) {
    if (this.#list.hidden) return;
    const act = {
      ArrowDown: () => this.#step(1),
      ArrowUp: () => this.#step(-1),
      Enter: this.#current && (() => this.#open(this.#current)),
      Escape: () => this.#close(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

export const suggest = (field) => new Combobox(field);
