// The panel "check your cluster for these": the read-only commands of what is listed, and the script made of them.

import { announce, copy } from "./clipboard.js";
import { glyph, h, plural } from "./dom.js";
import { script, variables } from "./script.js";

const FIRST = 8;

export class Checks {
  #root;
  #list;
  #index;
  #catalogue;
  #off = new Set();
  #wanted = [];
  #isOpen = false;

  constructor(root, index, catalogue) {
    this.#root = root;
    this.#index = index;
    this.#catalogue = catalogue;
    this.#list = root.querySelector("[data-check-list]");
    this.#list.addEventListener("change", ({ target }) => this.#tick(target));
    const button = root.querySelector("[data-script]");
    button.hidden = false;
    button.addEventListener("click", async () => announce(button, await copy(script(this.#ticked(), location.href))));
    root.querySelector("[data-checks-more]").addEventListener("click", () => this.#toggle());
  }

  draw(records) {
    this.#wanted = wantedBy(records, this.#index, this.#catalogue);
    this.#drawList();
    this.#drawFoot();
    for (const place of this.#root.querySelectorAll("[data-checks-n]")) place.textContent = this.#wanted.length || "";
    this.#root.querySelector("[data-checks-panel]").classList.toggle("has-none", !this.#wanted.length);
  }

  #ticked() { return this.#wanted.filter((check) => !this.#off.has(check.run)); }

  #tick({ dataset, checked }) {
    if (checked) this.#off.delete(dataset.run);
    else this.#off.add(dataset.run);
    this.#drawFoot();
  }

  #toggle() {
    this.#isOpen = !this.#isOpen;
    this.#drawList();
    if (this.#isOpen) this.#list.children[FIRST]?.querySelector("input").focus();
  }

  #drawList() {
    const shown = this.#isOpen ? this.#wanted : this.#wanted.slice(0, FIRST);
    this.#list.replaceChildren(...shown.map((check) => this.#row(check)));
    const more = this.#root.querySelector("[data-checks-more]");
    more.hidden = this.#wanted.length <= FIRST;
    more.textContent = this.#isOpen ? "only the most wanted" : `${this.#wanted.length - FIRST} more`;
    more.setAttribute("aria-expanded", String(this.#isOpen));
  }

  #row(check) {
    const input = h("input", { type: "checkbox", "data-run": check.run });
    input.checked = !this.#off.has(check.run);
    const { readings } = check;
    return h("li", {},
      h("label", { class: "check" }, input, h("code", {}, command(check.run))),
      h("div", { class: "why" },
        readings.length === 1 ? reading(readings[0], false) : several(readings),
        h("p", { class: "asks" }, asks(check), check.needs.map((need) => h("span", { class: "safe" }, `needs ${need}`)))));
  }

  #drawFoot() {
    const ticked = this.#ticked();
    this.#root.querySelector("[data-script]").disabled = !ticked.length;
    const unset = [...new Set(ticked.flatMap((check) => variables(check.run)))];
    const parts = [`${ticked.length} of ${plural(this.#wanted.length, "check")} ticked`];
    if (unset.length) parts.push(`set first: ${unset.join(", ")}`);
    this.#root.querySelector("[data-script-note]").textContent = parts.join("; ");
  }
}

// The checks that the listed records ask for, most wanted first. An incident asks for those of the failures it shows.
export const wantedBy = (records, { checks, shown }, { failures, idOf }) => {
  const listed = new Set();
  const incidents = new Map();
  for (const n of records) {
    if (n < failures) listed.add(n);
    else for (const failure of shown[n - failures]) incidents.has(failure) ? incidents.get(failure).push(n) : incidents.set(failure, [n]);
  }
  const wanted = checks.map(({ run, needs, readings }) => {
    const asked = readings.filter(([failure]) => listed.has(failure) || incidents.has(failure));
    return {
      run, needs,
      readings: asked.map(([failure, step, expect, otherwise]) => ({ failure: idOf(failure), step, expect, otherwise })),
      failures: new Set(asked.map(([failure]) => failure).filter((failure) => listed.has(failure))).size,
      incidents: new Set(asked.flatMap(([failure]) => incidents.get(failure) ?? [])).size,
    };
  });
  return wanted.filter((check) => check.readings.length).sort((a, b) => b.failures + b.incidents - a.failures - a.incidents);
};

// Options stay whole, as on the other pages: a line broken inside --force reads as another command.
const command = (run) => run.split(" ").flatMap((word, place) => {
  const part = /^-.{0,35}$/.test(word) ? h("span", { class: "nowrap" }, word) : word;
  return place ? [" ", part] : [part];
});

const reading = ({ failure, step, expect, otherwise }, isNamed) => h("div", { class: "reading" },
  isNamed && h("p", { class: "of" }, glyph("failure"), failure),
  h("p", { class: "step" }, step),
  h("p", {}, h("b", {}, "for: "), expect),
  otherwise && h("p", {}, h("b", {}, "against: "), otherwise));

// One command can speak for several failures, to each in its own way. There may be thousands: drawn when asked for.
const several = (readings) => {
  const details = h("details", {}, h("summary", {}, `read in ${readings.length} ways`));
  details.addEventListener("toggle", () => details.append(...readings.map((one) => reading(one, true))), { once: true });
  return details;
};

const asks = ({ failures, incidents }) => [
  failures > 0 && h("span", { class: "nowrap", title: `asked for by ${plural(failures, "failure mode")} listed` }, glyph("failure"), ` ${failures}`),
  incidents > 0 && h("span", { class: "nowrap", title: `${plural(incidents, "incident")} listed showed such a failure` }, glyph("case"), ` ${incidents}`),
];
