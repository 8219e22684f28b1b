// The list of the browse page: rows as the generator writes them, the cursor, and what to do when nothing is found.

import { glyph, h, marked, placesOf, plural, wordsOf } from "./dom.js";

const PAGE = 100;

// The facets a row names, with their glyphs.
const SHOWN = [["root-causes", "cause"], ["components", "component"], ["symptoms", "symptom"]];

export class Results {
  #list;
  #more;
  #empty;
  #catalogue;
  #base;
  #labels;
  #act;
  #records = [];
  #state;

  // `act` has remove(facet, id), setText, setKind and clear, for the empty list.
  constructor(root, catalogue, labels, act) {
    this.#list = root.querySelector("[data-hits]");
    this.#more = root.querySelector("[data-more]");
    this.#empty = root.querySelector("[data-empty]");
    this.#base = root.dataset.root;
    this.#catalogue = catalogue;
    this.#labels = labels;
    this.#act = act;
    this.#more.addEventListener("click", () => {
      const first = this.#list.childElementCount;
      this.#append();
      this.#go(first);
    });
    this.#list.addEventListener("focusin", ({ target }) => this.#mark(target.closest("li")));
  }

  draw(records, state) {
    this.#records = records;
    this.#state = state;
    this.#list.replaceChildren();
    this.#append();
    this.#drawEmpty();
  }

  #append() {
    const done = this.#list.childElementCount;
    const words = wordsOf(this.#state.text);
    const rows = [...this.#records.subarray(done, done + PAGE)].map((n) => this.#row(this.#catalogue.record(n), words));
    this.#list.append(...rows);
    const left = this.#records.length - done - rows.length;
    this.#more.hidden = left <= 0;
    this.#more.textContent = `Show ${Math.min(PAGE, left)} more of ${left}`;
  }

  #row(record, words) {
    const folder = record.isCase ? "cases" : "failures";
    const sentence = record.isCase ? `${record.who}: ${record.summary}` : record.summary;
    return h("li", {},
      glyph(record.isCase ? "case" : "failure", "main"),
      h("h3", {}, h("a", { href: `${this.#base}${folder}/${record.id}/` }, marked(record.title, placesOf(words, record.title)))),
      h("span", { class: "when" }, record.when),
      h("p", { class: "sum" }, marked(sentence, placesOf(words, sentence))),
      h("p", { class: "meta" },
        SHOWN.map(([facet, kind]) => this.#words(facet, kind, record.words[facet], words)),
        this.#factors(record, words),
        record.seen > 0 && h("span", {}, glyph("case"), plural(record.seen, "incident"))));
  }

  // Factors are too many for a row; those that were asked for are shown all the same.
  #factors(record, words) {
    const facet = "contributing-factors";
    const asked = (record.words[facet] ?? []).filter((term) => this.#isHit(facet, term, words));
    return this.#words(facet, "factor", asked, words);
  }

  #isHit(facet, term, words) {
    return this.#state.chosen[facet].includes(term.id) || words.some((word) => term.text.includes(word));
  }

  #words(facet, kind, terms, words) {
    if (!terms?.length) return null;
    const named = terms.map((term) => (this.#isHit(facet, term, words) ? h("span", { class: "hit" }, term.id) : term.id));
    return h("span", {}, glyph(kind), named.flatMap((name, place) => (place ? [", ", name] : [name])));
  }

  #drawEmpty() {
    this.#empty.hidden = this.#records.length > 0;
    if (this.#records.length) return;
    const ways = this.#catalogue.without(this.#state);
    const useful = ways.filter((way) => way.total);
    const advice = useful.length ? "Each of these alone brings records back:" : "No single choice is to blame; two or more exclude each other.";
    this.#empty.replaceChildren(
      h("p", { class: "empty-says" }, "No record has all of this."),
      h("p", {}, advice),
      h("ul", { class: "leader ways" }, useful.map((way) => this.#way(way))),
      this.#startAgain());
  }

  #way(way) {
    const [name, act] = this.#removal(way);
    const button = h("button", { type: "button", class: "linkish" }, "without ", name);
    button.addEventListener("click", act);
    return h("li", {}, button, h("span", { class: "dots" }), h("span", { class: "n" }, plural(way.total, "record")));
  }

  #removal(way) {
    if (way.facet) return [[glyph(this.#labels[way.facet]), ` ${way.id}`], () => this.#act.remove(way.facet, way.id)];
    if (way.text) return [`the text “${way.text}”`, () => this.#act.setText("")];
    return [way.kind === "failure" ? "“failure modes only”" : "“incidents only”", () => this.#act.setKind("")];
  }

  #startAgain() {
    const button = h("button", { type: "button", class: "btn small" }, "Clear everything");
    button.addEventListener("click", () => this.#act.clear());
    return button;
  }

  #mark(row) {
    for (const other of this.#list.querySelectorAll(".cur")) other.classList.remove("cur");
    row?.classList.add("cur");
  }

  get cursor() { return [...this.#list.children].findIndex((row) => row.classList.contains("cur")); }

  // Moves the cursor row by one; false when it is at that end already.
  move(step) {
    const next = this.cursor + step;
    if (next < 0 || next >= this.#records.length) return false;
    if (next >= this.#list.childElementCount) this.#append();
    this.#go(next);
    return true;
  }

  // From the text field: to the first row, or into the row the cursor is on.
  enter() {
    if (this.cursor < 0) this.move(1);
    else this.#list.children[this.cursor].querySelector("a").click();
  }

  #go(place) {
    const link = this.#list.children[place]?.querySelector("a");
    link?.focus({ preventScroll: true });
    link?.closest("li").scrollIntoView({ block: "nearest" });
  }
}
