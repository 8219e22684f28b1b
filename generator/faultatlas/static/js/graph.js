// The graph page: filter the picture and the list, choose one record, keep both in the address.

import { createView } from "./graph-view.js";

const page = document.querySelector("[data-net]");
const stage = page.querySelector("[data-stage]");
const svg = stage.querySelector("svg");
const form = page.querySelector("[data-filter]");
const note = page.querySelector("[data-note]");
const count = page.querySelector("[data-count]");
const counted = count.textContent;

const nodes = new Map([...svg.querySelectorAll("[data-id]")].map((node) => [node.dataset.id, node]));
const edges = [...svg.querySelectorAll("[data-from]")].map((line) => ({ line, ...line.dataset }));
const entries = new Map([...page.querySelectorAll("[data-entry]")].map((entry) => [entry.dataset.entry, entry]));

// An entry's id served readers without script; now it would draw the page away from the picture.
for (const entry of entries.values()) entry.removeAttribute("id");
page.classList.add("live");
stage.tabIndex = 0;
stage.setAttribute("role", "group");
stage.setAttribute("aria-label", "Picture; plus and minus zoom, arrows move, 0 shows all, Escape lets a record go");
page.querySelector("[data-hint]").hidden = false;

const view = createView(stage, svg);
let chosen = null;

// --- the filter ---

const values = (name) => [...form.elements].filter((box) => box.name === name && box.checked).map((box) => box.value);
const field = form.elements.text;

const wordsOf = (id) =>
  [id, ...[...entries.get(id).querySelectorAll("h4, .meta, .sum")].map((part) => part.textContent)].join(" ").toLowerCase();
const words = new Map([...entries.keys()].map((id) => [id, wordsOf(id)]));

const passes = (id, { kinds, areas, text }) => {
  const { kind, areas: own } = nodes.get(id).dataset;
  if (!kinds.includes(kind)) return false;
  if (areas.length && !own.split(" ").some((area) => areas.includes(area))) return false;
  return text.every((word) => words.get(id).includes(word));
};

const applyFilter = () => {
  const wanted = { kinds: values("kind"), areas: values("area"), text: field.value.toLowerCase().split(/\s+/) };
  const lines = values("edge");
  const shown = new Set([...nodes.keys()].filter((id) => passes(id, wanted)));
  for (const [id, node] of nodes) {
    node.classList.toggle("off", !shown.has(id));
    entries.get(id).hidden = !shown.has(id);
  }
  for (const { line, from, to, kind } of edges) {
    line.classList.toggle("off", !(lines.includes(kind) && shown.has(from) && shown.has(to)));
  }
  count.textContent = shown.size < nodes.size ? `${shown.size} of ${nodes.size} records` : counted;
  page.querySelector("[data-reset]").hidden = !filterInAddress();
};

// --- one record ---

const beside = (id) => new Set(edges.filter(({ from, to }) => from === id || to === id));

// All causal edges before the record, and all after it.
const chain = (id) => {
  const found = new Set();
  for (const [near, far] of [["to", "from"], ["from", "to"]]) {
    const seen = new Set([id]);
    for (const end of seen) {
      for (const edge of edges) {
        if (edge.kind === "causes" && edge[near] === end) {
          found.add(edge);
          seen.add(edge[far]);
        }
      }
    }
  }
  return found;
};

const light = () => {
  const lit = chosen ? beside(chosen) : new Set();
  if (chosen && values("chain").length) for (const edge of chain(chosen)) lit.add(edge);
  const near = new Set([chosen, ...[...lit].flatMap(({ from, to }) => [from, to])]);
  svg.classList.toggle("chosen", Boolean(chosen));
  for (const edge of edges) {
    edge.line.classList.toggle("near", lit.has(edge));
    if (lit.has(edge)) edge.line.parentNode.append(edge.line); // drawn last, on top
  }
  for (const [id, node] of nodes) {
    node.classList.toggle("near", near.has(id));
    if (id === chosen) node.setAttribute("aria-current", "true");
    else node.removeAttribute("aria-current");
  }
  return near;
};

const element = (name, className, ...content) => {
  const made = document.createElement(name);
  made.className = className;
  made.append(...content);
  return made;
};

const closeButton = () => {
  const button = element("button", "iconbtn net-close", "×");
  button.type = "button";
  button.setAttribute("aria-label", "Let go of this record");
  button.addEventListener("click", () => choose(null));
  return button;
};

// The note is the record's entry in the list, so that both say the same.
const fillNote = () => {
  note.hidden = !chosen;
  note.replaceChildren();
  if (!chosen) return;
  const entry = entries.get(chosen).cloneNode(true);
  const heading = element("h2", "", ...entry.querySelector("h4").childNodes);
  entry.querySelector("h4").remove();
  const open = element("a", "btn small", "Open the record");
  open.href = nodes.get(chosen).href.baseVal;
  entry.querySelector(".net-rel").before(element("p", "net-open", open));
  note.append(closeButton(), heading, ...entry.children);
};

// The picture has to be seen: on a narrow screen the note lies over the lower part of it.
const bringIntoSight = () => {
  const { top, bottom } = stage.getBoundingClientRect();
  const below = note.getBoundingClientRect();
  const covered = below.left < 1 && bottom > below.top;
  if (covered || bottom < innerHeight / 3 || top > innerHeight * 0.66) stage.scrollIntoView();
};

const choose = (id, { record = true } = {}) => {
  chosen = nodes.has(id) ? id : null;
  const near = light();
  fillNote();
  if (chosen) bringIntoSight();
  if (chosen) view.show([chosen, ...near].map((other) => nodes.get(other).querySelector("rect").getBBox()));
  if (record) history.pushState(null, "", address());
};

const plainClick = (event) => !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

svg.addEventListener("click", (event) => {
  if (!plainClick(event)) return;
  const id = event.target.closest("[data-id]")?.dataset.id ?? null;
  if (id && id === chosen) return;
  event.preventDefault();
  if (id !== chosen) choose(id);
});

note.addEventListener("click", (event) => {
  const ref = event.target.closest("[data-ref]")?.dataset.ref;
  if (!ref || !plainClick(event)) return;
  event.preventDefault();
  choose(ref);
  nodes.get(ref).focus({ preventScroll: true });
});

page.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && chosen && event.target !== field) choose(null);
});

stage.addEventListener("focusin", (event) => {
  if (event.target.matches(".net-node:focus-visible")) view.show([event.target.querySelector("rect").getBBox()]);
});

// --- the address ---

// Only what differs from the page as it opens: relations and kinds that are shown, areas, text.
const filterInAddress = () => {
  const query = new URLSearchParams();
  for (const name of ["edge", "kind", "area", "chain"]) {
    const boxes = [...form.elements].filter((box) => box.name === name);
    if (boxes.some((box) => box.checked !== box.defaultChecked)) query.set(name, values(name).join(","));
  }
  if (field.value.trim()) query.set("text", field.value.trim());
  return query.size ? `?${query}`.replaceAll("%2C", ",") : "";
};

const address = () => `${location.pathname}${filterInAddress()}${chosen ? `#${chosen}` : ""}`;

const readAddress = () => {
  const query = new URLSearchParams(location.search);
  for (const box of form.elements) {
    if (box.type === "checkbox") box.checked = query.has(box.name) ? query.get(box.name).split(",").includes(box.value) : box.defaultChecked;
  }
  field.value = query.get("text") ?? "";
  applyFilter();
  choose(location.hash.slice(1), { record: false });
};

const filter = () => {
  applyFilter();
  light();
  history.replaceState(null, "", address());
};

form.addEventListener("input", filter);
field.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(filter));
addEventListener("popstate", readAddress);

for (const button of page.querySelectorAll("[data-zoom]")) {
  const act = { in: view.zoomIn, out: view.zoomOut, fit: view.fit }[button.dataset.zoom];
  button.addEventListener("click", () => act());
}

readAddress();
