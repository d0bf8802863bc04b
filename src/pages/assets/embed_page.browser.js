// Tells the page around the frame how high it is, and where a link leads where the frame may not open it: the messages of
// WordPress, whose secret stands behind the address. Every frame is complete without.
const [, secret] = /secret=(\w+)/.exec(location.hash) ?? [];
const tell = (message, value) => parent.postMessage({ message, value, secret }, "*");

new ResizeObserver(() => tell("height", Math.ceil(document.documentElement.getBoundingClientRect().height))).observe(
  document.documentElement,
);

if (secret) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    tell("link", link.href);
  });
}
