// Takes a question to the search page without putting it into a request: a short one travels in the
// fragment of the address, which is never sent, a long paste in this tab's storage.

const KEY = "faultatlas.question";
const LONG = 300;

export const isLong = (text) => text.length > LONG || text.includes("\n");

const keep = (text) => {
  try {
    sessionStorage.setItem(KEY, text);
    return true;
  } catch {
    return false;
  }
};

// An address cannot carry half a surrogate pair: encodeURIComponent throws on it.
export const wellFormed = (text) => text.toWellFormed?.() ?? text.replace(/\p{Surrogate}/gu, "\uFFFD");

// `how` is pushState or replaceState. Browsers refuse too many changes at once, and some embeddings any;
// the address then stays, and the page goes on.
export const setAddress = (how, address) => {
  try {
    history[how](null, "", address);
  } catch {
    // Nothing depends on the address.
  }
};

// The fragment that stands for a question; a long one is kept beside it, or cut where nothing can be kept.
export const fragmentFor = (text) => {
  if (!text.trim()) return "";
  if (isLong(text) && keep(text)) return "#paste";
  return `#q=${encodeURIComponent(wellFormed(text.trim().slice(0, LONG)))}`;
};

export const ask = (page, text) => {
  location.href = page.split(/[?#]/)[0] + fragmentFor(text);
};

const decoded = (text) => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
};

// The question this page was asked. Forms used without JavaScript ask with ?q=.
export const asked = () => {
  if (location.hash === "#paste") return sessionStorage.getItem(KEY) ?? "";
  if (location.hash.startsWith("#q=")) return decoded(location.hash.slice(3));
  return new URLSearchParams(location.search).get("q") ?? "";
};
