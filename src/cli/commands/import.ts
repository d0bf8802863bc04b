import { GoodwordError } from "../../errors.ts";
import {
  IMPORT_FORMATS,
  type ImportFile,
  type ImportFormat,
  type ImportOptions,
  type ImportReading,
  readImport,
} from "../../import/mod.ts";
import { carryOutImport } from "../../owner/carry_out_import.ts";
import { importRequest, optionsWithin } from "../../owner/import_request.ts";
import { writeRejects } from "../../owner/rejects.ts";
import { analystFor } from "../../publishing/analyst.ts";
import { NAME_POLICIES, type NamePolicy, VERIFICATION_METHODS, type VerificationMethod } from "../../review/mod.ts";
import { type ImportRequest, planImport, readNamePolicy, type Store } from "../../store/mod.ts";
import type { Call, Command, Outcome } from "../command.ts";
import { dryRunOutcome } from "../dry_run.ts";
import { gatherFiles } from "../gather_files.ts";
import { doneOutcome, refusedOutcome } from "../import_outcome.ts";
import { createProgress } from "../progress.ts";

export const importCommand: Command = {
  name: "import",
  summary: "import reviews, and what the business says of itself",
  details:
    "Reads goodword JSON (a /reviews.json is one), NDJSON, CSV, Google Takeout (the zip, its folder or reviews.json), " +
    "Google Business Profile, Trustpilot and schema.org. All or nothing: one record that is not acceptable and " +
    "nothing is changed. Importing the same file again changes nothing.",
  arguments: [{ name: "<files...>", description: "files, folders or archives; - for standard input" }],
  options: [
    { flags: "--dry-run", description: "show what would happen, change nothing" },
    { flags: "--replace", description: "make the set of reviews exactly that of the files" },
    { flags: "--allow-empty", description: "with --replace: also when the files hold no review, which takes down all" },
    { flags: "--skip-invalid", description: "leave out records that are not acceptable, import the rest" },
    { flags: "--rejects <file>", description: "with --skip-invalid: write what was left out to a file to mend" },
    {
      flags: "--verified-by <method>",
      description: "how reviews were verified whose file does not say it",
      choices: VERIFICATION_METHODS,
    },
    { flags: "--source <name>", description: "where reviews were written whose file does not say it" },
    { flags: "--date-format <format>", description: "how dates of a CSV are written, such as DD/MM/YYYY" },
    {
      flags: "--moderation <words>",
      description: "what unknown words of a status column mean, such as Featured=shown",
    },
    { flags: "--format <format>", description: "format of the files; detected when left out", choices: IMPORT_FORMATS },
    { flags: "--location <name>", description: "which location of an export of several" },
    {
      flags: "--name-policy <policy>",
      description: "how much of authors' names is kept, from now on",
      choices: NAME_POLICIES,
    },
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
  const files = await gatherFiles(call.arguments, call.world);
  const now = call.world.now();
  const isDry = call.flag("dry-run");
  const reading = await call.withStore(
    async (store) => readNamed(files, await optionsWithin(store, optionsOf(call), now)),
    { ifMissing: "stand_in" },
  );
  const isRefused = reading.problems.length > 0 && !call.flag("skip-invalid");
  // What is refused leaves not even an empty database behind.
  if (isRefused && !isDry) return refusedOutcome(reading);
  refuseToEmpty(call, reading);
  const request = importRequest(reading, { replace: call.flag("replace"), analystFor });
  return call.withStore(
    async (store) => {
      if (isDry) return dryRunOutcome(reading, await planImport(store, request), { isRefused });
      return saveReading(store, reading, { request, files, call });
    },
    { ifMissing: isDry ? "stand_in" : "create_named" },
  );
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

/** An export that failed at its source is often a sound file without a review. */
function refuseToEmpty(call: Call, { speaksOfReviews, records }: ImportReading): void {
  if (!call.flag("replace") || call.flag("allow-empty") || !speaksOfReviews || records.length > 0) return;
  const what = call.arguments.length === 1 ? `${call.arguments[0]}: it holds` : "The files hold";
  throw new GoodwordError(
    "input_refused",
    `${what} no review, so --replace would take down all that are kept; add --allow-empty if that is meant`,
  );
}

interface Saving {
  readonly request: ImportRequest;
  readonly files: readonly ImportFile[];
  readonly call: Call;
}

async function saveReading(store: Store, reading: ImportReading, { request, files, call }: Saving): Promise<Outcome> {
  // Before anything is saved: exit codes other than 0 promise that nothing was changed.
  const rejects = call.text("rejects");
  const rejected = rejects === undefined ? null : writeRejects(rejects, files, reading);
  const progress = createProgress(call.world, call.isSilent);
  const { namePolicy } = optionsOf(call);
  const isOther = namePolicy !== undefined && namePolicy !== ((await readNamePolicy(store)) ?? NAME_POLICIES[0]);
  const names = files.map(({ name }) => name);
  const done = await carryOutImport(store, request, { command: "import", files: names, namePolicy, progress });
  const notes = isOther ? [...reading.notes, policyNote(namePolicy)] : reading.notes;
  return doneOutcome({ ...reading, notes }, done, rejected);
}

function policyNote(policy: NamePolicy): string {
  return `From now on names are kept as ${policy}; those kept before change when their file is imported again`;
}

function optionsOf(call: Call): Omit<ImportOptions, "today" | "timeZone"> {
  return {
    format: call.text("format") as ImportFormat | undefined,
    source: call.text("source"),
    verifiedBy: call.text("verified-by") as VerificationMethod | undefined,
    dateFormat: call.text("date-format"),
    moderation: call.text("moderation"),
    location: call.text("location"),
    namePolicy: call.text("name-policy") as NamePolicy | undefined,
  };
}

/** Puts the file's name before what is wrong with the whole of it. */
function readNamed(files: readonly ImportFile[], options: ImportOptions): ImportReading {
  try {
    return readImport(files, options);
  } catch (error) {
    const [file] = files;
    if (!(error instanceof GoodwordError) || files.length !== 1 || error.message.startsWith(file!.name)) throw error;
    throw new GoodwordError(error.code, `${file!.name}: ${error.message}`, { cause: error });
  }
}
