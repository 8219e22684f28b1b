// The search page: what is recognised in the question first, then the full text.

import { asked, fragmentFor, isLong, setAddress } from "./ask.js";
import { h, plural } from "./dom.js";
import { ENOUGH, excerpt, findText, tellingWords } from "./fulltext.js";
import { recognisedHit, textHit } from "./hits.js";
import { loadLookup } from "./lookup.js";

const MOST_KNOWN = 8;
const FEW_KNOWN = 4;
const PAGE = 10;
const WAIT_MS = 150;
const MOST_ROWS = 10;
const KINDS = { failure: "failure modes", incident: "incidents", table: "tables", page: "pages" };

// A long paste is not walked to its end for the height of its field.
const rowsFor = (text) => {
  let rows = 1;
  for (let at = text.indexOf("\n"); at >= 0 && rows < MOST_ROWS; at = text.indexOf("\n", at + 1)) rows += 1;
  return rows;
};

class SearchPage {
  #form;
  #status;
  #known;
  #unknown;
  #text;
  #turn = 0;
  #kind = "";
  #results = [];
  #shown = 0;
  #words = [];

  constructor(root) {
    this.#form = root.querySelector("[data-search]");
    this.#status = root.querySelector("[data-status]");
    this.#known = root.querySelector("[data-exact]");
    this.#unknown = root.querySelector("[data-unknown]");
    this.#text = root.querySelector("[data-text]");
    this.#listen();
    this.#restore();
  }

  get #field() { return this.#form.elements.q; }

  #listen() {
    let waiting;
    this.#form.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.#ask("replaceState"), WAIT_MS);
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(waiting);
      this.#ask("pushState");
    });
    this.#field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
        event.preventDefault();
        this.#form.requestSubmit();
      }
    });
    addEventListener("popstate", () => this.#restore());
    this.#text.querySelector("[data-more]").addEventListener("click", () => this.#more());
    this.#text.querySelector("[data-kinds]").addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button) this.#choose(button.value);
    });
  }

  #restore() {
    this.#field.value = asked();
    this.#find();
  }

  #ask(history_) {
    const address = location.pathname + fragmentFor(this.#field.value);
    if (address !== location.pathname + location.hash || location.search) setAddress(history_, address);
    this.#find();
  }

  async #find() {
    const turn = this.#turn += 1;
    const question = this.#field.value;
    const isOff = () => turn !== this.#turn;
    this.#field.rows = rowsFor(question);
    this.#kind = "";
    if (!question.trim()) {
      this.#known.hidden = true;
      this.#unknown.hidden = true;
      this.#text.hidden = true;
      this.#say("Searched in this browser. Nothing is sent.");
      return;
    }
    const found = await this.#recognise(question, isOff);
    if (!isOff()) await this.#searchText(question, found, isOff);
  }

  async #recognise(question, isOff) {
    try {
      const found = await (await loadLookup()).recognise(question, isOff);
      if (found) this.#showKnown(found, question);
      return found;
    } catch (error) {
      this.#known.hidden = true;
      return { hits: [], read: 0, left: 0, problem: `The list of known lines could not be loaded (${error.message}).` };
    }
  }

  #showKnown({ hits }, question) {
    this.#known.hidden = !hits.length;
    this.#unknown.hidden = Boolean(hits.length);
    const isPaste = question.includes("\n");
    const rows = hits.map((hit) => recognisedHit(hit, isPaste));
    const shown = hits.filter((hit, place) => place < (hit.isStrong ? MOST_KNOWN : FEW_KNOWN)).length;
    const list = this.#known.querySelector("ul");
    list.replaceChildren(...rows.slice(0, shown));
    const more = this.#known.querySelector("[data-known-more]");
    more.hidden = shown === rows.length;
    more.textContent = `${rows.length - shown} weaker`;
    more.onclick = () => {
      list.append(...rows.slice(shown));
      more.hidden = true;
      list.children[shown].querySelector("a").focus();
    };
  }

  async #searchText(question, known, isOff) {
    const best = known.hits[0];
    const matched = best && best.ranges.map(([start, end]) => best.line.text.slice(start, end)).join(" ");
    this.#words = tellingWords(question, matched);
    try {
      const found = await findText(this.#words, "", isLong(question) ? ENOUGH : 1);
      if (!isOff()) this.#showText(found, known, question);
    } catch {
      this.#text.hidden = true;
      if (!isOff()) this.#say(known.problem ?? "The full text could not be searched; what is recognised is all there is.");
    }
  }

  #showText(found, known, question) {
    this.#words = found.words;
    this.#drawKinds(found.results.length, found.filters.kind ?? {});
    this.#list(found.results);
    this.#text.querySelector("[data-words]").textContent = isLong(question) ? `pages with ${found.words.join(", ")}` : "";
    this.#say(this.#summary(found, known, question));
  }

  #summary(found, known, question) {
    if (known.problem) return known.problem;
    const parts = [`${known.hits.length} recognised, ${plural(found.results.length, "page")} in the text`];
    if (known.left) parts.push(`only the first ${known.read} lines were read`);
    parts.push(isLong(question) ? "The paste stays in this tab and is not part of the address" : "Searched in this browser, nothing is sent");
    return `${parts.join(". ")}.`;
  }

  #drawKinds(all, counts) {
    const button = (value, label) => h("button", { type: "button", value, "aria-pressed": String(value === this.#kind) }, label);
    const kinds = Object.keys(KINDS).filter((kind) => counts[kind]).map((kind) => button(kind, `${counts[kind]} ${KINDS[kind]}`));
    const seg = this.#text.querySelector("[data-kinds]");
    seg.hidden = kinds.length < 2;
    seg.replaceChildren(button("", `all ${all}`), ...kinds);
  }

  async #choose(kind) {
    this.#kind = kind;
    for (const button of this.#text.querySelectorAll("[data-kinds] button")) button.setAttribute("aria-pressed", String(button.value === kind));
    this.#list((await findText(this.#words, kind)).results);
  }

  #list(results) {
    this.#results = results;
    this.#shown = 0;
    if (results.length) this.#more();
    else this.#text.hidden = true;
  }

  // The rows of the last question stay until the first of this one have come.
  async #more() {
    const results = this.#results;
    const first = this.#shown;
    const data = await Promise.all(results.slice(first, first + PAGE).map((result) => result.data()));
    if (results !== this.#results || first !== this.#shown) return;
    const rows = data.map((page) => textHit(page, page.filters.kind?.[0], excerpt(page.excerpt)));
    const list = this.#text.querySelector("ul");
    if (first) list.append(...rows);
    else list.replaceChildren(...rows);
    this.#shown += rows.length;
    this.#text.hidden = false;
    this.#text.querySelector("[data-more]").hidden = this.#shown >= results.length;
    if (first) rows[0]?.querySelector("a").focus();
  }

  #say(text) { this.#status.textContent = text; }
}

const root = document.querySelector(".search-page");
if (root) new SearchPage(root);
