/** Moves, backs up, restores and exports the whole database. */
import { extname, resolve } from "node:path";
import { readConfig } from "../../config.ts";
import { type GoodwordError, inputRefused, usageFault } from "../../errors.ts";
import { listBackups } from "../../owner/back_up.ts";
import { backupInWords } from "../../owner/backup.ts";
import { exportBytes, publishAnalyzed } from "../../owner/export.ts";
import { type Recovery, recover } from "../../owner/recover.ts";
import { counted, EXPORT_NAMES, type ExportName, groupedDigits } from "../../review/mod.ts";
import { type MoveOutcome, moveContents } from "../../store/mod.ts";
import { argumentOf, type CommandCall, type Database, type Outcome } from "../command.ts";
import { replaceFile } from "../files.ts";
import { createProgress } from "../progress.ts";

export async function move(call: CommandCall): Promise<Outcome> {
  const [from, to] = call.arguments.map((url) => call.databaseAt(url));
  if (from === undefined || to === undefined) throw usageFault("move needs two databases; see --help");
  if (from.path === to.path) throw usageFault(`move needs two different databases: ${from.path} was given twice`);
  const outcome = await moveBetween(call, from, to);
  if (outcome.kind !== "moved") throw refusal(outcome, from.path, to.path);
  const { revision, sizes } = outcome;
  const rows = (table: string) => sizes.find((each) => each.table === table)?.rows ?? 0;
  const moved = [
    counted(rows("reviews"), "review"),
    counted(rows("removals"), "removal"),
    counted(rows("subscriptions"), "subscription"),
    `${groupedDigits(rows("changes"))} lines of the log`,
  ];
  return {
    lines: [
      `${moved.join(", ")} moved to ${to.path}; revision ${revision}`,
      `${from.path} is left as it was: from now on use the new database, with DATABASE_URL or --database`,
    ],
    data: {
      from: from.path,
      to: to.path,
      revision,
      rows: Object.fromEntries(sizes.map((each) => [snakeCase(each.table), each.rows])),
    },
  };
}

async function moveBetween(call: CommandCall, from: Database, to: Database): Promise<MoveOutcome> {
  const progress = createProgress(call.context, call.isSilent);
  const onBegin = (total: number) => progress.step("move", total);
  try {
    return await from.withStore(async ({ contents: source }) => {
      const revision = await source.read((contents) => contents.revision());
      if (revision === 0) throw inputRefused(`${from.path}: nothing to move: it contains no reviews`);
      return to.withStore(({ contents: target }) => moveContents({ from: source, to: target, onBegin }), {
        ifMissing: "create_named",
      });
    });
  } finally {
    progress.end();
  }
}

function refusal(outcome: Exclude<MoveOutcome, { kind: "moved" }>, from: string, to: string): GoodwordError {
  if (outcome.kind === "changed") {
    return inputRefused(
      `${from}: the reviews changed during the move (revision ${outcome.begun}, now ${outcome.now}); stop all writers, and run move again`,
    );
  }
  const held = outcome.sizes.map(({ table, rows }) => `${snakeCase(table)} (${groupedDigits(rows)})`).join(", ");
  return inputRefused(`${to}: not empty: it has rows in ${held}; nothing was changed`);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Without opening the database, which may be what was lost. */
export async function backupsList({ context, arguments: given }: CommandCall): Promise<Outcome> {
  if (given.length > 0) throw usageFault("Expected a file or --list, not both");
  const { backups: plan } = readConfig(context.env);
  if (plan === null) throw usageFault("BACKUP_DIR is not set; it names the folder of your backups");
  const backups = listBackups(plan.folder);
  return {
    lines:
      backups.length === 0
        ? [`${plan.folder}: no backups yet`]
        : backups.map(({ path, bytes }) => `${path}: ${groupedDigits(Math.ceil(bytes / 1024))} KB`),
    data: backups.map(({ path, bytes, at }) => ({ file: path, bytes, at: new Date(at).toISOString() })),
  };
}

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
    listed: context.listed,
    now: context.now(),
  });
  return { lines: describeRecovery(recovery, isRehearsal ? null : call.databasePath), data: dataOf(recovery) };
}

/** `database` is null for a rehearsal. */
function describeRecovery(recovery: Recovery, database: string | null): string[] {
  const { revision, reviews, before, backup, backupFault, otherwise } = recovery;
  const words =
    database === null
      ? { lost: "would be lost", erased: "would stay erased" }
      : { lost: "are lost", erased: "were erased again" };
  return [
    `${database ?? "The backup is complete"}: ${counted(reviews, "review")} at revision ${revision}`,
    ...effects(recovery, words),
    ...(otherwise.length === 0 ? [] : [`As in the current list, not as in the backup: ${otherwise.join(", ")}`]),
    ...(before === null
      ? []
      : [`The database that it replaced is kept as ${before}; it is deleted when something is erased`]),
    ...(backup === null ? [] : [`New backup: ${backupInWords(backup)}`]),
    ...(backupFault === null ? [] : [`No new backup could be made: ${backupFault}`]),
    ...(database === null ? ["Nothing was changed"] : []),
  ];
}

function effects(
  { lost, erased, forgotten }: Recovery,
  words: { readonly lost: string; readonly erased: string },
): string[] {
  const since =
    lost === null
      ? "The database to replace cannot be read, so its changes since the backup are unknown"
      : `Since the backup: ${counted(lost.reviews, "new review")}, ${counted(lost.jobs, "new job")} and ${counted(lost.changes, "line")} of the history ${words.lost}`;
  const again = `${counted(erased, "review")} and the contacts of ${counted(forgotten, "job")} ${words.erased}`;
  return erased + forgotten === 0 ? [since] : [since, again];
}

function dataOf({ before, backup, backupFault, otherwise, ...figures }: Recovery) {
  return {
    ...figures,
    not_from_backup: otherwise,
    replaced: before,
    backup: backup?.path ?? null,
    backup_fault: backupFault,
  };
}

export async function exportReviews(call: CommandCall): Promise<Outcome> {
  const [path = "-"] = call.arguments;
  const format = (call.text("format") as ExportName | undefined) ?? formatOf(path);
  const published = await call.withStore((store) =>
    publishAnalyzed(store, readConfig(call.context.env), call.context.openAnalysisThreads),
  );
  const { publication } = published;
  const chunks = exportBytes(published, format);
  if (path === "-") {
    if (call.isJson) throw usageFault("--json needs a file to export to");
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
  throw usageFault(`${path}: cannot export to "${ending}", ${expected}`);
}
