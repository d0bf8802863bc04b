/**
 * What was said of files and is used again: so that nobody wonders why a file is read as it is.
 *
 * @module
 */
import type { ImportHints } from "../../import/mod.ts";
import { sourceName } from "../../review/mod.ts";
import { readImportHints, type Store } from "../../store/mod.ts";
import { type Finding, fine } from "./finding.ts";

/** A finding for each source of which something is remembered. */
export async function checkHints(store: Store): Promise<Finding[]> {
  const hints = Object.entries(await readImportHints(store));
  return hints.map(([source, said]) => fine("import", `files of ${sourceName(source)} are read with ${inWords(said)}`));
}

function inWords({ columns = {}, dateFormat, scale, round, encoding }: ImportHints): string {
  const said = [
    ...Object.entries(columns).map(([role, column]) =>
      column === "" ? `no column for the ${role}` : `${JSON.stringify(column)} as the ${role}`,
    ),
    ...(dateFormat === undefined ? [] : [`dates as ${dateFormat}`]),
    ...(scale === undefined ? [] : [`a best rating of ${scale}`]),
    ...(round === undefined ? [] : [`halves rounded ${round}`]),
    ...(encoding === undefined ? [] : [`text in ${encoding}`]),
  ];
  return said.join(", ");
}
