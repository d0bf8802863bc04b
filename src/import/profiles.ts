/** The known exports of tools, in `profiles.tsv`. Any other table is understood by the names and values of its columns alone. */
import { rowsOf, splitList } from "../review/mod.ts";
import { type ColumnRole, foldPath } from "./columns/column_words.ts";
import profilesTsv from "./profiles.tsv" with { type: "text" };

export interface Profile {
  readonly tool: string;
  readonly source: string | null;
  readonly signs: readonly (readonly string[])[];
  readonly columns: Readonly<Partial<Record<ColumnRole, readonly string[]>>>;
  readonly unread: readonly string[];
  readonly translated: { readonly flag: string; readonly originalLanguage: string } | null;
  readonly isUtc: boolean;
}

const namesIn = (cell: string) => (cell === "" ? [] : cell.split(","));

export const PROFILES: readonly Profile[] = rowsOf(
  profilesTsv,
  "tool",
  "source",
  "signs",
  "columns",
  "unread",
  "zone",
  "translated",
).map(({ tool, source, signs, columns, unread, zone, translated }) => {
  const [flag, originalLanguage = ""] = namesIn(translated);
  return {
    tool,
    source: source || null,
    signs: splitList(signs).map(namesIn),
    columns: Object.fromEntries(
      splitList(columns)
        .map((each) => each.split("="))
        .map(([role = "", names = ""]) => [role, namesIn(names)]),
    ),
    unread: namesIn(unread),
    isUtc: zone === "UTC",
    translated: flag === undefined ? null : { flag, originalLanguage },
  };
});

export function profileOf(columns: readonly string[]): Profile | null {
  const folded = new Set(columns.map(foldPath));
  let best: { readonly profile: Profile; readonly count: number } | null = null;
  for (const profile of PROFILES) {
    for (const sign of profile.signs) {
      if (sign.length <= (best?.count ?? 0) || !sign.every((column) => folded.has(foldPath(column)))) continue;
      best = { profile, count: sign.length };
    }
  }
  return best?.profile ?? null;
}
