import { type ListedReview, listReviews } from "../../owner/mod.ts";
import { groupedDigits, recogniseSource, WITHHOLDING_REASONS, type WithholdingReason } from "../../review/mod.ts";
import type { Command } from "../command.ts";
import { dateOption, numberOption } from "../option_values.ts";
import { table } from "../table.ts";

/** Lists kept reviews by filters that must all hold. */
export const listCommand: Command = {
  name: "list",
  summary: "list reviews, newest first, withheld ones too",
  options: [
    { flags: "--status <status>", description: "show only these", choices: ["published", "withheld"] },
    { flags: "--withheld <reason>", description: "only those withheld for a reason", choices: WITHHOLDING_REASONS },
    { flags: "--rating <stars>", description: "only this star rating" },
    { flags: "--source <name>", description: "only reviews of a source" },
    { flags: "--author <name>", description: "only by authors whose name contains this" },
    { flags: "--text <words>", description: "only those whose title or text contains this" },
    { flags: "--since <date>", description: "dated on or after YYYY-MM-DD" },
    { flags: "--until <date>", description: "dated on or before YYYY-MM-DD" },
    { flags: "--limit <number>", description: "maximum number to show (default: 20)" },
  ],
  examples: [["goodword list --withheld unverified", "what waits for verification"]],
  run: async (call) => {
    const source = call.text("source");
    const filter = {
      status: call.text("status") as "published" | "withheld" | undefined,
      withheld: call.text("withheld") as WithholdingReason | undefined,
      rating: numberOption(call, "rating", { least: 1, most: 5 }),
      source: source === undefined ? undefined : recogniseSource(source),
      author: call.text("author"),
      text: call.text("text"),
      since: dateOption(call, "since"),
      until: dateOption(call, "until"),
      limit: numberOption(call, "limit", { least: 1, most: 1_000_000 }) ?? 20,
    };
    const { total, reviews } = await call.withStore((store) => listReviews(store, filter));
    const footer = `${groupedDigits(reviews.length)} of ${groupedDigits(total)} reviews`;
    return { lines: [...table(reviews.map(cellsOf)), footer], data: { total, reviews } };
  },
};

function cellsOf({ id, date, rating, source, author, verification, withheld, copyOf, text }: ListedReview): string[] {
  const standing = withheld === null ? verification : `withheld: ${withheld}`;
  const status = copyOf === null ? standing : `copy of ${copyOf}`;
  return [id, date, `${rating}/5`, source, status, author, text.replace(/\s+/g, " ")];
}
