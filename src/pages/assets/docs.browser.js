// Shows the answer beside the form that asks for it. Without this script the form opens it.
const LONGEST = 20000;
for (const form of document.querySelectorAll("form[data-try]")) {
  const output = form.querySelector("output");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const address = addressOf(form);
    const link = Object.assign(document.createElement("a"), { href: address, textContent: `GET ${address}` });
    const body = document.createElement("pre");
    body.tabIndex = 0;
    output.replaceChildren(link, body);
    try {
      const response = await fetch(address);
      const text = await response.text();
      body.textContent = `${response.status} ${response.headers.get("content-type") ?? ""}\n\n${shown(text)}`;
    } catch (error) {
      body.textContent = `No answer: ${error.message}`;
    }
  });
}

function addressOf(form) {
  let path = form.dataset.try;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll("[data-in]")) {
    if (!field.value) continue;
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else query.set(field.name, field.value);
  }
  // The page may be reached by another name than its base address; only its own origin is asked.
  const base = new URL(form.dataset.base).pathname.replace(/\/$/, "");
  return base + path + (query.size > 0 ? `?${query}` : "");
}

function shown(text) {
  let pretty = text;
  try {
    pretty = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Not JSON: shown as it came.
  }
  return pretty.length > LONGEST ? `${pretty.slice(0, LONGEST)}\n… ${pretty.length - LONGEST} more characters` : pretty;
}
