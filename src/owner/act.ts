/** An act of the owner as one declaration, from which its command and its form are derived. */
import type { Static, TObject, TProperties } from "typebox";
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
import type { Pictures } from "./pictures.ts";
import { type ActRefusal, type Contradiction, refused } from "./refusal.ts";
import { stateOf } from "./review_state.ts";
import type { LinkParts } from "./write_links.ts";

export type NoticeKey = Extract<keyof typeof consoleEnglish, `done.${string}`>;

interface Ports {
  readonly reviews: { readonly reads: ReviewReads; readonly writes: ReviewWrites };
  readonly jobs: { readonly reads: JobReads; readonly writes: JobWrites };
  readonly console: { readonly reads: ConsoleReads; readonly writes: ConsoleWrites };
  /** For what has transactions of its own. */
  readonly store: { readonly reads: Store; readonly writes: Store };
}
type Port = keyof Ports;

export interface Subject<Found, P extends Port = "reviews"> {
  readonly argument: { readonly name: string; readonly description: string };
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
  readonly notice: NoticeKey;
}

export type ActOutcome<Data extends object = object> = Done<Data> | ActRefusal;

interface ActContext {
  readonly now: number;
  randomBytes(count: number): Uint8Array;
  readonly by?: string | undefined;
  /** Identity of the business, where it is one of many. */
  readonly business?: string | undefined;
  readonly links: LinkParts;
  readonly pictures: Pictures;
}

export interface Order {
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
  readonly context: ActContext;
  readonly ready: Ready;
}

interface ActWords {
  /** The words of its command, such as "jobs skip". */
  readonly name: string;
  readonly details?: string;
  readonly examples?: readonly (readonly [line: string, what: string])[];
  /** The argument that names its subjects, where it is not that of the subject. */
  readonly argument?: Subject<unknown>["argument"];
  /** Whether a database is created where there is none, if it is named. */
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
  detail?(data: Data): Readonly<Record<string, unknown>>;
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
  readonly command: string;
  state(found: Found): string | undefined;
  check(input: Order["input"]): ActRefusal | null;
  plan(store: Store, order: Order): Promise<ActOutcome>;
  perform(store: Store, order: Order): Promise<ActOutcome<Data>>;
}

class OvertakenError extends Error {}

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
  const portOf = (store: Store) => {
    const port = within === "store" ? withoutTransactions(store) : store[within as Exclude<Port, "store">];
    return port as unknown as Transactions<Reads, Reads & Ports[P]["writes"]>;
  };
  const state = (found: Found) => (subject?.seen === undefined ? undefined : stateOf(subject.seen(found)));
  const check = (input: Order["input"]) => faultIn(fields, contradictions, input);
  const lookUp = async (reads: Reads, { ids: given, input, context }: Order) => {
    const read = input as Static<TObject<Fields>>;
    const ids = [...new Set([...given, ...((await definition.further?.(reads, read)) ?? [])])];
    const isSlip = ids.some((id) => subject?.shape?.test(id) === false);
    if (subject !== undefined && isSlip) return unknown(subject, ids, "usage");
    const found = (await subject?.find(reads, ids)) ?? [];
    const isUnknown = subject !== undefined && !isForMany && found.length === 0;
    if (isUnknown) return unknown(subject, ids);
    return { kind: "found" as const, found, one: found[0] as Found, ids, input: read, context, ready: undefined };
  };
  return {
    ...definition,
    ...{ isForMany, fields, contradictions, state, check },
    subject: (subject as unknown as Subject<Found> | undefined) ?? null,
    formPath: `/${subject?.path ?? definition.path}/${definition.name.split(" ").at(-1)}`,
    ...{ command: definition.command ?? definition.name, hasPlan: definition.plan !== undefined },
    async plan(store, order) {
      const fault = check(order.input);
      return (
        fault ??
        portOf(store).read(async (reads) => {
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
        const outcome = await portOf(store).write(async (writes) => {
          const run = await lookUp(writes, order);
          if (run.kind === "refused") return run;
          const { expected } = order;
          const isOvertaken =
            expected !== undefined && run.found.some((found) => (state(found) ?? expected) !== expected);
          if (isOvertaken && within === "store") throw new OvertakenError();
          const came = await definition.run(writes, { ...run, ready: prepared?.ready as Ready });
          // Someone else already made the same change, so accept it.
          if (isOvertaken && !(came.kind === "done" && came.isSame)) throw new OvertakenError();
          return came;
        });
        const detail = outcome.kind === "done" && !outcome.isSame ? definition.detail?.(outcome.data) : undefined;
        if (detail !== undefined) {
          await store.reviews.write((writes) =>
            writes.noteAct({ command: definition.command ?? definition.name, lines: [{ detail }] }),
          );
        }
        return outcome;
      } catch (error) {
        if (error instanceof OvertakenError) return refused("changed", "frame.changed");
        throw error;
      }
    },
  };
}

function withoutTransactions(store: Store): Transactions<Store, Store> {
  return { read: (work) => work(store), write: (work) => work(store) };
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
