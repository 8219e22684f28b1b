// The box on the front page: Enter looks up, Shift with Enter makes a new line.

const form = document.querySelector("[data-finder]");

form?.elements.q.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});
