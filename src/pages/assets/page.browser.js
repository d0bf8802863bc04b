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

// The header of the profile comes when its top is out of sight.
const header = document.querySelector(".profile .site-header");
const hero = document.querySelector(".profile .hero");
if (hero) new IntersectionObserver(([seen]) => header.classList.toggle("due", !seen.isIntersecting)).observe(hero);

// How long ago reviews of the last year were written: a page may have been made long before it is read.
const { lang } = document.documentElement;
const ago = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
for (const time of document.querySelectorAll(".date time")) {
  const days = Math.floor(Date.now() / 86_400_000) - Math.floor(Date.parse(time.dateTime) / 86_400_000);
  if (time.dateTime.length < 10 || days < 0 || days > 360) continue;
  const written = time.textContent;
  const [count, unit] = days < 7 ? [days, "day"] : days < 31 ? [days / 7, "week"] : [days / 30.5, "month"];
  time.textContent = ago.format(-Math.floor(count), unit);
  time.title = written;
  time.parentElement.ariaLabel = `${time.textContent}, ${time.parentElement.ariaLabel}`;
}

// Whether the business is open, by its own clock.
for (const link of document.querySelectorAll("[data-week]")) {
  const { week, zone, locale, open, closed } = link.dataset;
  const clock = { weekday: "short", hour: "numeric", minute: "numeric", hourCycle: "h23" };
  const given = new Intl.DateTimeFormat("en-US", { timeZone: zone, ...clock }).formatToParts();
  const parts = Object.fromEntries(given.map(({ type, value }) => [type, value]));
  const day = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].indexOf(parts.weekday);
  const now = Number(parts.hour) * 60 + Number(parts.minute);
  const days = JSON.parse(week);
  // What began yesterday may go on after midnight.
  const spans = [...days[day], ...days[(day + 6) % 7].map(([from, to]) => [from - 1440, to - 1440])];
  const span = spans.find(([from, to]) => from <= now && now < to);
  const time =
    span && new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" }).format(span[1] * 60_000);
  link.textContent = span ? open.replace("{time}", time) : closed;
}
