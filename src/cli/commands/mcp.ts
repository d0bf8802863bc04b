import { version } from "../../../package.json" with { type: "json" };
import { readConfig } from "../../config.ts";
import { type OwnQuery, serveStdio } from "../../mcp/mod.ts";
import { publishedWhenAsked } from "../../owner/export.ts";
import { agentViews } from "../../pages/mod.ts";
import { visible } from "../../review/mod.ts";
import { type ListFilter, listReviews, type Store } from "../../store/mod.ts";
import type { CommandCall, Outcome } from "../command.ts";

/** Answers an agent's host that runs this program. */
export function mcp(call: CommandCall): Promise<Outcome> {
  return call.withStore((store) => converse(call, store), { isReadOnly: true });
}

async function converse(call: CommandCall, store: Store): Promise<Outcome> {
  const { context } = call;
  const { baseUrl } = readConfig(context.env);
  const published = publishedWhenAsked(store, { baseUrl });
  await serveStdio({
    ...context.streams(),
    publication: async () => (await published()).publication,
    baseUrl,
    random: { bytes: context.randomBytes, number: Math.random },
    log: logOf(call),
    views: agentViews({ baseUrl, version }),
    ownReviews: call.flag("owner") ? (query) => listReviews(store, filterOf(query)) : null,
  });
  return { lines: [], data: null };
}

function filterOf({ standing, reason, ...query }: OwnQuery): ListFilter {
  if (standing === "unanswered") return { ...query, status: "published", isAnswered: false };
  return { ...query, status: "withheld", withheld: standing === "unverified" ? "unverified" : reason };
}

function logOf({ context, isSilent }: CommandCall) {
  const write = (event: string, fields: object = {}) =>
    context.warn(`goodword: ${event}: ${visible(JSON.stringify(fields))}\n`);
  const unless = (isLeftOut: boolean) => (isLeftOut ? () => {} : write);
  return { debug: () => {}, info: unless(isSilent), warn: unless(isSilent), error: write };
}
