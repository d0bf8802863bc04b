/** The command of an act: its arguments, options and help, and what it prints, all from the act's declaration. */
import { readConfig } from "../config.ts";
import { GoodwordError, inputRefused, notFound, usageFault } from "../errors.ts";
import type { Act } from "../owner/act.ts";
import type { ActField, GivenFile, GivenOutput } from "../owner/act_input.ts";
import { type ActRefusal, refusalText } from "../owner/refusal.ts";
import type { Command, CommandCall, Outcome } from "./command.ts";

type CommandOfAct = Omit<Command, "name" | "summary"> & Required<Pick<Command, "options" | "run">>;

export function commandOfAct(act: Act): CommandOfAct {
  const { details, examples, subject } = act;
  const argument = act.argument ?? subject?.argument;
  const inputs = Object.entries(act.fields).flatMap(([name, field]) => {
    const { values, isRequired, kind, words } = field;
    if (words.help === undefined) return [];
    const choices = values.length === 0 ? {} : { choices: values };
    return {
      flags: flagsOf(name, field),
      description: words.help,
      ...choices,
      ...(isRequired && { required: true }),
      ...(kind === "list" && { repeats: true }),
    };
  });
  const options = inputs.filter(isOption);
  const own = inputs.filter((each) => !isOption(each));
  const dryRun = { flags: "--dry-run", description: "show what would happen without changing anything" };
  return {
    ...(details !== undefined && { details }),
    ...(examples !== undefined && { examples }),
    arguments: [
      ...(argument === undefined ? [] : [argument]),
      ...own.map(({ flags, description, choices }) => ({ name: flags, description, ...(choices && { choices }) })),
    ],
    options: act.hasPlan ? [...options, dryRun] : options,
    ...(act.within in ABOUT_ALL && { isAboutAll: ABOUT_ALL[act.within as keyof typeof ABOUT_ALL] }),
    run: (call) => runAct(act, call),
  };
}

const ABOUT_ALL = { console: "people", businesses: "businesses", settings: "settings" } as const;

function isOption({ flags }: { readonly flags: string }): boolean {
  return flags.startsWith("-");
}

/** How the command takes an input: `--as-found`, `--reason <reason>`, `[text]`. */
function flagsOf(name: string, { kind, words }: ActField): string {
  if (words.flags !== undefined) return words.flags;
  const flag = `--${name.replaceAll("_", "-")}`;
  return kind === "switch" ? flag : `${flag} <${name}>`;
}

async function runAct(act: Act, call: CommandCall): Promise<Outcome> {
  const { context } = call;
  const order = {
    ...(await givenTo(act, call)),
    context: {
      now: context.now(),
      randomBytes: (count: number) => context.randomBytes(count),
      pictures: context.pictures,
      mail: context.mail,
      guardedFetch: context.guardedFetch,
      openCopy: context.open,
      database: call.databasePath,
      scope: call.scope,
      withSettings: call.withSettings,
      business: context.listed?.identity,
      get config() {
        return readConfig(context.env);
      },
    },
  };
  const fault = act.check(order.input);
  if (fault !== null) throw await errorOf(act, fault);
  const isDry = act.hasPlan && call.flag("dry-run");
  const outcome = await call.withStore(
    (store) => (isDry ? act.plan(store, order) : act.perform(store, order)),
    act.createsStore ? { ifMissing: "create_named" } : {},
  );
  if (outcome.kind === "refused") throw await errorOf(act, outcome);
  const { lines, data, faults } = outcome;
  return { lines, data, ...(faults !== undefined && { faults, exitCode: 1 as const }) };
}

async function givenTo(act: Act, call: CommandCall) {
  const takesSubject = act.subject?.argument !== undefined;
  const ids = !takesSubject ? [] : act.isForMany ? call.arguments : call.arguments.slice(0, 1);
  const own = call.arguments.slice(ids.length);
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(act.fields)) {
    if (field.words.help === undefined) continue;
    const flags = flagsOf(name, field);
    const option = /^--([\w-]+)/.exec(flags)?.[1];
    let value: unknown;
    if (field.kind === "output") value = await outputAt(own.shift() ?? "");
    else if (field.kind === "pairs") value = await pairsIn(call, own.splice(0), flags);
    else if (field.kind === "files") value = await Promise.all(own.splice(0).map(givenFile));
    else if (option === undefined) value = field.kind === "list" ? own.splice(0) : own.shift();
    else if (field.kind === "switch") value = call.flag(option) || undefined;
    else if (field.kind === "list") value = call.texts(option).length > 0 ? call.texts(option) : undefined;
    else value = call.text(option);
    if (value === "-" && field.words.rows !== undefined) value = await inputText(call);
    if (value !== undefined) input[name] = value;
  }
  return { ids, input };
}

/** Readable by its owner alone: what acts write is about customers. */
const OUTPUT_MODE = 0o600;

async function outputAt(name: string): Promise<GivenOutput> {
  const { replaceFile } = await import("./files.ts");
  return { name, write: (content) => replaceFile(name, content, OUTPUT_MODE) };
}

async function givenFile(path: string): Promise<GivenFile> {
  const { fileOnDisk } = await import("../owner/import_files.ts");
  const file = fileOnDisk(path);
  return { name: path, size: file.size, read: async () => file.bytes };
}

/** `NAME=VALUE`, or one pair as `NAME VALUE`. */
async function pairsIn(call: CommandCall, given: readonly string[], flags: string): Promise<Record<string, string>> {
  const [first = "", second] = given;
  const isSplit = given.length === 2 && !first.includes("=");
  const values: Record<string, string> = {};
  for (const pair of isSplit ? [`${first}=${second}`] : given) {
    const at = pair.indexOf("=");
    if (at < 1) throw usageFault(`Expected NAME=VALUE for ${flags}, found ${JSON.stringify(pair)}`);
    const name = pair.slice(0, at);
    const text = pair.slice(at + 1);
    const value = text === "-" ? await inputLine(call) : text;
    values[name] = name in values ? `${values[name]}\n${value}` : value;
  }
  return values;
}

/** Of a secret: other users of the machine can see a command line, and the shell stores it in its history. */
async function inputLine(call: CommandCall): Promise<string> {
  const line = (await inputText(call)).replace(/\r?\n$/, "");
  if (line === "") throw usageFault("Standard input is empty; nothing was changed");
  return line;
}

async function inputText({ context }: CommandCall): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await context.readInput());
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new GoodwordError("input_refused", "Standard input is not UTF-8 text; save it again as UTF-8", { cause });
  }
}

const ERRORS = { unknown: notFound, changed: inputRefused, invalid: inputRefused, usage: usageFault } as const;

/** A refusal in English, with the option that it is about. */
async function errorOf(act: Act, refusal: ActRefusal): Promise<GoodwordError> {
  const { because, sentence, field: name = "", among, others = [] } = refusal;
  const flags = (each: string) => flagsOf(each, act.fields[each] as ActField).replace(/ <.*/, "");
  if (among !== undefined) {
    const named = among.fields.map(flags);
    return usageFault(
      among.isNeeded ? `Expected either ${named.join(" or ")}` : `${named.join(" and ")} cannot be combined`,
    );
  }
  const { consoleWords } = await import("../languages/mod.ts");
  // Ids are copied into other commands.
  const message = sentence ?? refusalText(consoleWords("en"), refusal).replace(/\.$/, "").replace(/[“”]/g, '"');
  const field = act.fields[name];
  const hint =
    field === undefined || !isOption({ flags: flags(name) })
      ? ""
      : ` (${[flags(name), field.values.join("|")].join(" ").trimEnd()})`;
  const further = await Promise.all(others.map((each) => errorOf(act, each)));
  return ERRORS[because]([message + hint, ...further.map(({ message }) => message)].join("; "));
}
