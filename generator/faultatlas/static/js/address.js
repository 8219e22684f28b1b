// The state of the browse page, as its address says it. What is unknown there is dropped.

import { wellFormed } from "./ask.js";
import { KINDS, SORTS } from "./facets.js";

const MAX_TEXT = 200;

export const emptyState = (facets) => (
  { chosen: Object.fromEntries(facets.map((facet) => [facet, []])), text: "", kind: "", sort: "" }
);

export const readState = (search, catalogue) => {
  const given = new URLSearchParams(search);
  const state = emptyState(catalogue.facets);
  for (const facet of catalogue.facets) {
    const words = (given.get(facet) ?? "").split(",");
    state.chosen[facet] = [...new Set(words)].filter((word) => catalogue.knows(facet, word));
  }
  state.text = (given.get("text") ?? "").slice(0, MAX_TEXT);
  state.kind = KINDS.includes(given.get("kind")) ? given.get("kind") : "";
  state.sort = SORTS.includes(given.get("sort")) ? given.get("sort") : "";
  return state;
};

const encode = (text) => encodeURIComponent(wellFormed(text)).replaceAll("%20", "+");

export const writeState = (state) => {
  const parts = Object.entries(state.chosen).filter(([, words]) => words.length).map(([facet, words]) => `${facet}=${words.join(",")}`);
  for (const name of ["text", "kind", "sort"]) {
    if (state[name].trim()) parts.push(`${name}=${encode(state[name].trim())}`);
  }
  return parts.length ? `?${parts.join("&")}` : "";
};

export const isFiltered = (state) => Boolean(state.text.trim() || state.kind || Object.values(state.chosen).some((words) => words.length));
