// Optional comforts. Every page is complete without them.
const { copyWord, copiedWord } = document.body.dataset;
for (const code of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) break;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  name(button, copyWord, code);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    name(button, copiedWord, code);
    setTimeout(() => name(button, copyWord, code), 2000);
  });
  code.after(button);
}

function name(button, word, code) {
  button.textContent = word;
  button.setAttribute("aria-label", `${word} ${code.dataset.copy}`);
}

// Fields that were left empty stay out of the address.
for (const form of document.querySelectorAll("search form")) {
  form.addEventListener("submit", () => {
    for (const field of form.elements) if (field.name && !field.value) field.disabled = true;
  });
}
addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("search form [name]:disabled")) field.disabled = false;
});

// Where the device has a way to share, the button leads to it instead of to the code and the link.
document.querySelector("[data-share]")?.addEventListener("click", (event) => {
  if (!navigator.share) return;
  event.preventDefault();
  navigator.share({ title: document.title, url: document.querySelector("link[rel=canonical]").href }).catch(() => {});
});
