import { version } from "../../../package.json" with { type: "json" };
import { readConfig } from "../../config.ts";
import type { OwnQuery } from "../../mcp/mod.ts";
import { listReviews } from "../../owner/mod.ts";
import type { Store } from "../../store/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import type { World } from "../world.ts";

/** Answers an agent's host that runs this program. */
export const mcpCommand: Command = {
  name: "mcp",
  summary: "answer an agent on this machine over standard input and output",
  details:
    "For hosts that run MCP servers as programs: the tools, resources and prompts of /mcp, straight from the database, with no " +
    "server running. Reads only, and sees every later import. Links are made from BASE_URL. Standard output carries the protocol " +
    "and nothing else; the log goes to standard error. Ends when its input is closed.",
  options: [
    {
      flags: "--owner",
      description:
        "also list withheld, unverified and unanswered reviews. They are private: the agent's host, and the model's provider " +
        "where the model runs elsewhere, receive what is asked for. Local only; /mcp never shows them",
    },
  ],
  examples: [
    ["goodword mcp --database /srv/goodword.sqlite", "what a host is told to run"],
    ["goodword mcp --owner", "for the owner's own assistant: what is withheld, and what waits for a reply"],
  ],
  run: (call) => call.withStore((store) => converse(call, store), { isReadOnly: true }),
};

async function converse(call: Call, store: Store): Promise<Outcome> {
  const { world } = call;
  const { baseUrl } = readConfig(world.env);
  // Loaded late, since other commands publish nothing and speak no protocol.
  const { publishedWhenAsked } = await import("../../owner/publish_now.ts");
  const { serveStdio } = await import("../../mcp/local/stdio.ts");
  const { agentViews } = await import("../../pages/agent_views/agent_views.ts");
  const published = publishedWhenAsked(store, { baseUrl });
  await serveStdio({
    ...world.streams,
    publication: async () => (await published()).publication,
    baseUrl,
    random: randomOf(world),
    log: logOf(call),
    views: agentViews({ baseUrl, version }),
    pause: (ms) => world.pause(ms),
    ownReviews: call.flag("owner") ? (query) => listReviews(store, filterOf(query)) : null,
  });
  return { lines: [], data: null };
}

function filterOf({ standing, reason, ...query }: OwnQuery): Parameters<typeof listReviews>[1] {
  if (standing === "unanswered") return { ...query, status: "published", isAnswered: false };
  return { ...query, status: "withheld", withheld: standing === "unverified" ? "unverified" : reason };
}

function randomOf({ randomBytes }: World) {
  const number = () => new DataView(randomBytes(4).slice().buffer).getUint32(0) / 2 ** 32;
  return { bytes: randomBytes, number };
}

function logOf({ world, isSilent }: Call) {
  const write = (event: string, fields: object = {}) => world.warn(`goodword: ${event}: ${JSON.stringify(fields)}\n`);
  const unless = (isLeftOut: boolean) => (isLeftOut ? () => {} : write);
  return { debug: () => {}, info: unless(isSilent), warn: unless(isSilent), error: write };
}
