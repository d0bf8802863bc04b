import { GoodwordError } from "../../errors.ts";
import { printable } from "../../import/mod.ts";
import {
  type ImportOrder,
  importReviews,
  judgeLargeImport,
  NO_PROGRESS,
  requestWithPictures,
} from "../../owner/mod.ts";
import { argumentOf, type Call, type Command, type Outcome } from "../command.ts";
import { type Destination, type DroppedFile, isUnchanged, putAway, settledFiles } from "../drop_folder.ts";
import { fileOnDisk } from "../file_on_disk.ts";
import { READING_OPTIONS, readingOptionsOf } from "../import_options.ts";
import { doneOutcome, refusedOutcome } from "../import_outcome.ts";
import { numberOption } from "../option_values.ts";
import { SpoolFile } from "../spool_file.ts";

const [DEFAULT_SETTLE_SECONDS, DEFAULT_EVERY_SECONDS] = [10, 5];

/** Imports what appears in a folder. */
export const watchCommand: Command = {
  name: "watch",
  summary: "import every file that appears in a folder",
  details:
    "For use beside serve: a scheduled export, or a person, leaves a file in the folder. Once nobody has written to it for a " +
    "while it is imported as goodword import would, whole or not at all, and moved to done/ or refused/ with a note of what " +
    "came of it. Importing a file again changes nothing. Runs until it is stopped; stopping it at any instant loses nothing.",
  arguments: [{ name: "<folder>", description: "the folder" }],
  options: [
    { flags: "--once", description: "import what is there and end, for a scheduler" },
    {
      flags: "--settle <seconds>",
      description: `seconds without a change after which a file counts as whole (default: ${DEFAULT_SETTLE_SECONDS})`,
    },
    { flags: "--every <seconds>", description: `seconds between two looks (default: ${DEFAULT_EVERY_SECONDS})` },
    ...READING_OPTIONS,
  ],
  examples: [
    ["goodword watch inbox --source google --verified-by platform", "import what a scheduled Takeout leaves there"],
    ["goodword watch inbox --once --settle 0", "import what is there now"],
  ],
  run: watch,
};

async function watch(call: Call): Promise<Outcome> {
  const folder = argumentOf(call);
  const settleMs = (numberOption(call, "settle", { least: 0, most: 86_400 }) ?? DEFAULT_SETTLE_SECONDS) * 1000;
  const everyMs = (numberOption(call, "every", { least: 1, most: 86_400 }) ?? DEFAULT_EVERY_SECONDS) * 1000;
  const lines: string[] = [];
  const files: object[] = [];
  if (!call.flag("once")) {
    for (;;) {
      await lookAgain(call, folder, settleMs);
      await call.world.pause(everyMs);
    }
  }
  for (const { line, data } of await takeSettled(call, folder, settleMs)) {
    lines.push(line);
    files.push(data);
  }
  return { lines: lines.length > 0 ? lines : ["Nothing to import"], data: { files } };
}

/** A database that is away for a while must not end the watch: the files wait. */
async function lookAgain(call: Call, folder: string, settleMs: number): Promise<void> {
  try {
    for (const { line } of await takeSettled(call, folder, settleMs)) {
      if (!call.isSilent) await call.world.print(`${printable(line)}\n`);
    }
  } catch (error) {
    if (!(error instanceof GoodwordError) || error.code !== "database") throw error;
    call.world.warn(`goodword: ${printable(error.message)}\n`);
  }
}

interface Handled {
  readonly line: string;
  readonly data: object;
}

async function takeSettled(call: Call, folder: string, settleMs: number): Promise<Handled[]> {
  const handled: Handled[] = [];
  for (const file of settledFiles(folder, call.world.now(), settleMs)) {
    const taken = await take(call, folder, file);
    if (taken === null) continue;
    const { to, note, path } = taken;
    handled.push({
      line: `${to === "done" ? "Imported" : "Refused"} ${file.name}: ${note.split("\n")[0]}`,
      data: { file: file.name, outcome: to, moved_to: path, note },
    });
  }
  return handled;
}

interface Taken {
  readonly to: Destination;
  readonly note: string;
  readonly path: string;
}

/** Imports one file and puts it away; null when somebody wrote to it meanwhile, so that it will be read again. */
async function take(call: Call, folder: string, file: DroppedFile): Promise<Taken | null> {
  const { to, note } = await importOne(call, file);
  if (!isUnchanged(file)) return null;
  return { to, note, path: putAway(folder, file, to, note) };
}

async function importOne(call: Call, file: DroppedFile): Promise<Pick<Taken, "to" | "note">> {
  try {
    if (file.isLink) throw new GoodwordError("input_refused", "a symbolic link, which is not followed");
    const order = orderOf(call, file);
    const outcome = await call.withStore((store) => carryOut(call, order, store), { ifMissing: "create_named" });
    const isDone = (outcome.exitCode ?? 0) === 0;
    return { to: isDone ? "done" : "refused", note: [...outcome.lines, ...(outcome.faults ?? [])].join("\n") };
  } catch (error) {
    // A database that is away is no fault of the file.
    if (!(error instanceof GoodwordError) || error.code !== "input_refused") throw error;
    return { to: "refused", note: error.message };
  }
}

function orderOf(call: Call, { path }: DroppedFile): ImportOrder {
  return {
    files: [fileOnDisk(path)],
    options: readingOptionsOf(call),
    replace: false,
    allowEmpty: false,
    skipInvalid: false,
  };
}

type Store = Parameters<typeof judgeLargeImport>[0];

async function carryOut(call: Call, order: ImportOrder, store: Store): Promise<Outcome> {
  using spool = new SpoolFile(call.world.collectGarbage);
  const judged = await judgeLargeImport(store, order, { now: call.world.now(), spool });
  if (judged.kind !== "acceptable") return refusedOutcome(judged.reading);
  const { reading, request: plain } = judged;
  const { request, notes } = await requestWithPictures(store, { reading, request: plain }, call.world.pictures.fetch);
  const done = await importReviews(store, order, { reading, request, progress: NO_PROGRESS });
  return doneOutcome({ ...reading, notes: [...reading.notes, ...notes] }, done, null);
}
