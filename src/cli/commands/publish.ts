/** The site as files, for any host of files. */
import { resolve } from "node:path";
import { readConfig } from "../../config.ts";
import { counted, groupedDigits } from "../../review/mod.ts";
import { isLocalHost } from "../../system.ts";
import { argumentOf, type CommandCall, type Outcome } from "../command.ts";
import { SiteFolder } from "../site_folder.ts";

const LEFT_OUT = "Left out, since they need a server: search, forms, the API's search, the hub and MCP";

export async function publish(call: CommandCall): Promise<Outcome> {
  const { context, databaseAddress } = call;
  const path = resolve(context.folder, argumentOf(call));
  const folder = SiteFolder.open(path);
  await call.withStore(async (store) => {
    for await (const file of context.siteFiles(databaseAddress, context.env, store)) folder.put(file.path, file.bytes);
    folder.finish();
  });
  const { written, unchanged, deleted } = folder.changes;
  const { baseUrl } = readConfig(context.env);
  const isLocal = isLocalHost(new URL(baseUrl).hostname);
  return {
    lines: [
      `${path}: ${counted(written, "file")} written, ${groupedDigits(unchanged)} unchanged, ${groupedDigits(deleted)} deleted`,
      LEFT_OUT,
      ...(isLocal ? [`Links point to ${baseUrl}; set BASE_URL to the address of the site, and publish again`] : []),
    ],
    data: { folder: path, base_url: baseUrl, written, unchanged, deleted },
  };
}
