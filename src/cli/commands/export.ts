import { extname } from "node:path";
import { readConfig } from "../../config.ts";
import { GoodwordError } from "../../errors.ts";
import { EXPORT_FORMATS, type ExportFormat } from "../../owner/mod.ts";
import { groupedDigits } from "../../review/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { replaceFile } from "../write_file.ts";

/** Writes the published reviews to a file or to standard output. */
export const exportCommand: Command = {
  name: "export",
  summary: "write all published reviews to a file",
  details:
    "Byte for byte what /reviews.json, /reviews.csv or /reviews.ndjson serve. Importing the file again changes nothing. " +
    "Links are made from BASE_URL. For all that is kept, withheld reviews included, use goodword backup.",
  arguments: [{ name: "[file]", description: "file to write (default: standard output)" }],
  options: [
    {
      flags: "--format <format>",
      description: "output format (default: by the file's extension, else json)",
      choices: EXPORT_FORMATS,
    },
  ],
  run: exportReviews,
};

async function exportReviews(call: Call): Promise<Outcome> {
  const [path = "-"] = call.arguments;
  const format = (call.text("format") as ExportFormat | undefined) ?? formatOf(path);
  // Loaded late, since most commands publish nothing.
  const { exportBytes, publishNow } = await import("../../owner/publish_now.ts");
  const published = await call.withStore((store) => publishNow(store, readConfig(call.world.env)));
  const { publication } = published;
  const chunks = exportBytes(published, format);
  if (path === "-") {
    if (call.isJson) throw new GoodwordError("usage", "--json needs a file to export to");
    for (const chunk of chunks) await call.world.print(chunk);
    return { lines: [], data: null };
  }
  replaceFile(path, chunks);
  return {
    lines: [`${path}: ${groupedDigits(publication.reviewCount)} reviews; revision ${publication.revision}`],
    data: { file: path, format, reviews: publication.reviewCount, revision: publication.revision },
  };
}

function formatOf(path: string): ExportFormat {
  const ending = extname(path).toLowerCase();
  const format = ending === "" ? "json" : EXPORT_FORMATS.find((each) => ending === `.${each}`);
  if (format !== undefined) return format;
  const expected = "expected .json, .csv or .ndjson; --format names another";
  throw new GoodwordError("usage", `${path}: cannot export to "${ending}", ${expected}`);
}
