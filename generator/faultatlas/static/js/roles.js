// The roles of the legend: mark and words, as in the templates of the generator.

import { h, roleMark } from "./dom.js";

const MARKS = {
  initiating: "origin", "may-initiate": "maybe", witness: "witness", collateral: "echo",
  either: "either", context: "context", recovery: "context", progress: "context",
};
const WORDS = {
  initiating: "it starts here", "may-initiate": "may start here", witness: "names the cause", collateral: "echo", either: "start or echo", context: "context",
  recovery: "sign of recovery", progress: "sign of progress",
};
const CLASSES = { initiating: " o", collateral: " e" };

export const roleTag = (role) => h("span", { class: `role${CLASSES[role] ?? ""}` }, roleMark(MARKS[role]), WORDS[role]);
