/** Invitations: shown, and written as links and cards. */
import { readConfig } from "../../config.ts";
import { linkKeyFor } from "../../owner/link_key.ts";
import { giveLinks, type JobLink } from "../../owner/write_links.ts";
import { invitationCards } from "../../pages/mod.ts";
import { type Business, counted, guardCell, quoteCell } from "../../review/mod.ts";
import { argumentOf, type CommandCall, type Outcome, table } from "../command.ts";
import { replaceFile } from "../files.ts";
import { dataOf, jobsOf } from "./jobs.ts";

export async function list(call: CommandCall): Promise<Outcome> {
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
  return give(call, "link", async (links) => {
    const header = "job,reference,customer_name,email,telephone,finished,service,language,link,until\r\n";
    return [header, ...links.map(csvLine)];
  });
}

/** A telephone number is nothing but one, and whoever sends messages needs it as it is. */
function csvLine({ job, url, until }: JobLink): string {
  const { id, reference, customerName, email, telephone, finished, service, language } = job;
  const [before, after] = [
    [id, reference, customerName, email],
    [finished, service, language, url, until],
  ].map((cells) => cells.map((cell) => quoteCell(guardCell(cell ?? ""))));
  return `${[...(before ?? []), quoteCell(telephone ?? ""), ...(after ?? [])].join(",")}\r\n`;
}

export function writeCards(call: CommandCall): Promise<Outcome> {
  return give(call, "card", async (links, business) => {
    const cards = links.map(({ job, url, until }) => ({
      ...{ businessName: business.name, url, until, language: job.language ?? business.language },
      customer: [job.customerName, job.service, job.finished].filter((word) => word !== null).join(" · "),
    }));
    return [await invitationCards(`${business.name}: ${counted(cards.length, "card")}`, cards)];
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
  const { links, invited } = await call.withStore((store) => {
    const linkKey = linkKeyFor(call.databasePath, policy.linkKey);
    return giveLinks(store, { policy, linkKey, baseUrl, channel }, async (given, business) =>
      replaceFile(path, await contentOf(given, business), MODE),
    );
  });
  return {
    lines: [`${path}: ${counted(links.length, "link")}, ${invited} of them invited now`],
    data: { file: path, links: links.length, invited },
  };
}
