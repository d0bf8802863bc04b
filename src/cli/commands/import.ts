import { GoodwordError } from "../../errors.ts";
import type { ListedReading } from "../../import/mod.ts";
import {
  explainFiles,
  type ImportOrder,
  importReviews,
  judgeImport,
  judgeLargeImport,
  planImport,
  refusedRecords,
  requestWithPictures,
} from "../../owner/mod.ts";
import type { NamePolicy } from "../../review/mod.ts";
import type { LargeImportRequest, Store } from "../../store/mod.ts";
import { askingFor } from "../ask_for_hints.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { dryRunOutcome } from "../dry_run.ts";
import { explainOutcome } from "../explain_outcome.ts";
import { gatherFiles } from "../gather_files.ts";
import { READING_OPTIONS, readingOptionsOf } from "../import_options.ts";
import { doneOutcome, refusedOutcome } from "../import_outcome.ts";
import { createProgress } from "../progress.ts";
import { writeRejects } from "../rejects.ts";
import { SpoolFile } from "../spool_file.ts";

/** Imports files, or shows record by record what that would do. */
export const importCommand: Command = {
  name: "import",
  summary: "import reviews and the profile of the business",
  details:
    "Reads goodword JSON (a /reviews.json is one), Google Takeout (the zip, its folder or reviews.json), and any other file " +
    "with reviews in it: CSV, Excel (.xlsx), JSON, NDJSON, pages with schema.org data, zip archives of these. What a file " +
    "does not say is asked on a terminal, or named by the option that says it. All or nothing: a single invalid record leaves " +
    "everything unchanged. Importing the same file again changes nothing.",
  arguments: [{ name: "<files...>", description: "files, folders or archives; - for standard input" }],
  options: [
    { flags: "--explain", description: "show what each column of the files is taken for, and why; reads no review" },
    { flags: "--dry-run", description: "show what would happen without changing anything" },
    { flags: "--replace", description: "keep exactly the reviews in the files, and remove all others" },
    { flags: "--allow-empty", description: "with --replace: allow files without reviews, which removes all of them" },
    { flags: "--skip-invalid", description: "skip invalid records and import the rest" },
    { flags: "--rejects <file>", description: "with --skip-invalid: write skipped records to a file, to be fixed" },
    ...READING_OPTIONS,
  ],
  examples: [
    ["goodword import reviews.csv --source google --dry-run", "see what would happen"],
    ["goodword import business.json takeout.zip", "the business and its reviews from Google"],
    ["goodword import all.json --replace", "take down what the file no longer holds"],
  ],
  run: runImport,
};

async function runImport(call: Call): Promise<Outcome> {
  refuseContradictions(call);
  return askingFor(await orderOf(call), call, (order) => runOrder(call, order));
}

async function runOrder(call: Call, order: ImportOrder): Promise<Outcome> {
  if (call.flag("explain")) {
    const reading = await call.withStore((store) => explainFiles(store, order, call.world.now()), {
      ifMissing: "stand_in",
    });
    return explainOutcome(reading);
  }
  return call.flag("dry-run") ? runDry(call, order) : runWet(call, order);
}

/** Shows every record, and so holds all of them. */
async function runDry(call: Call, order: ImportOrder): Promise<Outcome> {
  const now = call.world.now();
  const judged = await call.withStore((store) => judgeImport(store, order, now), { ifMissing: "stand_in" });
  if (judged.kind === "would_take_down_all") throw takesDownAll(call);
  const { reading, request } = judged;
  const plan = await call.withStore((store) => planImport(store, request), { ifMissing: "stand_in" });
  return dryRunOutcome(reading, plan, { isRefused: judged.kind === "refused" });
}

async function runWet(call: Call, order: ImportOrder): Promise<Outcome> {
  using spool = new SpoolFile(call.world.collectGarbage);
  const given = { now: call.world.now(), spool };
  // What is refused leaves not even an empty database behind.
  const judged = await call.withStore((store) => judgeLargeImport(store, order, given), { ifMissing: "stand_in" });
  if (judged.kind === "would_take_down_all") throw takesDownAll(call);
  const { reading, request } = judged;
  if (judged.kind === "refused") return refusedOutcome(reading);
  return await call.withStore((store) => carryOut(store, order, { reading, request, call }), {
    ifMissing: "create_named",
  });
}

async function orderOf(call: Call): Promise<ImportOrder> {
  return {
    files: await gatherFiles(call.arguments, call.world),
    options: readingOptionsOf(call),
    replace: call.flag("replace"),
    allowEmpty: call.flag("allow-empty"),
    skipInvalid: call.flag("skip-invalid"),
  };
}

function refuseContradictions(call: Call): void {
  if (call.flag("replace") && call.flag("skip-invalid")) {
    throw new GoodwordError("usage", "--replace needs every record to be acceptable; leave out --skip-invalid");
  }
  if (call.flag("allow-empty") && !call.flag("replace")) {
    throw new GoodwordError("usage", "--allow-empty is for --replace");
  }
  if (call.text("rejects") !== undefined && !call.flag("skip-invalid")) {
    throw new GoodwordError("usage", "--rejects is for --skip-invalid");
  }
}

function takesDownAll(call: Call): GoodwordError {
  const what = call.arguments.length === 1 ? `${call.arguments[0]}: it holds` : "The files hold";
  return new GoodwordError(
    "input_refused",
    `${what} no review, so --replace would remove all that are kept; add --allow-empty to do that`,
  );
}

interface CarryOut {
  readonly reading: ListedReading;
  readonly request: LargeImportRequest;
  readonly call: Call;
}

async function carryOut(store: Store, order: ImportOrder, { reading, request, call }: CarryOut): Promise<Outcome> {
  // Before anything is saved: exit codes other than 0 promise that nothing was changed.
  const path = call.text("rejects");
  const refused = path === undefined ? null : refusedRecords(order.files, reading);
  const rejected = path === undefined || refused === null ? null : writeRejects(path, refused);
  const progress = createProgress(call.world, call.isSilent);
  const withPictures = await requestWithPictures(store, { reading, request }, call.world.pictures.fetch);
  const done = await importReviews(store, order, { reading, request: withPictures.request, progress });
  const policyNotes = done.isNamePolicyNew ? [policyNote(order.options.namePolicy)] : [];
  const notes = [...reading.notes, ...withPictures.notes, ...policyNotes];
  return doneOutcome({ ...reading, notes }, done, rejected);
}

function policyNote(policy: NamePolicy | undefined): string {
  return `From now on names are kept as ${policy}; those kept before change when their file is imported again`;
}
