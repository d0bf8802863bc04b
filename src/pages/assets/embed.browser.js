// Shows rating and newest reviews inside <goodword-reviews>. Everything is set as text; nothing else is loaded.
const css = `:host{display:block;font:inherit;color:inherit;line-height:1.5}p{margin:0}a{color:inherit}
.top{display:flex;flex-wrap:wrap;gap:.2em .6em;align-items:baseline}.value{font-size:1.6em;font-weight:700}
.stars{color:#c98208;letter-spacing:.1em;white-space:nowrap}blockquote{margin:1em 0 0;padding-left:.9em;border-left:3px solid currentcolor;border-color:#8885}
.by{font-size:.875em;opacity:.8}`;
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
const quote = ({ rating, stars: label, text, language, author, date }) => {
  const block = make("blockquote");
  const words = make("p", "", text);
  words.dir = "auto";
  words.lang = language;
  const by = make("p", "by");
  by.append(stars(rating, label), ` ${author}, ${date}`);
  block.append(words, by);
  return block;
};
customElements.define(
  "goodword-reviews",
  class extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      const root = this.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      root.adoptedStyleSheets = [sheet];
      const top = make("p", "top");
      top.lang = goodword.language;
      if (goodword.rating) top.append(make("span", "value", goodword.value), stars(goodword.rating, goodword.stars));
      const link = make("a", "", goodword.link);
      link.href = goodword.url;
      top.append(link);
      const count = Number(this.getAttribute("count") ?? goodword.reviews.length);
      root.append(top, ...goodword.reviews.slice(0, count).map(quote));
    }
  },
);
