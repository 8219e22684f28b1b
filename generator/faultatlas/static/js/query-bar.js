// The query bar: what is chosen, with its operators spelled out, the free text and the address.

import { glyph, h, icon } from "./dom.js";
import { isFiltered, writeState } from "./address.js";

export class QueryBar {
  #form;
  #address;
  #panels;
  #act;

  // `act` has remove(facet, id), type(text) and clear().
  constructor(root, panels, act) {
    this.#form = root.querySelector("[data-query]");
    this.#address = root.querySelector("[data-address]");
    this.#panels = panels;
    this.#act = act;
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#form.addEventListener("input", () => act.type(this.input.value));
    this.#form.addEventListener("reset", (event) => {
      event.preventDefault();
      act.clear();
      this.input.focus();
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.input.value) return;
      event.preventDefault();
      this.input.value = "";
      act.type("");
    });
  }

  get input() { return this.#form.elements.text; }

  draw(state) {
    const groups = this.#panels.filter((panel) => state.chosen[panel.facet].length).map((panel) => this.#group(panel, state));
    const joined = groups.flatMap((group, place) => (place ? [operator("and"), group] : [group]));
    this.#form.querySelector("[data-choices]").replaceChildren(...joined);
    this.input.placeholder = groups.length ? "and text …" : "Filter by text, or choose words below";
    if (this.input.value.trim() !== state.text.trim()) this.input.value = state.text;
    this.#form.querySelector("[data-clear]").hidden = !isFiltered(state);
    this.#drawAddress(state);
  }

  #group(panel, state) {
    const chips = state.chosen[panel.facet].map((id) => this.#chip(panel, id));
    const joined = chips.flatMap((chip, place) => (place ? [operator("or"), chip] : [chip]));
    return h("span", { class: "grp" }, operator(panel.label), joined);
  }

  #chip(panel, id) {
    const chip = h("button", { type: "button", class: "chip", "aria-label": `Remove ${panel.label.toLowerCase()} ${id}` }, glyph(panel.kind), h("span", {}, id), icon("x"));
    chip.addEventListener("click", () => {
      this.#act.remove(panel.facet, id);
      (this.#form.querySelector(".chip") ?? this.input).focus();
    });
    return chip;
  }

  #drawAddress(state) {
    const search = writeState(state);
    this.#address.hidden = !search;
    this.#address.querySelector("code").textContent = location.pathname + search;
  }
}

const operator = (text) => h("span", { class: "op" }, text);
