import { extname } from "node:path";
import { readConfig } from "../../config.ts";
import { GoodwordError } from "../../errors.ts";
import { exportBytes, publishAnalyzed } from "../../owner/export.ts";
import { EXPORT_NAMES, type ExportName, groupedDigits } from "../../review/mod.ts";
import type { CommandCall, Outcome } from "../command.ts";
import { replaceFile } from "../files.ts";

/** Writes the published reviews to a file or to standard output. */
export async function exportReviews(call: CommandCall): Promise<Outcome> {
  const [path = "-"] = call.arguments;
  const format = (call.text("format") as ExportName | undefined) ?? formatOf(path);
  const published = await call.withStore((store) =>
    publishAnalyzed(store, readConfig(call.context.env), call.context.openAnalysisThreads),
  );
  const { publication } = published;
  const chunks = exportBytes(published, format);
  if (path === "-") {
    if (call.isJson) throw new GoodwordError("usage", "--json needs a file to export to");
    for (const chunk of chunks) await call.context.print(chunk);
    return { lines: [], data: null };
  }
  replaceFile(path, chunks);
  return {
    lines: [`${path}: ${groupedDigits(publication.reviewCount)} reviews; revision ${publication.revision}`],
    data: { file: path, format, reviews: publication.reviewCount, revision: publication.revision },
  };
}

function formatOf(path: string): ExportName {
  const ending = extname(path).toLowerCase();
  const format = ending === "" ? "json" : EXPORT_NAMES.find((each) => ending === `.${each}`);
  if (format !== undefined) return format;
  const endings = EXPORT_NAMES.map((each) => `.${each}`);
  const expected = `expected ${endings.slice(0, -1).join(", ")} or ${endings.at(-1)}; --format names another`;
  throw new GoodwordError("usage", `${path}: cannot export to "${ending}", ${expected}`);
}
