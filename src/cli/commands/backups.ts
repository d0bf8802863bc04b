/** Backups: made, listed, and put back. */
import { resolve } from "node:path";
import { readConfig } from "../../config.ts";
import { GoodwordError } from "../../errors.ts";
import { type BackedUp, backUp, backUpInto, listBackups } from "../../owner/back_up.ts";
import { type Recovery, recover } from "../../owner/recover.ts";
import { counted, groupedDigits } from "../../review/mod.ts";
import { argumentOf, type CommandCall, type Outcome } from "../command.ts";

/** Writes a verified copy of the database, or lists those that there are. */
export async function backup(call: CommandCall): Promise<Outcome> {
  if (call.flag("list")) return list(call);
  const [path] = call.arguments;
  const { open, env } = call.context;
  const { invitations: policy, backups: plan } = readConfig(env);
  const done = await call.withStore((store) => {
    if (path !== undefined) return backUp(store, { path, policy, open });
    return backUpInto(store, planOf(plan), { policy, open, now: call.context.now() });
  });
  return { lines: [inWords(done)], data: { file: done.path, ...figuresOf(done) } };
}

function planOf<Plan>(plan: Plan | null): Plan {
  if (plan !== null) return plan;
  throw new GoodwordError(
    "usage",
    "Missing argument: the file to write; or set BACKUP_DIR to the folder of your backups",
  );
}

function list({ context }: CommandCall): Outcome {
  const { folder } = planOf(readConfig(context.env).backups);
  const backups = listBackups(folder);
  return {
    lines:
      backups.length === 0
        ? [`${folder}: no backups yet`]
        : backups.map(({ path, bytes }) => `${path}: ${groupedDigits(Math.ceil(bytes / 1024))} KB`),
    data: backups.map(({ path, bytes, at }) => ({ file: path, bytes, at: new Date(at).toISOString() })),
  };
}

/** Puts a backup in the place of the database, or shows what that would come to. */
export async function recoverFrom(call: CommandCall): Promise<Outcome> {
  const { context } = call;
  const { invitations: policy, backups: plan } = readConfig(context.env);
  const isRehearsal = call.flag("rehearse");
  const recovery = await recover({
    file: resolve(context.folder, argumentOf(call)),
    database: call.databaseAddress,
    plan,
    policy,
    open: context.open,
    files: context.databaseFiles,
    allowUnsealed: call.flag("unsealed"),
    isRehearsal,
    now: context.now(),
  });
  return {
    lines: isRehearsal ? rehearsedLines(recovery) : recoveredLines(call.databasePath, recovery),
    data: dataOf(recovery),
  };
}

function rehearsedLines(recovery: Recovery): string[] {
  const { revision, reviews } = recovery;
  return [
    `The backup is whole: ${counted(reviews, "review")} at revision ${revision}`,
    ...effects(recovery, { lost: "would be lost", erased: "would stay erased" }),
    "Nothing was changed",
  ];
}

function recoveredLines(database: string, recovery: Recovery): string[] {
  const { revision, reviews, before, backup, backupFault } = recovery;
  return [
    `${database}: ${counted(reviews, "review")} at revision ${revision}`,
    ...effects(recovery, { lost: "are lost", erased: "were erased again" }),
    ...(before === null ? [] : [`The database that it replaced is kept as ${before}; delete it once you are sure`]),
    ...(backup === null ? [] : [`New backup: ${inWords(backup)}`]),
    ...(backupFault === null ? [] : [`No new backup could be made: ${backupFault}`]),
  ];
}

function effects(
  { lost, erased, forgotten }: Recovery,
  words: { readonly lost: string; readonly erased: string },
): string[] {
  const since =
    lost === null
      ? "The database that is replaced cannot be read, so nobody can say what came after the backup"
      : `Since the backup: ${counted(lost.reviews, "new review")}, ${counted(lost.jobs, "new job")} and ${counted(lost.changes, "line")} of the history ${words.lost}`;
  const again = `${counted(erased, "review")} and the contacts of ${counted(forgotten, "job")} ${words.erased}`;
  return erased + forgotten === 0 ? [since] : [since, again];
}

function dataOf({ before, backup, backupFault, ...figures }: Recovery) {
  return { ...figures, replaced: before, backup: backup?.path ?? null, backup_fault: backupFault };
}

function inWords(done: BackedUp): string {
  return `${done.path}: ${groupedDigits(Math.ceil(done.bytes / 1024))} KB, ${counted(done.reviews, "review")}, verified`;
}

function figuresOf({ bytes, revision, reviews }: BackedUp) {
  return { bytes, revision, reviews };
}
