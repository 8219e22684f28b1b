// The rows of the search page: what was recognised and why, and what the full text has.

import { fold, glyph, h, icon, marked, placesOf } from "./dom.js";
import { siteRoot } from "./lookup.js";
import { roleTag } from "./roles.js";

const AROUND = 60;
const WIDEST = 260;

const GLYPHS = { failure: "failure", case: "case", incident: "case" };
const picture = (kind) => (GLYPHS[kind] ? glyph(GLYPHS[kind], "main") : icon("file", "main"));

// The part of a long line that holds the matches, with the ranges moved along.
const cut = (text, ranges) => {
  if (text.length <= WIDEST) return [text, ranges];
  const from = Math.max(0, ranges[0][0] - AROUND);
  const to = Math.min(text.length, Math.max(ranges.at(-1)[1] + AROUND, from + WIDEST), from + 2 * WIDEST);
  const lead = from ? "… " : "";
  const inside = ranges.filter(([start]) => start < to);
  const moved = inside.map(([start, end]) => [start - from + lead.length, Math.min(end, to) - from + lead.length]);
  return [lead + text.slice(from, to) + (to < text.length ? " …" : ""), moved];
};

const REASONS = { signature: "signature matches", text: "text matches", part: "part of its text", name: "named" };

const reason = ({ on, line, why }, isPaste) => {
  if (!isPaste) return REASONS[why];
  return on.size > 1 ? `${REASONS[why]}, on ${on.size} lines, first on ${Math.min(...on)}` : `${REASONS[why]}, line ${line.number}`;
};

const because = (hit, isPaste) => {
  const [text, ranges] = cut(hit.line.text, hit.ranges);
  return h("div", { class: "because" }, h("span", { class: "label" }, reason(hit, isPaste)), h("code", { class: "says" }, marked(text, ranges)));
};

// A name that is all of the question, and stands in the title already, needs no further reason.
const isPlain = (hit) => hit.why === "name" && hit.target.title.includes(hit.line.text);

export const recognisedHit = (hit, isPaste) => {
  const { target } = hit;
  const isTable = target.kind === "table";
  return h("li", {},
    picture(target.kind),
    h("h3", { class: isTable ? "verbatim" : null },
      h("a", { href: new URL(target.path, siteRoot).href }, isPlain(hit) ? marked(target.title, placesOf([fold(hit.line.text)], target.title)) : target.title),
      isTable && h("span", { class: "of" }, target.note)),
    h("span", { class: "when" }, hit.role ? roleTag(hit.role) : !isTable && target.note),
    target.says && h("p", { class: "sum" }, target.says),
    !isPlain(hit) && because(hit, isPaste));
};

export const textHit = (data, kind, pieces) => h("li", {},
  picture(kind),
  h("h3", {}, h("a", { href: data.url }, data.meta.title ?? data.url)),
  h("span", { class: "when" }),
  h("p", { class: "sum" }, pieces));
