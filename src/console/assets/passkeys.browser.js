// Passkeys: shows what needs them where the browser has them, and hands its answer over in the form.
const has = window.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined;

for (const button of has ? document.querySelectorAll("button[data-passkey]") : []) {
  const { form } = button;
  for (const hidden of [button, button.closest("[hidden]")]) hidden?.removeAttribute("hidden");
  button.addEventListener("click", async () => {
    const said = form.querySelector("[data-passkey-said]");
    if (said) said.textContent = "";
    const answer = await ask(button.dataset.passkey, JSON.parse(button.dataset.options), form).catch(() => null);
    if (answer === null) {
      if (said) said.textContent = said.dataset.passkeySaid;
      return;
    }
    form.elements.credential.value = JSON.stringify(answer);
    for (const field of form.elements) field.required = false;
    form.submit();
  });
}

async function ask(what, options, form) {
  if (what === "get") {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    return (await navigator.credentials.get({ publicKey })).toJSON();
  }
  const name = form.elements.name?.value.trim() || options.user.name;
  if (name === "") {
    form.elements.name.reportValidity();
    throw new Error("no name");
  }
  Object.assign(options.user, { name, displayName: name });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return (await navigator.credentials.create({ publicKey })).toJSON();
}
