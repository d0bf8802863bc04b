/** Says which time zone this is, takes files that are dropped on the page, and shows how far an import has come. */
const zone = document.querySelector("input[name=time_zone]");
if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

const files = document.querySelector("input[type=file]");
if (files) {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer?.files.length) files.files = event.dataTransfer.files;
  });
}

const EVERY_MS = 1000;

async function look() {
  const answer = await fetch(location.href).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const [here, there] = [document, page].map((each) => each?.querySelector("[data-progress]"));
  if (page && !there) return location.reload();
  if (there) here.replaceChildren(...there.childNodes);
  setTimeout(look, EVERY_MS);
}

if (document.querySelector("[data-progress]")) setTimeout(look, EVERY_MS);
