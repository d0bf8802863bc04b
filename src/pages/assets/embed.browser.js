// Shows rating and newest reviews inside <goodword-reviews>. Everything is set as text; nothing else is loaded.
const css = `:host{display:block;font:inherit;color:inherit;line-height:1.5}p{margin:0}a{color:inherit}
.name{font-weight:700}.top{display:flex;flex-wrap:wrap;gap:.2em .6em;align-items:baseline}.value{font-size:1.6em;font-weight:700}
.stars{color:#c98208;letter-spacing:.1em;white-space:nowrap}blockquote{margin:1em 0 0;padding-inline-start:.9em;border-inline-start:3px solid #8885}
.by{font-size:.875em;opacity:.85}
:host([theme]){padding:1.1em 1.25em;border:1px solid;border-radius:.7em;color-scheme:light;background:#fff;color:#1a2024;border-color:#c9ccc6}
:host([theme=dark]){color-scheme:dark;background:#1b2023;color:#f2f3f0;border-color:#454d51}:host([theme=dark]) .stars{color:#f0b23e}
@media(prefers-color-scheme:dark){:host([theme=auto]){color-scheme:dark;background:#1b2023;color:#f2f3f0;border-color:#454d51}:host([theme=auto]) .stars{color:#f0b23e}}`;
const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};
const stars = (rating, label) => {
  const shown = make("span", "stars", "★".repeat(Math.round(rating)).padEnd(5, "☆"));
  shown.setAttribute("role", "img");
  shown.setAttribute("aria-label", label);
  return shown;
};
const quote = (review) => {
  const block = make("blockquote");
  const words = make("p", "", review.text);
  words.dir = "auto";
  words.lang = review.language;
  const by = make("p", "by");
  by.lang = goodword.language;
  by.append(stars(review.rating, review.stars), ` ${review.author}, ${review.date}`);
  by.append(make("br"), `${review.isVerified ? "✓ " : ""}${review.verification}`);
  block.append(words, by);
  return block;
};
// Of several firms on one page each has its address in `src`, and is shown as a frame.
const frame = (element) => {
  const shown = make("iframe");
  const query = new URLSearchParams();
  for (const name of ["service", "technician", "count", "layout", "theme"]) {
    if (element.hasAttribute(name)) query.set(name, element.getAttribute(name));
  }
  shown.src = `${element.getAttribute("src").replace(/\/$/, "")}/embed?${query}`;
  shown.title = element.textContent.trim() || "Reviews";
  shown.loading = "lazy";
  shown.style.cssText = "border:0;width:100%;height:30em";
  addEventListener("message", ({ source, data }) => {
    if (source === shown.contentWindow && data?.message === "height") shown.style.height = `${Number(data.value)}px`;
  });
  return shown;
};
if (!customElements.get("goodword-reviews"))
  customElements.define(
    "goodword-reviews",
    class extends HTMLElement {
      connectedCallback() {
        if (this.shadowRoot) return;
        if (this.hasAttribute("src")) {
          this.attachShadow({ mode: "open" }).append(frame(this));
          return;
        }
        const root = this.attachShadow({ mode: "open" });
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        root.adoptedStyleSheets = [sheet];
        const top = make("p", "top");
        top.lang = goodword.language;
        if (goodword.rating) top.append(make("span", "value", goodword.value), stars(goodword.rating, goodword.stars));
        const link = make("a", "", this.hasAttribute("show-name") ? goodword.count : goodword.link);
        link.href = goodword.url;
        top.append(link);
        if (this.hasAttribute("show-name")) root.append(make("p", "name", goodword.name));
        const count = Number(this.getAttribute("count") ?? goodword.reviews.length);
        root.append(top, ...goodword.reviews.slice(0, count).map(quote));
      }
    },
  );
