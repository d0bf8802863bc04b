/**
 * A host of MCP Apps in a browser: the specification's own bridge and the official client, around a sandboxed frame under
 * the policy that the specification has hosts use by default. A test opens it as
 * `/host?tool=NAME&arguments=JSON[&plain]` and looks into the frame.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

const asked = new URLSearchParams(location.search);
const name = asked.get("tool") ?? "";
const given = JSON.parse(asked.get("arguments") ?? "{}") as Record<string, unknown>;

const client = new Client({ name: "host", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
const { tools } = await client.listTools();
const uri = tools.find((tool) => tool.name === name)?._meta?.["ui/resourceUri"] as string;
const { contents } = await client.readResource({ uri });
const [content] = contents as { text: string; mimeType: string }[];
document.title = content?.mimeType ?? "";

const frame = document.createElement("iframe");
frame.setAttribute("sandbox", "allow-scripts");
frame.title = "view";
frame.style.width = "40rem";
document.body.append(frame);
const { contentWindow } = frame;
if (!content || !contentWindow) throw new Error("There is no view");

// A host that does not hand on the reading of resources lets its views see answers alone.
const capabilities = { openLinks: {}, ...(!asked.has("plain") && { serverResources: {} }) };
const bridge = new AppBridge(client, { name: "host", version: "1" }, capabilities, { hostContext: { theme: "dark" } });
bridge.onsizechange = ({ height }) => {
  frame.style.height = `${height}px`;
};
bridge.onopenlink = async ({ url }) => {
  document.body.dataset.opened = url;
  return {};
};
bridge.oninitialized = async () => {
  await bridge.sendToolInput({ arguments: given });
  await bridge.sendToolResult((await client.callTool({ name, arguments: given })) as never);
  document.body.dataset.answered = "";
};
await bridge.connect(new PostMessageTransport(contentWindow, contentWindow));
frame.srcdoc = content.text.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
