// Builds parts of the page from text. Nothing here parses HTML, so no data can become markup.

export const h = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
};

// The legend and the icons are masks of the style sheet: a mark is an empty element.
export const glyph = (kind, more = "") => h("i", { class: `g g-${kind} ${more}`.trim() });
export const icon = (name, more = "") => h("i", { class: `i i-${name} ${more}`.trim() });
export const roleMark = (name) => h("i", { class: `r r-${name}` });

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

// Lower case of the same length, so that places found in it hold in the text as written.
export const fold = (text) => {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
};

const merged = (ranges) => {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0]);
  const found = [];
  for (const [start, end] of sorted) {
    const last = found.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else found.push([start, end]);
  }
  return found;
};

// Text as nodes, with the ranges [start, end] inside <mark>.
export const marked = (text, ranges) => {
  const nodes = [];
  let done = 0;
  for (const [start, end] of merged(ranges)) {
    nodes.push(text.slice(done, start), h("mark", {}, text.slice(start, end)));
    done = end;
  }
  nodes.push(text.slice(done));
  return nodes.filter((node) => node !== "");
};

// Every place where one of the words stands in the text; words are given folded.
export const placesOf = (words, text) => {
  const within = fold(text);
  const ranges = [];
  for (const word of words) {
    for (let at = within.indexOf(word); at >= 0; at = within.indexOf(word, at + word.length)) {
      ranges.push([at, at + word.length]);
    }
  }
  return ranges;
};

export const wordsOf = (text) => fold(text).split(/\s+/).filter(Boolean);
