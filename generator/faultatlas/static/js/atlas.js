// On every page: light and dark, copy buttons, the way to the search and its key, the mark of the section being read.

import { ask } from "./ask.js";
import { announce, copy } from "./clipboard.js";

const switchScheme = () => {
  const scheme = document.body.getAttribute("data-md-color-scheme") === "slate" ? "default" : "slate";
  document.body.setAttribute("data-md-color-scheme", scheme);
  try {
    localStorage.setItem("atlas-scheme", scheme);
  } catch {
    // Private windows refuse storage; the choice then lasts for this page.
  }
};

document.querySelector("[data-scheme-switch]")?.addEventListener("click", switchScheme);

document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-copy-link]");
  if (link) {
    event.preventDefault();
    announce(link, await copy(location.href.split("#")[0]));
    return;
  }
  const button = event.target.closest(".copy");
  if (button) {
    const from = button.parentElement.querySelector(".says, code");
    announce(button, await copy((from ?? button.parentElement).textContent.trim()));
  }
});

// What is looked up goes to the search page in a way that no server sees.
document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[role=search][action]:not([data-search])");
  if (!form?.elements.q) return;
  event.preventDefault();
  ask(form.action, form.elements.q.value);
});

// Suggestions are fetched when the field is first used.
document.querySelector("[data-find]")?.addEventListener("focus", async ({ target }) => {
  const { suggest } = await import("./suggest.js");
  suggest(target);
}, { once: true });

// Where the key "/" leads: the page's own field, else the one in the header.
const SEARCH_KEY = ["[data-query] input", "[data-hub-text]", "[data-search] textarea", "[data-finder] textarea", "[data-find]"];

const typing = (target) => target.closest?.("input, textarea, select, [contenteditable]");

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event.target)) {
    const field = SEARCH_KEY.map((one) => document.querySelector(one)).find((one) => one?.offsetParent);
    if (field) {
      event.preventDefault();
      field.focus();
    }
  }
  if (event.key === "Escape") document.querySelector("details.menu[open]")?.removeAttribute("open");
});

// The rail marks the section that is read: the last one whose heading has passed the header.
const railLinks = [...document.querySelectorAll(".rail ol a")];
const sections = railLinks.map((link) => document.getElementById(link.hash.slice(1)));

const mark = () => {
  const passed = sections.filter((section) => section && section.getBoundingClientRect().top < 140).length;
  railLinks.forEach((link, index) => {
    if (index === Math.max(0, passed - 1)) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
};

if (railLinks.length) {
  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; mark(); });
  }, { passive: true });
  mark();
}
