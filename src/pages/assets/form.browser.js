// An answer that is not sent yet survives a reload of its tab. The form is complete without this.
const form = document.querySelector("form[data-draft]");
const key = `draft ${location.pathname.replace(/^\/[a-z]{2}(?=\/r\/)/, "")}`;
if (form) {
  const kept = new URLSearchParams(sessionStorage.getItem(key) ?? "");
  for (const field of form.elements) {
    const value = field.name === "license" ? null : kept.get(field.name);
    if (value === null) continue;
    if (field.type === "radio") field.checked = field.value === value;
    else field.value = value;
  }
  const aspects = form.querySelector("details");
  if ([...aspects.querySelectorAll("select")].some(({ value }) => value !== "")) aspects.open = true;
  form.addEventListener("input", () => {
    sessionStorage.setItem(key, new URLSearchParams(new FormData(form)).toString());
  });
} else if (document.querySelector("article.review")) {
  sessionStorage.removeItem(key);
}
for (const link of document.querySelectorAll("a[data-words]")) {
  link.addEventListener("click", () => void navigator.clipboard?.writeText(link.dataset.words));
}
const faults = document.querySelector(".faults");
if (faults) {
  faults.tabIndex = -1;
  faults.focus();
}
