// Full-text search over the built pages with Pagefind, whose excerpts are taken apart into text and marks.

import { h } from "./dom.js";
import { siteRoot } from "./lookup.js";

// Longer questions are cut to their most telling words: Pagefind wants every word on the page.
const MANY_WORDS = 6;
const TELLING = 4;
const MAX_READ = 64 * 1024;
export const ENOUGH = 3;

let opening;
let failures = 0;

// Browsers and Pagefind remember a file that did not come; under another address both start afresh.
const reopen = () => {
  opening = undefined;
  failures += 1;
};

addEventListener("online", reopen);

const open = () => {
  opening ??= import(new URL(`pagefind/pagefind.js${failures ? `?again=${failures}` : ""}`, siteRoot)).then(async (pagefind) => {
    await pagefind.options({ baseUrl: siteRoot.pathname, excerptLength: 28 });
    // Counts by kind come with a search only when the filters have been loaded.
    await pagefind.filters();
    return pagefind;
  });
  opening.catch(reopen);
  return opening;
};

const isNoise = (word) => word.length < 5 || /^\d/.test(word) || /^0x|^[0-9a-f]{6,}$/i.test(word);

// Names in code style first, then long words: what a program prints on purpose, not its numbers and times.
const weight = (word) => word.length + (/[_A-Z]/.test(word.slice(1)) ? 20 : 0);

export const tellingWords = (question, recognised) => {
  const text = question.trimStart().slice(0, MAX_READ).trimEnd();
  const words = text.split(/\s+/);
  if (words.length <= MANY_WORDS && !text.includes("\n")) return words;
  const from = recognised || text;
  const all = [...new Set(from.match(/[\p{L}_][\p{L}\p{N}_]+/gu) ?? [])].filter((word) => !isNoise(word));
  return all.sort((a, b) => weight(b) - weight(a)).slice(0, TELLING);
};

const search = async (words, kind) => {
  const pagefind = await open();
  return pagefind.search(words.join(" "), kind ? { filters: { kind } } : {});
};

// Results, with the words used. The least telling word of a paste is given up while few pages have them all.
export const findText = async (words, kind, enough = 1) => {
  for (let used = words; used.length; used = used.slice(0, -1)) {
    const found = await search(used, kind);
    if (found.results.length >= enough || (used.length === 1 && found.results.length) || kind) return { ...found, words: used };
  }
  return { results: [], filters: {}, words: [] };
};

// Only text and <mark> survive of an excerpt.
export const excerpt = (html) => {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  return [...parsed.body.childNodes].map((node) => (node.nodeName === "MARK" ? h("mark", {}, node.textContent) : node.textContent));
};
