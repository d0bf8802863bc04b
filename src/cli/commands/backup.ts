import { backUp } from "../../owner/mod.ts";
import { groupedDigits } from "../../review/mod.ts";
import { argumentOf, type Call, type Command, type Outcome } from "../command.ts";

/** Writes a verified copy of the database. */
export const backupCommand: Command = {
  name: "backup",
  summary: "write a whole copy of the database, also while the server runs",
  details:
    "The copy is a consistent snapshot, verified before it gets its name. To go back to it, stop the " +
    "server and put it in the place of the database. It holds what the database holds, subscribers' secrets included, " +
    "so only its owner may read it: keep it as safe.",
  arguments: [{ name: "<file>", description: "file to write; an existing file is never overwritten" }],
  run: runBackup,
};

async function runBackup(call: Call): Promise<Outcome> {
  const path = argumentOf(call);
  const { open } = call.world;
  const { bytes, revision } = await call.withStore((store) => backUp(store, { path, open }));
  return {
    lines: [`${path}: ${groupedDigits(Math.ceil(bytes / 1024))} KB, verified`],
    data: { file: path, bytes, revision },
  };
}
