/** Invitations: shown, and written as links and cards. */
import { readConfig } from "../../config.ts";
import { cardsOf, giveLinks, type JobLink, linkLines } from "../../owner/write_links.ts";
import { invitationCards } from "../../pages/mod.ts";
import { type Business, counted } from "../../review/mod.ts";
import { argumentOf, type CommandCall, type Outcome, table } from "../command.ts";
import { replaceFile } from "../files.ts";
import { dataOf, jobsOf } from "./jobs.ts";

export async function invitationsList(call: CommandCall): Promise<Outcome> {
  const invited = (await jobsOf(call)).filter(({ invitation }) => invitation !== null).map(dataOf);
  const rows = invited.map((each) => [
    each.id,
    each.customer_name ?? "(erased)",
    each.status,
    `by ${each.invited_by} ${each.invited_at}`,
    each.review_id ?? "",
  ]);
  return { lines: rows.length === 0 ? ["No invitations"] : table(rows), data: invited };
}

export function writeLinks(call: CommandCall): Promise<Outcome> {
  return give(call, "link", async (links) => linkLines(links));
}

export function writeCards(call: CommandCall): Promise<Outcome> {
  return give(call, "card", async (links, business) => {
    return [await invitationCards(`${business.name}: ${counted(links.length, "card")}`, cardsOf(links, business))];
  });
}

/** Readable by its owner alone: it is a list of customers. */
const MODE = 0o600;

async function give(
  call: CommandCall,
  channel: "link" | "card",
  contentOf: (links: readonly JobLink[], business: Business) => Promise<string[]>,
): Promise<Outcome> {
  const path = argumentOf(call);
  const { invitations: policy, baseUrl } = readConfig(call.context.env);
  const { links, invited } = await call.withStore((store) =>
    giveLinks(store, { policy, database: call.databasePath, baseUrl, channel }, async (given, business) =>
      replaceFile(path, await contentOf(given, business), MODE),
    ),
  );
  return {
    lines: [`${path}: ${counted(links.length, "link")}, ${invited} of them invited now`],
    data: { file: path, links: links.length, invited },
  };
}
