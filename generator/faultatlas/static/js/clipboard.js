// Copying, with a way that also works over plain http, as on most cluster hosts.

const fallbackCopy = (text) => {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "vh";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
};

export const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return fallbackCopy(text);
  }
};

export const announce = (button, done) => {
  const before = button.getAttribute("aria-label");
  button.setAttribute("aria-label", done ? "Copied" : "Copying is blocked here");
  button.classList.add(done ? "done" : "failed");
  setTimeout(() => {
    button.classList.remove("done", "failed");
    if (before === null) button.removeAttribute("aria-label");
    else button.setAttribute("aria-label", before);
  }, 1600);
};
