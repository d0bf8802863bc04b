// Shows how the public page begins while somebody types. Without this, a button does.
const preview = document.getElementById("preview");
const form = document.querySelector("form[action$='/profile']");
const FIELDS = ["name", "type", "telephone", "url", "address.locality", "address.region", "color", "language"];
let asked = 0;
let timer;

// Whoever picks a colour wants it.
form.elements.color.addEventListener("input", () => {
  form.elements.color_none.checked = false;
});

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(show, 250);
});

// Somebody who sets a business up is likely to be where it is.
if (preview.dataset.new !== undefined) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const field = form.elements.time_zone;
  if (field.value === "UTC" && zone) field.value = zone;
}

const [country, town] = [form.elements["address.country"], form.elements["address.locality"]];
if (country.value === "" && town.value === "") country.value = new Intl.Locale(navigator.language).region ?? "";

async function show() {
  const number = ++asked;
  const query = new URLSearchParams(FIELDS.map((name) => [name, form.elements[name].value]));
  if (form.elements.color_none.checked) query.set("color", "");
  const answer = await fetch(`${form.getAttribute("action")}/preview?${query}`).catch(() => null);
  // An answer that a later one has overtaken is of no use.
  if (answer?.ok && number === asked) preview.innerHTML = await answer.text();
}
