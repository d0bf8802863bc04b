import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { GoodwordError } from "../../errors.ts";
import { groupedDigits } from "../../review/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";

export const backupCommand: Command = {
  name: "backup",
  summary: "write a whole copy of the database, also while the server runs",
  details:
    "The copy is one moment of the database and is looked through before it gets its name. To go back to it, stop the " +
    "server and put it in the place of the database. It holds what the database holds, subscribers' secrets included, " +
    "so only its owner may read it: keep it as safe.",
  arguments: [{ name: "<file>", description: "where to; a file that exists is never overwritten" }],
  run: backUp,
};

async function backUp(call: Call): Promise<Outcome> {
  const path = call.arguments[0]!;
  if (existsSync(path)) throw new GoodwordError("file", `${path}: there is such a file already; nothing was written`);
  if (!existsSync(dirname(path))) throw new GoodwordError("file", `${path}: there is no such folder`);
  const unfinished = `${path}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    writeFileSync(unfinished, "", { mode: 0o600, flag: "wx" });
    const revision = await call.withStore(async (store) => {
      await store.copyTo(unfinished);
      return (await store.editions.state()).revision;
    });
    await refuseDamaged(call, unfinished);
    renameSync(unfinished, path);
    const bytes = statSync(path).size;
    return {
      lines: [`${path}: ${groupedDigits(Math.ceil(bytes / 1024))} KB, looked through and sound`],
      data: { file: path, bytes, revision },
    };
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

async function refuseDamaged({ world }: Call, path: string): Promise<void> {
  // For reading: the copy is to stay one file, without a log beside it.
  await using copy = await world.open(path, { create: false, readonly: true });
  const findings = await copy.faults();
  if (findings.length > 0) throw new GoodwordError("database", `The database is damaged: ${findings[0]}`);
}
