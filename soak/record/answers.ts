/** Answers as they are kept and compared. */

/** What a server or a command gave, by the address or the arguments that asked for it. */
export type Answers = ReadonlyMap<string, Answer>;

export interface Answer {
  /** Of a command, its exit code. */
  readonly status: number;
  readonly headers: string;
  readonly body: Buffer;
}

export interface Difference {
  readonly asked: string;
  /** The first byte of the part that differs. */
  readonly at?: number;
  readonly part: "missing" | "new" | "status" | "headers" | "body";
  readonly before: string;
  readonly after: string;
}

/** Random bytes that are drawn in an order that depends on the machine, and text that names a process. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/(mcp-session-id"?: ?"?)[\w.-]+/gi, "$1ID"],
  [/\bhttp:\/\/127\.0\.0\.1:\d+/g, "http://HOST"],
  [/^date: .*$/gm, "date: NOW"],
  [/(fault |"(?:fault|token|request_id)": ?")[0-9a-f]{8,}/g, "$1ID"],
  [/\b\d+(?:\.\d+)? (ms|s|MB|GB|KB)\b/g, "N $1"],
];

/** `revision` is that of the server. */
export function withoutVolatile(text: string, revision = ""): string {
  const stable = VOLATILE.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text);
  return revision === "" ? stable : stable.replaceAll(revision, "REVISION");
}

/** Text loses what is volatile; other bytes stay as they are. */
export function stableBody(body: Buffer, type: string, revision = ""): Buffer {
  if (!/text|json|xml|javascript/.test(type)) return body;
  return Buffer.from(withoutVolatile(body.toString("latin1"), revision), "latin1");
}

/** The answer that is the revision of the server. */
export const REVISION = "revision";

/** Every difference, in the order asked. Headers count only where the bodies are equal. */
export function differences(before: Answers, after: Answers): Difference[] {
  const asked = new Set([...before.keys(), ...after.keys()]);
  // Entity tags and coded lengths follow from the revision.
  const isSame = before.get(REVISION)?.body.toString() === after.get(REVISION)?.body.toString();
  const compared = (answer: Answer | undefined) =>
    answer && (isSame ? answer : { ...answer, headers: answer.headers.replace(/^(?:etag|content-length): .*$/gm, "") });
  return [...asked].flatMap((each) => difference(each, compared(before.get(each)), compared(after.get(each))) ?? []);
}

function difference(asked: string, before: Answer | undefined, after: Answer | undefined): Difference | null {
  if (before === undefined) return { asked, part: "new", before: "", after: String(after?.status) };
  if (after === undefined) return { asked, part: "missing", before: String(before.status), after: "" };
  if (before.status !== after.status) {
    return { asked, part: "status", before: String(before.status), after: String(after.status) };
  }
  if (!before.body.equals(after.body)) return { asked, part: "body", ...firstDiffering(before.body, after.body) };
  if (before.headers === after.headers) return null;
  const ours = linesOf(before.headers);
  const theirs = linesOf(after.headers);
  const without = (lines: Set<string>, others: Set<string>) => [...lines.difference(others)].join("\n    ");
  return { asked, part: "headers", before: without(ours, theirs), after: without(theirs, ours) };
}

function linesOf(headers: string): Set<string> {
  return new Set(headers.split("\n"));
}

const SHOWN_BEFORE = 10;
const SHOWN_AFTER = 60;

function firstDiffering(before: Buffer, after: Buffer): Pick<Difference, "at" | "before" | "after"> {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  const shown = (bytes: Buffer) => bytes.toString("utf8", Math.max(0, at - SHOWN_BEFORE), at + SHOWN_AFTER);
  return { at, before: shown(before), after: shown(after) };
}
