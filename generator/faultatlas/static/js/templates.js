// Texts of programs with the inserted values left out (…): whether a line is one of them, and where.

import { fold } from "./dom.js";

const HOLE = "…";
const MIN_PIECE = 4;
const MIN_LETTERS = 8;

const lettersIn = (text) => text.match(/\p{L}/gu)?.length ?? 0;

// A template keeps the pieces that are long enough to mean something, with their places.
export const compile = (text) => {
  const folded = fold(text);
  const pieces = [];
  for (const { 0: part, index } of folded.matchAll(/[^…]+/g)) {
    const piece = part.trim();
    if (lettersIn(piece) >= MIN_PIECE) pieces.push({ piece, at: index + part.indexOf(piece) });
  }
  const letters = pieces.reduce((sum, { piece }) => sum + lettersIn(piece), 0);
  return { text, folded, pieces, letters };
};

// The line is an instance of the template: all its pieces stand in it, in order.
export const matchLine = ({ pieces, letters }, foldedLine) => {
  if (letters < MIN_LETTERS) return null;
  const inLine = [];
  let from = 0;
  for (const { piece } of pieces) {
    const at = foldedLine.indexOf(piece, from);
    if (at < 0) return null;
    from = at + piece.length;
    inLine.push([at, from]);
  }
  return { score: letters, inLine, inTemplate: pieces.map(({ piece, at }) => [at, at + piece.length]) };
};

// The words are a part of the template, as when only the start of a line was typed.
export const matchPart = ({ folded }, foldedWords) => {
  const letters = lettersIn(foldedWords);
  const at = letters < MIN_LETTERS || foldedWords.includes(HOLE) ? -1 : folded.indexOf(foldedWords);
  return at < 0 ? null : { score: letters, inTemplate: [[at, at + foldedWords.length]] };
};
