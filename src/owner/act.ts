/** An act of the owner as one declaration, from which its command and its form are derived. */
import type { Static, TObject, TProperties } from "typebox";
import { usageFault } from "../errors.ts";
import type { consoleEnglish, MessageKey } from "../languages/mod.ts";
import type {
  ConsoleReads,
  ConsoleWrites,
  JobReads,
  JobWrites,
  ReviewReads,
  ReviewWrites,
  Store,
} from "../store/mod.ts";
import { type ActField, faultIn, fieldsOf, type ObjectSchema } from "./act_input.ts";
import type { ActContext, ActServices, ListedStores } from "./act_services.ts";
import { type ActRefusal, type Contradiction, refused } from "./refusal.ts";
import { stateOf } from "./review_state.ts";
import type { SettingsPlace } from "./settings_place.ts";

export type NoticeKey = Extract<keyof typeof consoleEnglish, `done.${string}`>;

interface Ports {
  readonly reviews: { readonly reads: ReviewReads; readonly writes: ReviewWrites };
  readonly jobs: { readonly reads: JobReads; readonly writes: JobWrites };
  readonly console: { readonly reads: ConsoleReads; readonly writes: ConsoleWrites };
  /** Store for acts with transactions of their own. */
  readonly store: { readonly reads: Store; readonly writes: Store };
  /** The list of a process with many, which has transactions of its own as well. */
  readonly businesses: { readonly reads: ListedStores; readonly writes: ListedStores };
  readonly settings: { readonly reads: SettingsPlace; readonly writes: SettingsPlace };
}
type Port = keyof Ports;

export interface Subject<Found, P extends Port = "reviews"> {
  /** How a command names it; left out where there is but one of its kind. */
  readonly argument?: { readonly name: string; readonly description: string };
  readonly path: string;
  readonly unknown: MessageKey;
  find(reads: Ports[P]["reads"], ids: readonly string[]): Promise<readonly Found[]>;
  id(found: Found): string;
  /** A value that differs whenever somebody has changed what the owner decides on. */
  seen?(found: Found): unknown;
  /** What an id looks like, where anything else is a slip. */
  readonly shape?: RegExp;
}

export interface Done<Data extends object = object> {
  readonly kind: "done";
  readonly isSame?: boolean;
  readonly lines: readonly string[];
  readonly data: Data;
  /** Left out where the page shows the outcome itself. */
  readonly notice?: NoticeKey;
  /** What did not work out, as a mail server that refused a test: on standard error, with exit code 1. */
  readonly faults?: readonly string[];
}

export type ActOutcome<Data extends object = object> = Done<Data> | ActRefusal;

interface ActRequest {
  readonly ids: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
  /** The state of its subject that a form was made from; whatever it is now when left out. */
  readonly expected?: string | undefined;
  readonly context: ActContext;
}

interface Run<Input, Found, Ready = undefined> {
  readonly one: Found;
  readonly found: readonly Found[];
  /** All requested ids, including those that were not found. */
  readonly ids: readonly string[];
  readonly input: Input;
  /** The state that a form was made from: what has transactions of its own compares it again in one of them. */
  readonly expected: string | undefined;
  readonly context: ActContext;
  readonly ready: Ready;
}

interface ActWords {
  /** The words of its command, such as "jobs skip". */
  readonly name: string;
  readonly details?: string;
  readonly examples?: readonly (readonly [line: string, what: string])[];
  /** The argument that names its subjects, if not that of the subject. */
  readonly argument?: Subject<unknown>["argument"];
  /** Whether to create the database if the command names one that does not exist. */
  readonly createsStore?: boolean;
  /** The name by which the history has it. Default: its own. */
  readonly command?: string;
}

interface ActDefinition<Fields extends TProperties, Found, Data extends object, P extends Port, Ready>
  extends ActWords {
  /** Left out where there is but one of its kind. */
  readonly subject?: Subject<Found, P>;
  readonly path?: string;
  /** Whether it takes several subjects, and answers for the unknown ones itself. */
  readonly isForMany?: boolean;
  readonly within?: P;
  readonly input: TObject<Fields>;
  readonly contradictions?: readonly (Contradiction & { readonly fields: readonly (keyof Fields & string)[] })[];
  /** Ids of further subjects that the input names. */
  further?(reads: Ports[P]["reads"], input: Static<TObject<Fields>>): Promise<readonly string[]>;
  /** Makes ready what takes its time, before the transaction: decodes pictures, asks the web. */
  prepare?(input: Static<TObject<Fields>>, context: ActContext): Promise<ActRefusal | Prepared<Ready>>;
  /** What it would do, for a dry run. */
  plan?(reads: Ports[P]["reads"], run: Run<Static<TObject<Fields>>, Found>): Promise<ActOutcome>;
  run(writes: Ports[P]["writes"], run: Run<Static<TObject<Fields>>, Found, Ready>): Promise<ActOutcome<Data>>;
  /** Details for the history, unless `run` records its change. */
  detail?(data: Data, order: ActRequest): Readonly<Record<string, unknown>>;
}

interface Prepared<Ready> {
  readonly kind: "ready";
  readonly ready: Ready;
}

export interface Act<Found = unknown, Data extends object = object> extends Omit<ActWords, "command"> {
  readonly subject: Subject<Found> | null;
  readonly formPath: string;
  readonly isForMany: boolean;
  readonly fields: Readonly<Record<string, ActField>>;
  readonly contradictions: readonly Contradiction[];
  readonly hasPlan: boolean;
  readonly within: Port;
  readonly command: string;
  state(found: Found): string | undefined;
  check(input: ActRequest["input"]): ActRefusal | null;
  plan(store: Store, order: ActRequest): Promise<ActOutcome>;
  perform(store: Store, order: ActRequest): Promise<ActOutcome<Data>>;
}

class StaleFormError extends Error {}

interface Transactions<Reads, Writes> {
  read<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  write<T>(work: (writes: Writes) => Promise<T>): Promise<T>;
}

export function act<
  Fields extends TProperties,
  Found,
  Data extends object,
  P extends Port = "reviews",
  Ready = undefined,
>(definition: ActDefinition<Fields, Found, Data, P, Ready>): Act<Found, Data> {
  type Reads = Ports[P]["reads"];
  const { subject, input: schema, within = "reviews", isForMany = false, contradictions = [] } = definition;
  const fields = fieldsOf(schema as ObjectSchema);
  const portOf = (store: Store, services: ActServices) =>
    transactionsOf(within, store, services) as Transactions<Reads, Reads & Ports[P]["writes"]>;
  const state = (found: Found) => (subject?.seen === undefined ? undefined : stateOf(subject.seen(found)));
  const check = (input: ActRequest["input"]) => faultIn(fields, contradictions, input);
  const lookUp = async (reads: Reads, { ids: given, input, expected, context }: ActRequest) => {
    const read = input as Static<TObject<Fields>>;
    const ids = [...new Set([...given, ...((await definition.further?.(reads, read)) ?? [])])];
    const isSlip = ids.some((id) => subject?.shape?.test(id) === false);
    if (subject !== undefined && isSlip) return unknown(subject, ids, "usage");
    const found = (await subject?.find(reads, ids)) ?? [];
    const isUnknown = subject !== undefined && !isForMany && found.length === 0;
    if (isUnknown) return unknown(subject, ids);
    const one = found[0] as Found;
    return { kind: "found" as const, found, one, ids, input: read, expected, context, ready: undefined };
  };
  return {
    ...definition,
    within,
    isForMany,
    fields,
    contradictions,
    state,
    check,
    subject: (subject as unknown as Subject<Found> | undefined) ?? null,
    formPath: `/${subject?.path ?? definition.path}/${definition.name.split(" ").at(-1)}`,
    command: definition.command ?? definition.name,
    hasPlan: definition.plan !== undefined,
    async plan(store, order) {
      const fault = check(order.input);
      return (
        fault ??
        portOf(store, order.context).read(async (reads) => {
          const run = await lookUp(reads, order);
          if (run.kind === "refused") return run;
          if (definition.plan === undefined) throw new TypeError(`${definition.name} has no dry run`);
          return definition.plan(reads, run);
        })
      );
    },
    async perform(store, order) {
      const fault = check(order.input);
      if (fault !== null) return fault;
      const input = order.input as Static<TObject<Fields>>;
      const prepared = await definition.prepare?.(input, order.context);
      if (prepared?.kind === "refused") return prepared;
      try {
        const outcome = await portOf(store, order.context).write(async (writes) => {
          const run = await lookUp(writes, order);
          if (run.kind === "refused") return run;
          const { expected } = order;
          const isOvertaken =
            expected !== undefined && run.found.some((found) => (state(found) ?? expected) !== expected);
          if (isOvertaken && !hasTransactions(within)) throw new StaleFormError();
          const came = await definition.run(writes, { ...run, ready: prepared?.ready as Ready });
          // Someone else already made the same change, so accept it.
          if (isOvertaken && !(came.kind === "done" && came.isSame)) throw new StaleFormError();
          return came;
        });
        const detail =
          outcome.kind === "done" && !outcome.isSame ? definition.detail?.(outcome.data, order) : undefined;
        if (detail !== undefined) {
          await store.reviews.write((writes) =>
            writes.recordAct({ command: definition.command ?? definition.name, lines: [{ detail }] }),
          );
        }
        return outcome;
      } catch (error) {
        if (error instanceof StaleFormError) return refused("changed", "frame.changed");
        throw error;
      }
    },
  };
}

function hasTransactions(port: Port): port is "reviews" | "jobs" | "console" {
  return port === "reviews" || port === "jobs" || port === "console";
}

function transactionsOf(
  port: Port,
  store: Store,
  { scope, withSettings }: Pick<ActServices, "scope" | "withSettings">,
): Transactions<unknown, unknown> {
  if (hasTransactions(port)) return store[port] as unknown as Transactions<unknown, unknown>;
  const use = async <T>(work: (whole: unknown) => Promise<T>): Promise<T> => {
    if (port === "store") return work(store);
    if (port === "settings") {
      const done = await withSettings(store, async (place) => ({ came: await work(place) }));
      if (done === null) throw new TypeError("Settings are those of one business");
      return done.came;
    }
    if (scope === null) throw usageFault("The database contains one business");
    await using list = await scope.openList();
    return await work({ list, withStoreOf: scope.withStoreOf });
  };
  return { read: use, write: use };
}

export function unknown(
  { unknown: code }: Pick<Subject<unknown>, "unknown">,
  ids: readonly string[],
  because: "unknown" | "usage" = "unknown",
): ActRefusal {
  return refused(because, code, { id: ids.join("”, “") });
}

export function same<Data extends object>(done: Omit<Done<Data>, "kind" | "isSame">): Done<Data> {
  return { kind: "done", isSame: true, ...done };
}

export function done<Data extends object>(done: Omit<Done<Data>, "kind" | "isSame">): Done<Data> {
  return { kind: "done", ...done };
}
