/** A complete copy of the database, made by hand: to a file, or as the next one of the scheduled ones. */
import Type from "typebox";
import { GoodwordError } from "../errors.ts";
import { counted, groupedDigits } from "../review/mod.ts";
import type { Store } from "../store/mod.ts";
import { act, done } from "./act.ts";
import { field } from "./act_input.ts";
import { type BackedUp, backUp, backUpInto, makeOwnFolder } from "./back_up.ts";
import { refused } from "./refusal.ts";

export const makeBackup = act({
  name: "backup",
  path: "backups",
  within: "store",
  details:
    "The copy is a consistent snapshot, sealed and verified before it gets its name. goodword recover restores it. " +
    "It contains everything, including subscribers' secrets, and is readable by its owner only: protect it like the database. " +
    "With BACKUP_DIR a server makes backups itself.",
  input: Type.Object({
    file: Type.Optional(
      Type.String(
        field({
          flags: "[file]",
          help: "file to write; an existing file is never overwritten (default: a new one in BACKUP_DIR)",
        }),
      ),
    ),
  }),
  async run(store, { input: { file }, context }) {
    const { config, openCopy: open, now, business } = context;
    const { invitations: policy, backups: plan } = config;
    if (business !== undefined && plan !== null) makeOwnFolder(plan);
    if (file !== undefined) return recorded(store, await backUp(store, { path: file, policy, open }));
    if (plan !== null) return recorded(store, await backUpInto(store, plan, { policy, open, now }));
    const sentence = "Missing argument: the file to write; or set BACKUP_DIR to the folder of your backups";
    return { ...refused("usage", "backups.off"), sentence };
  },
});

async function recorded(store: Store, made: BackedUp) {
  try {
    await store.reviews.write((writes) => writes.recordAct({ command: "backup", lines: [{ detail: {} }] }));
  } catch (error) {
    // The backup is made: it does not fail because the database is read-only, or locked by an import.
    if (!(error instanceof GoodwordError)) throw error;
  }
  const { path: file, ...figures } = made;
  return done({ lines: [backupInWords(made)], data: { file, ...figures }, notice: "done.backup" });
}

export function backupInWords({ path, bytes, reviews }: BackedUp): string {
  return `${path}: ${groupedDigits(Math.ceil(bytes / 1024))} KB, ${counted(reviews, "review")}, verified`;
}
