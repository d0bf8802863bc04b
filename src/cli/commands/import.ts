import { type GoodwordError, inputRefused, usageFault } from "../../errors.ts";
import type { ListedReading } from "../../import/mod.ts";
import { SpoolFile } from "../../owner/import_files.ts";
import { previewImport } from "../../owner/import_preview.ts";
import {
  checkImport,
  explainFiles,
  type ImportInput,
  type ImportResources,
  importReviews,
  recordImport,
} from "../../owner/import_reviews.ts";
import { requestWithPictures } from "../../owner/pictures.ts";
import { type RefusedRecords, refusedRecords } from "../../owner/refused_records.ts";
import { StaleRevisionError } from "../../owner/run_import.ts";
import { counted } from "../../review/mod.ts";
import type { ImportRequest } from "../../store/import/mod.ts";
import type { Store } from "../../store/mod.ts";
import type { CommandCall, Outcome } from "../command.ts";
import { DryRun, doneOutcome, explainOutcome, refusedOutcome, withPrompts } from "../dry_run.ts";
import { gatherFiles, readingOptionsOf, writeNewFile } from "../files.ts";
import { createProgress } from "../progress.ts";
import { askToRemove } from "../remove_missing.ts";

export async function importFiles(call: CommandCall): Promise<Outcome> {
  refuseContradictions(call);
  const isLook = call.flag("explain") || call.flag("dry-run");
  try {
    const outcome = await importOrPreview(call);
    if (!isLook && outcome.exitCode !== undefined) await noteFailure(call);
    return outcome;
  } catch (error) {
    if (!isLook) await noteFailure(call);
    throw error;
  }
}

async function importOrPreview(call: CommandCall): Promise<Outcome> {
  const order: ImportInput = {
    files: await gatherFiles(call.arguments, call.context),
    options: readingOptionsOf(call),
    replace: call.flag("replace"),
    isFull: call.text("full") === undefined ? undefined : call.text("full") === "yes",
    allowEmpty: call.flag("allow-empty"),
    skipInvalid: call.flag("skip-invalid"),
  };
  return withPrompts(call, order.options, (options) => runOrder(call, { ...order, options }));
}

async function runOrder(call: CommandCall, order: ImportInput): Promise<Outcome> {
  if (call.flag("explain")) {
    const reading = await call.withStore((store) => explainFiles(store, order, call.context.now()), {
      ifMissing: "stand_in",
    });
    return explainOutcome(reading);
  }
  return call.flag("dry-run") ? runDry(call, order) : judgeAndCarryOut(call, order);
}

async function runDry(call: CommandCall, order: ImportInput): Promise<Outcome> {
  using spool = new SpoolFile(call.context.collectGarbage);
  const judged = await judge(call, order, { spool });
  const { reading, request } = judged;
  const dryRun = new DryRun(call.isJson);
  const look = await call.withStore(
    (store) => previewImport(store, { reading, request }, (entry) => dryRun.add(entry)),
    { ifMissing: "stand_in" },
  );
  return dryRun.outcome(reading, look, { isRefused: judged.kind === "refused" });
}

/** A person at a terminal sees the failure; an unattended import needs a notice. */
async function noteFailure(call: CommandCall): Promise<void> {
  if (call.context.ask !== null) return;
  await call.withStore((store) => recordImport(store, { hasFailed: true })).catch(() => {});
}

async function judgeAndCarryOut(call: CommandCall, order: ImportInput): Promise<Outcome> {
  using spool = new SpoolFile(call.context.collectGarbage);
  using threads = (await call.context.openAnalysisThreads?.()) ?? null;
  const judged = await judge(call, order, { spool, threads });
  const { reading, request } = judged;
  if (judged.kind === "refused") return refusedOutcome(reading);
  const asked = order.replace ? await askToRemove(call, { reading, request }) : null;
  if (asked?.kind === "refused") return asked.outcome;
  const revision = asked?.revision;
  return await call.withStore((store) => carryOut(store, order, { reading, request, revision, call }), {
    ifMissing: "create_named",
  });
}

/** A refused import must not create an empty database. */
async function judge(call: CommandCall, order: ImportInput, means: Omit<ImportResources, "now">) {
  const given = { now: call.context.now(), ...means };
  const judged = await call.withStore((store) => checkImport(store, order, given), { ifMissing: "stand_in" });
  if (judged.kind === "would_remove_everything") throw takesDownAll(call);
  return judged;
}

/** Options that need another one. */
const NEEDED = { "allow-empty": "replace", "remove-missing": "replace", rejects: "skip-invalid" } as const;

function refuseContradictions(call: CommandCall): void {
  if (call.flag("replace") && call.flag("skip-invalid")) {
    throw usageFault("--replace cannot be combined with --skip-invalid: every record must be valid");
  }
  for (const [option, needed] of Object.entries(NEEDED)) {
    const isGiven = call.flag(option) || call.text(option) !== undefined;
    if (isGiven && !call.flag(needed)) throw usageFault(`--${option} requires --${needed}`);
  }
}

function takesDownAll(call: CommandCall): GoodwordError {
  const what = call.arguments.length === 1 ? `${call.arguments[0]}: it contains` : "The files contain";
  return inputRefused(`${what} no reviews, so --replace would remove all stored ones; add --allow-empty to do that`);
}

interface CarryOut {
  readonly reading: ListedReading;
  readonly request: ImportRequest;
  readonly revision: number | undefined;
  readonly call: CommandCall;
}

async function carryOut(
  store: Store,
  order: ImportInput,
  { reading, request, revision, call }: CarryOut,
): Promise<Outcome> {
  // Before anything is saved: exit codes other than 0 promise that nothing was changed.
  const path = call.text("rejects");
  const refused = path === undefined ? null : refusedRecords(order.files, reading);
  const rejected = path === undefined || refused === null ? null : writeRejects(path, refused);
  const progress = createProgress(call.context, call.isSilent);
  const withPictures = await requestWithPictures(store, { reading, request }, call.context.pictures.fetch);
  const given = { reading, request: withPictures.request, revision, progress };
  const done = await importReviews(store, order, given).catch((error: unknown) => {
    throw error instanceof StaleRevisionError
      ? inputRefused("The reviews have changed since you were asked; try again")
      : error;
  });
  const policy = `Names are now stored as ${order.options.namePolicy}; existing names change when their file is imported again`;
  const notes = [...reading.notes, ...withPictures.notes, ...(done.isNamePolicyNew ? [policy] : [])];
  return doneOutcome({ ...reading, notes }, done, rejected);
}

function writeRejects(path: string, { text, count, missing }: RefusedRecords): string {
  // The file contains names and texts in full, neither shortened nor masked.
  writeNewFile(path, text, 0o600);
  const rest = missing === 0 ? "" : `; ${counted(missing, "other")} could not be copied from their file`;
  return `Wrote ${counted(count, "skipped record")} to ${path}${rest}`;
}
