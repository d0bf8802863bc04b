// A view within an agent's host: shakes hands, asks for the answer's page, and reports its height.
// Spec: https://github.com/modelcontextprotocol/ext-apps, specification 2026-01-26.
const root = document.documentElement;
const host = window.parent;
const waiting = new Map();
let requests = 0;
let capabilities = {};
let asked = {};

function send(message) {
  // A view cannot know its host's origin; what it sends is no secret.
  host.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

function request(method, params) {
  const id = ++requests;
  send({ id, method, params });
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
  });
}

const heard = {
  "ui/notifications/tool-input": (params) => {
    asked = params.arguments ?? {};
  },
  "ui/notifications/tool-result": show,
  "ui/notifications/host-context-changed": dress,
};

addEventListener("message", ({ source, data }) => {
  if (source !== host || data?.jsonrpc !== "2.0") return;
  const { id, method, params, result, error } = data;
  if (method === undefined) {
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(error);
    else resolve?.(result);
  } else if (id === undefined) heard[method]?.(params ?? {});
  else if (method === "ping" || method === "ui/resource-teardown") send({ id, result: {} });
  else send({ id, error: { code: -32601, message: "Method not found" } });
});

// The server renders what was asked for; without it the answer's own words are shown.
async function show(result) {
  const text = (result.content ?? []).map((part) => part.text ?? "").join("\n");
  if (result.isError || !capabilities.serverResources) {
    if (result.isError || root.dataset.waits !== undefined) tell(text);
    return;
  }
  const filters = Object.entries(asked).filter(([name, value]) => name !== "detail" && typeof value !== "object");
  const uri = `${root.dataset.view}?${new URLSearchParams(filters.map(([name, value]) => [name, String(value)]))}`;
  try {
    const { contents } = await request("resources/read", { uri });
    const page = new DOMParser().parseFromString(contents[0].text, "text/html");
    document.querySelector("main").replaceWith(page.querySelector("main"));
  } catch {
    tell(text);
  }
}

function tell(text) {
  const words = document.createElement("pre");
  words.textContent = text;
  document.querySelector("main").replaceChildren(words);
}

function dress({ theme }) {
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link) return;
  event.preventDefault();
  const { href } = new URL(link.getAttribute("href"), root.dataset.base);
  if (capabilities.openLinks) request("ui/open-link", { url: href }).catch(() => {});
});

dress({ theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light" });
const greeting = await request("ui/initialize", {
  appInfo: { name: "goodword", version: root.dataset.version },
  appCapabilities: {},
  protocolVersion: "2026-01-26",
});
capabilities = greeting.hostCapabilities ?? {};
dress(greeting.hostContext ?? {});
send({ method: "ui/notifications/initialized", params: {} });
new ResizeObserver(() => {
  const { width, height } = root.getBoundingClientRect();
  send({ method: "ui/notifications/size-changed", params: { width: Math.ceil(width), height: Math.ceil(height) } });
}).observe(root);
