// The hub table: filtered by a pasted line, by role and by result code; one row can be the cursor.

import { setAddress, wellFormed } from "./ask.js";
import { fold, marked, placesOf, plural } from "./dom.js";
import { compile, matchLine, matchPart } from "./templates.js";

// A row stays when it explains this share of what the best row explains.
const DECENT_TEXT = 0.5;
const DECENT_WORDS = 0.6;
const LEAST_WORDS = 0.4;

// A word that is only in the explanation counts for less than one that is seen.
const EXPLAINED = 0.6;

const tokensOf = (text) => new Set(fold(text).match(/[\p{L}\p{N}_]{2,}/gu) ?? []);

class Row {
  constructor(element) {
    this.element = element;
    this.role = element.dataset.role;
    this.results = element.dataset.result.split(" ");
    this.texts = [...element.querySelectorAll(".see code, .see .observed")].map((place) => (
      { place, isPrinted: place.matches("code"), template: compile(place.textContent) }
    ));
    this.tokens = tokensOf(element.textContent);
    this.printed = tokensOf(this.texts.map(({ template }) => template.text).join(" "));
  }

  // The best of its printed texts that the line is an instance of, or that the line is a part of.
  exact(folded) {
    this.found = this.texts.map(({ isPrinted, template }) => (isPrinted ? matchLine(template, folded) ?? matchPart(template, folded) : null));
    return Math.max(0, ...this.found.map((match) => match?.score ?? 0));
  }

  mark(words) {
    this.texts.forEach(({ place, template }, number) => {
      const ranges = words ? placesOf(words, template.text) : this.found?.[number]?.inTemplate ?? [];
      place.replaceChildren(...marked(template.text, ranges));
    });
  }
}

class Hub {
  #root;
  #text;
  #rows;
  #bands;
  #rarity = new Map();
  #cursor = null;

  constructor(root) {
    this.#root = root;
    this.#text = root.querySelector("[data-hub-text]");
    this.#rows = [...root.querySelectorAll("tr.row")].map((element) => new Row(element));
    this.#bands = [...root.querySelectorAll("tr.band")];
    this.#weigh();
    this.#listen();
    this.#followBar();
    this.#restore();
    // Fonts that come late move the rows; a reader who has scrolled by then is left in peace.
    const { scrollY } = window;
    document.fonts?.ready.then(() => { if (location.hash && window.scrollY === scrollY) this.#reach(); });
  }

  // A word that few rows have says more than one that all have.
  #weigh() {
    for (const { tokens } of this.#rows) for (const token of tokens) this.#rarity.set(token, (this.#rarity.get(token) ?? 0) + 1);
    for (const [token, rows] of this.#rarity) this.#rarity.set(token, Math.log((this.#rows.length + 1) / rows));
  }

  #listen() {
    this.#text.addEventListener("input", () => this.#changed("replaceState"));
    this.#text.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#text.value) {
        event.preventDefault();
        this.#text.value = "";
        this.#changed("replaceState");
      } else if (event.key === "Enter") this.#show(this.#cursor);
    });
    this.#text.addEventListener("paste", (event) => this.#paste(event));
    this.#root.querySelector("[data-hub-roles]").addEventListener("click", ({ target }) => this.#press(target.closest("button"), true));
    this.#root.querySelector("[data-hub-codes]").addEventListener("click", ({ target }) => this.#press(target.closest("button"), false));
    this.#root.querySelector("[data-hub-clear]").addEventListener("click", () => this.#clear());
    addEventListener("popstate", () => this.#restore());
    addEventListener("hashchange", () => this.#reach());
  }

  // A field of one line would glue pasted lines together without a space.
  #paste(event) {
    const pasted = event.clipboardData.getData("text");
    if (!pasted.trim().includes("\n")) return;
    event.preventDefault();
    this.#text.setRangeText(pasted.trim().replace(/\s*\n\s*/g, " "), this.#text.selectionStart, this.#text.selectionEnd, "end");
    this.#changed("replaceState");
  }

  #press(button, isOneOf) {
    if (!button) return;
    const others = isOneOf ? button.parentElement.querySelectorAll("button") : [];
    const on = isOneOf || button.getAttribute("aria-pressed") !== "true";
    for (const other of others) other.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", String(on));
    this.#changed("pushState");
  }

  #pressed(group) {
    return [...this.#root.querySelectorAll(`[data-hub-${group}] [aria-pressed="true"]`)].map((button) => button.value).filter(Boolean);
  }

  #changed(history_) {
    const given = new URLSearchParams();
    if (this.#text.value.trim()) given.set("text", wellFormed(this.#text.value.trim()));
    const [role] = this.#pressed("roles");
    if (role) given.set("role", role);
    const codes = this.#pressed("codes");
    if (codes.length) given.set("result", codes.join(","));
    const search = given.toString().replaceAll("%2C", ",");
    setAddress(history_, location.pathname + (search && `?${search}`));
    this.#filter();
  }

  #restore() {
    const given = new URLSearchParams(location.search);
    this.#text.value = given.get("text") ?? "";
    this.#set("roles", [given.get("role") ?? ""]);
    this.#set("codes", (given.get("result") ?? "").split(","));
    this.#filter();
    this.#reach();
  }

  #set(group, values) {
    const buttons = [...this.#root.querySelectorAll(`[data-hub-${group}] button`)];
    const known = buttons.filter((button) => values.includes(button.value));
    for (const button of buttons) button.setAttribute("aria-pressed", String(known.includes(button)));
    if (!known.length) buttons.find((button) => !button.value)?.setAttribute("aria-pressed", "true");
  }

  #clear() {
    this.#text.value = "";
    this.#set("roles", [""]);
    this.#set("codes", []);
    this.#changed("pushState");
    this.#text.focus();
  }

  #filter() {
    const scores = this.#scores(this.#text.value.trim());
    const [role] = this.#pressed("roles");
    const codes = this.#pressed("codes");
    const isShown = (row, place) => (!scores || scores[place] > 0) && (!role || row.role === role) && (!codes.length || codes.some((code) => row.results.includes(code)));
    const shown = this.#rows.filter((row, place) => {
      row.element.hidden = !isShown(row, place);
      return !row.element.hidden;
    });
    this.#drawBands();
    this.#root.querySelector("[data-hub-count]").textContent = shown.length === this.#rows.length ? plural(shown.length, "row") : `${shown.length} of ${plural(this.#rows.length, "row")}`;
    this.#root.querySelector("[data-hub-empty]").hidden = shown.length > 0;
    this.#root.querySelector("table.hub").hidden = !shown.length;
    const best = scores && shown.length ? shown.reduce((a, b) => (scores[this.#rows.indexOf(b)] > scores[this.#rows.indexOf(a)] ? b : a)) : null;
    this.#setCursor(best);
  }

  // How well each row explains the line; null when there is none.
  #scores(line) {
    for (const row of this.#rows) row.mark([]);
    if (!line) return null;
    const folded = fold(line);
    const exact = this.#rows.map((row) => row.exact(folded));
    const most = Math.max(...exact);
    if (most > 0) {
      const kept = exact.map((score) => (score >= most * DECENT_TEXT ? score : 0));
      this.#rows.forEach((row, place) => kept[place] && row.mark(null));
      return kept;
    }
    return this.#wordScores(folded);
  }

  #wordScores(folded) {
    const typed = [...tokensOf(folded)];
    // The last word may still be in the making.
    const unfinished = typed.at(-1);
    const isIn = (tokens, word) => tokens.has(word) || (word === unfinished && [...tokens].some((token) => token.startsWith(word)));
    const worth = (row, word) => (isIn(row.printed, word) ? 1 : isIn(row.tokens, word) ? EXPLAINED : 0);
    const known = typed.filter((word) => this.#rows.some((row) => worth(row, word)));
    const weight = (word) => this.#rarity.get(word) ?? 1;
    const whole = typed.reduce((sum, word) => sum + (known.includes(word) ? weight(word) : 0.5), 0);
    const shares = this.#rows.map((row) => known.reduce((sum, word) => sum + worth(row, word) * weight(word), 0) / whole);
    const least = Math.max(LEAST_WORDS, DECENT_WORDS * Math.max(...shares));
    this.#rows.forEach((row, place) => shares[place] >= least && row.mark(known.filter((word) => word.length > 2)));
    return shares.map((share) => (share >= least ? share : 0));
  }

  #drawBands() {
    for (const band of this.#bands) {
      let rows = 0;
      for (let next = band.nextElementSibling; next && !next.matches(".band"); next = next.nextElementSibling) rows += next.hidden ? 0 : 1;
      band.hidden = !rows;
      band.querySelector(".n").textContent = plural(rows, "row");
    }
  }

  #setCursor(row) {
    this.#cursor?.element.classList.remove("cur");
    this.#cursor = row;
    row?.element.classList.add("cur");
  }

  // The row that the address names; a filter that hides it gives way.
  #reach() {
    const row = this.#rows.find(({ element }) => element.id && `#${element.id}` === location.hash);
    if (!row) return;
    if (row.element.hidden) {
      const { hash } = location;
      this.#text.value = "";
      this.#set("roles", [""]);
      this.#set("codes", []);
      setAddress("replaceState", location.pathname + hash);
      this.#filter();
    }
    this.#setCursor(row);
    this.#show(row);
  }

  #show(row) {
    row?.element.scrollIntoView({ block: "start" });
  }

  // Rows that are jumped to stop below the bar, however high it is.
  #followBar() {
    const bar = this.#root.querySelector(".hubbar");
    const measure = () => {
      const isSticky = getComputedStyle(bar).position === "sticky";
      this.#root.style.setProperty("--hubbar", `${isSticky ? bar.offsetHeight : 0}px`);
    };
    measure();
    new ResizeObserver(measure).observe(bar);
  }
}

const root = document.querySelector(".hub-page");
if (root) new Hub(root);
